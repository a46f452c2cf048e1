"""How a chart is asked while a game is played, and how a study of decisions listens in and steps between.

A chart that plays is int64 numbers in memory, whose address is a parameter of the strategy: a head by which a study
governs it, a log of what was asked, the places of the policies (by kind of decision and number of players), and the
policies themselves, each MAX_AXES axis lengths and an option for every cell (−1: the chart is silent).
"""

from __future__ import annotations

from typing import Final

from cactus_sim.games.decisions import MAX_AXES, MAX_KINDS
from cactus_sim.jit import jit, number_at, set_number_at
from cactus_sim.streams import chance

MODE, STUDIED, EXPLORE, ASKED, FORCED_AT, FORCED = range(6)
"""Places of the head: the mode; the kind of decision studied; how many of EXPLORE_OF decisions are taken at random;
how many were asked in this step; which of them is forced, to which option."""

PLAY, LISTEN, FORCE = range(3)
"""Modes: the chart plays; besides, what is asked is written to the log; one decision of a step is forced."""

LOG: Final = 6
LOG_SIZE: Final = 64
"""So many decisions of one kind are noted in one step; a step has fewer."""
PLAYER, CELL, LEGAL, CHOSEN, LOG_COLUMNS = range(5)
POLICIES: Final = LOG + LOG_SIZE * LOG_COLUMNS
MAX_TABLE: Final = 8
"""The most players that a policy can be for."""
HEAD: Final = POLICIES + MAX_KINDS * (MAX_TABLE + 1)
"""Where the first policy may begin."""

EXPLORE_OF: Final = 1024
SILENT: Final = -1


@jit
def place_on(value, low, size):
    """The place of a value on an axis, the ends standing for all beyond."""
    return min(max(value - low, 0), size - 1)


@jit
def decide(chart, kind, mine, table, a, b, c, d, legal):
    """The option that a chart (its address) takes, of those that are legal (bits), SILENT where it says nothing.

    a, b, c, d: the places on the decision's axes.
    """
    policy = number_at(chart, POLICIES + kind * (MAX_TABLE + 1) + table.players)
    if policy == 0:
        return SILENT
    cell = min(a, number_at(chart, policy) - 1)
    cell = cell * number_at(chart, policy + 1) + min(b, number_at(chart, policy + 1) - 1)
    cell = cell * number_at(chart, policy + 2) + min(c, number_at(chart, policy + 2) - 1)
    cell = cell * number_at(chart, policy + 3) + min(d, number_at(chart, policy + 3) - 1)
    option = number_at(chart, policy + MAX_AXES + cell)
    if option >= 0 and legal >> option & 1 == 0:
        option = SILENT
    mode = number_at(chart, MODE)
    if mode == PLAY or number_at(chart, STUDIED) != kind:
        return option
    return studied(chart, mode, mine, cell, legal, option)


@jit
def studied(chart, mode, mine, cell, legal, option):
    """What becomes of a decision that is studied: noted, now and then taken at random, or forced."""
    asked = number_at(chart, ASKED)
    if asked >= LOG_SIZE:
        return option
    set_number_at(chart, ASKED, asked + 1)
    line = LOG + asked * LOG_COLUMNS
    if mode == FORCE:
        if asked < number_at(chart, FORCED_AT):
            return number_at(chart, line + CHOSEN)
        set_number_at(chart, MODE, PLAY)
        return number_at(chart, FORCED)
    explore = number_at(chart, EXPLORE)
    if explore > 0 and chance(mine, EXPLORE_OF) < explore:
        option = a_legal_one(mine, legal)
    set_number_at(chart, line + PLAYER, mine.me)
    set_number_at(chart, line + CELL, cell)
    set_number_at(chart, line + LEGAL, legal)
    set_number_at(chart, line + CHOSEN, option)
    return option


@jit
def a_legal_one(mine, legal):
    """One of the legal options, each equally likely."""
    count, rest = 0, legal
    while rest:
        rest &= rest - 1
        count += 1
    skipped = chance(mine, count)
    option = 0
    while legal >> option & 1 == 0 or skipped > 0:
        skipped -= legal >> option & 1
        option += 1
    return option
