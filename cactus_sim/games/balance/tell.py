"""A trace of CACTUS in words: a line a turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cactus_sim.games.base import Event
    from cactus_sim.report.words import Words


def tell(events: Iterable[Event], lang: str) -> Iterator[str]:
    """The events in words, a line each turn, in the language `en` or `fr`."""
    from cactus_sim.report.words import words

    w = words(lang, "balance")
    names: list[str] = []
    clauses: list[str] = []
    turn = 0
    for event in events:
        kind = event["e"]
        if kind == "deal":
            names = [f"{label} ({player})" for player, label in enumerate(event["line_up"])]
            yield w("game", seed=event["seed"], deal=event["deal"], rotation=event["rotation"])
            yield w("deal", first=names[event["first"]], flowers=event["rules"]["flowers_each"])
            yield w("specials", pieces=", ".join(_piece(piece, w) for piece in event["specials"]))
        elif kind == "end":
            if clauses:
                yield w("line", turn=turn, clauses=", ".join(clauses))
            yield from _end(event, names, w)
        elif kind == "turn":
            if clauses:
                yield w("line", turn=turn, clauses=", ".join(clauses))
            turn += 1
            clauses = []
        elif kind == "roll":
            clauses.append(w(f"roll_{event['face']}", player=names[event["player"]]))
        else:
            clauses += _clauses(event, w)


def _clauses(event: Event, w: Words) -> Iterator[str]:
    """What is said of an event within a turn; nothing of how pieces shift."""
    kind = event["e"]
    if kind == "piece":
        yield w("worked_in" if event["worked_in"] else "takes", piece=_piece(event["piece"], w))
    elif kind == "place":
        yield w(
            "slips" if event["slips"] else "puts",
            perch=_perch(event["perch"], w),
            cactus=w("cactus", name=_known(f"cactus_{event['cactus']}", event["cactus"], w)),
            offset=w.number(event["offset"], 1, sign=True),
        )
    elif kind == "touch":
        yield w("touch", flowers=event["cost"])
    elif kind == "fallen":
        yield w("fallen", piece=_piece(event["piece"], w))
    elif kind == "fall":
        yield w("cost", flowers=event["cost"])
    elif kind in ("claim", "missed"):
        number = event["flowers"]
        yield w(kind, flowers=number, why=w.listed(w(f"why_{why}") for why in event["why"]))


def _end(event: Event, names: list[str], w: Words) -> Iterator[str]:
    yield w(f"end_{event['reason']}")
    flowers = w.listed(f"{name} {number}" for name, number in zip(names, event["flowers"], strict=True))
    yield w("flowers", flowers=flowers, winners=w.listed(names[player] for player in event["winners"]))


def _piece(piece: str, w: Words) -> str:
    shape, _, colour = piece.partition("-")
    return w("piece", shape=w(f"shape_{shape}"), colour=w(f"colour_{colour}")) if colour else w(f"shape_{shape}")


def _perch(name: str, w: Words) -> str:
    return _known(f"perch_{name}", name, w)


def _known(key: str, name: str, w: Words) -> str:
    """The text for a name; of a player's own table of cacti the name itself."""
    return w(key) if key in w.texts else name
