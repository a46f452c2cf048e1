"""Adding up runs of one experiment over different deals: the sum is the run that played all of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np

from cactus_sim.errors import UsageError
from cactus_sim.simulate import checkpoint
from cactus_sim.simulate.checkpoint import ABOUT, Arrays, write_whole
from cactus_sim.simulate.facts import first_difference
from cactus_sim.simulate.kept_run import legs_of, tallies_of
from cactus_sim.simulate.manifest import Manifest, check_program, read_manifest, to_bytes
from cactus_sim.simulate.run_directory import MANIFEST, TALLIES
from cactus_sim.simulate.tally import Tally

HOW_MUCH: Final = frozenset({"games", "first-deal", "max-games"})
"""Options that say how much is played, and which deals."""
STOPS_BY_ITSELF: Final = ("race", "sequential", "target-se")


def merge(folders: Sequence[Path], into: Path) -> str:
    """Makes a run directory of the sum of finished runs; gives the command that they are runs of.

    The directory has manifest and tallies; its results are made by going on with it, which plays nothing. Raises a
    UsageError that names the difference where they are not of one experiment, or have deals in common.
    """
    manifests = [_checked(folder) for folder in folders]
    for folder, manifest in zip(folders[1:], manifests[1:], strict=True):
        _check_same(folders[0], manifests[0], folder, manifest)
    ranges = _ranges(folders, manifests)
    legs = [legs_of(tallies_of(folder)) for folder in folders]
    own = [manifest["experiment"]["deals"] for manifest in manifests]
    joined = _joined(ranges)
    together = {
        f"{index:04}.{name}": array
        for index, same_leg in enumerate(_zipped(folders, legs))
        for name, array in _sum(folders, own, same_leg, joined).items()
    }
    if into.exists() and (not into.is_dir() or any(into.iterdir())):
        raise UsageError(f"--run {into}: it is there already; name another directory")
    try:
        into.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"can't write {into}: {error.strerror}") from None
    write_whole(into / TALLIES, checkpoint.pack(together))
    write_whole(into / MANIFEST, to_bytes(_manifest(manifests[0], joined)))
    return str(manifests[0]["command"])


def _checked(folder: Path) -> Manifest:
    manifest = read_manifest(folder)
    check_program(manifest, folder)
    if manifest["state"] != "done":
        raise UsageError(f"{folder} is not finished: go on with it by --resume {folder} first")
    for option in STOPS_BY_ITSELF:
        if option in manifest["options"]:
            raise UsageError(f"{folder} was begun with --{option}: a run that stops by itself is not added to others")
    return manifest


def _check_same(first: Path, mine: Manifest, other: Path, theirs: Manifest) -> None:
    def compared(manifest: Manifest) -> dict[str, Any]:
        options = {name: value for name, value in manifest["options"].items() if name not in HOW_MUCH}
        experiment = {name: value for name, value in manifest["experiment"].items() if name != "deals"}
        # Options first: they are how people name things.
        return {"command": manifest["command"], "options": options, "files": manifest["files"], **experiment}

    if found := first_difference(compared(mine), compared(theirs)):
        name, here, there = found
        raise UsageError(
            f"{first} and {other} differ in {name}: {here!r} in the first, {there!r} in the second; only runs of one "
            "experiment over different deals (--first-deal) are merged"
        )


def _ranges(folders: Sequence[Path], manifests: Sequence[Manifest]) -> list[tuple[int, int]]:
    """All ranges of deals, in order; a UsageError where two have deals in common."""
    ranges = sorted(
        (first, blocks, folder)
        for folder, manifest in zip(folders, manifests, strict=True)
        for first, blocks in manifest["experiment"]["deals"]
    )
    for (first, blocks, one), (later, _, other) in pairwise(ranges):
        if later < first + blocks:
            raise UsageError(
                f"{one} and {other} have deals in common, from deal {later} on: play others with --first-deal"
            )
    return [(first, blocks) for first, blocks, _ in ranges]


def _joined(ranges: Sequence[tuple[int, int]]) -> list[list[int]]:
    """The ranges, neighbours made one."""
    joined: list[list[int]] = []
    for first, blocks in ranges:
        if joined and sum(joined[-1]) == first:
            joined[-1][1] += blocks
        else:
            joined.append([first, blocks])
    return joined


def _zipped(folders: Sequence[Path], legs: Sequence[list[Arrays]]) -> list[tuple[Arrays, ...]]:
    if len({len(own) for own in legs}) > 1:
        counts = ", ".join(f"{folder} {len(own)}" for folder, own in zip(folders, legs, strict=True))
        raise UsageError(f"these runs were played in different numbers of parts ({counts}): they can't be merged")
    return list(zip(*legs, strict=True))


def _sum(folders: Sequence[Path], own: Sequence[Any], legs: Sequence[Arrays], joined: list[list[int]]) -> Arrays:
    """The sum of one leg of each run; where all played the same deals there (a pilot), that leg itself."""
    try:
        abouts = [checkpoint.text_in(leg[ABOUT]) for leg in legs]
        tallies = [Tally(**{name: array for name, array in leg.items() if name != ABOUT}) for leg in legs]
        keys, deals = [about["key"] for about in abouts], [about["deals"] for about in abouts]
    except (KeyError, TypeError, ValueError):
        raise UsageError(f"the sums of {folders[0]} are of a kind that can't be added") from None
    if len(set(keys)) > 1:
        other = folders[[key == keys[0] for key in keys].index(False)]
        raise UsageError(
            f"{folders[0]} and {other} played differently, though they "
            "were asked the same: where so few deals are played, their order depends on their number. Play more"
        )
    if all(some == deals[0] for some in deals) and deals[0] != own[0]:
        if any(tally != tallies[0] for tally in tallies):
            raise UsageError(f"{folders[0]} and the others counted otherwise on the same deals: one of them is wrong")
        return legs[0]
    if any(mine != theirs for mine, theirs in zip(deals, own, strict=True)):
        raise UsageError(f"{folders[0]} and the others did not play the deals that their manifests name")
    total = tallies[0]
    for tally in tallies[1:]:
        if tally.within.shape != total.within.shape or tally.histograms.shape != total.histograms.shape:
            raise UsageError(f"the sums of {folders[0]} and the others are of different shapes: they can't be added")
        total = total + tally
    about = {**abouts[0], "deals": joined, "ended": True}
    return {**checkpoint.arrays_of(total), ABOUT: checkpoint.text_array(about)}


def _manifest(first: Manifest, joined: list[list[int]]) -> Manifest:
    """The manifest of the whole, as that of a run which played all deals."""
    experiment = {**first["experiment"], "deals": joined}
    games = int(np.sum([blocks for _, blocks in joined], dtype=object)) * experiment["rotations"]
    options = {**first["options"], "games": str(games)}
    options.pop("first-deal", None)
    if joined[0][0] or len(joined) > 1:
        parts = [f"{start}+{blocks}" for start, blocks in joined[:-1]] + [str(joined[-1][0])]
        options["first-deal"] = ",".join(parts)
    return {
        **first, "options": options, "experiment": experiment, "state": "running", "save_games": False, "sessions": [],
    }  # fmt: skip
