"""A trace of 8 Américain in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from cactus_sim.cards import card_name, parse_card

if TYPE_CHECKING:
    from cactus_sim.games.base import Event
    from cactus_sim.report.words import Words


def tell(events: Iterable[Event], lang: str) -> Iterator[str]:
    """The events in words, a line each, in the language `en` or `fr`."""
    from cactus_sim.report.words import words

    w = words(lang, "eights")
    names: list[str] = []
    for event in events:
        kind = event["e"]
        if kind == "deal":
            names = [f"{label} ({player})" for player, label in enumerate(event["line_up"])]
            yield from _deal(event, names, w)
        elif kind == "end":
            yield from _end(event, names, w)
        elif kind == "match":
            totals = w.listed(f"{name} {total}" for name, total in zip(names, event["totals"], strict=True))
            winners = w.listed(names[player] for player in event["winners"])
            yield w("match_end", totals=totals, winners=winners)
        elif kind != "turn":
            yield _event(event, names, w)


def _cards(cards: Iterable[str], w: Words) -> str:
    return " ".join(card_name(parse_card(card), w.lang) for card in cards)


def _deal(event: Event, names: list[str], w: Words) -> Iterator[str]:
    if not event.get("hand"):
        yield w("game", seed=event["seed"], deal=event["deal"], rotation=event["rotation"])
    if "hand" in event:
        yield w("round", number=event["hand"] + 1)
    yield w("deal", dealer=names[event["dealer"]], first=names[event["first"]])
    for name, hand in zip(names, event["hands"], strict=True):
        yield w("hand", player=name, cards=_cards(hand, w))
    if event["redrawn"]:
        yield w("redrawn", cards=_cards(event["redrawn"], w))
    yield w("top", card=_cards([event["top"]], w))


def _event(event: Event, names: list[str], w: Words) -> str:
    """The line of an event between deal and end."""
    kind = event["e"]
    if kind == "reshuffle":
        return w("reshuffle", cards=event["cards"])
    player = names[event["player"]]
    if kind == "play":
        return w("play", player=player, card=_cards([event["card"]], w))
    if kind == "colour":
        return w("colour", player=player, suit=w(f"suit_{event['suit']}"))
    if kind == "draw":
        return w(f"draw_{event['why']}", player=player, cards=_cards(event["cards"], w))
    if kind == "caught":
        return w("caught", player=player, by=names[event["by"]])
    return w(kind, player=player)


def _end(event: Event, names: list[str], w: Words) -> Iterator[str]:
    winners = w.listed(names[player] for player in event["winners"])
    yield w(f"end_{event['reason']}", winners=winners)
    for name, hand, points in zip(names, event["hands"], event["points"], strict=True):
        if hand:
            yield w("left", player=name, cards=_cards(hand, w), points=points)
