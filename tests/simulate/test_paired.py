import numpy as np

from cactus_sim.analysis.house_plan import plan_house_rules
from cactus_sim.simulate.paired import run_pair
from cactus_sim.simulate.runner import run


def pair(toy, games=3000):
    plan = plan_house_rules(toy, [{"sides": 7}], seed=4, games_asked=games)
    return plan.pair(plan.changes[0])


def test_two_arms_counted_as_one_hold_what_they_hold_apart(toy):
    experiment = pair(toy)
    joined, interrupted = run_pair(experiment, 1)
    apart, _ = run(experiment, 1)
    assert not interrupted
    assert joined.blocks == apart.blocks
    columns = len(apart.across)
    whole = joined.within[0]
    one, other = [0, *range(1, 1 + columns)], [0, *range(1 + columns, 1 + 2 * columns)]
    assert np.array_equal(whole[np.ix_(one, one)], apart.within[0])
    assert np.array_equal(whole[np.ix_(other, other)], apart.within[1])
    assert np.array_equal(whole[np.ix_(one[1:], other[1:])].diagonal(), apart.across[:, 0, 1])
    rows = len(experiment.row_names)
    assert np.array_equal(joined.histograms[0].reshape(2, rows, -1), apart.histograms)


def test_the_tally_depends_on_neither_jobs_nor_batches(toy):
    experiment = pair(toy)
    tally, _ = run_pair(experiment, 1)
    assert run_pair(experiment, 3)[0] == tally
