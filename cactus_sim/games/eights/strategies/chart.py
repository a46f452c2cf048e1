"""Plays by a decision chart."""

from __future__ import annotations

from cactus_sim.games.eights.decisions import DRAWING, EIGHT, OTHER, decide_colour, decide_hold
from cactus_sim.games.eights.strategies.base import (
    DRAW,
    chosen_suit,
    lowest_of,
    most_points,
    plain_first,
    somebody_has,
    wild,
)
from cactus_sim.games.eights.strategies.shedder import Shedder, card_to_shed
from cactus_sim.strategies.charts import ChartParameter


class Chart(Shedder):
    """Decides by a chart: which suit to name, and when to spend an eight. Everything else it does as `shedder`; so it
    does where the chart is silent, and everywhere without a file: no chart of this game comes with the package.
    """

    fr = """Décide d’après un tableau : quelle couleur annoncer, et quand dépenser un huit. Pour tout le
    reste, et là où le tableau se tait, joue comme `shedder`. Sans fichier, comme lui partout : aucun
    tableau de ce jeu n’est fourni."""

    file = ChartParameter("eights")

    @staticmethod
    def play(mine, table, p):
        """An eight, another card or a draw, as the chart says."""
        option = decide_hold(p.file, mine, table)
        if option == EIGHT:
            return lowest_of(mine.playable & table.eights)
        if option == DRAWING:
            return DRAW
        cards = mine.playable & ~wild(table) if option == OTHER else mine.playable
        if somebody_has(mine, table, p.danger):
            return most_points(table, cards)
        return card_to_shed(mine, table, cards if option == OTHER else plain_first(mine, table))

    @staticmethod
    def name_suit(mine, table, p):
        """As the chart says."""
        suit = decide_colour(p.file, mine, table)
        return suit if suit >= 0 else chosen_suit(mine, table, p.colour)
