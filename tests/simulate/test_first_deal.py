import pytest

from cactus_sim import simulate
from cactus_sim.errors import UsageError
from cactus_sim.simulate.experiment import simulation
from cactus_sim.simulate.runner import run
from cactus_sim.simulate.schedule import Batch, earlier, first_deal_of, later, ranges_of

LINE_UP = ["plain", "plain(skill=2)", "plain"]


@pytest.mark.parametrize(
    ("given", "blocks", "ranges"),
    [
        (None, 5, [(0, 5)]),
        ("7", 5, [(7, 5)]),
        (7, 5, [(7, 5)]),
        ("1_000", 5, [(1000, 5)]),
        ("0+2,10", 5, [(0, 2), (10, 3)]),
        ("0+2, 10+3", 5, [(0, 2), (10, 3)]),
    ],
)
def test_ranges(given, blocks, ranges):
    assert ranges_of(first_deal_of(given), blocks) == tuple(Batch(*part) for part in ranges)


@pytest.mark.parametrize("given", ["", "-1", "1.5", "a", "1,2", "1+,2", "1+2,", "9" * 14])
def test_what_is_no_range_is_refused(given):
    with pytest.raises(UsageError, match="first deal"):
        first_deal_of(given)


@pytest.mark.parametrize("given", ["5+2,6", "5+2,3", "0+5,9", "0+2,9+2", str(1 << 40), "0+0,4"])
def test_ranges_that_overlap_or_do_not_fit_are_refused(given):
    with pytest.raises(UsageError):
        ranges_of(first_deal_of(given), 5)


def test_parts_of_ranges():
    ranges = (Batch(0, 2), Batch(10, 3))
    for blocks in range(6):
        both = [*earlier(ranges, blocks), *later(ranges, blocks)]
        deals = [part.first_deal + i for part in both for i in range(part.blocks)]
        assert deals == [0, 1, 10, 11, 12]
        assert sum(part.blocks for part in earlier(ranges, blocks)) == blocks


def test_two_halves_are_the_whole(toy):
    def played(games, first):
        return run(simulation(toy, LINE_UP, seed=3, games_asked=games, first_deal=first), 2)[0]

    whole = played(3000, None)
    assert played(1200, None) + played(1800, 400) == whole
    assert played(3000, "0+1,1+2,3") == whole
    assert played(1200, 400) != played(1200, None)


def test_a_result_says_which_deals_were_played(toy):
    result = simulate(toy, LINE_UP, seed=3, games=3000, first_deal=400)
    assert result.deals == (Batch(400, 1000),)
    assert '"deals": [[400, 1000]]' in result.to_json()
    assert type(result).from_json(result.to_json()) == result
