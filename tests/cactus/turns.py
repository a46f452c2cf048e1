"""Turns: call, take, draw, exchange, discard, forget, reshuffle and the end of a round (C5, C6, C12–C17)."""

from tests.cactus import scoring
from tests.cactus.house import power, rank
from tests.cactus.round import AFTER, BEGIN, CLOSING, DRAW, DRAWN, PENALTY, Event, Round, legal_place, same_player
from tests.cactus.table import need


def turn(round_: Round, event: Event) -> None:
    """The next player clockwise is on turn."""
    why = round_.over()
    need(why != "called", "C13", "the final turns are over")
    need(why != "stalled", "C17", "the last round allowed is over")
    index = round_.next_index()
    player = round_.player_at(index)
    need(event["player"] == player, "C5", f"the next turn is of player {player}")
    number = index // round_.players + 1
    need(event["round"] == number, "C5", f"this is round {number}")
    if round_.player is not None and round_.lapses:
        round_.knowledge.turn_over(round_.player)
    if round_.caller is not None:
        round_.final_turns_left -= 1
    round_.index = index
    round_.throws = 0
    round_.showing = round_.offer = None
    round_.part = BEGIN


def call(round_: Round, event: Event) -> None:
    """« Cactus ! », by will or because a hand was emptied under `empty_hand: calls`."""
    player = event["player"]
    need(round_.caller is None, "C12", "there was a call already")
    if round_.owed_call is not None:
        need(player == round_.owed_call, "C15", f"player {round_.owed_call} emptied the hand")
        round_.owed_call = None
        round_.call(player)
        return
    same_player(round_, player, "C12")
    when = round_.rules["call_time"]
    parts = (AFTER, CLOSING) if when == "after" else (BEGIN,)
    need(round_.part in parts, "C12", f"a call comes {when} the turn is played, not when {round_.part}")
    need(round_.may_call(player), "C12", f"player {player} can't think to be under {round_.rules['call_under']}")
    round_.call(player)
    if when != "before":
        round_.part, round_.showing, round_.offer = CLOSING, None, None


def take(round_: Round, event: Event) -> None:
    """The top discard replaces an own card; it is known to all."""
    player = event["player"]
    same_player(round_, player, "C6")
    need(round_.rules["take_discard"], "C6", "the discard pile may not be taken from")
    need(round_.table.top is not None, "C6", "there is no discard to take")
    place = legal_place(round_, player, event["slot"], "C6")
    need(event["in"] == round_.table.top, "C6", f"the top discard is {round_.table.top}")
    need(event["out"] == round_.table.at(place, "C6"), "C6", f"the card in that slot is {round_.table.at(place, 'C6')}")
    out = round_.table.pick_up(place, "C6")
    round_.table.put(place, round_.table.discards.pop())
    round_.knowledge.publish(place, event["in"])
    put_down(round_, player, [out])


def put_down(round_: Round, player: int, cards: list[str]) -> None:
    """Cards from a row end a turn on the discard pile: a showing, and under some rules a power of the first."""
    round_.table.discards.extend(cards)
    round_.show()
    round_.offer_power(player, cards[0], "turn_discard", "any_discard")
    round_.part = AFTER


def draw(round_: Round, event: Event) -> None:
    """The top of the draw pile comes to the hand of the player on turn."""
    same_player(round_, event["player"], "C6")
    round_.table.held = round_.table.draw(event["card"])
    round_.offer_power(event["player"], event["card"], "drawn", "turn_discard", "any_discard")
    round_.part = DRAWN


def may_keep(round_: Round, event: Event) -> None:
    """Refuse to keep another card than the drawn one, or a power card that must be discarded (C7)."""
    same_player(round_, event["player"], "C6")
    held = round_.table.held
    assert held is not None
    need(event["in"] == held, "C6", f"the drawn card is {held}")
    kept = round_.rules["power_card_kept"] or power(held, round_.rules) == "none"
    need(bool(kept), "C7", f"{held} has a power and must be discarded")
    need(round_.part == DRAWN, "C7", f"the power of {held} was used: it must be discarded")


def swap(round_: Round, event: Event) -> None:
    """The drawn card replaces an own card."""
    player = event["player"]
    may_keep(round_, event)
    place = legal_place(round_, player, event["slot"], "C6")
    need(event["out"] == round_.table.at(place, "C6"), "C6", f"the card in that slot is {round_.table.at(place, 'C6')}")
    out = round_.table.pick_up(place, "C6")
    keep_drawn(round_, place)
    put_down(round_, player, [out])


def keep_drawn(round_: Round, place: tuple[int, int]) -> None:
    """The drawn card goes to an own place, known to its player alone."""
    card = round_.table.held
    assert card is not None
    round_.table.held = None
    round_.offer = None
    round_.table.put(place, card)
    round_.knowledge.vanish(place)
    round_.knowledge.learn(place[0], place, card)


def swap_many(round_: Round, event: Event) -> None:
    """The drawn card replaces several equal own cards, or is added to them if they are not equal."""
    player, slots, table = event["player"], event["slots"], round_.table
    need(round_.rules["multi_swap"], "C7", "a drawn card replaces one card")
    may_keep(round_, event)
    need(len(slots) > 1 and slots == sorted(set(slots)), "C7", "two or more slots, lowest first")
    places = [legal_place(round_, player, slot, "C7") for slot in slots]
    cards = [table.at(place, "C7") for place in places]
    need(event["out"] == cards, "C7", f"the cards in these slots are {cards}")
    match = len({rank(card) for card in cards}) == 1
    need(event["match"] is match, "C7", f"that the cards are equal is {match}")
    slot = slots[0] if match else table.new_slot(player)
    need(event["slot"] == slot, "C7", f"the drawn card goes to slot {slot}")
    if match:
        for place in places:
            table.pick_up(place, "C7")
            round_.knowledge.vanish(place)
        keep_drawn(round_, (player, slots[0]))
        put_down(round_, player, cards)
        return
    for place, card in zip(places, cards, strict=True):
        round_.knowledge.publish(place, card)
    keep_drawn(round_, (player, event["slot"]))
    round_.showing = None
    round_.part = AFTER


def discard(round_: Round, event: Event) -> None:
    """The drawn card is not kept."""
    same_player(round_, event["player"], "C6")
    need(event["card"] == round_.table.held, "C6", f"the drawn card is {round_.table.held}")
    round_.table.discards.append(event["card"])
    round_.table.held = None
    round_.offer = None
    round_.show()
    round_.part = AFTER


def reshuffle(round_: Round, event: Event) -> None:
    """The draw pile is made anew because a card must be drawn and there is none."""
    debt = round_.debt
    wanted = debt.cards if round_.part == PENALTY and debt is not None else 1
    need(round_.table.stock_size() < wanted, "C16", f"{round_.table.stock_size()} cards are left to draw")
    round_.table.reshuffle(event["cards"])
    if round_.part == BEGIN:
        round_.part = DRAW


def forget(round_: Round, event: Event) -> None:
    """An own card slips from memory at the end of an own turn."""
    player, slot = event["player"], event["slot"]
    need(round_.lapses, "memory", "these players forget nothing")
    same_player(round_, player, "memory")
    need((player, slot) in round_.knowledge.memory[player], "memory", f"player {player} does not remember slot {slot}")
    round_.knowledge.forget(player, slot)
    round_.part, round_.showing, round_.offer = CLOSING, None, None


def end(round_: Round, event: Event) -> None:
    """The round ends for a legal reason, with the right result."""
    reason, rows = event["reason"], round_.table.rows
    if reason == "stock":
        drawing = round_.part in (BEGIN, PENALTY)
        need(drawing and round_.table.stock_size() == 0, "C16", "no card must be drawn from an empty pile")
        need(not round_.table.can_reshuffle(), "C16", "the discards must be shuffled")
    elif reason == "empty":
        need(round_.must_end == "empty", "C15", "no hand was emptied by a throw")
    else:
        rule = "C13" if reason == "called" else "C17"
        need(round_.part in (AFTER, CLOSING) and round_.over() == reason, rule, f"the round does not end {reason}")
    result(round_, event, rows)


def result(round_: Round, event: Event, rows: scoring.Rows) -> None:
    """Final hands, totals, winners, royals and points."""
    caller, rules = round_.caller, round_.rules
    sums = scoring.totals(rows, rules)
    need(event["hands"] == rows, "C13", f"the hands shown are {rows}")
    need(event["totals"] == sums, "C1", f"the totals are {sums}")
    need(event["caller"] == caller, "C12", f"the caller is {caller}")
    royal = [p for p, total in enumerate(sums) if total == 0]
    need(event["royal"] == royal, "C15", f"royal hands are {royal}")
    best = scoring.winners(sums, caller, rules)
    need(event["winners"] == best, "C14", f"the winners are {best}")
    score = scoring.round_points(rows, caller, rules)
    need(event["points"] == score, "C18", f"the points are {score}")
