"""Makes the charts of games/GAME/strategies/charts: equilibria under the default rules, one for each number of players.

The same files come out on every machine: they depend on the seed and the version alone.
"""

from __future__ import annotations

import sys
from pathlib import Path

from cactus_sim.analysis.chart import chart_file
from cactus_sim.analysis.charting import make_chart, plan_chart

GAMES = Path(__file__).parent.parent / "cactus_sim" / "games"
SEED = 1
CHARTS = {"cactus": ("call", ("fewest",), (3, 4, 5, 6), 1_600_000)}
"""By game: the decision, axes added to the standard ones, numbers of players, games that each is measured by."""


def main() -> None:
    """Writes every chart, and says what a best reply still gains over it."""
    for game, (kind, by, tables, games) in CHARTS.items():
        folder = GAMES / game / "strategies" / "charts"
        folder.mkdir(exist_ok=True)
        for players in tables:
            plan = plan_chart(game, kind, players=players, equilibrium=True, by=by, games_asked=games, seed=SEED)
            chart = make_chart(plan)
            file = folder / f"{kind}-{players}.json"
            file.write_text(chart_file([chart]), "utf-8")
            gap = chart.gap
            told = "" if gap is None else f"; a best reply gains {100 * gap.value:.3f} ± {196 * gap.se:.3f} points"
            print(f"{file.name}: {len(chart.cells)} cells, {len(chart.found.rounds)} rounds{told}", file=sys.stderr)


if __name__ == "__main__":
    main()
