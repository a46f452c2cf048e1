"""The kernel's games under a referee's eyes, who shares no code with it; and a referee who is not asleep."""

import copy
import itertools
import random
from collections import Counter

import pytest

from cactus_sim import play
from tests.balance.measures import BASIC_SHAPES, COLOURS
from tests.balance.playing import Event, mixed_games
from tests.balance.referee import FIELDS, RefereeError, check


def test_games_of_all_strategies_under_mixed_house_rules() -> None:
    seen: Counter[str] = Counter()
    for events in mixed_games(220, seed=7):
        check(events)
        seen.update(event["e"] for event in events)
        seen[f"ends by {events[-1]['reason']}"] += 1
        seen["worked in"] += sum(event["e"] == "piece" and event["worked_in"] for event in events)
        seen["slips"] += sum(event["e"] == "place" and event["slips"] for event in events)
    due = (*FIELDS, "worked in", "slips", *(f"ends by {why}" for why in ("piece", "specials", "stalled", "flowers")))
    assert [kind for kind in due if not seen[kind]] == []


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_default_rules_at_tables_of_every_size(players: int) -> None:
    for deal, rotation in itertools.product(range(6), range(players)):
        check(play("balance", players=players, seed=2, deal=deal, rotation=rotation))


def test_a_table_of_cacti_of_ones_own() -> None:
    table = ";".join(f"c{number}|only|0|{40 + number}|{9 + number}|" for number in range(5))
    for deal in range(4):
        check(play("balance", changes={"cacti": table, "hand_mm": 2}, seed=2, deal=deal))


@pytest.fixture(scope="module")
def trace() -> list[Event]:
    """A game in which all kinds of events come up."""
    for deal in range(200):
        events = play(
            "balance", ["gatherer(attention=0.4)", "random", "careful"], changes={"touch": 0.1, "hand_mm": 6.0},
            seed=5, deal=deal,
        )  # fmt: skip
        if {event["e"] for event in events} == set(FIELDS):
            return events
    raise AssertionError("no such game")


def others(field: str, value: object) -> list[object]:
    """Values that a field might have instead."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    if isinstance(value, float):
        return [value + 40.0, value - 40.0, value + 1e-9]
    if field == "x":
        return [[x + 60.0 for x in value], value[:-1], [*value, 0.0]]  # type: ignore[attr-defined]
    if isinstance(value, list):
        return [value[:-1], [*value, value[0] if value else 0]]
    return ["no such word"]


def kept(event: Event, field: str) -> bool:
    """Whether a field is not one that the rules decide: names, and chance within bounds."""
    if event["e"] == "deal":
        return field in ("rules", "seed", "deal", "line_up", "rotation", "players", "game")
    return field == "e"


def changed(trace: list[Event]) -> list[tuple[str, list[Event]]]:
    """The trace with one thing changed, in every way known but those that chance might have made."""
    found = []
    for place, event in enumerate(trace):
        slips = event["e"] == "place" and event["slips"]
        for field, value in event.items():
            if kept(event, field):
                continue
            # It may slip off anywhere beyond the edge, and a piece that falls may have shifted by more.
            free = (slips and field == "offset") or (field == "x" and falls_then(trace, place))
            found += [
                (f"{place} {event['e']}.{field}={other}", with_field(trace, place, field, other))
                for other in ([] if free else others(field, value))
            ]
            less = copy.deepcopy(trace)
            del less[place][field]
            found.append((f"{place} without {field}", less))
        if event["e"] != "touch" and not slips:  # nobody can tell that somebody did not touch, or slip once less
            if event["e"] != "shift" or trace[place - 1]["e"] == "place":  # nor that a falling piece hit nothing
                found.append((f"{place} {event['e']} left out", [*trace[:place], *trace[place + 1 :]]))
            found.append((f"{place} {event['e']} doubled", [*trace[:place], event, *trace[place:]]))
    first = next(place for place, event in enumerate(trace) if event["e"] == "piece")
    # Another first piece is legal by itself, but what follows from its colour and shape is not.
    pieces = {f"{shape}-{colour}" for shape in BASIC_SHAPES for colour in COLOURS} - {trace[first]["piece"]}
    return found + [(f"first piece {piece}", with_field(trace, first, "piece", piece)) for piece in sorted(pieces)]


def falls_then(trace: list[Event], place: int) -> bool:
    """Whether a piece of the perch that shifts falls before the turn is over."""
    for event in trace[place + 1 :]:
        if event["e"] == "turn":
            return False
        if event["e"] == "fallen" and event["perch"] == trace[place]["perch"]:
            return True
    return False


def with_field(trace: list[Event], place: int, field: str, value: object) -> list[Event]:
    """The trace with one field of one event changed."""
    return [*trace[:place], {**trace[place], field: value}, *trace[place + 1 :]]


def test_a_changed_trace_is_refused(trace: list[Event]) -> None:
    check(trace)
    tried = changed(trace)[::2]
    accepted = []
    for name, mutated in tried:
        try:
            check(mutated)
        except RefereeError:
            continue
        accepted.append(name)
    assert accepted == []
    assert len(tried) > 300


def test_events_out_of_order_are_refused(trace: list[Event]) -> None:
    dice = random.Random(1)
    places = [place for place in range(1, len(trace) - 1) if trace[place]["e"] != trace[place + 1]["e"]]
    for place in dice.sample(places, 40):
        mutated = [*trace]
        mutated[place], mutated[place + 1] = mutated[place + 1], mutated[place]
        with pytest.raises(RefereeError):
            check(mutated)
