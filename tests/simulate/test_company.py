import numpy as np
import pytest

from cactus_sim.analysis.entrants import enter
from cactus_sim.analysis.mixes import seats_of
from cactus_sim.simulate.company import FocalWorker, MixWorker, circular_orders, deals_an_order, ready
from cactus_sim.simulate.schedule import Batch, batches


@pytest.fixture
def entrants(toy):
    return enter(toy, ["plain", "plain(skill=2)", "other"], games_asked=900, seed=3)


def worker(entrants):
    company = entrants.company
    tables = [seats_of(counts) for counts in entrants.mixes.mixes]
    return MixWorker(company, ready(company), tables, *entrants.metrics)


def test_all_circular_orders_are_seen():
    assert sorted(circular_orders(4)) == [
        (0, 1, 2, 3), (0, 1, 3, 2), (0, 2, 1, 3), (0, 2, 3, 1), (0, 3, 1, 2), (0, 3, 2, 1),
    ]  # fmt: skip
    assert len(circular_orders(8)) == 120
    assert all(sorted(order) == list(range(8)) for order in circular_orders(8))
    assert deals_an_order(4, 10_000) == 64
    assert deals_an_order(4, 60) == 10
    assert deals_an_order(4, 1) == 1


@pytest.mark.parametrize("size", [1, 7, 64, 300])
def test_a_tally_does_not_depend_on_its_batches(entrants, size):
    whole = worker(entrants).play(Batch(0, 300))
    part = worker(entrants)
    total = part.nothing()
    for batch in batches(0, 300, size):
        total = total + part.play(batch)
    assert total == whole


def test_shares_of_each_mix_add_up(entrants):
    tally = worker(entrants).play(Batch(0, 100))
    sums, column = tally.within[0, 0, 1:], 0
    for counts in entrants.mixes.mixes:
        present = sum(map(bool, counts))
        assert sums[column : column + present].sum() == 100 * 3 * 840
        column += present
    pairs = len(entrants.mixes.mixes) * 3 * 3
    assert sums[column:].sum() == 100 * 2 * pairs


def test_a_race_meets_every_field_equally_often(toy):
    company = enter(toy, ["plain", "plain(skill=2)"], games_asked=9000, seed=3, players=3, race=True).company
    fields = [company.field(deal) for deal in range(company.cycle)]
    assert {fields.count(field) for field in fields} == {company.deals_an_order}
    assert {len(field) for field in fields} == {2}


def test_a_candidate_alone_is_counted_as_among_others(toy):
    entrants = enter(toy, ["plain", "plain(skill=2)", "other"], games_asked=9000, seed=3, race=True)
    company, arm = entrants.company, ready(entrants.company)
    together = FocalWorker(company, arm, [0, 1, 2], 0).play(Batch(0, 200))
    alone = FocalWorker(company, arm, [1], 0).play(Batch(0, 200))
    assert alone.within[0, 0, 1] == together.within[0, 0, 2]
    assert np.array_equal(alone.across[0], together.across[1])
