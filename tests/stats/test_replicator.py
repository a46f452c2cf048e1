"""Replicator dynamics on tables whose resting points are known."""

import numpy as np
import pytest

from cactus_sim.analysis.mixes import counts_of
from cactus_sim.stats.replicator import PayoffTable, follow
from cactus_sim.stats.resting import basins, resting_points, row_sureness, sureness


def table(payoffs, seats=1):
    payoffs = np.array(payoffs, float)
    return PayoffTable(np.array(list(counts_of(len(payoffs), seats))), payoffs)


HAWK_DOVE = table([[-1, 2], [0, 1]])
"""A fight over 2 that costs 4: half hawks, half doves."""
STAG_HUNT = table([[4, 0], [3, 3]])
"""Whoever are more than three fourths draw all to them."""
ROCK = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
PUBLIC_GOOD = table([[1.5, 1.0, 0.0], [2.5, 1.5, 0.5]], seats=2)
"""Of three players, giving costs 1: keeping is always better."""
VOLUNTEER = table([[0.7, 0.7, 0.7], [1.0, 1.0, 0.0]], seats=2)
"""1 for all if anyone of three volunteers, which costs 0.3: (1 − x)² = 0.3 at rest."""


def points(table):
    return {tuple(np.round(point.shares, 4)): point for point in resting_points(table)}


def test_hawks_and_doves():
    found = points(HAWK_DOVE)
    assert set(found) == {(1, 0), (0, 1), (0.5, 0.5)}
    assert found[0.5, 0.5].growth == pytest.approx(-0.5)
    assert found[1, 0].growth == pytest.approx(1)
    reached = basins(HAWK_DOVE, resting_points(HAWK_DOVE))
    assert (reached.parts, reached.rows, reached.moving) == ([0, 0, 1], (), 0)


def test_a_stag_hunt_depends_on_the_start():
    found = points(STAG_HUNT)
    assert set(found) == {(1, 0), (0, 1), (0.75, 0.25)}
    assert [point.growth < 0 for point in found.values()] == [True, True, False]
    reached = basins(STAG_HUNT, resting_points(STAG_HUNT), 1000)
    assert reached.parts[0] == pytest.approx(0.25, abs=0.05)


def test_giving_dies_out():
    assert basins(PUBLIC_GOOD, resting_points(PUBLIC_GOOD)).parts == [0, 1]


def test_three_players_have_a_mixed_point_of_their_own():
    found = points(VOLUNTEER)
    mixed = [shares for shares in found if 0 < shares[0] < 1]
    assert mixed == [pytest.approx((1 - np.sqrt(0.3), np.sqrt(0.3)), abs=1e-4)]
    assert found[mixed[0]].growth < 0


def test_rock_paper_scissors_goes_round():
    points_found = resting_points(table(ROCK))
    inner = [point for point in points_found if len(point.support) == 3]
    assert [point.shares for point in inner] == [pytest.approx([1 / 3] * 3)]
    assert inner[0].growth == 0
    assert basins(table(ROCK), points_found).moving > 0.9
    _, shares = follow(table(ROCK), np.array([[0.5, 0.3, 0.2]]), steps=300, tolerance=1e-6)
    product = shares[:, 0].prod(axis=1)
    assert product == pytest.approx(product[0], rel=0.01)


@pytest.mark.parametrize(("win", "stable"), [(2.0, True), (0.5, False)])
def test_greater_wins_draw_rock_paper_scissors_in(win, stable):
    payoffs = [[0, -1, win], [win, 0, -1], [-1, win, 0]]
    inner = [point for point in resting_points(table(payoffs)) if len(point.support) == 3]
    assert (inner[0].growth < 0) is stable
    assert inner[0].growth == pytest.approx((1 - win) / 6)


ALL_ALIKE = table(np.full((3, 10), 0.1), seats=3)
TWINS_WIN = table([[0.1, 0.1, 1], [0.1, 0.1, 1], [-1, -1, 0]])
"""The first two are one strategy under two names; the third dies out."""
TWIN_HAWKS = table([[-1, -1, 2], [-1, -1, 2], [0, 0, 1]])
"""Half of them hawks, under two names, half doves."""


def test_strategies_that_fare_alike_have_no_single_mixed_point():
    found = points(ALL_ALIKE)
    assert set(found) == {(1, 0, 0), (0, 1, 0), (0, 0, 1)}
    assert all(point.growth == 0 for point in found.values())


@pytest.mark.parametrize(
    ("game", "support", "whole"),
    [(ALL_ALIKE, (0, 1, 2), True), (TWINS_WIN, (0, 1), True), (TWIN_HAWKS, (0, 1, 2), False)],
)
def test_what_fares_alike_rests_in_a_row_of_mixes(game, support, whole):
    reached = basins(game, resting_points(game))
    assert (sum(reached.parts), reached.moving) == (0, 0)
    assert [(row.support, row.part, row.whole) for row in reached.rows] == [(support, 1, whole)]


def test_rounding_tells_nobody_apart():
    """The same payoffs but for their last digits."""
    rng = np.random.default_rng(1)
    rounded = PayoffTable(ALL_ALIKE.fields, ALL_ALIKE.payoffs * (1 + rng.uniform(-1e-15, 1e-15, (3, 10))))
    assert rounded.flat
    assert all(point.growth == 0 for point in resting_points(rounded))
    start = np.array([[0.2, 0.3, 0.5]])
    assert follow(rounded, start)[1][-1] == pytest.approx(start, abs=1e-9)


def test_a_little_more_is_no_rounding():
    better = table(ALL_ALIKE.payoffs + np.array([[1e-7], [0], [0]]), seats=3)
    assert not better.flat
    assert points(better)[1, 0, 0].growth == pytest.approx(-1e-7)
    assert points(better)[0, 1, 0].growth == pytest.approx(1e-7)


def test_how_sure_a_neutral_point_and_a_row_are():
    twin = next(point for point in resting_points(TWINS_WIN) if point.shares[0] == 1)
    row = basins(TWINS_WIN, resting_points(TWINS_WIN)).rows[0]
    rng = np.random.default_rng(1)
    together = rng.normal(0, 0.01, (100, 1, 3))
    alike = PayoffTable(TWINS_WIN.fields, TWINS_WIN.payoffs + together)
    apart = PayoffTable(TWINS_WIN.fields, TWINS_WIN.payoffs + rng.normal(0, 0.01, (100, 3, 3)))
    sure, unsure = sureness(twin, alike), sureness(twin, apart)
    assert (sure.stable, sure.neutral, row_sureness(row, alike)) == (0, 1, 1)
    assert (unsure.neutral, row_sureness(row, apart)) == (0, 0)
    assert unsure.stable == pytest.approx(0.5, abs=0.2)


def test_the_jacobian_is_how_the_velocity_changes():
    rng = np.random.default_rng(4)
    game = table(rng.random((4, 20)), seats=3)
    shares = rng.dirichlet(np.ones(4))

    def velocity(at):
        fares = game.fares(at)
        return at * (fares - at @ fares)

    step = 1e-6
    for place in range(4):
        change = np.eye(4)[place] * step
        slope = (velocity(shares + change) - velocity(shares - change)) / (2 * step)
        assert game.jacobian(shares)[:, place] == pytest.approx(slope, abs=1e-8)


def test_a_start_next_to_a_resting_point_is_followed():
    """There the first step is far too long."""
    start = np.array([[0.5 + 1e-9, 0.5 - 1e-9], [1 - 1e-12, 1e-12], [1.0, 0.0]])
    _, shares = follow(HAWK_DOVE, start)
    assert shares[-1] == pytest.approx(np.array([[0.5, 0.5], [0.5, 0.5], [1.0, 0.0]]), abs=1e-3)


def test_how_sure_a_point_is():
    rng = np.random.default_rng(1)
    draws = HAWK_DOVE.payoffs + rng.normal(0, 0.05, (400, 2, 2))
    many = PayoffTable(HAWK_DOVE.fields, draws)
    mixed = next(point for point in resting_points(HAWK_DOVE) if len(point.support) == 2)
    sure = sureness(mixed, many)
    assert (sure.there, sure.stable) == (1, 1)
    # x = (b − d) / (b − d + c − a) of the payoffs (a, b; c, d): all slopes are 1/4 or −1/4 here.
    assert sure.se == pytest.approx([0.05 / 2, 0.05 / 2], rel=0.15)


def test_a_point_that_is_not_always_there():
    near = table([[0.0, 0.01], [0.0, 0.0]])
    rng = np.random.default_rng(1)
    many = PayoffTable(near.fields, near.payoffs + rng.normal(0, 1, (2000, 2, 2)))
    shares = np.array([0.5, 0.5])
    point = next(iter(resting_points(HAWK_DOVE)))
    mixed = type(point)(shares, 0.0)
    sure = sureness(mixed, many)
    assert sure.there == pytest.approx(0.5, abs=0.05)
    assert sure.stable == pytest.approx(0.25, abs=0.05)
