"""One seat's strategy changed: the pack stays in its order, and the other seats' luck is what it was."""

from collections.abc import Iterator

import pytest

from tests.cactus.house import rank
from tests.cactus.playing import Table
from tests.cactus.referee import replay
from tests.cactus.round import Event
from tests.cactus.scripted import script

CHANGED = ("threshold", "random", "kamikaze(throw_from=3)", "early", "counter(memory=0.5, attention=0.5, reflex=3)")
"""Who sits in the seat that changes."""


def drawn(events: list[Event]) -> Iterator[str]:
    """The cards that come from the pack, dealt first, up to a reshuffle."""
    deal = events[0]
    players = deal["players"]
    for seat in range(players):
        yield from deal["hands"][(seat - deal["rotation"]) % players]
    yield deal["discard"]
    for event in events:
        if event["e"] == "reshuffle":
            return
        if event["e"] == "draw":
            yield event["card"]
        if event["e"] == "penalty":
            yield from event["cards"]


@pytest.mark.parametrize("preset", ["gamelia", "dutch", "cambio"])
def test_the_pack(preset: str) -> None:
    """Whoever plays, from whatever rotation, the cards come in the same order."""
    tables = [Table([player, "threshold", "random"], preset=preset) for player in CHANGED]
    lengths = set()
    for deal in range(30):
        orders = [list(drawn(table.trace(deal, rotation))) for table in tables for rotation in range(3)]
        longest = max(orders, key=len)
        assert all(longest[: len(order)] == order for order in orders)
        lengths |= {len(order) for order in orders}
    assert len(lengths) > 10


def lapses(events: list[Event]) -> Iterator[tuple[tuple[int, int, int], bool]]:
    """For each turn and each own slot that its player knows at its end: whether it is forgotten."""
    number, player, known, forgotten = 0, -1, set[int](), set[int]()
    for event, referee in replay(events):
        if event["e"] in ("turn", "end"):
            yield from (((number, player, slot), slot in forgotten) for slot in known)
            number, player, forgotten = number + (event["e"] == "turn"), event.get("player", -1), set()
        if event["e"] == "forget":
            forgotten.add(event["slot"])
        elif event["e"] != "end":
            known = set(referee.views().players[player].cards) if player >= 0 else set()


def test_lapses_of_memory() -> None:
    """Seat 0 changes; what players 1 and 2 know at the end of a turn of theirs they forget in all games or in none."""
    tables = [Table([player, "threshold(memory=0.6)", "random(memory=0.6)"], call_under=1) for player in CHANGED]
    seen: dict[tuple[int, ...], set[bool]] = {}
    times = 0
    for deal in range(15):
        for table in tables:
            for where, forgets in lapses(table.trace(deal)):
                if where[1] > 0:
                    seen.setdefault((deal, *where), set()).add(forgets)
                    times += 1
    assert all(len(found) == 1 for found in seen.values())
    assert times > len(seen) + 300
    forgotten = sum(True in found for found in seen.values())
    assert 0.3 < forgotten / len(seen) < 0.5


def test_notice() -> None:
    """Player 1 alone throws equal cards, and notices every second showing: the same ones whoever else plays."""
    others = [script(), script(places=0), script(takes=1, places=2), script(takes=0)]
    notices: dict[tuple[int, int], set[bool]] = {}
    times = 0
    for deal in range(40):
        for other in others:
            table = Table(
                [other, script(throws="equal", attention=0.5), script()], looked_at=4, power_8="none", stall_rounds=5
            )
            for number, noticed in noticed_at(table.trace(deal)):
                notices.setdefault((deal, number), set()).add(noticed)
                times += 1
    assert all(len(found) == 1 for found in notices.values())
    assert times > len(notices) + 100
    share = sum(True in found for found in notices.values()) / len(notices)
    assert 0.35 < share < 0.65


def noticed_at(events: list[Event]) -> Iterator[tuple[int, bool]]:
    """At each showing where player 1 knows an equal card: whether it is thrown. Nobody else throws."""
    number = 0
    for place, (event, referee) in enumerate(replay(events)):
        down = {"deal": "discard", "discard": "card", "take": "out", "swap": "out", "throw": "card"}.get(event["e"])
        if down and event["e"] != "end":
            number += 1
            cards = referee.views().players[1].cards.values()
            if rank(event[down]) in map(rank, cards):
                yield number, events[place + 1]["e"] == "throw"


def test_races() -> None:
    """Players 1 and 2 both go for a card at the same showing: the same one is faster whoever sits in seat 0."""
    winners: dict[tuple[int, int], set[int]] = {}
    times = 0
    for deal in range(120):
        for other in (script(), script(places=1), script(takes=2), "threshold(reflex=0.01)"):
            both = script(throws="slot", a=3)
            table = Table([other, both, both], wrong_card="returns", penalty_cards=0, stall_rounds=2)
            events = table.trace(deal)
            number = 1
            for place, event in enumerate(events):
                if event["e"] in ("take", "swap", "discard"):
                    number += 1
                if event["e"] == "throw" and (event["match"] or event["player"] == 0):
                    break  # from here on the showings of the games differ in number
                if event["e"] == "throw" and events[place - 1]["e"] != "return":
                    winners.setdefault((deal, number), set()).add(event["player"])
                    times += 1
    assert all(len(found) == 1 for found in winners.values())
    assert times > 2 * len(winners)
    first = sum(found == {1} for found in winners.values()) / len(winners)
    assert 0.4 < first < 0.6
