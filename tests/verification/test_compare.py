"""Comparisons on the real games: coverage, sequential runs, verdicts, unbiased variance reduction, and what it gains.

Many experiments are drawn from a large number of blocks that the kernel played, with replacement: their mean is then
the true difference, known exactly.
"""

from __future__ import annotations

import math
from collections.abc import Sequence as Items
from dataclasses import replace
from fractions import Fraction
from typing import ClassVar

import numpy as np
import pytest

from cactus_sim import compare
from cactus_sim.analysis.comparison import places
from cactus_sim.analysis.rivals import ComparisonPlan, plan_comparison
from cactus_sim.simulate.layout import layout_of
from cactus_sim.simulate.runner import Worker, run
from cactus_sim.simulate.tally import FloatArray, IntArray, Tally
from cactus_sim.stats.intervals import Estimate
from cactus_sim.stats.sequences import FIRST_LOOK, Sequence
from cactus_sim.stats.verdicts import verdict

LIMIT = 4.0
"""Standard errors by which a simulated rate or figure may differ from what it should be."""

MIXED = ("early", "royal", "patient")

TWINS = '''
from cactus_sim.games.cactus.strategies.threshold import Threshold
from cactus_sim.games.cactus.view import chance


class Heads(Threshold):
    """Calls at the threshold where its coin shows heads."""

    @staticmethod
    def call(mine, table, p):
        return mine.known_points + mine.unknown * table.pack_mean <= p.call_at and chance(mine, 2) == 0


class Tails(Threshold):
    """Calls at the threshold where its coin shows tails."""

    @staticmethod
    def call(mine, table, p):
        return mine.known_points + mine.unknown * table.pack_mean <= p.call_at and chance(mine, 2) == 1
'''


class Keeping(Worker):
    """A worker that keeps every block: [arm, block, 1 + column]."""

    kept: ClassVar[list[FloatArray]] = []

    def count(self, data: FloatArray, histograms: IntArray) -> Tally:
        self.kept.append(data.copy())
        return super().count(data, histograms)


def differences(plan: ComparisonPlan) -> FloatArray:
    """The objective of A minus that of B in every block."""
    Keeping.kept.clear()
    run(plan.experiment, 1, worker=Keeping)
    data = np.concatenate(Keeping.kept, axis=1)
    Keeping.kept.clear()
    layout = layout_of(plan.experiment)
    one, other = (data[arm, :, 1 + column] for arm, column in places(layout, plan.rivals, plan.rivals.objective))
    return (one - other) * float(layout.per_game(plan.rivals.objective, 0, 0))


@pytest.fixture(scope="module")
def mixed_blocks() -> FloatArray:
    return differences(plan_comparison("cactus", "royal", "threshold", field=MIXED, games_asked=400_000, seed=1))


@pytest.fixture(scope="module")
def twins(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """Two strategies that are equal in law: each calls by a fair coin, on opposite sides of it."""
    file = tmp_path_factory.mktemp("twins") / "twins.py"
    file.write_text(TWINS, encoding="utf-8")
    return f"{file}:Heads", f"{file}:Tails"


@pytest.fixture(scope="module")
def twin_blocks(twins: tuple[str, str]) -> FloatArray:
    plan = plan_comparison("cactus", *twins, games_asked=2_000_000, seed=1)
    return differences(plan)


def rate_error(rate: float, number: int) -> float:
    return math.sqrt(rate * (1 - rate) / number)


@pytest.mark.parametrize("blocks", [300, 2000])
def test_the_paired_interval_covers_the_true_difference(mixed_blocks: FloatArray, blocks: int) -> None:
    rng, experiments = np.random.default_rng(1), 4000
    covered = 0
    for _ in range(experiments):
        drawn = rng.choice(mixed_blocks, blocks)
        half = Estimate(0.0, float(drawn.std(ddof=1)) / math.sqrt(blocks), blocks).half_width()
        covered += abs(drawn.mean() - mixed_blocks.mean()) <= half
    print(f"\npaired 95 % interval, {blocks} blocks: covers {covered / experiments:.4f}")
    assert abs(covered / experiments - 0.95) < LIMIT * rate_error(0.05, experiments)


def looks(
    blocks: FloatArray, at: IntArray, experiments: int, rng: np.random.Generator
) -> tuple[FloatArray, FloatArray]:
    """Means and standard errors [experiment, look] of blocks drawn with replacement."""
    values, chances = np.unique(blocks, return_counts=True)
    steps = np.diff(at, prepend=0)
    counts = np.zeros((experiments, len(values)))
    means, errors = np.empty((experiments, len(at))), np.empty((experiments, len(at)))
    for look, step in enumerate(steps):
        counts += rng.multinomial(step, chances / chances.sum(), experiments)
        means[:, look] = counts @ values / at[look]
        errors[:, look] = np.sqrt((counts @ values**2 / at[look] - means[:, look] ** 2) / at[look])
    return means, errors


AT = np.unique(np.geomspace(FIRST_LOOK, 50_000, 200).astype(np.int64))
"""The blocks at which 200 looks are taken."""


def test_equal_players_at_200_looks(twin_blocks: FloatArray) -> None:
    """Twins are equal in law and exchange places, so a block's difference is as likely as its opposite."""
    both = np.concatenate([twin_blocks, -twin_blocks])
    means, errors = looks(both, AT, 4000, np.random.default_rng(2))
    assert len(AT) == 200
    limits = np.array([Sequence(20_000).errors(int(blocks)) for blocks in AT])
    sequence = float((np.abs(means) > limits * errors).any(axis=1).mean())
    fixed = float((np.abs(means) > 1.96 * errors).any(axis=1).mean())
    print(f"\nA = A at 200 looks: called different {sequence:.4f} by the sequence, {fixed:.4f} by the fixed interval")
    assert sequence < 0.05
    assert fixed > 0.3


def test_equal_players_on_the_engine(twin_blocks: FloatArray) -> None:
    """Whole runs of 4,000 deals after each other, looked at after every deal from the first look on."""
    runs = twin_blocks[: len(twin_blocks) // 4000 * 4000].reshape(-1, 4000)
    at = np.arange(1, 4001)
    means = runs.cumsum(axis=1) / at
    errors = np.sqrt(((runs**2).cumsum(axis=1) / at - means**2) / at)
    later = slice(FIRST_LOOK - 1, None)
    limits = np.array([Sequence(4000).errors(int(blocks)) for blocks in at[later]])
    sequence = float((np.abs(means[:, later]) > limits * errors[:, later]).any(axis=1).mean())
    fixed = float((np.abs(means[:, later]) > 1.96 * errors[:, later]).any(axis=1).mean())
    print(f"\nA = A on the engine, {len(runs)} runs, 3,001 looks: {sequence:.4f} by the sequence, {fixed:.4f} fixed")
    assert sequence < 0.05
    assert fixed > 0.05


def test_twins_are_found_equivalent(twins: tuple[str, str]) -> None:
    found = compare("cactus", *twins, sequential=True, seed=2)
    assert found.verdict == "equivalent"


@pytest.mark.parametrize(("truth", "wrong"), [(0.002, "equivalent"), (-0.002, "equivalent"), (0.0, "better")])
def test_wrong_verdicts(mixed_blocks: FloatArray, truth: float, wrong: str) -> None:
    """Where the true difference is just the margin `equivalent` is wrong, where it is 0 `better` is."""
    centred = mixed_blocks - mixed_blocks.mean() + truth
    experiments, sequence = 2000, Sequence(20_000)
    means, errors = looks(centred, AT, experiments, np.random.default_rng(3))
    limits = np.array([sequence.errors(int(blocks)) for blocks in AT])

    def found(run_: int, look: int, half: float) -> str:
        estimate = Estimate(float(means[run_, look]), float(errors[run_, look]), int(AT[look]))
        return verdict(estimate, half, 0.002)

    at_once = sum(found(run_, -1, 1.96 * errors[run_, -1]) == wrong for run_ in range(experiments)) / experiments
    by_sequence = 0
    for run_ in range(experiments):
        reached = (found(run_, look, limits[look] * errors[run_, look]) for look in range(len(AT)))
        by_sequence += next((one for one in reached if one != "undecided"), "undecided") == wrong
    print(f"\ntruly {truth}: '{wrong}' {at_once:.4f} at one look, {by_sequence / experiments:.4f} at 200")
    assert at_once < 0.025 + LIMIT * rate_error(0.025, experiments)
    assert by_sequence / experiments < 0.05


def plain_sampling(
    game: str, a: str, b: str, field: Items[str] | None, unit: str, games: int
) -> tuple[Estimate, float]:
    """A minus B by independent, unpaired games in seats drawn at random: the estimate, and the variance of a game of
    each. Every seating of either player is a run of its own, on deals of a seed of its own.
    """
    plan = plan_comparison(game, a, b, field=field, unit=unit, games_asked=games, seed=1, plain=True)
    experiment, seatings = plan.experiment, plan.experiment.rotations
    means, variance = [], 0.0
    for number, arm in enumerate(experiment.arms):
        first, second = Fraction(0), Fraction(0)
        for shift in range(seatings):
            turned = replace(
                arm, line_up=arm.line_up[-shift:] + arm.line_up[:-shift] if shift else arm.line_up,
                rows=arm.rows[-shift:] + arm.rows[:-shift] if shift else arm.rows,
            )  # fmt: skip
            seed = 1_000_003 * (1 + number * seatings + shift)
            alone = replace(experiment, arms=(turned,), rotated=False, seed=seed, games=games // seatings)
            tally, _ = run(alone, 1)
            column = 1 + layout_of(alone).column("share", 0)
            first += Fraction(int(tally.within[0, 0, column]), 840 * tally.blocks * seatings)
            second += Fraction(int(tally.within[0, column, column]), 840**2 * tally.blocks * seatings)
        means.append(float(first))
        variance += float(second - first**2)
    return Estimate(means[0] - means[1], math.sqrt(variance / games), games), variance


CACTUS = [
    ("cactus", "round", "royal", "threshold", None, True),
    ("cactus", "round", "threshold(memory=0.99)", "threshold", None, True),
    ("cactus", "round", "royal", "patient", MIXED, True),
    ("cactus", "round", "early", "threshold", MIXED, False),
]
EIGHTS = [
    ("eights", "round", "early-eight", "greedy", None, True),
    ("eights", "round", "attacker(low=2)", "attacker", None, True),
    ("eights", "round", "blocker(trust=0)", "blocker", None, True),
    ("eights", "round", "attacker(low=5)", "attacker(low=4)", None, False),
    ("eights", "round", "greedy", "random", None, False),
    ("eights", "match", "early-eight", "greedy", None, False),
]


@pytest.mark.parametrize(("game", "unit", "a", "b", "field", "fifth"), CACTUS + EIGHTS)
def test_reduced_variance_is_unbiased_and_gains(
    game: str, unit: str, a: str, b: str, field: tuple[str, ...] | None, fifth: bool
) -> None:
    """`fifth`: whether a fifth of the games are to be enough."""
    games = 80_000 if unit == "round" else 36_000
    plain, variance = plain_sampling(game, a, b, field, unit, games)
    found = compare(game, a, b, field=field, unit=unit, games=games, seed=5, jobs=1)
    paired, adjusted, gains = found.unadjusted.estimate, found.difference, found.gains
    assert gains is not None
    measured = variance / (found.result.layout.rotations * adjusted.se**2 * found.result.blocks)
    print(f"\n{game} {unit}: {a} - {b}, field {', '.join(field or found.rivals.field)}; in points of share:")
    print(
        ", ".join(
            f"{name} {100 * estimate.value:.3f} ± {196 * estimate.se:.3f}"
            for name, estimate in (("plain", plain), ("paired", paired), ("adjusted", adjusted))
        )
    )
    print(
        f"worth × {measured:.1f}: seats × {gains.seats:.1f}, same deals × {gains.pairing:.1f}, "
        f"controls × {gains.controls:.3f}"
    )
    for estimate in (paired, adjusted):
        assert abs(estimate.value - plain.value) < LIMIT * math.hypot(plain.se, estimate.se)
    assert gains.total == pytest.approx(measured, rel=0.1)
    assert measured > (5 if fifth else 1)


def test_what_controls_take_off_has_mean_nought() -> None:
    """Over many runs of seeds of their own, with coefficients that other deals froze."""
    taken = []
    for seed in range(40):
        found = compare("cactus", "early", "threshold", field=MIXED, games=33_000, seed=seed, jobs=1)
        assert found.adjustment is not None
        taken.append((found.difference.value - found.unadjusted.estimate.value, found.difference.se))
    shifts = np.array([shift for shift, _ in taken])
    error = shifts.std(ddof=1) / math.sqrt(len(shifts))
    print(f"\ncontrols take off {100 * shifts.mean():.4f} ± {100 * error:.4f} points of share in the mean of 40 runs")
    assert abs(shifts.mean()) < LIMIT * error


def test_the_adjusted_interval_covers_the_true_difference() -> None:
    """The true difference is that of all runs together; one run's part in it is a hundredth."""
    runs = [
        compare("cactus", "early", "threshold", field=MIXED, games=33_000, seed=seed, jobs=1)
        for seed in range(100, 200)
    ]
    truth = float(np.mean([found.difference.value for found in runs]))
    covered = float(np.mean([found.interval()[0] <= truth <= found.interval()[1] for found in runs]))
    print(f"\nadjusted 95 % interval: covers {covered:.2f} of 100 runs")
    assert abs(covered - 0.95) < LIMIT * rate_error(0.05, len(runs))
