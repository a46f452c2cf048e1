"""Plain C programs that play a game directly: compiling and running them. They are twins, and yardsticks of speed.

Such a program takes a seed, the first deal and how many deals, plays each deal once for every rotation of a fixed
line-up, and prints lines `METRIC SUM` or `METRIC SUM SUM …` (one for each player), then `seconds TIME` of its processor
time. With the word `each` it prints the same lines, but for the seconds, for every game on its own.
"""

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import numpy as np

COMPILER = "gcc"
FLAGS = ("-O3", "-march=native", "-Wall", "-Wextra")


@dataclass(frozen=True)
class Plain:
    """Where a program is, and what it plays: these players by the game's default rules, this unit."""

    game: str
    source: Path
    line_up: tuple[str, ...]
    unit: str = "round"


CACTUS = Plain(
    "cactus",
    Path(__file__).parent / "cactus" / "plain.c",
    ("threshold", "threshold(call_at=8)", "threshold(call_at=3)", "kamikaze"),
)
EIGHTS = Plain("eights", Path(__file__).parent / "eights" / "plain.c", ("greedy", "shedder", "greedy", "shedder"))
ALL = (CACTUS, EIGHTS)


def has_compiler() -> bool:
    """Whether there is a compiler here."""
    return shutil.which(COMPILER) is not None


class Program:
    """A program compiled into a folder."""

    def __init__(self, plain: Plain, folder: Path) -> None:
        self.plain = plain
        self.file = folder / plain.game
        subprocess.run([COMPILER, *FLAGS, "-o", str(self.file), str(plain.source)], check=True)

    def sums(self, seed: int, first_deal: int, deals: int) -> tuple[dict[str, np.ndarray], float]:
        """What all games of these deals count, by metric, one number or one a player; and the seconds they took."""
        counts = {name: values[0] for name, values in self._lines(seed, first_deal, deals).items()}
        seconds = float(counts.pop("seconds")[0])
        return {name: values.astype(np.int64) for name, values in counts.items()}, seconds

    def games(self, seed: int, first_deal: int, deals: int) -> dict[str, np.ndarray]:
        """What every game counts, by metric: [deal, rotation, one or player]."""
        counts = self._lines(seed, first_deal, deals, "each")
        return {name: values.astype(np.int64).reshape(deals, -1, values.shape[1]) for name, values in counts.items()}

    def _lines(self, *arguments: object) -> dict[str, np.ndarray]:
        command = [str(self.file), *map(str, arguments)]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        lines: dict[str, list[list[str]]] = {}
        for line in output.splitlines():
            name, *values = line.split()
            lines.setdefault(name, []).append(values)
        return {name: np.array(values, np.float64) for name, values in lines.items()}
