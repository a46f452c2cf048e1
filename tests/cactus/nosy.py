"""A strategy whose every answer depends on all that it is shown, to the last empty slot."""

from cactus_sim.games.cactus.rules import GIVE, LOOK_OTHER, LOOK_SWAP, PEEK_OWN, SWAP_ANY
from cactus_sim.games.cactus.strategies.random import Random, nth_of_all, nth_theirs, row, takers, theirs
from cactus_sim.games.cactus.view import NOTHING, OTHERS, count_of, nth_of, pair, theirs_at
from cactus_sim.strategies import Parameter, helper

MASK = (1 << 62) - 1


@helper
def stir(h, value):
    """A number that depends on every bit of both."""
    h = ((h ^ value) * 1_000_003 + 12_345) & MASK
    return h ^ (h >> 29)


@helper
def own_digest(mine, h):
    """Of all in `mine`."""
    h = stir(stir(stir(stir(h, mine.me), mine.cards), mine.unknown), mine.known_points)
    h = stir(stir(stir(stir(h, mine.ranks), mine.held), mine.known), mine.drawn)
    h = stir(stir(h, mine.looked_place), mine.may_throw_wrong)
    for slot in range(32):
        h = stir(h, int(mine.hand[slot]))
        for player in range(8):
            h = stir(h, int(mine.theirs[player, slot]))
    for i in range(16):
        h = stir(h, int(mine.p[i] * 1000.0))
    return stir(stir(stir(h, int(mine.memory * 1e6)), int(mine.attention * 1e6)), int(mine.reflex * 1e6))


@helper
def digest(mine, table, h):
    """Of all that a hook is shown."""
    h = own_digest(mine, h)
    h = stir(stir(stir(stir(h, table.players), table.first), table.active), table.turn)
    h = stir(stir(stir(stir(h, table.round), table.caller), table.call_round), table.final_turns)
    h = stir(stir(stir(stir(h, table.top), table.top_rank), table.top_points), table.may_take)
    h = stir(stir(stir(stir(h, table.must_discard), table.power), table.pile), table.unseen_cards)
    h = stir(stir(stir(h, table.unseen_points), int(table.pack_mean * 1e6)), table.least)
    h = stir(stir(stir(stir(h, table.throw), table.call_under), table.cactus_max), table.penalty_cards)
    h = stir(stir(stir(h, table.wrong_returns), table.caller_frozen), table.multi_swap)
    for player in range(8):
        h = stir(stir(h, table.cards[player]), table.held[player])
        for slot in range(32):
            h = stir(h, int(table.public[player, slot]))
    for rank in range(14):
        h = stir(h, table.unseen_ranks[rank])
    for card in range(54):
        h = stir(h, table.points_of[card])
    return h


@helper
def roll(h, n):
    """A whole number 0…n−1 that depends on all of a digest."""
    return (h >> 20) % n


class Nosy(Random):
    """Does something legal, which depends on everything that it is shown."""

    salt = Parameter(0, 0, 1_000_000, "makes another nosy player")
    calls_one_in = Parameter(6, 1, 1000, "how seldom it calls")

    @staticmethod
    def call(mine, table, p):
        return roll(digest(mine, table, p.salt), p.calls_one_in) == 0

    @staticmethod
    def take(mine, table, p):
        n = roll(digest(mine, table, p.salt), 2 * mine.cards)
        return nth_of(mine.held, n) if n < mine.cards else NOTHING

    @staticmethod
    def place(mine, table, p):
        n = roll(digest(mine, table, p.salt), mine.cards + 1)
        return nth_of(mine.held, n) if n < mine.cards else NOTHING

    @staticmethod
    def place_many(mine, table, p):
        h = digest(mine, table, p.salt)
        if roll(h, 8) != 0 or mine.cards < 2:
            return 0
        return (1 << nth_of(mine.held, 0)) | (1 << nth_of(mine.held, 1 + roll(stir(h, 1), mine.cards - 1)))

    @staticmethod
    def throw(mine, table, p):
        h = digest(mine, table, p.salt)
        if roll(h, 6) != 0 or mine.cards == 0 or mine.may_throw_wrong == 0:
            return NOTHING
        others = theirs(mine, table)
        if table.throw == 2 and others > 0 and roll(stir(h, 1), 2) == 0:
            return nth_theirs(mine, table, roll(stir(h, 2), others))
        return nth_of(mine.held, roll(stir(h, 1), mine.cards))

    @staticmethod
    def use_power(mine, table, p):
        h = digest(mine, table, p.salt)
        own, others, players = count_of(row(mine, table, mine.me)), theirs(mine, table), takers(mine, table)
        a, b = roll(stir(h, 1), max(own, 1)), roll(stir(h, 2), max(others, 1))
        if roll(h, 4) == 0 or own == 0 or others == 0 or players == 0:
            return NOTHING
        if table.power == PEEK_OWN:
            return nth_of(mine.held, a)
        if table.power == LOOK_OTHER:
            return nth_theirs(mine, table, b)
        if table.power == LOOK_SWAP:
            return nth_of_all(mine, table, roll(stir(h, 3), own + others))
        if table.power == SWAP_ANY:
            one = roll(stir(h, 3), own + others)
            other = (one + 1 + roll(stir(h, 4), own + others - 1)) % (own + others)
            return pair(nth_of_all(mine, table, one), nth_of_all(mine, table, other))
        if table.power == GIVE:
            return pair(nth_of(mine.held, a), theirs_at(nth_of(players, roll(stir(h, 5), count_of(players))), 0))
        return pair(nth_of(mine.held, a), nth_theirs(mine, table, b))

    @staticmethod
    def swap_seen(mine, table, p):
        h = digest(mine, table, p.salt)
        own, others = count_of(row(mine, table, mine.me)), theirs(mine, table)
        if mine.looked_place < OTHERS:
            n = roll(h, others + 1)
            return nth_theirs(mine, table, n) if n < others else NOTHING
        n = roll(h, own + 1)
        return nth_of(mine.held, n) if n < own else NOTHING

    @staticmethod
    def give_back(mine, table, p):
        return nth_of(mine.held, roll(digest(mine, table, p.salt), mine.cards))
