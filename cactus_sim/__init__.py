"""cactus-sim: plays millions of card games to tell how strategies and house rules fare.

`simulate`, `sweep`, `compare`, `house_rules`, `tournament` (with `race`), `chart`, `advise`, `seats` and `play` are
what the commands of those names call. They are light to import; numpy, numba and pandas come when something is played
or looked at. The function `simulate` takes the name of the folder that it lives in: modules of that folder are imported
as `from cactus_sim.simulate.result import Result`.
"""

from cactus_sim.analysis.compare import compare
from cactus_sim.analysis.decide import advise, chart
from cactus_sim.analysis.house_rules import house_rules
from cactus_sim.analysis.seats import seats
from cactus_sim.analysis.sweep import sweep
from cactus_sim.analysis.tournament import race, tournament
from cactus_sim.simulate.playing import play
from cactus_sim.simulate.simulation import simulate

__version__ = "0.1.0"
__all__ = [
    "__version__", "advise", "chart", "compare", "house_rules", "play", "race", "seats", "simulate", "sweep",
    "tournament",
]  # fmt: skip
