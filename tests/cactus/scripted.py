"""Strategies that do as they are told, to bring a situation about."""

from cactus_sim.games.cactus.rules import GIVE, LOOK_OTHER, LOOK_SWAP, PEEK_OWN
from cactus_sim.games.cactus.strategies.base import CactusStrategy
from cactus_sim.games.cactus.view import NOTHING, first_of, known_at, match_of, pair, reachable, theirs_at
from cactus_sim.strategies import Entry, Parameter, helper, make_entry
from tests.cactus.playing import GAME

NEVER, EQUAL, WRONG, SLOT, THEIRS, THEIR_SLOT = range(6)


@helper
def after(mine, table, n):
    """The n-th player after oneself, clockwise."""
    return (mine.me + n) % table.players


@helper
def spot(mine, table, n, slot, insists):
    """A place in the row of the n-th player after oneself, NOTHING where no card is there or it may not be touched."""
    player = after(mine, table, n)
    if table.held[player] >> slot & 1 == 0 or not (insists or reachable(mine, table, player)):
        return NOTHING
    return slot if player == mine.me else theirs_at(player, slot)


@helper
def unequal(mine, table):
    """The lowest slot with a card that is not remembered to be equal to the top discard."""
    for slot in range(32):
        if mine.held >> slot & 1 and (mine.hand[slot] < 0 or mine.hand[slot] >> 2 != table.top_rank):
            return slot
    return NOTHING


@helper
def known_equal_of_others(mine, table):
    """A place where an opponent's card is known to be equal to the top discard."""
    for player in range(table.players):
        if player != mine.me and reachable(mine, table, player):
            for slot in range(32):
                card = known_at(mine, table, player, slot)
                if card >= 0 and card >> 2 == table.top_rank:
                    return theirs_at(player, slot)
    return NOTHING


class Script(CactusStrategy):
    """Calls from a round on, takes the discard for one slot or draws, puts a drawn card into one slot or discards it,
    throws as it is told, and uses powers on the places it is told. It does so wherever it is legal.
    """

    calls_in = Parameter(0, 0, 1000, "calls from this round on; 0: never")
    calls_at = Parameter(1000, -100, 1000, "calls only with so many known points or fewer")
    takes = Parameter(-1, -1, 31, "the slot that the top discard goes to; -1: draws")
    places = Parameter(-1, -1, 31, "the slot that a drawn card goes to; -1: discards it")
    many = Parameter(0, 0, 1 << 20, "the slots (bits) that a drawn card goes to")
    throws = Parameter(
        "never", choices=("never", "equal", "wrong", "slot", "theirs", "their-slot"),
        doc="what it throws: nothing, a card it knows to be equal, one that is not, its card `a`, a card of others it "
        "knows to be equal, the card `b` of the player `b_of`",
    )  # fmt: skip
    throws_in = Parameter(-1, -1, 10_000, "throws only when so many turns have begun; -1: at any time")
    uses = Parameter(False, doc="uses powers")
    a_of = Parameter(0, 0, 7, "whose card powers are used on: the n-th player after itself")
    a = Parameter(0, 0, 31, "which slot that is")
    b_of = Parameter(1, 0, 7, "whose card is the second one")
    b = Parameter(0, 0, 31, "which slot that is")
    swaps_seen = Parameter(False, doc="under look_swap exchanges the card seen with the second one")
    gives = Parameter(0, 0, 31, "the slot of the card given for an opponent's")
    insists = Parameter(False, doc="touches a caller's cards and throws wrong even where it may not")

    throws_on_purpose = True

    @staticmethod
    def call(mine, table, p):
        return p.calls_in > 0 and table.round >= p.calls_in and mine.known_points <= p.calls_at

    @staticmethod
    def take(mine, table, p):
        return p.takes if p.takes >= 0 and mine.held >> p.takes & 1 else NOTHING

    @staticmethod
    def place(mine, table, p):
        return p.places if p.places >= 0 and mine.held >> p.places & 1 else NOTHING

    @staticmethod
    def place_many(mine, table, p):
        return p.many if p.many & ~mine.held == 0 else 0

    @staticmethod
    def throw(mine, table, p):
        if p.throws == NEVER or (p.throws_in >= 0 and table.turn != p.throws_in):
            return NOTHING
        if p.throws == EQUAL:
            return match_of(mine, table.top_rank)
        if p.throws == THEIRS:
            return known_equal_of_others(mine, table)
        if mine.may_throw_wrong == 0 and not p.insists:
            return NOTHING
        if p.throws == WRONG:
            return unequal(mine, table)
        return spot(mine, table, 0 if p.throws == SLOT else p.b_of, p.a if p.throws == SLOT else p.b, p.insists)

    @staticmethod
    def use_power(mine, table, p):
        if not p.uses:
            return NOTHING
        first, second = spot(mine, table, p.a_of, p.a, p.insists), spot(mine, table, p.b_of, p.b, p.insists)
        if table.power in (PEEK_OWN, LOOK_OTHER, LOOK_SWAP):
            return first
        if table.power == GIVE:
            target = after(mine, table, p.b_of)
            second = theirs_at(target, 0) if p.insists or reachable(mine, table, target) else NOTHING
        return pair(first, second) if first >= 0 and second >= 0 else NOTHING

    @staticmethod
    def swap_seen(mine, table, p):
        return spot(mine, table, p.b_of, p.b, p.insists) if p.swaps_seen else NOTHING

    @staticmethod
    def give_back(mine, table, p):
        return p.gives if mine.held >> p.gives & 1 else first_of(mine.held)


def script(**told: object) -> Entry:
    """A player who does what it is told."""
    return make_entry(Script, GAME, told)
