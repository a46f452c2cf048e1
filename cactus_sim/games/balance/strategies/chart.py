"""Plays by a decision chart."""

from __future__ import annotations

from cactus_sim.games.balance.decisions import EARN, SAFE, decide_risk
from cactus_sim.games.balance.strategies.base import richest, safest
from cactus_sim.games.balance.strategies.gatherer import Gatherer, best_worth
from cactus_sim.strategies.charts import ChartParameter


class Chart(Gatherer):
    """Decides by a chart between the safest perch and the one that earns most. Where the chart is silent, and
    everywhere without a file, it gathers as `gatherer`: no chart of this game comes with the package.
    """

    fr = """Choisit d’après un tableau entre le perchoir le plus sûr et celui qui rapporte le plus. Là où le tableau se
    tait, et partout sans fichier, cueille comme `gatherer` : aucun tableau de ce jeu n’est fourni."""

    file = ChartParameter("balance")

    @staticmethod
    def place(mine, table, p):
        """The safest place or the richest, as the chart says."""
        safe, rich = safest(mine, table), richest(mine, table)
        option = decide_risk(p.file, mine, table, safe, rich)
        if option == SAFE:
            return safe
        return rich if option == EARN else best_worth(mine, table, p.weight)
