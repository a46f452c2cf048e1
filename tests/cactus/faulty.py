"""A strategy one of whose hooks gives an impossible answer, or raises an error, in a round of its choice."""

from cactus_sim.games.cactus.strategies.random import Random
from cactus_sim.strategies import Parameter

CALL, TAKE, PLACE, PLACE_MANY, THROW, USE_POWER, SWAP_SEEN, GIVE_BACK = range(8)
HOOKS = ("call", "take", "place", "place_many", "throw", "use_power", "swap_seen", "give_back")


class Faulty(Random):
    """Plays by chance, often throwing, until it is at fault."""

    at_fault = Parameter("call", choices=HOOKS, doc="the hook that is at fault")
    answer = Parameter(-2, -(1 << 50), 1 << 50, "what that hook answers")
    in_round = Parameter(0, 0, 1000, "the first round in which it is at fault")

    @staticmethod
    def call(mine, table, p):
        return p.answer if p.at_fault == CALL and table.round >= p.in_round else 0

    @staticmethod
    def take(mine, table, p):
        return p.answer if p.at_fault == TAKE and table.round >= p.in_round else -1

    @staticmethod
    def place(mine, table, p):
        return p.answer if p.at_fault == PLACE and table.round >= p.in_round else -1

    @staticmethod
    def place_many(mine, table, p):
        return p.answer if p.at_fault == PLACE_MANY and table.round >= p.in_round else 0

    @staticmethod
    def throw(mine, table, p):
        if p.at_fault == GIVE_BACK:
            player = (mine.me + 1) % table.players
            return 32 * (1 + player) if table.held[player] & 1 else -1
        return p.answer if p.at_fault == THROW and table.round >= p.in_round else -1

    @staticmethod
    def use_power(mine, table, p):
        if p.at_fault == SWAP_SEEN:
            return 0 if mine.held & 1 else -1
        return p.answer if p.at_fault == USE_POWER and table.round >= p.in_round else -1

    @staticmethod
    def swap_seen(mine, table, p):
        return p.answer if p.at_fault == SWAP_SEEN and table.round >= p.in_round else -1

    @staticmethod
    def give_back(mine, table, p):
        return p.answer if p.at_fault == GIVE_BACK and table.round >= p.in_round else 0


class Raising(Random):
    """Looks for the place of a card beyond the end of its row: an error."""

    @staticmethod
    def place(mine, table, p):
        if table.round >= 2:
            raise ValueError("no such card")
        return -1
