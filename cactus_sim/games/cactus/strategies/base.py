"""What a strategy of Cactus does when it does not say otherwise: sensible play, and never a call."""

from __future__ import annotations

from cactus_sim.games.cactus.rules import GIVE, LOOK_OTHER, LOOK_SWAP, PEEK_OWN, THROW_ANY, THROW_NONE
from cactus_sim.games.cactus.view import (
    NOTHING,
    OTHERS,
    count_of,
    first_of,
    known_at,
    match_of,
    pair,
    reachable,
    theirs_at,
    worst_known,
)
from cactus_sim.strategies import Strategy, helper

MUCH = 1000
GUESS = 4.0
"""What a card in an opponent's row that is not known is reckoned to be worth: they have been rid of their worst."""
CURIOSITY = 8.0
"""Points that it is worth to know a card where cards may be thrown: only a known one can be. Seen: from 6 points on, it
is best to replace the unknown cards first, whatever comes in; a player who replaces the worst card first wins 10 of
100 tables against three who do that."""
TAKE_AT, TAKE_AT_WITHOUT_THROWS = 1, 4
"""Takes discards of at most so many points. Seen: drawing is better than taking a 2, for the power and the look."""
SURE_GAIN = 4.0
"""A known card that gains more than this is looked at, and exchanged, rather than an unknown one."""


@helper
def worst_slot(mine, table):
    """The slot to be rid of first: the known card with the most points, or an unknown one if that is worth more."""
    worst = worst_known(mine, table)
    if worst < 0 or (mine.unknown > 0 and table.points_of[mine.hand[worst]] < table.pack_mean):
        unknown = first_of(mine.held & ~mine.known)
        if unknown >= 0:
            return unknown
    return worst


@helper
def worth(mine, table, slot):
    """The points of one's card in a slot; the mean of the pack where it is not known."""
    return table.points_of[mine.hand[slot]] if mine.known >> slot & 1 else table.pack_mean


@helper
def slot_to_replace(mine, table):
    """The slot for a card that comes in: where cards may be thrown one that is not known, else the worst."""
    return (
        first_of(mine.held & ~mine.known) if table.throw != THROW_NONE and mine.unknown > 0 else worst_slot(mine, table)
    )


@helper
def price(mine, table, slot):
    """What a card must be under to come into a slot: the worth of the card there, and that of knowing the one there."""
    curiosity = CURIOSITY if table.throw != THROW_NONE and mine.known >> slot & 1 == 0 else 0.0
    return worth(mine, table, slot) + curiosity


@helper
def opponent(mine, table, n):
    """The n-th player after oneself, clockwise. Who looks through the opponents in this order, and not in that of the
    line-up, picks on no one for a place in the line-up.
    """
    player = mine.me + n
    return player if player < table.players else player - table.players


@helper
def best_of_others(mine, table):
    """The place of the opponents' known card with the fewest points, NOTHING where none is known."""
    best, fewest = NOTHING, MUCH
    for n in range(1, table.players):
        player = opponent(mine, table, n)
        mask = table.held[player] if reachable(mine, table, player) else 0
        while mask:
            slot = first_of(mask)
            mask &= mask - 1
            card = known_at(mine, table, player, slot)
            if card >= 0 and table.points_of[card] < fewest:
                best, fewest = theirs_at(player, slot), table.points_of[card]
    return best


@helper
def unknown_of_others(mine, table):
    """A place where a card of the opponent with the fewest cards is not known, NOTHING where all are."""
    best, fewest = NOTHING, MUCH
    for n in range(1, table.players):
        player = opponent(mine, table, n)
        mask = table.held[player] if reachable(mine, table, player) else 0
        while mask:
            slot = first_of(mask)
            mask &= mask - 1
            if table.cards[player] < fewest and known_at(mine, table, player, slot) < 0:
                best, fewest = theirs_at(player, slot), table.cards[player]
    return best


@helper
def equal_of_others(mine, table):
    """The place of an opponent's known card of the top discard's rank, NOTHING where there is none."""
    for n in range(1, table.players):
        player = opponent(mine, table, n)
        mask = table.held[player] if reachable(mine, table, player) else 0
        while mask:
            slot = first_of(mask)
            mask &= mask - 1
            card = known_at(mine, table, player, slot)
            if card >= 0 and card >> 2 == table.top_rank:
                return theirs_at(player, slot)
    return NOTHING


@helper
def other_match(mine, table):
    """An equal card that is worth throwing where the first one is not: kings of one rank may differ in points."""
    mask = mine.known
    while mask:
        slot = first_of(mask)
        mask &= mask - 1
        if mine.hand[slot] >> 2 == table.top_rank and table.points_of[mine.hand[slot]] >= 0:
            return slot
    return NOTHING


@helper
def points_at(mine, table, place):
    """The points of a known card of another player's place."""
    return table.points_of[known_at(mine, table, (place - OTHERS) // OTHERS, place % OTHERS)]


@helper
def target_of_gift(mine, table):
    """The opponent with the fewest cards whose row may be reached, −1 where there is none."""
    target, fewest = -1, MUCH
    for n in range(1, table.players):
        player = opponent(mine, table, n)
        if reachable(mine, table, player) and table.cards[player] < min(fewest, OTHERS):
            target, fewest = player, table.cards[player]
    return target


@helper
def slot_to_take_for(mine, table):
    """The slot for a very good discard, where that gains something; else NOTHING."""
    if table.top_points > (TAKE_AT_WITHOUT_THROWS if table.throw == THROW_NONE else TAKE_AT):
        return NOTHING
    slot = slot_to_replace(mine, table)
    return slot if slot >= 0 and price(mine, table, slot) > table.top_points else NOTHING


@helper
def own_throw(mine, table):
    """The place of an equal card to throw, one's own, or under `throw: any` one known of an opponent; or NOTHING."""
    slot = match_of(mine, table.top_rank)
    if slot >= 0:
        return slot if table.points_of[mine.hand[slot]] >= 0 else other_match(mine, table)
    if table.throw == THROW_ANY and mine.cards > 0 and worth(mine, table, worst_slot(mine, table)) > 0.0:
        return equal_of_others(mine, table)
    return NOTHING


class CactusStrategy(Strategy):
    """Plays sensibly and never calls: derive from it and say when to call.

    Hooks it answers: `take` (a slot for the top discard, or NOTHING to draw), `place` (a slot for the drawn card, or
    NOTHING to discard it), `place_many` (slots, as bits, that the drawn card replaces at once, or 0), `throw` (the
    place of a card to throw, or NOTHING), `use_power` (see `table.power`: a place to look at, `pair` of two places to
    exchange, or of an own slot and a place of who gets it; NOTHING: not used), `swap_seen` (the place to exchange with
    `mine.looked_place`, or NOTHING), `give_back` (the slot of the card given for an opponent's card thrown).
    """

    @staticmethod
    def call(mine, table, p):
        """Never."""
        return 0

    @staticmethod
    def take(mine, table, p):
        """Takes a very good discard, where that gains something."""
        return slot_to_take_for(mine, table)

    @staticmethod
    def place(mine, table, p):
        """Replaces an unknown card, or else the worst one, by the drawn card where that gains something."""
        slot = slot_to_replace(mine, table)
        return slot if price(mine, table, slot) > table.points_of[mine.drawn] else NOTHING

    @staticmethod
    def place_many(mine, table, p):
        """Replaces all known cards of the rank that has the most points, where there are two and it gains."""
        best, most = 0, table.points_of[mine.drawn]
        for slot in range(32):
            if mine.known >> slot & 1:
                slots, points = 0, 0
                for other in range(32):
                    if mine.known >> other & 1 and mine.hand[other] >> 2 == mine.hand[slot] >> 2:
                        slots |= 1 << other
                        points += table.points_of[mine.hand[other]]
                if count_of(slots) >= 2 and points > most:
                    best, most = slots, points
        return best

    @staticmethod
    def throw(mine, table, p):
        """Throws an equal card of one's own, or under `throw: any` one that is known of an opponent."""
        return own_throw(mine, table)

    @staticmethod
    def use_power(mine, table, p):
        """Looks at what is not known, exchanges its worst card for a better one, gives it away."""
        if table.power == PEEK_OWN:
            return first_of(mine.held & ~mine.known) if reachable(mine, table, mine.me) else NOTHING
        if table.power == LOOK_OTHER:
            return unknown_of_others(mine, table)
        worst = worst_slot(mine, table) if reachable(mine, table, mine.me) else NOTHING
        if worst == NOTHING:
            return NOTHING
        points = worth(mine, table, worst)
        if table.power == GIVE:
            target = target_of_gift(mine, table)
            return pair(worst, theirs_at(target, 0)) if target >= 0 and points > 0.0 else NOTHING
        best, unknown = best_of_others(mine, table), unknown_of_others(mine, table)
        gain = points - points_at(mine, table, best) if best != NOTHING else 0.0
        if table.power == LOOK_SWAP:
            return best if best != NOTHING and (gain > SURE_GAIN or unknown == NOTHING) else unknown
        if gain > 0.0 and (gain > points - GUESS or unknown == NOTHING):
            return pair(worst, best)
        return pair(worst, unknown) if points > GUESS and unknown != NOTHING else NOTHING

    @staticmethod
    def swap_seen(mine, table, p):
        """Exchanges the card just looked at with its worst card, where it has fewer points."""
        place = mine.looked_place
        worst = worst_slot(mine, table) if reachable(mine, table, mine.me) else NOTHING
        if place >= OTHERS and worst >= 0 and points_at(mine, table, place) < worth(mine, table, worst):
            return worst
        return NOTHING

    @staticmethod
    def give_back(mine, table, p):
        """Gives the worst card."""
        return worst_slot(mine, table)
