"""A player's turn: a card, a draw, a pass, an attack faced (rules E4, E5, E9, E10)."""

from __future__ import annotations

from typing import Final

from cactus_sim.games.eights.events import CANNOT, PASSED, WANTS, emit
from cactus_sim.games.eights.masks import has, lowest_of
from cactus_sim.games.eights.powers import refuse, take_attack
from cactus_sim.games.eights.rules import FOLLOW_SIZE, MUST, NO
from cactus_sim.games.eights.state import BY_BLOCK, DRAWS, PASSES, PLAY, draw_cards
from cactus_sim.games.eights.view import DRAW, PASS, followed, lack
from cactus_sim.jit import ask, inlined, jit

NO_CARD: Final = -1
"""The card of a turn in which none is played, and of one in which a hook was at fault."""


@inlined
def may_play(table, me, rules, player):
    """The cards of a hand that may be played now (E4, E12)."""
    playable = me.hand & rules.follow[(table.top << 3 | table.suit) & (FOLLOW_SIZE - 1)]
    barred = rules.never_last if table.cards[player] == 1 else 0
    return playable & ~barred


@inlined
def choose(state, table, me, player, playable, may_draw, may_pass):
    """What a player does: a card, DRAW or PASS; asked where there is a choice. NO_CARD where the hook was at fault."""
    if playable & (playable - 1) == 0 and may_draw + may_pass + int(playable != 0) == 1:
        if playable:
            return lowest_of(playable)
        return DRAW if may_draw else PASS
    me.playable = playable
    me.may_draw = may_draw
    me.may_pass = may_pass
    answer = ask(state.hooks[PLAY, player], me, table)
    if 0 <= answer < 54:
        if has(playable, answer):
            return answer
    elif (answer == DRAW and may_draw) or (answer == PASS and may_pass):
        return answer
    refuse(state, PLAY, player, answer)
    return NO_CARD


@inlined
def play_or_draw(state, table, me, rules, events, player):
    """A turn: a card that can be played, or a draw, after which only a drawn card can be; gives the card (E9)."""
    playable = may_play(table, me, rules, player)
    if playable:
        may_draw = int(rules.voluntary_draw != 0 and table.pile > 0)
        answer = choose(state, table, me, player, playable, may_draw, 0)
        if answer != DRAW:
            followed(table, player, answer)
            return answer
    return draw_and_play(state, table, me, rules, events, player, playable)


@jit
def draw_and_play(state, table, me, rules, events, player, playable):
    """Draws, and gives the card that is then played, NO_CARD where the turn passes or was at fault (E9)."""
    # Where drawing at will is not allowed, a draw or a pass shows that the suit could not be followed; but not of a
    # single card, which may be one that must not be the last.
    shows = not rules.voluntary_draw and (rules.never_last == 0 or table.cards[player] > 1)
    if shows:
        lack(table, player)
    if table.pile > 0:
        drawn = draw_for_turn(state, table, me, rules, events, player, WANTS if playable else CANNOT)
        if shows and rules.play_drawn == MUST and rules.draw_cards == 1:
            lack(table, player)  # what is drawn and kept does not follow either
        if drawn and rules.play_drawn != NO:
            answer = choose(state, table, me, player, drawn, 0, int(rules.play_drawn != MUST))
            me.drawn = 0
            if answer != PASS:
                return answer
        me.drawn = 0
    end_without_card(state, table, events, player, rules)
    return NO_CARD


@inlined
def draw_for_turn(state, table, me, rules, events, player, why):
    """Draws once, or until a card can be played; gives the cards drawn this turn that can be (E9)."""
    draws = 0
    while True:
        draw_cards(state, table, me, rules, events, player, rules.draw_cards, why)
        state.counts[player, DRAWS] += 1
        draws += 1
        playable = me.drawn & may_play(table, me, rules, player)
        if playable or not rules.draw_until or draws == rules.draw_max or table.pile == 0:
            return playable


@jit
def play_anew(state, table, me, rules, events, player):
    """A turn in which the whole choice comes again after every draw; gives the card played (E9, `play_drawn: anew`)."""
    draws = 0
    while True:
        playable = may_play(table, me, rules, player)
        can_draw = table.pile > 0 and (rules.draw_max == 0 or draws < rules.draw_max)
        may_draw = int(can_draw and (rules.voluntary_draw != 0 or playable == 0))
        answer = choose(state, table, me, player, playable, may_draw, int(not can_draw))
        if answer != DRAW:
            me.drawn = 0
            if answer != PASS:
                followed(table, player, answer)
                return answer
            end_without_card(state, table, events, player, rules)
            return NO_CARD
        if not rules.voluntary_draw and (rules.never_last == 0 or table.cards[player] > 1):
            lack(table, player)
        draw_cards(state, table, me, rules, events, player, rules.draw_cards, WANTS if playable else CANNOT)
        state.counts[player, DRAWS] += 1
        draws += 1


@jit
def face_attack(state, table, me, rules, events, player):
    """A turn under attack: pass it on with the card given, or take its cards (E5, `stack`)."""
    playable = me.hand & rules.answer[table.top]
    if table.cards[player] == 1:
        playable &= ~rules.never_last
    answer = choose(state, table, me, player, playable, 1, 0)
    if answer != DRAW:
        followed(table, player, answer)
        return answer
    size = table.attack
    table.attack = 0
    state.counts[player, DRAWS] += 1
    take_attack(state, table, me, rules, events, player, size)
    return NO_CARD


@jit
def end_without_card(state, table, events, player, rules):
    """A player passes; when all do in a row with nothing to draw, the round is blocked (E10)."""
    state.counts[player, PASSES] += 1
    emit(events, state, PASSED, player)
    if table.pile > 0:
        state.passes = 0
        return
    state.passes += 1
    if state.passes == state.players + rules.blocked_extra:
        state.over = BY_BLOCK
