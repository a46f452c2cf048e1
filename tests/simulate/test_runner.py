import pytest

from cactus_sim import simulate
from cactus_sim.errors import StrategyError, UsageError
from cactus_sim.simulate.experiment import simulation
from cactus_sim.simulate.runner import run

LINE_UP = ["plain", "plain(skill=2)", "plain"]


@pytest.fixture
def experiment(toy):
    return simulation(toy, LINE_UP, seed=3, games_asked=3000)


@pytest.mark.parametrize("jobs", [1, 2, 7])
@pytest.mark.parametrize("batch", [None, 1, 37, 5000])
def test_neither_jobs_nor_batches_change_a_bit(experiment, jobs, batch):
    assert run(experiment, jobs, batch_size=batch) == run(experiment, 1, batch_size=1000)


def test_results_are_the_same_text_whatever_the_jobs(toy):
    texts = {simulate(toy, LINE_UP, seed=3, games=3000, jobs=jobs).to_json() for jobs in (1, 2, 7)}
    assert len(texts) == 1


def test_the_kernel_is_compiled_once_before_threads_start(experiment, toy):
    run(experiment, 2)
    assert toy.compiled == 1


def test_progress_tells_of_every_game(experiment):
    seen = []
    run(experiment, 2, lambda done, total: seen.append((done, total)), batch_size=300)
    assert seen == [(0, 3000), (900, 3000), (1800, 3000), (2700, 3000), (3000, 3000)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_leaves_a_prefix(toy, experiment, jobs):
    toy.interrupt_at = 650
    tally, interrupted = run(experiment, jobs, batch_size=10)
    toy.interrupt_at = None
    assert interrupted
    assert tally.blocks % 10 == 0
    # Two threads may have handed nothing over yet when the key is pressed, on a machine that is busy.
    assert (1 if jobs == 1 else 0) <= tally.blocks < 1000
    if tally.blocks:
        assert tally == run(simulation(toy, LINE_UP, seed=3, games_asked=3 * tally.blocks), 1)[0]


def test_an_interrupt_before_anything_was_done_goes_on(toy):
    toy.interrupt_at = 0
    with pytest.raises(KeyboardInterrupt):
        simulate(toy, LINE_UP, games=10, jobs=1)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_strategy_at_fault_ends_the_run(toy, jobs):
    with pytest.raises(StrategyError, match="it is at fault"):
        simulate(toy, ["plain", "faulty"], games=10, jobs=jobs)


@pytest.mark.parametrize("jobs", [0, -1, 10**6])
def test_impossible_jobs_are_refused(experiment, jobs):
    with pytest.raises(UsageError, match="jobs"):
        run(experiment, jobs)
