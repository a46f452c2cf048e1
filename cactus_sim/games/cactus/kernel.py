"""Playing Cactus: seats, deals, rounds, matches, and whole blocks of games (rules C3 to C5, C13, C17, C18)."""

from __future__ import annotations

from typing import Final

from cactus_sim.games.cactus.events import CARD, MATCH_END, START, emit
from cactus_sim.games.cactus.metrics import UNENDED, count_result, count_round
from cactus_sim.games.cactus.rules import MAX_HANDS, MAX_PLACES, MAX_PLAYERS, NO_POWER, THROW_ANY
from cactus_sim.games.cactus.scoring import add_to_match, match_winners, score_round
from cactus_sim.games.cactus.state import (
    BY_CALL,
    BY_FAULT,
    BY_STALL,
    CALL,
    GOES_ON,
    discard,
    draw,
    new_deck,
    put,
)
from cactus_sim.games.cactus.throws import resolve_showings
from cactus_sim.games.cactus.turns import take_turn
from cactus_sim.games.cactus.view import NOTHING, first_of, forget, learn, see, worst_known
from cactus_sim.games.forks import explorer
from cactus_sim.jit import ask, copy_records, inlined, jit
from cactus_sim.streams import CHANCE, PACK, below, key_word, start_of, step_of

MATCH: Final = 1
"""The unit's number (0 is a round)."""


@jit
def seat_players(state, table, mine, rules, entries, hooks, seed):
    """Puts the line-up at the table: what stays the same in all its games."""
    players = entries.shape[0]
    state.seed = seed
    state.players = players
    state.always_asked = 0
    state.lapses = 0
    state.same_reflex = 1
    for player in range(players):
        me, entry = mine[player], entries[player]
        me.me = player
        me._seed = seed
        for i in range(me.p.shape[0]):
            me.p[i] = entry.p[i]
        me.memory, me.attention, me.reflex = entry.memory, entry.attention, entry.reflex
        for slot in range(MAX_PLACES):
            me.hand[slot] = -1
            for other in range(MAX_PLAYERS):
                me.theirs[other, slot] = -1
                table.public[other, slot] = -1
        if entry.throws_on_purpose or rules.throw == THROW_ANY:
            state.always_asked |= 1 << player
        if entry.memory < 1.0 or entry.attention < 1.0:
            state.lapses = 1
        if entry.reflex != entries[0].reflex:
            state.same_reflex = 0
        for hook in range(hooks.shape[0]):
            state.hooks[hook, player] = hooks[hook, player]
    table.players = players
    for card in range(table.points_of.shape[0]):
        table.points_of[card] = rules.points_of[card]
    table.pack_mean = rules.pack_points / rules.pack_size
    table.least = rules.least
    table.throw = rules.throw
    table.call_under = rules.call_under
    table.cactus_max = rules.cactus_max
    table.penalty_cards = rules.penalty_cards
    table.wrong_returns = rules.wrong_card
    table.caller_frozen = rules.caller_frozen
    table.multi_swap = rules.multi_swap


@inlined
def clear_table(state, table, mine, rules):
    """Makes everything ready for a new deal."""
    state.over = GOES_ON
    state.turns = 0
    state.next = 0
    state.reshuffles = 0
    state.discarded = 0
    state.showings = 0
    state.throws = 0
    table.active = -1
    table.may_take = 0
    table.must_discard = 0
    table.turn = 0
    table.round = 0
    table.caller = -1
    table.call_round = 0
    table.final_turns = 0
    table.top = -1
    table.top_rank = -1
    table.top_points = 0
    table.power = NO_POWER
    table.pile = rules.pack_size
    table.unseen_cards = rules.pack_size
    table.unseen_points = rules.pack_points
    per_rank = 4 * rules.packs
    for rank in range(13):
        table.unseen_ranks[rank] = per_rank
    table.unseen_ranks[13] = rules.packs * rules.jokers
    for player in range(state.players):
        # Nothing may be left of the deal before: what a hook sees is this deal's alone.
        for slot in range(state.ends[player]):
            mine[player].hand[slot] = -1
            table.public[player, slot] = -1
        state.ends[player] = 0
        state.wrong_throws[player] = 0
        state.right_throws[player] = 0
        table.cards[player] = 0
        table.held[player] = 0
        me = mine[player]
        me.cards = 0
        me.unknown = 0
        me.known_points = 0
        me.ranks = 0
        me.held = 0
        me.known = 0
        me.drawn = -1
        me.looked_place = NOTHING
        me.may_throw_wrong = 1
        for rank in range(14):
            me._rank_counts[rank] = 0
        if rules.looks:
            for other in range(state.players):
                for slot in range(MAX_PLACES):
                    me.theirs[other, slot] = -1
        seat = (player + state.rotation) % state.players
        me._dice[1] = 0
        me._dice_word = key_word(state.deal, state.hand, CHANCE, seat)


@inlined
def deal_cards(state, table, mine, rules, events):
    """Deals the hands seat by seat, starts the discard pile, and lets each player look (C3, C4)."""
    for seat in range(state.players):
        player = (seat + state.players - state.rotation) % state.players
        for slot in range(rules.hand_cards):
            card = draw(state, table, rules)
            put(state, table, mine, player, slot, card)
            looked = slot < rules.looked_at
            if looked:
                learn(mine[player], table, slot, card)
            emit(events, state, CARD, player, slot, card, int(looked))
    if rules.discard_start:
        card = draw(state, table, rules)
        see(table, card, 1)
        discard(state, table, card)
    emit(events, state, START, -1, table.top)


@jit
def begin_hand(state, table, mine, rules, unit, events):
    """Deals a hand of the game that `state` names by seed, deal, hand and rotation.

    The deck of a round must be ready (`new_deck`): all rotations of a deal share it. A match makes one for each hand.
    """
    if unit == MATCH:
        new_deck(state, rules)
    clear_table(state, table, mine, rules)
    deal_cards(state, table, mine, rules, events)
    state.to_move = (2 * state.players - state.rotation + state.hand) % state.players
    state.moved = 0
    state.around = 0
    table.first = state.to_move
    if rules.discard_start and rules.throw_on_start:
        resolve_showings(state, table, mine, rules, events)


@jit
def begin_game(state, table, mine, rules, unit, events):
    """Begins the game that `state` names by seed, deal and rotation: a round, or a match (C18)."""
    for player in range(state.players):
        state.match_totals[player] = 0
    state.bounced = 0
    state.hand = 0
    begin_hand(state, table, mine, rules, unit, events)


@inlined
def step(state, table, mine, rules, unit, rows, seat_values, game_values, histograms, events):
    """Plays one turn, and what comes after the last one of a hand; False where the game is over, and then counted.

    All that a game is lies in the records, so a copy of them between two steps goes on as the game does.
    """
    if state.over == GOES_ON:
        if table.caller >= 0 and table.final_turns == 0:
            state.over = BY_CALL
        elif state.around == rules.stall_rounds:
            state.over = BY_STALL
        else:
            player = state.to_move
            if player != table.caller:
                table.round = state.around + 1
                take_turn(state, table, mine, rules, events, player)
            state.to_move = player + 1 if player + 1 < state.players else 0
            state.moved += 1
            if state.moved == state.players:
                state.moved = 0
                state.around += 1
    if state.over == GOES_ON:
        return True
    return end_hand(state, table, mine, rules, unit, rows, seat_values, game_values, histograms, events)


@jit
def end_hand(state, table, mine, rules, unit, rows, seat_values, game_values, histograms, events):
    """Scores and counts a hand, and goes on with the next one of a match; False where the game is over."""
    if state.over == BY_FAULT:
        return False
    score_round(state, table, rules, events)
    count_round(state, table, rules, rows, seat_values, game_values, histograms)
    if unit == MATCH:
        ended = add_to_match(state, rules)
        if not ended and state.hand + 1 < MAX_HANDS:
            state.hand += 1
            begin_hand(state, table, mine, rules, unit, events)
            return True
        game_values[UNENDED] += int(not ended)
        state.winners = match_winners(state)
        for player in range(state.players):
            emit(events, state, MATCH_END, player, state.match_totals[player], state.winners >> player & 1)
            state.points[player] = state.match_totals[player]
    count_result(state, rows, seat_values, game_values)
    return False


@jit
def play_game(state, table, mine, rules, unit, rows, seat_values, game_values, histograms, events):
    """Plays and counts the game that `state` names by seed, deal and rotation."""
    begin_game(state, table, mine, rules, unit, events)
    while step(state, table, mine, rules, unit, rows, seat_values, game_values, histograms, events):
        pass


def play_blocks(
    rules_of, states, tables, mine, entries, hooks, rows, unit, seed, first_deal, rotations, seat_values, game_values,
    histograms,
):  # fmt: skip
    """Plays whole blocks and counts them (see Game.play_blocks); False where a hook was at fault (see `states`)."""
    rules, state, table = rules_of[0], states[0], tables[0]
    seat_players(state, table, mine, rules, entries, hooks, seed)
    for block in range(seat_values.shape[0]):
        state.deal = first_deal + block
        state.hand = 0
        new_deck(state, rules)
        for rotation in range(rotations):
            state.rotation = rotation
            play_game(state, table, mine, rules, unit, rows, seat_values[block], game_values[block], histograms, None)
            if state.over == BY_FAULT:
                return False
    return True


def play_traced(
    rules_of, states, tables, mine, entries, hooks, rows, unit, seed, deal, rotation, seat_values, game_values,
    histograms, events,
):  # fmt: skip
    """Plays one game and writes its events; the values are those that the game adds to its block."""
    rules, state, table = rules_of[0], states[0], tables[0]
    seat_players(state, table, mine, rules, entries, hooks, seed)
    state.deal = deal
    state.rotation = rotation
    state.hand = 0
    state.events = 0
    new_deck(state, rules)
    play_game(state, table, mine, rules, unit, rows, seat_values[0], game_values[0], histograms, events)
    return state.over != BY_FAULT


@jit
def begin_deal(live, start, rules, unit):  # noqa: ARG001 - a game from its deal has no other start
    """Begins the game that the live state names by seed, deal and rotation."""
    states, tables, mine = live
    states[0].hand = 0
    new_deck(states[0], rules)
    begin_game(states[0], tables[0], mine, rules, unit, None)


explore_deals = explorer(seat_players, begin_deal, step)


def play_forks(
    rules_of, live, kept, spare, start, entries, hooks, rows, memory, unit, seed, first_deal, blocks, rotations,
    focal, own_turn, one_in, options, objective, seat_values, game_values, histograms, values, sums, touched, totals,
):  # fmt: skip
    """Plays whole blocks, and on from each decision of a kind once for each option (see `forks.explorer`)."""
    return explore_deals(
        rules_of, live, kept, spare, start, entries, hooks, rows, memory, unit, seed, first_deal, blocks, rotations,
        focal, own_turn, one_in, options, objective, seat_values, game_values, histograms, values, sums, touched,
        totals,
    )  # fmt: skip


@jit
def begin_position(live, start, rules, unit):  # noqa: ARG001 - a position is of a round
    """Begins a game from the position `start`, all that is hidden dealt anew by the stream of the live state's deal.

    The deck of `start` has the cards that are placed first. Opponents are dealt what people have by then: they have
    looked at cards of theirs, and on each turn that has passed they drew a card, replaced a card unknown to them while
    there was one, and else kept the lower cards; where they have fewer cards by now, any of these were thrown; and they
    did not hold on their last turn what they would have called with. What they put away lies under the top discard.
    """
    deal, rotation = live[0][0].deal, live[0][0].rotation
    copy_records(live[0], start[0])
    copy_records(live[1], start[1])
    copy_records(live[2], start[2])
    state, table, mine = live[0][0], live[1][0], live[2]
    state.deal = deal
    state.rotation = rotation
    word = key_word(deal, state.hand, PACK, 0)
    state.pack_stream[0] = start_of(state.seed, word)
    state.pack_stream[1] = step_of(state.seed, word)
    for player in range(state.players):
        seat = (player + rotation) % state.players
        mine[player]._dice_word = key_word(deal, state.hand, CHANCE, seat)
    for slot in range(state.ends[0]):
        if table.held[0] >> slot & 1 and state.rows[0, slot] < 0 and table.pile > 0:
            state.rows[0, slot] = draw(state, table, rules)
    top = state.discarded - 1
    for player in range(1, state.players):
        deal_opponent(state, table, mine, rules, player)
    # The top discard was put there last.
    last = state.discarded - 1
    if 0 <= top < last:
        state.discards[top], state.discards[last] = state.discards[last], state.discards[top]


@jit
def deal_opponent(state, table, mine, rules, player):
    """Deals an opponent's row by what they may have done in the turns that have passed (see `begin_position`)."""
    round_ = table.round
    before = state.next
    table.round = round_ - 1
    for _ in range(MAX_DEALINGS):
        size = deal_early_row(state, table, mine, rules, player, max(0, round_ - 2))
        if round_ == 1 or not would_have_called(state, table, mine, rules, player):
            break
        for slot in range(table.cards[player]):
            forget(mine[player], table, slot)
        table.pile += state.next - before
        state.next = state.shuffled = before  # what was dealt is shuffled in again
    table.round = round_
    for i in range(size):
        if state.again[i] >= 0:
            put_under(state, table, int(state.again[i]))
    thrown_blind = min(max(0, round_ - 2), rules.hand_cards - min(rules.looked_at, rules.hand_cards))
    for _ in range(min(thrown_blind, table.pile)):
        put_under(state, table, draw(state, table, rules))
    if round_ > 1 and table.pile > 0 and table.cards[player] > 0:
        last_turn(state, table, mine, rules, player)


MAX_DEALINGS: Final = 50
"""A row with which its player would have called is dealt anew; after so many it stays."""


@jit
def deal_early_row(state, table, mine, rules, player, passed):
    """Deals a row as it is after so many turns; what was put away is left in `again`: how many places, −1 is none."""
    pool = state.again  # the place of a pile that is not in use yet
    size = min(min(rules.looked_at, rules.hand_cards) + passed, 24, table.pile)
    for i in range(size):
        pool[i] = draw(state, table, rules)
    known = min(rules.hand_cards, size)
    for i in range(known):  # the lowest ones come first
        for j in range(i + 1, size):
            if table.points_of[pool[j]] < table.points_of[pool[i]]:
                pool[i], pool[j] = pool[j], pool[i]
    # Of the whole row some may have been thrown, any of them: who is left with two cards has not the two lowest.
    left, places = known, max(rules.hand_cards, table.cards[player])
    for slot in range(table.cards[player]):
        place = below(state.pack_stream, places)
        places -= 1
        state.rows[player, slot] = -1
        if place < left:
            left -= 1
            card = int(pool[place])
            pool[place] = pool[left]
            pool[left] = -1
            state.rows[player, slot] = card
            learn(mine[player], table, slot, card)
        elif table.pile > 0:
            state.rows[player, slot] = draw(state, table, rules)
    return size


@jit
def would_have_called(state, table, mine, rules, player):
    """Whether a player would have called with this row on their turn: then there would be no such position."""
    me = mine[player]
    if rules.call_under != 0 and me.known_points + me.unknown * rules.least >= rules.call_under:
        return False
    return ask(state.hooks[CALL, player], me, table) == 1


@jit
def last_turn(state, table, mine, rules, player):
    """A player's last turn so far: a card drawn for one not known, or for the worst one where it is lower."""
    me = mine[player]
    card = draw(state, table, rules)
    slot = first_of(me.held & ~me.known)
    if slot < 0:
        slot = worst_known(me, table)
        if table.points_of[state.rows[player, slot]] <= table.points_of[card]:
            put_under(state, table, card)
            return
    out = int(state.rows[player, slot])
    forget(me, table, slot)
    state.rows[player, slot] = card
    learn(me, table, slot, card)
    put_under(state, table, out)


@jit
def put_under(state, table, card):
    """A card that all have seen lies among the discards, not on top."""
    see(table, card, 1)
    state.discards[state.discarded] = card
    state.discarded += 1


explore_positions = explorer(seat_players, begin_position, step, first_step_only=True)


def play_positions(
    rules_of, live, kept, spare, start, entries, hooks, rows, memory, unit, seed, first_deal, blocks, rotations,
    focal, own_turn, one_in, options, objective, seat_values, game_values, histograms, values, sums, touched, totals,
):  # fmt: skip
    """As play_forks, from a position, of whose first step the decisions are played on from."""
    return explore_positions(
        rules_of, live, kept, spare, start, entries, hooks, rows, memory, unit, seed, first_deal, blocks, rotations,
        focal, own_turn, one_in, options, objective, seat_values, game_values, histograms, values, sums, touched,
        totals,
    )  # fmt: skip
