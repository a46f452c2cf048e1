"""Plays by a decision chart."""

from __future__ import annotations

from cactus_sim.games.cactus.decisions import bad_card, decide_call, decide_kamikaze, decide_take
from cactus_sim.games.cactus.strategies.base import own_throw, slot_to_replace, slot_to_take_for
from cactus_sim.games.cactus.strategies.threshold import Threshold
from cactus_sim.games.cactus.view import NOTHING
from cactus_sim.strategies.charts import ChartParameter


class Chart(Threshold):
    """Decides by a chart: when to call, and, where the chart's file has them, when to take the top discard and when to
    throw a bad card on purpose. Everything else it does as `threshold`; so it does where the chart is silent. Without a
    file it uses the charts that come with the package, one for each number of players.
    """

    fr = """Décide d’après un tableau : quand annoncer et, si le fichier en a pour cela, quand prendre la
    carte visible de la défausse et quand jeter exprès une mauvaise carte. Pour tout le reste, et là où le
    tableau se tait, joue comme `threshold`. Sans fichier, les tableaux fournis servent, un par nombre de
    joueurs."""

    file = ChartParameter("cactus")
    throws_on_purpose = True

    @staticmethod
    def call(mine, table, p):
        """As the chart says."""
        option = decide_call(p.file, mine, table)
        if option >= 0:
            return option
        return mine.known_points + mine.unknown * table.pack_mean <= p.call_at

    @staticmethod
    def take(mine, table, p):
        """As the chart says."""
        slot = slot_to_replace(mine, table)
        option = decide_take(p.file, mine, table, slot) if slot >= 0 else -1
        if option >= 0:
            return slot if option == 1 else NOTHING
        return slot_to_take_for(mine, table)

    @staticmethod
    def throw(mine, table, p):
        """Equal cards as ever; bad ones as the chart says."""
        bad = bad_card(mine, table)
        if bad >= 0 and decide_kamikaze(p.file, mine, table, bad) == 1:
            return bad
        return own_throw(mine, table)
