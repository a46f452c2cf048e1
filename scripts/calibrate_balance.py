"""Compares the static physics of CACTUS, the stacking game, with a rigid-body engine, and fits its constants.

Random stacks, placements and falls (see `calibration.trials`) are played out by pymunk: P3's verdict is compared, and
the constants of P4 and P5 are fitted (see `calibration.fits`).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Any, Final

import joblib
import pymunk
from rich.console import Console
from rich.progress import track
from rich.table import Table

from cactus_sim.games.balance.tables import FOLDER, physics
from scripts.calibration.findings import (
    EDGE_MM,
    Findings,
    Hitting,
    Jostling,
    Row,
    Standing,
    hitting,
    jostling,
    standing,
)
from scripts.calibration.fits import Figure
from scripts.calibration.trials import drop_trial, fall_trial, stack_trial

SEED: Final = 1
TRIALS: Final = 3_000
FEWEST: Final = 100
"""Trials of each kind: with fewer there may be none in which anything falls or is hit."""
BATCH: Final = 50
"""Trials that a process does at once."""
PHYSICS: Final = FOLDER / "physics.toml"
CONSTANTS: Final = ("jostle", "hit", "hit_shift")
FILE: Final = """\
# What the static model takes for jostling and hits where nothing else is set: with these it loses pieces as often as
# rigid bodies do. `origin` says where the figures come from.
origin = "{origin}"
"""
EXAMPLES: Final = """\
examples:
  scripts/calibrate-balance                        what agrees, and the constants; about two minutes on two cores
  scripts/calibrate-balance --trials 400           a rough look in a quarter of a minute
  scripts/calibrate-balance --write                the same, and writes cactus_sim/games/balance/tables/physics.toml
  scripts/calibrate-balance --json >figures.json   everything for machines
"""


def main(arguments: Sequence[str] | None = None) -> None:
    """Calibrates, and shows or writes what was found."""
    asked = _parser().parse_args(arguments)
    findings = calibrate(asked.trials, asked.seed, asked.jobs, progress=sys.stderr.isatty())
    if asked.json:
        print(json.dumps(asdict(findings), indent=2))
    else:
        show(findings, Console() if sys.stdout.isatty() else Console(width=110))
    if asked.write:
        PHYSICS.write_text(physics_file(findings), encoding="utf-8")
        print(f"written: {PHYSICS}", file=sys.stderr)


def calibrate(trials: int, seed: int, jobs: int, *, progress: bool = False) -> Findings:
    """So many trials of each kind on so many cores; the same for a seed whatever the cores."""
    stacks = all_trials("P3, stacks", stack_trial, trials, seed, jobs, progress)
    drops = all_trials("P4, placements", drop_trial, trials, seed, jobs, progress)
    falls = all_trials("P5, falls", fall_trial, trials, seed, jobs, progress)
    return Findings(pymunk.version, seed, trials, standing(stacks), jostling(drops, seed), hitting(falls, seed))


def physics_file(findings: Findings) -> str:
    """The table physics.toml with the constants found."""
    each = f"{findings.trials} stacks, {findings.trials} placements, {findings.trials} falls"
    origin = f"scripts/calibrate-balance, pymunk {findings.pymunk}, seed {findings.seed}: {each}"
    lines = [f"{name} = {figure.value:.3f}\n" for name, figure in constants(findings).items()]
    return FILE.format(origin=origin) + "".join(lines)


def constants(findings: Findings) -> dict[str, Figure]:
    """The constants found, by the names that rules have."""
    found = findings.jostling.jostle, findings.hitting.hit, findings.hitting.hit_shift
    return dict(zip(CONSTANTS, found, strict=True))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="scripts/calibrate-balance",
        description="Compares the static physics of CACTUS, the stacking game, with a rigid-body engine (pymunk), and "
        "fits its constants.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    stacks = f"stacks, and as many placements and falls (default {TRIALS}, at least {FEWEST})"
    parser.add_argument("--trials", type=_at_least(FEWEST), default=TRIALS, metavar="N", help=stacks)
    parser.add_argument("--seed", type=_at_least(0), default=SEED, metavar="N", help=f"default {SEED}")
    jobs = "processes (default: one for each core); figures do not depend on it"
    parser.add_argument("--jobs", type=_at_least(1), default=joblib.cpu_count(), metavar="N", help=jobs)
    parser.add_argument("--write", action="store_true", help="write the constants into the game's physics.toml")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    return parser


def _at_least(low: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        try:
            number = int(text.replace("_", ""))
        except ValueError:
            raise argparse.ArgumentTypeError(f"'{text}' must be a whole number, at least {low}") from None
        if number < low:
            raise argparse.ArgumentTypeError(f"{number} is too few: give {low} or more")
        return number

    return read


def all_trials(
    what: str, trial: Callable[[int, int], Any], trials: int, seed: int, jobs: int, progress: bool
) -> list[Any]:
    """Every trial of a kind, in order."""
    batches = [range(first, min(first + BATCH, trials)) for first in range(0, trials, BATCH)]
    work = joblib.Parallel(n_jobs=jobs, return_as="generator")(
        joblib.delayed(_batch)(trial, seed, batch) for batch in batches
    )
    done: Iterable[list[Any]] = work
    if progress:
        done = track(work, what, total=len(batches), console=Console(stderr=True))
    return [result for batch in done for result in batch]


def _batch(trial: Callable[[int, int], Any], seed: int, numbers: Iterable[int]) -> list[Any]:
    return [trial(seed, number) for number in numbers]


def show(findings: Findings, console: Console) -> None:
    """Prints everything for people."""
    each = f"{findings.trials} stacks, placements and falls each"
    console.print(f"pymunk {findings.pymunk}, seed {findings.seed}; {each}; intervals of 95 %\n", highlight=False)
    for part in (*_standing(findings.standing), *_jostling(findings.jostling), *_hitting(findings.hitting)):
        console.print(part, highlight=False)
    table = _table("Constants", "", "fitted", "physics.toml now", "root mean square of what stays")
    rms = findings.jostling.root_mean_square, None, findings.hitting.root_mean_square
    for (name, figure), other in zip(constants(findings).items(), rms, strict=True):
        table.add_row(name, _number(figure), f"{physics()[name]:g}", _number(other) if other else "")
    console.print(table)
    console.print("jostle, hit_shift: in errors of the hand; with them the static model loses pieces as often as the")
    console.print("engine did. What stays moves far less than a normal error of that size: the rest is knocked over.\n")
    console.print("What this cannot know:")
    for line in findings.cannot_know:
        console.print(f"- {line}", highlight=False)


def _standing(found: Standing) -> Iterator[Table | str]:
    yield _pairs(
        "P3: does a stack stand?",
        ("stands by P3", f"{found.stand:.1%} of {found.stacks}"),
        ("the engine agrees", _percent(found.agree)),
        (f"… with {EDGE_MM:g} mm or more to the edge", _percent(found.agree_off_edge)),
        ("only in the engine it falls", f"{found.only_engine_falls}, of which {found.slid} slid without tilting"),
        ("only by P3 it falls", str(found.only_static_falls)),
        ("both fall: the lowest level that falls is", ", ".join(f"{k} {v:.1%}" for k, v in found.lowest.items())),
    )
    yield _rows("agreement", "margin by P3, mm", found.by_margin)
    yield _rows("agreement", "pieces", found.by_pieces)
    yield _rows("agreement", "narrowest meeting, mm", found.by_meeting)
    yield _rows("agreement", "friction", found.by_friction)
    yield f"{_where(found)}\n"


def _where(found: Standing) -> str:
    """Where the verdicts differ, in words."""
    differ = found.only_engine_falls + found.only_static_falls
    if not differ:
        return "They differ nowhere."
    near = f"{found.near_edge} with less than {EDGE_MM:g} mm to the edge"
    return f"Where they differ, in {differ} of {found.stacks}: {near}; {found.slid} by sliding, which P3 does not know."


def _jostling(found: Jostling) -> Iterator[Table | str]:
    yield _pairs(
        "P4: a piece let go where nothing need fall",
        ("placements", str(found.placements)),
        ("pieces of the perch come off", _percent(found.lost)),
        ("the new piece comes off", _percent(found.new_off)),
        ("shift of what stays, root mean square", f"{_number(found.root_mean_square)} σ"),
        (f"neighbour perches touched, of {found.neighbours}", _percent(found.neighbours_touched)),
        ("shift of their pieces, root mean square", f"{_number(found.neighbours_root_mean_square)} σ"),
    )
    yield _rows("pieces come off", "let go from, mm", found.by_drop)
    yield _rows("pieces come off", "sideways, mm/s", found.by_speed)
    yield _rows("pieces come off", "friction", found.by_friction)


def _hitting(found: Hitting) -> Iterator[Table | str]:
    yield _pairs(
        "P5: pieces that fall over lower neighbours",
        ("placements where something falls by P2 or P3", str(found.falls)),
        ("… and nothing came off in the engine", _percent(found.all_stayed)),
        ("a falling piece hits a lower neighbour's pieces", _percent(found.hit)),
        (f"a neighbour hit loses pieces, of {found.perches_hit}", _percent(found.lost)),
        ("shift of what stays, root mean square", f"{_number(found.root_mean_square)} σ"),
    )


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold")
    for i, column in enumerate(columns):
        table.add_column(column, justify="right" if i else "left")
    return table


def _pairs(title: str, *rows: tuple[str, str]) -> Table:
    table = _table(title, "", "")
    table.show_header = False
    for row in rows:
        table.add_row(*row)
    return table


def _rows(what: str, by: str, rows: Sequence[Row]) -> Table:
    jostles = [row.jostle for row in rows if row.jostle]
    table = _table("", by, "trials", what, *(["jostle by these alone"] if jostles else []))
    for row in rows:
        table.add_row(row.of, str(row.trials), _percent(row.share), *([_number(row.jostle)] if row.jostle else []))
    return table


def _percent(figure: Figure) -> str:
    return f"{figure.value:.1%} ({figure.low:.1%} to {figure.high:.1%})"


def _number(figure: Figure) -> str:
    return f"{figure.value:.3f} ({figure.low:.3f} to {figure.high:.3f})"


if __name__ == "__main__":
    main()
