"""Throws, late cards, returns, gifts and penalties (C8–C11)."""

from tests.cactus.house import MOST_THROWS, rank
from tests.cactus.round import AFTER, GIFT, PENALTY, RETURN, Debt, Event, Round, Showing
from tests.cactus.table import need


def asked(round_: Round, player: int) -> Showing:
    """The open showing, refused if this player is not asked at it (any more)."""
    showing = round_.showing
    need(round_.rules["throw"] != "none", "C8", "nobody may throw under these rules")
    if showing is None or round_.part != AFTER:
        need(False, "C8", "no card has just come to lie on the discard pile")
        raise AssertionError
    need(player not in showing.out, "C8", f"player {player} is not asked again at this showing")
    barred = round_.caller == player and not round_.rules["caller_throws"]
    need(not barred, "C13", "the caller may not throw")
    return showing


def thrown_place(round_: Round, event: Event) -> tuple[int, int]:
    """Whose card in which slot is thrown."""
    player: int = event["player"]
    owner: int = event.get("target", player)
    if "target" in event:
        need(round_.rules["throw"] == "any", "C11", "only own cards may be thrown")
        need(owner != player, "C11", "a target is another player")
        need(not round_.frozen(owner), "C13", "the caller's cards may not be thrown by others")
    return owner, event["slot"]


def throw(round_: Round, event: Event) -> None:
    """A throw, right or wrong."""
    player = event["player"]
    showing = asked(round_, player)
    need(not showing.over, "C8", "the race is over: a further card is late")
    need(round_.throws < MOST_THROWS, "C8", f"more than {MOST_THROWS} throws follow one turn")
    place = thrown_place(round_, event)
    card = round_.table.at(place, "C8")
    need(event["card"] == card, "C8", f"the thrown card is {card}")
    match = rank(card) == rank(round_.table.discards[-1])
    need(event["match"] is match, "C8" if match else "C9", f"{card} on {round_.table.top} is {match}")
    limit = round_.rules["wrong_throws_max"]
    if limit and round_.wrong[player] >= limit:
        sure = match and round_.knowledge.knows(player, place)
        need(sure, "C10", f"player {player} threw wrong {limit} times and does not remember an equal card there")
    round_.throws += 1
    if match:
        throw_right(round_, player, place, showing)
    else:
        throw_wrong(round_, player, place, showing)


def throw_right(round_: Round, player: int, place: tuple[int, int], showing: Showing) -> None:
    """The card leaves the row; an opponent's is paid for with a gift; perhaps its power follows."""
    owner, slot = place
    card = round_.table.pick_up(place, "C8")
    round_.knowledge.vanish(place)
    round_.table.discards.append(card)
    if round_.rules["throw_who"] == "first":
        showing.over, showing.gone = True, {place}
        showing.out.add(player)
    else:
        round_.show()
    round_.offer_power(player, card, "any_discard")
    may_give = bool(round_.table.cards_of(player)) and not round_.frozen(player)
    if owner != player and may_give:
        round_.part, round_.debt = GIFT, Debt(player, owner, slot)
    else:
        round_.settle(owner)


def throw_wrong(round_: Round, player: int, place: tuple[int, int], showing: Showing) -> None:
    """The card stays on the pile or goes back seen by all; a penalty is due."""
    owner, slot = place
    round_.wrong[player] += 1
    round_.offer = None
    goes_back = owner != player or round_.rules["wrong_card"] == "returns"
    if goes_back:
        showing.out.add(player)
    else:
        card = round_.table.pick_up(place, "C9")
        round_.knowledge.vanish(place)
        round_.table.discards.append(card)
        round_.show({player})
    round_.debt = Debt(player, owner, slot, round_.penalty_due(player))
    if goes_back:
        round_.part = RETURN
    else:
        penalty_next(round_)


def penalty_next(round_: Round) -> None:
    """Go on to the penalty, or past it if none is due."""
    debt = round_.debt
    assert debt is not None
    if debt.cards:
        round_.part = PENALTY
    else:
        round_.settle(debt.player)


def give_back(round_: Round, event: Event) -> None:
    """A wrong card goes back to its slot, seen by all."""
    debt = round_.debt
    assert debt is not None
    need(event["player"] == debt.player, "C9", f"player {debt.player} threw wrong")
    need(event["slot"] == debt.slot, "C9", f"the card goes back to slot {debt.slot}")
    need(event.get("target", debt.player) == debt.owner, "C11", f"the card goes back to player {debt.owner}")
    need(("target" in event) == (debt.owner != debt.player), "C11", "a target is another player")
    place = (debt.owner, debt.slot)
    round_.knowledge.publish(place, round_.table.at(place, "C9"))
    penalty_next(round_)


def penalty(round_: Round, event: Event) -> None:
    """The wrong thrower draws unseen: into the emptied slot first, then into new ones."""
    debt = round_.debt
    assert debt is not None
    player, slots, cards = event["player"], event["slots"], event["cards"]
    need(player == debt.player, "C9", f"player {debt.player} threw wrong")
    need(len(slots) == len(cards) > 0, "C9", "slots and cards don't pair")
    need(len(cards) <= debt.cards, "C9", f"{debt.cards} penalty cards are due")
    for slot, card in zip(slots, cards, strict=True):
        emptied = debt.owner == player and round_.table.rows[player][debt.slot] is None
        where = debt.slot if emptied else round_.table.new_slot(player)
        need(slot == where, "C9", f"the penalty card goes to slot {where}, not {slot}")
        round_.table.put((player, slot), round_.table.draw(card))
    debt.cards -= len(cards)
    if debt.cards:
        need(round_.table.stock_size() == 0, "C9", f"{debt.cards} more penalty cards are due")
    else:
        round_.settle(player)


def late(round_: Round, event: Event) -> None:
    """A card thrown too late in a race: nothing is revealed, nobody punished."""
    player = event["player"]
    need(round_.rules["throw_who"] == "first", "C8", "no throw is late: further equals may follow")
    showing = asked(round_, player)
    need(showing.over, "C8", "nobody was faster")
    place = thrown_place(round_, event)
    if place not in showing.gone:  # two may go for the same card, or one for a card that was given for another
        round_.table.at(place, "C8")
    showing.out.add(player)


def gift(round_: Round, event: Event) -> None:
    """The own card given for a rightly thrown card of an opponent goes to the emptied place (C11)."""
    debt = round_.debt
    assert debt is not None
    player, slot = event["player"], event["slot"]
    need(player == debt.player, "C11", f"player {debt.player} owes a card")
    need(event["target"] == debt.owner, "C11", f"the card is owed to player {debt.owner}")
    need(event["target_slot"] == debt.slot, "C11", f"the card goes to slot {debt.slot}")
    move(round_, (player, slot), (debt.owner, debt.slot), "C11")
    if round_.showing is not None:
        round_.showing.gone.add((player, slot))
    round_.settle(player)


def move(round_: Round, origin: tuple[int, int], goal: tuple[int, int], rule: str) -> None:
    """A card moves unseen to an empty place; who knows it goes on knowing it."""
    card = round_.table.pick_up(origin, rule)
    round_.table.put(goal, card)
    round_.knowledge.exchange(origin, goal)
