"""Plays by chance alone."""

from __future__ import annotations

from cactus_sim.games.cactus.rules import GIVE, LOOK_OTHER, LOOK_SWAP, PEEK_OWN, SWAP_ANY
from cactus_sim.games.cactus.strategies.base import CactusStrategy
from cactus_sim.games.cactus.view import NOTHING, OTHERS, chance, count_of, nth_of, pair, reachable, theirs_at
from cactus_sim.strategies import helper

THROWS_ONE_IN = 8


@helper
def row(mine, table, player):
    """The slots (bits) of a player's cards that a power may touch."""
    return table.held[player] if reachable(mine, table, player) else 0


@helper
def theirs(mine, table):
    """How many cards of opponents a power may touch."""
    count = 0
    for player in range(table.players):
        if player != mine.me:
            count += count_of(row(mine, table, player))
    return count


@helper
def nth_theirs(mine, table, n):
    """The place of the n-th (from 0) card of opponents that a power may touch."""
    for player in range(table.players):
        if player != mine.me:
            slots = row(mine, table, player)
            if n < count_of(slots):
                return theirs_at(player, nth_of(slots, n))
            n -= count_of(slots)
    return NOTHING


@helper
def nth_of_all(mine, table, n):
    """The place of the n-th (from 0) card of the table that a power may touch, one's own first."""
    own = row(mine, table, mine.me)
    return nth_of(own, n) if n < count_of(own) else nth_theirs(mine, table, n - count_of(own))


@helper
def takers(mine, table):
    """The opponents (bits) to whom a card may be given."""
    players = 0
    for player in range(table.players):
        if player != mine.me and reachable(mine, table, player) and table.cards[player] < OTHERS:
            players |= 1 << player
    return players


class Random(CactusStrategy):
    """Does something legal, each choice as likely as another. On its turn it calls, takes the top discard or draws; a
    card goes to any of its slots, a drawn one as likely to the discard pile; a power is used on any of its targets or
    not at all; and at every showing it throws one of its cards, right or wrong, one time in eight. It is there to be
    checked against.
    """

    fr = """Fait n’importe quoi de permis, chaque choix étant aussi probable. À son tour il annonce, prend la
    carte visible de la défausse ou pioche ; la carte va à n’importe quelle place de sa rangée, ou, piochée,
    sur la défausse ; un pouvoir vise n’importe quelle cible, ou ne sert pas ; et à chaque carte montrée il en
    jette une, à raison ou à tort, une fois sur huit. Il sert de repère."""

    throws_on_purpose = True

    @staticmethod
    def call(mine, table, p):
        """One of call, draw and, where it is legal, take."""
        return chance(mine, 2 + table.may_take) == 0

    @staticmethod
    def take(mine, table, p):
        """Takes or draws."""
        return nth_of(mine.held, chance(mine, mine.cards)) if chance(mine, 2) == 0 else NOTHING

    @staticmethod
    def place(mine, table, p):
        """Any slot, or the discard pile."""
        n = chance(mine, mine.cards + 1)
        return nth_of(mine.held, n) if n < mine.cards else NOTHING

    @staticmethod
    def place_many(mine, table, p):
        """Never."""
        return 0

    @staticmethod
    def throw(mine, table, p):
        """Any card one time in eight; only an equal one where no wrong throw is left."""
        if chance(mine, THROWS_ONE_IN) != 0:
            return NOTHING
        slots = mine.held
        if mine.may_throw_wrong == 0:
            for slot in range(OTHERS):
                if mine.known >> slot & 1 == 0 or mine.hand[slot] >> 2 != table.top_rank:
                    slots &= ~(1 << slot)
        return nth_of(slots, chance(mine, count_of(slots))) if slots else NOTHING

    @staticmethod
    def use_power(mine, table, p):
        """Any target, or none."""
        own = count_of(row(mine, table, mine.me))
        others = theirs(mine, table)
        if table.power == PEEK_OWN:
            n = chance(mine, own + 1)
            return nth_of(mine.held, n) if n < own else NOTHING
        if table.power == LOOK_OTHER:
            n = chance(mine, others + 1)
            return nth_theirs(mine, table, n) if n < others else NOTHING
        if table.power == LOOK_SWAP:
            n = chance(mine, own + others + 1)
            return nth_of_all(mine, table, n) if n < own + others else NOTHING
        if table.power == SWAP_ANY:
            cards = own + others
            if cards < 2 or chance(mine, cards * (cards - 1) // 2 + 1) == 0:
                return NOTHING
            a, b = chance(mine, cards), chance(mine, cards - 1)
            return pair(nth_of_all(mine, table, a), nth_of_all(mine, table, b + int(b >= a)))
        if table.power == GIVE:
            players = takers(mine, table)
            n = chance(mine, own * count_of(players) + 1)
            if n == own * count_of(players):
                return NOTHING
            return pair(nth_of(mine.held, n % own), theirs_at(nth_of(players, n // own), 0))
        n = chance(mine, own * others + 1)
        return pair(nth_of(mine.held, n % own), nth_theirs(mine, table, n // own)) if n < own * others else NOTHING

    @staticmethod
    def swap_seen(mine, table, p):
        """Any card that it may be exchanged with, or none."""
        own, others = count_of(row(mine, table, mine.me)), theirs(mine, table)
        if mine.looked_place < OTHERS:
            n = chance(mine, others + 1)
            return nth_theirs(mine, table, n) if n < others else NOTHING
        n = chance(mine, own + 1)
        return nth_of(mine.held, n) if n < own else NOTHING

    @staticmethod
    def give_back(mine, table, p):
        """Any card."""
        return nth_of(mine.held, chance(mine, mine.cards))
