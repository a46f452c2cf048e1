"""The physics of the stacking game (P1 to P7), against figures from outside and a referee's exact numbers."""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from cactus_sim import games
from cactus_sim.games.balance import falls, normal, physics, turns
from cactus_sim.games.balance.tables import cacti, shapes
from cactus_sim.games.balance.tables import physics as constants
from cactus_sim.jit import OPTIONS, njit
from cactus_sim.streams import HANDS, key_word, start_of, step_of
from tests.balance.measures import forms, ledges
from tests.balance.playing import Position, plain

lowest_fall, assess, error_of_hand, fails = (
    plain(physics.lowest_fall), plain(physics.assess), plain(physics.error_of_hand), plain(physics.fails),
)  # fmt: skip
look, put_down, hits = plain(turns.look), plain(falls.put_down), plain(falls.hits)
STANDS = physics.STANDS
RIDDLER = 7.1127
"""Mean number of blocks until a tower of blocks falls, each centred at random over the one below (Riddler Classic,
19 February 2021)."""


@njit(**OPTIONS)
def towers(number, seed, counts, xs, pieces, half, mass, off):
    """Builds towers of equal blocks until they fall; counts[n] is how many fell with the n-th block."""
    stream = np.uint64(seed)
    for _ in range(number):
        levels, x = 0, 0.0
        while True:
            xs[0, levels] = x
            levels += 1
            if physics.lowest_fall(xs, pieces, half, mass, off, 0, levels, 0.0, 1.0) != STANDS:
                counts[levels] += 1
                break
            stream += np.uint64(0x9E3779B97F4A7C15)
            z = (stream ^ (stream >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
            z ^= z >> np.uint64(31)
            # The centre of the next block is uniform over the length of this one.
            x += 2.0 * (float(z >> np.uint64(11)) / 9007199254740992.0) - 1.0


def mean_tower(number, seed):
    """The mean number of blocks until a tower falls, and its standard error."""
    counts = np.zeros(200, np.int64)
    towers(number, seed, counts, np.zeros((1, 200)), np.zeros((1, 200), np.int64), np.ones(1), np.ones(1), np.zeros(1))
    blocks = np.arange(200)
    mean = float((counts * blocks).sum() / number)
    return mean, math.sqrt(float((counts * (blocks - mean) ** 2).sum()) / number / number)


def stack(offsets, half=1.0):
    """The lowest level that falls of equal blocks at these places, from the lowest up, on a ledge as wide."""
    xs = np.array([offsets])
    pieces = np.zeros(xs.shape, np.int64)
    return lowest_fall(
        xs, pieces, np.full(1, half), np.ones(1), np.zeros(1), 0, len(offsets), 0.0, half
    )  # fmt: skip


def test_p1_tables_are_as_the_referee_reads_them():
    there = [perch for cactus in cacti("seed") for perch in cactus]
    own = ledges("seed")
    assert len(there) == len(own)
    assert len({perch.cactus for perch in there}) == 5
    for perch in there:
        ledge = own[perch.cactus, perch.name]
        assert (Fraction(perch.x), Fraction(perch.height), Fraction(perch.half_width)) == (ledge.x, ledge.z, ledge.half)
        assert perch.neighbours == ledge.near
    assert len({tuple((p.x, p.height, p.half_width) for p in cactus) for cactus in cacti("seed")}) == 5
    assert [shape.name for shape in shapes()] == list(forms())
    basic = [shape for shape in shapes() if not shape.special]
    special = [shape for shape in shapes() if shape.special]
    assert (len(basic), len(special)) == (5, 10)
    # Special pieces are harder: narrower, or off their centre.
    assert np.mean([shape.half_width for shape in special]) < np.mean([shape.half_width for shape in basic])
    assert all(shape.off_centre == 0 for shape in basic)
    assert all(abs(shape.off_centre) < shape.half_width for shape in special)


def test_p2_the_hand_errs_more_the_higher_and_less_with_dexterity():
    position = Position(hand_mm=2.0, steady_mm=300)
    me, table = position.mine[0], position.table
    table.top[0] = 150.0
    assert error_of_hand(table, me, 0) == pytest.approx(3.0)
    table.top[0] = 300.0
    assert error_of_hand(table, me, 0) == pytest.approx(4.0)
    me.hand_mm = 1.0  # what seat_players makes of a dexterity of 2
    assert error_of_hand(table, me, 0) == pytest.approx(2.0)


@pytest.mark.parametrize(("x", "off", "slips"), [(9.0, 0, False), (9.001, 0, True), (-9.1, 0, True), (8.0, 1.1, True)])
def test_p2_a_piece_slips_with_its_own_centre_beyond_its_supports_edge(x, off, slips):
    assert physics.slips.py_func(x, off, 0.0, 9.0) is slips


def test_p2_the_chance_to_slip_is_as_foreseen_on_an_empty_perch():
    """A normal error beyond the perch's edges: no jostling, no neighbours."""
    position = Position(hand_mm=4.0)
    table, me = position.table, position.mine[0]
    table.cactus, me.pieces = 0, 1
    assert look(table, me)
    spread = float(error_of_hand(table, me, 0))
    assert float(me.slip[0, 0]) == pytest.approx(2 * stats.norm.sf(9.0 / spread), abs=2e-4)
    assert float(me.fall[0, 0]) == 0


def test_p3_a_stack_stands_by_the_common_centre_of_all_above():
    assert stack([0.0, 0.9, 0.0]) == STANDS  # the third one holds the second down
    assert stack([0.0, 1.1]) == 1
    assert stack([0.9, 1.8]) == 0  # both together lean 1.35
    assert stack([0.9, 1.8, 0.85]) == 0
    assert stack([0.0, 0.4, 1.45]) == 2
    assert stack([0.5] * 8) == STANDS
    assert stack([]) == STANDS


@pytest.mark.parametrize("blocks", [1, 2, 3, 4, 5, 8, 20])
def test_p3_the_harmonic_overhang_stands_and_by_a_hair_more_falls(blocks):
    """From the top down each block may overhang the one below by 1, 1/2, 1/3 … of half its length, that is
    1/2, 1/4, 1/6 … of its length: the classical block-stacking problem."""
    for hair, stands in ((-1e-9, True), (1e-9, False)):
        from_top = [1.0 / level + hair for level in range(1, blocks + 1)]
        offsets = np.cumsum(from_top[::-1])  # the lowest block stands out from the ledge by the least
        assert (stack(list(offsets)) == STANDS) is stands


def test_p3_towers_of_random_blocks_fall_when_the_riddle_says():
    mean, error = mean_tower(300_000, 1)
    assert abs(mean - RIDDLER) < 4 * error
    assert error < 0.01


def test_p3_random_stacks_as_the_referee_has_them():
    from tests.balance.stacks import Stacks

    dice = np.random.default_rng(1)
    names = list(forms())
    fell = 0
    for _ in range(400):
        position, own = Position(), Stacks("seed")
        where = list(own.ledges)[dice.integers(len(own.ledges))]
        place = own.ledges[where].place
        for piece in dice.choice(35, size=dice.integers(1, 6), replace=False):
            name = names[piece // 5 if piece < 25 else 5 + piece - 25]
            x = float(np.round(position.table.perch_x[place] + dice.normal(0, 5.0), 3))
            position.lay(int(piece), place, x)
            own.on[where].append((f"{name}-red", Fraction(x)))
        level = own.lowest_fall(where)
        assert fails(position.table, place) == (STANDS if level is None else level)
        fell += level is not None
    assert 50 < fell < 350


def hand_at(position, deal):
    word = key_word(deal, 1, HANDS, 0)
    position.state.hands[0], position.state.hands[1] = plain(start_of)(1, word), plain(step_of)(1, word)


def test_p4_a_placement_jostles_its_perch_and_neighbours_half_as_much():
    own, near, far = [], [], []
    for deal in range(400):
        position = Position(hand_mm=0.3, jostle=0.5, deal=deal)
        hand_at(position, deal)
        for piece, place in ((10, 0), (11, 1), (12, 8)):  # bars: the top, its left neighbour, another cactus
            position.lay(piece, place)
        me, table = position.mine[0], position.table
        table.cactus, me.pieces = 0, 1 << 20
        assert look(table, me)
        spread = 0.5 * float(error_of_hand(table, me, 0))
        put_down(position.state, table, me, position.rules, None, 0, 20, 0, False)
        own.append(float(table.x[0, 0]) / spread)
        near.append((float(table.x[1, 0]) - float(table.perch_x[1])) / spread)
        far.append(float(table.x[8, 0]))
    assert np.std(own) == pytest.approx(1.0, abs=0.12)
    assert np.std(near) == pytest.approx(0.5, abs=0.06)
    assert set(far) == {0.0}
    assert abs(np.mean(own)) < 0.2


@pytest.mark.parametrize("hit", [0.0, 0.3, 1.0])
def test_p5_a_falling_piece_hits_lower_neighbours(hit):
    struck, shifts = [], []
    for deal in range(400):
        position = Position(hit=hit, hit_shift=0.8, deal=deal)
        hand_at(position, deal)
        position.lay(10, 1)  # lower than the top
        struck.append(bool(hits(position.state, position.table, position.rules, None, 0, 2.0)))
        shifts.append(float(position.table.x[1, 0]) - float(position.table.perch_x[1]))
    assert np.mean(struck) == pytest.approx(hit, abs=0.1)
    assert all((shift != 0) == was for shift, was in zip(shifts, struck, strict=True))
    if hit == 1:
        assert np.std(shifts) == pytest.approx(1.6, rel=0.15)


def test_p5_nothing_is_hit_that_lies_higher():
    position = Position(hit=1.0)
    hand_at(position, 0)
    position.lay(10, 0)  # the top, while a piece falls from the left arm
    assert hits(position.state, position.table, position.rules, None, 1, 2.0) == 0


def test_p6_what_touches_is_what_the_referee_says():
    from tests.balance.stacks import Stacks

    touched, contacts = plain(physics.touched), plain(physics.contacts)
    dice = np.random.default_rng(2)
    names, colours = list(forms()), ("yellow", "red", "blue", "green", "pink")
    several = 0
    for _ in range(150):
        position, own = Position(), Stacks("seed")
        pieces = [int(piece) for piece in dice.choice(35, size=9, replace=False)]
        named = {
            piece: f"{names[piece // 5 if piece < 25 else 5 + piece - 25]}-{colours[piece % 5]}" for piece in pieces
        }
        top = list(own.ledges)[dice.integers(len(own.ledges))]
        around = [top, *own.neighbours(top)]
        for piece in pieces[:-1]:
            where = around[dice.integers(len(around))]
            x = float(np.round(float(own.ledges[where].x) + dice.normal(0, 6.0), 3))
            position.lay(piece, own.ledges[where].place, x)
            own.on[where].append((named[piece], Fraction(x)))
        last, place = pieces[-1], own.ledges[top].place
        position.mine[0].forced = 0
        assess(position.table, position.mine[0], last, place)
        marks = 0
        for near in own.touching(named[last], top):
            number = next(piece for piece, name in named.items() if name == near)
            marks |= 1 << number % 5 | (1 << (8 + number // 5) if number < 25 else 0)
        assert touched(position.table, position.mine[0], last, place) == marks
        assert contacts(position.mine[0], position.table, last, place) == len(own.touching(named[last], top))
        several += marks.bit_count() > 2
    assert several > 20


def test_p7_findings_come_over_a_range_of_hands_and_dice():
    game = games.get("balance")
    rules = {rule for changes in game.unsure for rule in changes}
    assert {"hand_mm", "die_special", "die_colour", "die_shape"} <= rules
    hands = sorted(changes["hand_mm"] for changes in game.unsure if "hand_mm" in changes)
    default = game.rule_book.rules["hand_mm"].default
    assert hands[0] <= default / 2
    assert hands[-1] >= 2 * default


def test_constants_are_those_of_the_calibration():
    book = games.get("balance").rule_book
    for name in ("jostle", "hit", "hit_shift"):
        assert book.rules[name].default == constants()[name]
    assert constants()["origin"]


# What a good eye foresees


def test_numbers_of_the_hand_are_normal():
    number = 200_000
    stream = np.array([12345, 0x9E3779B97F4A7C15], np.uint64)
    found = np.empty(number)
    draw(stream, found)
    assert stats.kstest(found, "norm").pvalue > 0.001
    assert abs(found.mean()) < 4 / math.sqrt(number)
    assert abs(found.var() - 1) < 4 * math.sqrt(2 / number)
    beyond = (np.abs(found) > 3.6541528853610088).sum()
    expected = number * 2 * stats.norm.sf(3.6541528853610088)
    assert abs(beyond - expected) < 4 * math.sqrt(expected)


@njit(**OPTIONS)
def draw(stream, found):
    """Fills an array with numbers of the hand."""
    for i in range(found.shape[0]):
        found[i] = normal.normal(stream)


def test_chances_beyond_are_of_the_normal_distribution():
    for distance in np.linspace(-5.9, 5.9, 237):
        assert normal.beyond(distance) == pytest.approx(stats.norm.sf(distance), abs=1e-4)
    assert normal.beyond(40.0) == 0.0
    assert normal.beyond(-40.0) == 1.0
