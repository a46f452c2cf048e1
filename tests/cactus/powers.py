"""Power cards: which powers may be used, by whom, and their form (C7)."""

from tests.cactus.round import DRAWN, USED, Event, Offer, Round, legal_place
from tests.cactus.table import Place, RefereeError, need
from tests.cactus.throws import move


def offered(round_: Round, event: Event, *names: str) -> Offer:
    """The open offer of one of these powers to the player of the event."""
    offer = round_.offer
    if offer is None or offer.player != event["player"] or offer.power not in names:
        raise RefereeError("C7", f"player {event['player']} has no power to {event['e']}")
    return offer


def reachable(round_: Round, player: int, slot: int) -> Place:
    """An occupied place that powers may look at or move."""
    place = legal_place(round_, player, slot, "C7")
    need(not round_.frozen(player), "C13", "powers keep off the caller's cards")
    return place


def used(round_: Round, again: Offer | None = None) -> None:
    """The power is used; `again` is what of it is left. A drawn card must be discarded now."""
    round_.offer = again
    if round_.part == DRAWN:
        round_.part = USED


def see(round_: Round, event: Event, place: Place) -> None:
    """The power's user sees a card, and the trace names it rightly."""
    card = round_.table.at(place, "C7")
    need(event["card"] == card, "C7", f"the card seen is {card}")
    round_.knowledge.learn(event["player"], place, card)


def peek(round_: Round, event: Event) -> None:
    """`peek_own`: look at an own card."""
    offered(round_, event, "peek_own")
    see(round_, event, reachable(round_, event["player"], event["slot"]))
    used(round_)


def look(round_: Round, event: Event) -> None:
    """`look_other`: look at an opponent's card; `look_swap`: at anyone's."""
    offer = offered(round_, event, "look_other", "look_swap")
    need(offer.looked is None, "C7", "the power looks at one card")
    if offer.power == "look_other":
        need(event["target"] != event["player"], "C7", "the power looks at an opponent's card")
    place = reachable(round_, event["target"], event["slot"])
    see(round_, event, place)
    again = Offer(offer.player, offer.power, place) if offer.power == "look_swap" else None
    used(round_, again)


def exchange(round_: Round, event: Event) -> None:
    """`swap_blind`, `swap_any`, or the second half of `look_swap`."""
    offer = offered(round_, event, "swap_blind", "swap_any", "look_swap")
    player: int = event["player"]
    owner: int = event.get("from", player)
    one, other = (owner, event["slot"]), (event["target"], event["target_slot"])
    need("from" not in event or owner != player, "C7", "`from` names another player than the power's user")
    if offer.power == "swap_any":
        need(one != other, "C7", "two different places are exchanged")
    else:
        need(owner == player, "C7", "one of the two cards is the player's own")
        need(other[0] != player, "C7", "one of the two cards is an opponent's")
    if offer.power == "look_swap":
        need(offer.looked in (one, other), "C7", "the card looked at is one of the two")
    round_.table.exchange(reachable(round_, *one), reachable(round_, *other))
    round_.knowledge.exchange(one, other)
    used(round_)


def give(round_: Round, event: Event) -> None:
    """`give`: an own card, unseen, goes to a new place of an opponent."""
    offered(round_, event, "give")
    player, target = event["player"], event["target"]
    need(target != player and 0 <= target < round_.players, "C7", "a card is given to an opponent")
    need(not round_.frozen(target), "C13", "gifts keep off the caller's cards")
    origin = reachable(round_, player, event["slot"])
    slot = round_.table.new_slot(target)
    need(event["target_slot"] == slot, "C7", f"the card given goes to slot {slot}")
    move(round_, origin, (target, event["target_slot"]), "C7")
    used(round_)
