"""Results do not depend on how many jobs play, nor on how the deals are cut into batches: real games, several arms."""

from dataclasses import replace

import pytest

from cactus_sim.simulate.experiment import Arm, Experiment, line_up_of, rule_set, simulation
from cactus_sim.simulate.result import result_of
from cactus_sim.simulate.runner import run
from tests.cactus.nosy import Nosy
from tests.cactus.playing import GAME, so_many


def experiment(unit: str, games: int) -> Experiment:
    """Four arms of rules and line-ups on the same deals; skills, and a player who looks at every field."""
    base = simulation(GAME, ["threshold", "counter", "sleepy", "random"], unit=unit, seed=77, games_asked=games)
    nosy = replace(base.arms[0].line_up[0], strategy=Nosy, name="nosy", parameters={"salt": 3, "calls_one_in": 5})
    nosy_table = (nosy, *base.arms[0].line_up[1:])
    arms = (
        base.arms[0],
        Arm("dutch", rule_set(GAME, "dutch"), base.arms[0].line_up, (0, 1, 2, 3)),
        Arm("nosy", rule_set(GAME, "cambio", {"call_time": "before"}), nosy_table, (0, 1, 2, 3)),
        Arm("alike", base.arms[0].rules, line_up_of(GAME, ["kamikaze", "early"], 4), (0, 1, 0, 1)),
    )
    return replace(base, arms=arms)


@pytest.mark.parametrize(("unit", "games"), [("round", so_many(4000, 16)), ("match", so_many(400, 4))])
def test_jobs_and_batches_change_no_byte(unit: str, games: int) -> None:
    what = experiment(unit, games)
    texts, tallies = set(), []
    for jobs, size in ((1, None), (1, 1), (1, 333), (2, None), (2, 97), (7, None), (7, 11), (7, 100_000)):
        tally, interrupted = run(what, jobs, batch_size=size)
        assert not interrupted
        tallies.append(tally)
        texts.add(result_of(what, tally, False).to_json())
    assert len(texts) == 1
    assert all(tally == tallies[0] for tally in tallies)
    assert tallies[0].blocks == games / 4
