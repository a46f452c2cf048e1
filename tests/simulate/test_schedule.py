import pytest

from cactus_sim.errors import UsageError
from cactus_sim.simulate.schedule import MAX_DEALS, Batch, batches, blocks_a_batch, blocks_for, period


@pytest.mark.parametrize(
    ("seats", "expected"), [("aaaa", 1), ("abab", 2), ("abcd", 4), ("aabb", 4), ("aab", 3), ("a", 1), ("abcabc", 3)]
)
def test_the_period_is_the_first_rotation_that_repeats(seats, expected):
    assert period(seats) == expected


@pytest.mark.parametrize(("games", "rotations", "blocks"), [(1, 4, 1), (4, 4, 1), (5, 4, 2), (10**12, 1, 10**12)])
def test_games_are_rounded_up_to_blocks(games, rotations, blocks):
    assert blocks_for(games, rotations) == blocks


@pytest.mark.parametrize("games", [0, -1, 4 * MAX_DEALS + 1, 10**30])
def test_numbers_that_cannot_be_played_are_refused(games):
    with pytest.raises(UsageError):
        blocks_for(games, 4)


@pytest.mark.parametrize("size", [1, 3, 1000])
@pytest.mark.parametrize("blocks", [1, 10, 999])
def test_batches_cover_every_deal_once_in_order(size, blocks):
    cut = list(batches(5, blocks, size))
    deals = [deal for batch in cut for deal in range(batch.first_deal, batch.first_deal + batch.blocks)]
    assert deals == list(range(5, 5 + blocks))
    assert max(batch.blocks for batch in cut) <= size


def test_a_short_run_keeps_every_thread_busy():
    assert 1000 / blocks_a_batch(1000, 4, jobs=2) >= 8
    assert blocks_a_batch(1, 4, jobs=2) == 1


def test_a_batch_of_many_arms_is_as_long_as_one_of_few():
    assert 50 * blocks_a_batch(10**6, 50, jobs=1) == pytest.approx(4 * blocks_a_batch(10**6, 4, jobs=1), rel=0.01)


def test_batches_of_a_long_run_are_made_as_they_are_needed():
    assert next(batches(0, MAX_DEALS, 4096)) == Batch(0, 4096)
