"""Every numbered rule of the stacking game has its test here, named after it (B1 to B9); the physics is next door."""

import itertools
import math
from collections import Counter

import numpy as np
import pytest

from cactus_sim import games, play, simulate
from cactus_sim.errors import UsageError
from cactus_sim.games.balance import events as kinds
from cactus_sim.games.balance import falls, flowers, physics, turns
from cactus_sim.games.balance.falls import RESTS
from cactus_sim.games.balance.view import COLOUR, FREE, SHAPE, SPECIAL
from cactus_sim.streams import HANDS, key_word, start_of, step_of
from tests.balance.playing import Position, mixed_games, plain

put_down, settle, take_away = plain(falls.put_down), plain(falls.settle), plain(falls.take_away)
all_flowers_out, claim, pay = plain(flowers.all_flowers_out), plain(flowers.claim), plain(flowers.pay)
reasons, tokens_for, worth_of = plain(flowers.reasons), plain(flowers.tokens_for), plain(flowers.worth_of)
look, pieces_for, take, touched = (
    plain(turns.look), plain(turns.pieces_for), plain(turns.take), plain(physics.touched),
)  # fmt: skip
stream_start, stream_step = plain(start_of), plain(step_of)

DISC, BLOCK, BAR, WEDGE, ARCH = range(5)
BARREL = 24
"""The top of the barrel cactus: half-width 14 mm."""
YELLOW, RED, BLUE, GREEN, PINK = range(5)


def piece(shape: int, colour: int) -> int:
    """The number of a basic piece."""
    return shape * 5 + colour


def of_kind(events, kind):
    """The events of a kind."""
    return [event for event in events if event["e"] == kind]


def hands(position: Position, deal: int = 0) -> None:
    """Makes the stream ready by which hands err."""
    word = key_word(deal, 1, HANDS, 0)
    position.state.hands[0], position.state.hands[1] = stream_start(1, word), stream_step(1, word)


def test_b1_pieces_cacti_and_flowers():
    deal = play("balance", seed=1, players=4)[0]
    specials = [name.split("-") for name in deal["specials"]]
    assert len({shape for shape, _ in specials}) == 10
    assert Counter(colour for _, colour in specials) == dict.fromkeys(("yellow", "red", "blue", "green", "pink"), 2)
    table = Position(players=4).table
    assert int(table.supply) == (1 << 25) - 1
    assert list(table.flowers[:4]) == [3] * 4
    # Three flowers are one token at 3, so that 2 of each player's tokens and the 10 lie in the reserve.
    assert table.reserve == 10 + 4 * 3 - 4
    assert [len(set(table.neighbours[8 * cactus : 8 * cactus + 8])) > 0 for cactus in range(5)] == [True] * 5
    assert games.get("balance").players_allowed(games.get("balance").rule_book.resolve(None)) == (2, 5)


def test_b1_the_row_of_special_pieces_is_in_random_order():
    places = Counter(play("balance", seed=2, deal=deal)[0]["specials"][0] for deal in range(300))
    assert len(places) == 10
    assert max(places.values()) < 30 + 5 * math.sqrt(27)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_b2_the_first_player_chooses_and_then_the_next_cactus_is_played(players):
    cacti = ["saguaro", "candelabra", "prickly_pear", "barrel", "organ_pipe"]
    for rotation in range(players):
        events = play("balance", seed=1, players=players, rotation=rotation)
        rolls = of_kind(events, "roll")
        assert rolls[0] == {"e": "roll", "player": events[0]["first"], "face": "free", "cactus": None}
        assert [roll["player"] for roll in rolls] == [(i - rotation) % players for i in range(len(rolls))]
        chosen = cacti.index(of_kind(events, "place")[0]["cactus"])
        assert [roll["cactus"] for roll in rolls[1:]] == [cacti[(chosen + i) % 5] for i in range(1, len(rolls))]


def test_b3_each_face_allows_its_pieces():
    table = Position().table
    table.colour_now, table.shape_now = BLUE, BAR
    table.face = FREE
    assert pieces_for(table) == (1 << 25) - 1
    table.face = COLOUR
    assert pieces_for(table) == sum(1 << piece(shape, BLUE) for shape in range(5))
    table.face = SHAPE
    assert pieces_for(table) == sum(1 << piece(BAR, colour) for colour in range(5))
    table.face = SPECIAL
    assert pieces_for(table) == 1 << table.row[0]
    table.supply = int(table.supply) & ~(1 << piece(BAR, RED))
    table.face = SHAPE
    assert pieces_for(table) == sum(1 << piece(BAR, colour) for colour in range(5) if colour != RED)


def test_b3_faces_come_up_as_often_as_the_die_has_them():
    rolls = [roll["face"] for deal in range(300) for roll in of_kind(play("balance", seed=1, deal=deal), "roll")[1:]]
    for face in ("colour", "shape", "special"):
        assert abs(rolls.count(face) / len(rolls) - 1 / 3) < 4 * math.sqrt(2 / 9 / len(rolls))
    faces = {"die_colour": 1, "die_shape": 0, "die_special": 3}
    rolls = [
        roll["face"]
        for deal in range(200)
        for roll in of_kind(play("balance", changes=faces, seed=1, deal=deal), "roll")[1:]
    ]
    assert "shape" not in rolls
    assert abs(rolls.count("special") / len(rolls) - 3 / 4) < 4 * math.sqrt(3 / 16 / len(rolls))


@pytest.mark.parametrize("special_colours", [True, False])
def test_b3_the_colour_is_of_the_piece_just_placed_the_shape_of_the_last_basic_one(special_colours):
    after_special = 0
    for deal in range(40):
        events = play("balance", changes={"special_colours": special_colours}, seed=1, deal=deal)
        face, colour, shape = "", "", ""
        for event in events:
            if event["e"] == "roll":
                face = event["face"]
            elif event["e"] == "piece":
                form, _, own = event["piece"].partition("-")
                if face == "colour":
                    assert own == colour
                    after_special += 1
                if face == "shape":
                    assert form == shape
                colour = own or colour
                shape = form if event["kind"] == "basic" else shape
    assert after_special > 20


def test_b3_a_die_without_faces_is_refused():
    with pytest.raises(UsageError, match="the die has no face"):
        play("balance", changes={"die_colour": 0, "die_shape": 0, "die_special": 0}, seed=1)


def test_b4_a_perch_where_equal_colours_or_shapes_would_touch_is_not_open():
    position = Position()
    table, me = position.table, position.mine[0]
    top, left = 0, 1  # of the first cactus
    position.lay(piece(BLOCK, RED), top)
    table.cactus = 0
    for candidate, may in ((piece(BAR, BLUE), True), (piece(BAR, RED), False), (piece(BLOCK, BLUE), False)):
        me.pieces = 1 << candidate
        assert look(table, me)
        assert me.forced == 0
        assert (int(me.open[candidate]) >> top & 1 == 1) is may
        assert int(me.open[candidate]) >> left & 1 == 1


def test_b4_special_pieces_touch_by_colour_alone():
    position = Position(special_colours=True)
    table, me = position.table, position.mine[0]
    table.cactus = 0
    special = int(table.row[0])
    position.lay(piece(BLOCK, int(table.colour[special])), 0)
    me.pieces = 1 << special
    assert look(table, me)
    assert int(me.open[special]) & 1 == 0
    for other in range(25, 35):
        assert table.shape[other] == -1


def test_b4_a_full_perch_takes_no_more():
    position = Position()
    table, me = position.table, position.mine[0]
    table.cactus = 0
    for level in range(12):
        position.lay(piece(level % 5, (2 * level) % 5), 0)
    me.pieces = 1 << piece(ARCH, PINK)
    assert look(table, me)
    assert int(me.open[piece(ARCH, PINK)]) & 1 == 0


@pytest.mark.parametrize(
    ("count", "flowers", "why"), [(1, 0, 0), (2, 0, 0), (3, 1, 1), (4, 0, 0), (5, 2, 2), (6, 0, 0)]
)
def test_b5_third_and_fifth_of_a_colour(count, flowers, why):
    position = Position()
    table = position.table
    table.on_colour[RED] = count
    table.on_shape[BAR] = 1
    found = reasons(table, piece(BAR, RED), 0)
    assert (worth_of(table, found), found) == (flowers, why)


def test_b5_third_and_fifth_of_a_shape_and_both_at_once():
    position = Position()
    table = position.table
    table.on_shape[BAR], table.on_colour[RED] = 3, 1
    assert reasons(table, piece(BAR, RED), 0) == 1 << kinds.SHAPE3
    table.on_shape[BAR], table.on_colour[RED] = 5, 5
    assert worth_of(table, reasons(table, piece(BAR, RED), 0)) == 4
    special = int(table.row[0])
    table.on_colour[int(table.colour[special])] = 3
    assert reasons(table, special, 0) == 1 << kinds.COLOUR3  # a special piece counts for no shape


def test_b5_five_colours_on_one_cactus():
    position = Position()
    table = position.table
    for colour, place in itertools.product(range(4), (0,)):
        position.lay(piece(colour, colour), place)
    assert reasons(table, piece(3, 3), 0) == 0
    position.lay(piece(ARCH, PINK), 1)
    assert reasons(table, piece(ARCH, PINK), 1) == 1 << kinds.FIVE_COLOURS
    assert worth_of(table, 1 << kinds.FIVE_COLOURS) == 2
    position.lay(piece(DISC, PINK), 2)  # a second one of the colour completes nothing
    assert reasons(table, piece(DISC, PINK), 2) & 1 << kinds.FIVE_COLOURS == 0


def test_b5_what_is_not_noticed_is_lost():
    perfect = simulate("balance", ["gatherer", "gatherer"], games=2000, seed=1)
    blind = simulate("balance", ["gatherer(attention=0)", "gatherer"], games=2000, seed=1)
    half = simulate("balance", ["gatherer(attention=0.5)", "gatherer"], games=2000, seed=1)
    assert perfect.estimate("missed", 0).value == 0
    assert blind.estimate("earned", 0).value == 0
    missed, earned = (half.estimate(metric, 0).value for metric in ("missed", "earned"))
    assert abs(missed / (missed + earned) - 0.5) < 0.03


def test_b5_claims_are_paid_as_far_as_there_are_tokens():
    position = Position(flowers_reserve=0, flowers_each=1)
    table = position.table
    assert (table.reserve, list(table.flowers[:2])) == (0, [1, 1])
    # One's own token can be turned (1 becomes 3), but 2 needs a second token.
    assert [pay(table, 0, change) for change in (1, 2)] == [0, 2]
    assert table.reserve == 0
    assert pay(table, 0, 2) == 0


def test_b6_touching_costs_a_flower_as_often_as_dexterity_says():
    found = simulate(
        "balance", ["careful", "careful(dexterity=2)"], changes={"touch": 0.1, "hand_mm": 0}, games=4000, seed=1
    )
    turns = [found.estimate("turns_played", row).value for row in (0, 1)]
    rates = [found.estimate("touches", row).value / turn for row, turn in zip((0, 1), turns, strict=True)]
    # With a hand that never errs a piece is placed at one go.
    for rate, chance in zip(rates, (0.1, 0.05), strict=True):
        assert abs(rate - chance) < 0.006
    events = [event for deal in range(30) for event in play("balance", changes={"touch": 0.5}, seed=1, deal=deal)]
    assert {event["cost"] for event in of_kind(events, "touch")} == {0, 1}


def test_b7_fallen_pieces_cost_a_flower_each_and_the_turn_earns_nothing():
    for events in mixed_games(60, seed=3):
        for turn in np.split(np.array(events, dtype=object), [i for i, e in enumerate(events) if e["e"] == "turn"]):
            fell, earned = of_kind(turn, "fall"), of_kind(turn, "claim") + of_kind(turn, "missed")
            assert not (fell and earned)
    table = Position().table
    table.flowers[0] = 5
    assert pay(table, 0, -3) == -3


def test_b7_the_piece_that_is_placed_costs_nothing_and_is_placed_still():
    slips = 0
    for deal in range(30):
        events = play("balance", changes={"touch": 0, "hand_mm": 7}, seed=1, deal=deal)
        for turn in np.split(np.array(events, dtype=object), [i for i, e in enumerate(events) if e["e"] == "turn"]):
            tried = of_kind(turn, "place")
            if tried and any(event["slips"] for event in tried) and not of_kind(turn, "fallen"):
                slips += 1
                assert not of_kind(turn, "fall")
                assert not tried[-1]["slips"]
    assert slips > 50


@pytest.mark.parametrize(("fallen", "back"), [("discarded", 0), ("returned", 1)])
def test_b7_fallen_basic_pieces_are_out_or_go_back(fallen, back):
    position = Position(fallen=fallen)
    table = position.table
    position.lay(piece(BAR, RED), 0)
    take_away(table, position.rules, piece(BAR, RED))
    assert int(table.supply) >> piece(BAR, RED) & 1 == back


@pytest.mark.parametrize("fallen", ["discarded", "returned"])
def test_b7_fallen_special_pieces_go_to_the_right_end_of_their_row(fallen):
    position = Position(fallen=fallen)
    table = position.table
    row = [int(special) for special in table.row]
    take(table, row[0])
    assert [int(special) for special in table.row[: table.row_length]] == row[1:]
    take_away(table, position.rules, row[0])
    assert [int(special) for special in table.row[: table.row_length]] == [*row[1:], row[0]]


def test_b7_a_stack_comes_down_from_where_it_fails():
    position = Position(hand_mm=0)
    hands(position)
    position.lay(piece(BAR, RED), BARREL)
    position.lay(piece(DISC, BLUE), BARREL, x=20.5)  # beyond the bar's edge at 20; both together lean 11.6 of 14 mm
    fallen, rests = settle(position.state, position.table, position.rules, None, 0, -1, 1 << BARREL, 0.0)
    assert (fallen, rests, int(position.table.levels[BARREL])) == (1, True, 1)
    position.lay(piece(DISC, BLUE), BARREL, x=19.5)
    fallen, rests = settle(position.state, position.table, position.rules, None, 0, -1, 1 << BARREL, 0.0)
    assert (fallen, rests, int(position.table.levels[BARREL])) == (0, True, 2)


def test_b7_flowers_never_go_below_0():
    position = Position()
    table = position.table
    assert pay(table, 0, -7) == -3
    assert table.flowers[0] == 0
    assert pay(table, 0, -1) == 0
    assert pay(table, 0, 1) == 1  # a player at 0 plays on
    for events in mixed_games(40, seed=4):
        assert min(events[-1]["flowers"]) >= 0


def test_b7_a_piece_that_slipped_too_often_is_held_until_it_rests():
    changes = {"attempts": 2, "hand_mm": 40.0, "jostle": 0.0, "hit": 0.0}
    most = 0
    for deal in range(20):
        events = play("balance", changes=changes, seed=1, deal=deal)
        for turn in np.split(np.array(events, dtype=object), [i for i, e in enumerate(events) if e["e"] == "turn"]):
            tried = of_kind(turn, "place")
            most = max(most, len(tried))
            for event in tried[2:]:
                assert event["offset"] == event["aim"]
                assert not event["slips"]
    assert most >= 3


def test_b8_the_end_when_the_special_pieces_are_used_up():
    events = play("balance", changes={"die_colour": 0, "die_shape": 0}, seed=1)
    assert events[-1]["reason"] == "specials"
    kinds_placed = [event["kind"] for event in of_kind(events, "piece")]
    fell = sum(name.split("-")[0] not in ("disc", "block", "bar", "wedge", "arch")
               for event in of_kind(events, "fall") for name in event["pieces"])  # fmt: skip
    assert kinds_placed == ["basic"] + ["special"] * (10 + fell)


def test_b8_the_end_when_no_basic_piece_fits_the_roll():
    events = play("balance", changes={"die_special": 0, "die_colour": 0, "hand_mm": 0}, seed=1)
    assert events[-1]["reason"] == "piece"
    shapes = {event["piece"].split("-")[0] for event in of_kind(events, "piece")}
    assert len(shapes) == 1
    assert len(of_kind(events, "piece")) == 5
    assert [event["e"] for event in events[-3:]] == ["turn", "roll", "end"]


def test_b8_the_end_when_no_more_flowers_can_be_paid():
    position = Position(flowers_reserve=0, flowers_each=3)
    table = position.table
    assert not all_flowers_out(table)
    table.flowers[:2], table.reserve = [9, 9], 0
    assert all_flowers_out(table)
    table.flowers[0] = 8
    assert not all_flowers_out(table)
    reasons_seen = Counter(
        play("balance", changes={"flowers_reserve": 0, "flowers_each": 1, "hand_mm": 0, "touch": 0}, players=2, seed=1,
             deal=deal)[-1]["reason"]
        for deal in range(20)
    )  # fmt: skip
    assert reasons_seen["flowers"] > 0


def test_b8_most_flowers_win_and_ties_share():
    shared = 0
    for deal in range(60):
        end = play("balance", seed=1, deal=deal)[-1]
        assert end["winners"] == [p for p, flowers in enumerate(end["flowers"]) if flowers == max(end["flowers"])]
        shared += len(end["winners"]) > 1
    assert shared > 5
    found = simulate("balance", games=2000, seed=1)
    assert sum(found.estimate("share", row).value * 2 for row in (0, 1)) == pytest.approx(1)


def test_b8_a_game_that_does_not_end_is_stopped():
    events = play("balance", changes={"stall_turns": 3}, seed=1)
    assert events[-1]["reason"] == "stalled"
    assert len(of_kind(events, "turn")) == 3


def test_b9_a_piece_is_worked_in_where_every_perch_touches_an_equal_one():
    position = Position(push=3.0, jostle=0.5, hand_mm=2.0)
    table, me = position.table, position.mine[0]
    table.cactus = 0
    for place, shape in enumerate((DISC, BLOCK, BAR)):
        position.lay(piece(shape, RED), place)
    me.pieces = 1 << piece(ARCH, RED)
    assert look(table, me)
    assert me.forced == 1
    assert int(me.open[piece(ARCH, RED)]) == 0b111
    forced_fall = [float(me.fall[ARCH, place]) for place in range(3)]
    me.pieces = 1 << piece(ARCH, BLUE)
    assert look(table, me)
    assert me.forced == 0
    assert max(forced_fall) > max(float(me.fall[ARCH, place]) for place in range(3))
    worked = [event for events in mixed_games(150, seed=5) for event in of_kind(events, "piece") if event["worked_in"]]
    assert worked


def test_b9_working_in_jostles_so_many_times_more():
    shifts = []
    for forced in (0, 1):
        squares = []
        for deal in range(300):
            position = Position(push=3.0, jostle=0.1, hand_mm=0.5, deal=deal)
            hands(position, deal)
            position.lay(piece(BAR, RED), 0)
            me = position.mine[0]
            me.pieces = 1 << piece(ARCH, BLUE)
            position.table.cactus = 0
            assert look(position.table, me)
            me.forced = forced
            outcome = put_down(position.state, position.table, me, position.rules, None, 0, piece(ARCH, BLUE), 0, False)
            assert outcome == RESTS
            squares.append(float(position.table.x[0, 0]) ** 2)
        shifts.append(math.sqrt(np.mean(squares)))
    assert 2.5 < shifts[1] / shifts[0] < 3.5


def test_tokens_are_kept_whatever_is_paid():
    dice = np.random.default_rng(1)
    position = Position(players=4, flowers_reserve=3)
    table = position.table
    tokens = int(table.reserve) + sum(tokens_for(int(flowers)) for flowers in table.flowers[:4])
    for _ in range(500):
        pay(table, int(dice.integers(4)), int(dice.integers(-4, 5)))
        assert int(table.reserve) >= 0
        assert int(table.reserve) + sum(tokens_for(int(flowers)) for flowers in table.flowers[:4]) == tokens


def test_p6_touched_marks_are_of_the_piece_below_and_of_neighbours_that_overlap():
    position = Position()
    table, me = position.table, position.mine[0]
    table.cactus = 0
    me.pieces = 1 << piece(BAR, YELLOW)
    assert look(table, me)
    assert touched(table, me, piece(BAR, YELLOW), 0) == 0
    position.lay(piece(DISC, RED), 0)
    assert touched(table, me, piece(BAR, YELLOW), 0) == 1 << RED | 1 << (8 + DISC)
    claim_position = Position()
    claim(claim_position.state, claim_position.table, claim_position.mine[0], None, 0, piece(BAR, YELLOW), 0)
    assert list(claim_position.table.flowers[:2]) == [3, 3]
