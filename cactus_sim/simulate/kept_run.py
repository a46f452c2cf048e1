"""Runs that were kept, read: how far one is, and whether two gave the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from cactus_sim.errors import CactusSimError, UsageError
from cactus_sim.simulate import checkpoint
from cactus_sim.simulate.checkpoint import ABOUT, Arrays, DamagedError
from cactus_sim.simulate.run_directory import CHECKPOINT, RESULTS, TALLIES

MAX_RESULTS = 1 << 30
"""Bytes; no results file is nearly so large."""


def results_of(folder: Path) -> dict[str, Any]:
    """What came out of a finished run; a UsageError where it can't be read."""
    path = folder / RESULTS
    try:
        if path.stat().st_size > MAX_RESULTS:
            raise UsageError(f"{path} is too large to be results of cactus-sim")
        results = json.loads(path.read_bytes())
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}: go on with the run by --resume {folder}") from None
    except (ValueError, RecursionError):
        raise UsageError(f"{path} is damaged; make it anew by --resume {folder}") from None
    if not isinstance(results, dict):
        raise UsageError(f"{path} is damaged; make it anew by --resume {folder}")
    return results


def tallies_of(folder: Path) -> Arrays:
    """The sums of a finished run, leg by leg; a UsageError where they can't be read."""
    path = folder / TALLIES
    try:
        return checkpoint.unpack(path.read_bytes())
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}: go on with the run by --resume {folder}") from None
    except DamagedError as error:
        raise UsageError(f"{path} is damaged: {error}; play the run again with --resume {folder}") from None


def legs_of(arrays: Arrays) -> list[Arrays]:
    """The sums of each leg, by name."""
    legs: dict[str, Arrays] = {}
    for name, array in sorted(arrays.items()):
        leg, _, field = name.partition(".")
        legs.setdefault(leg, {})[field] = array
    return list(legs.values())


def played(folder: Path) -> list[tuple[int, int]]:
    """Of every leg that was begun: how many deals its last checkpoint holds, and how many it has in all."""
    found = []
    for path in sorted((folder / CHECKPOINT).glob("[0-9][0-9][0-9][0-9].npz")):
        try:
            (leg,) = legs_of(checkpoint.unpack(path.read_bytes()))
            about = checkpoint.text_in(leg[ABOUT])
            found.append((blocks_in(leg), sum(int(blocks) for _, blocks in about["deals"])))
        except (DamagedError, OSError, KeyError, TypeError, ValueError):
            continue
    return found


def blocks_in(leg: Arrays) -> int:
    """How many deals the sums of a leg are over."""
    return int(leg["blocks"] if "blocks" in leg else leg["within"][0, 0, 0])


def differences(one: Path, other: Path) -> list[str]:
    """The files of results in which two runs differ, byte by byte; but for the version that wrote them."""
    found = []
    for name in (RESULTS, TALLIES):
        try:
            contents = [(folder / name).read_bytes() for folder in (one, other)]
        except OSError as error:
            raise CactusSimError(f"{error.filename}: {error.strerror}") from None
        if contents[0] != contents[1] and not (name == RESULTS and _same_but_version(*contents)):
            found.append(name)
    return found


def _same_but_version(one: bytes, other: bytes) -> bool:
    try:
        results = [json.loads(content) for content in (one, other)]
        return {**results[0], "version": ""} == {**results[1], "version": ""}
    except (ValueError, TypeError, RecursionError):
        return False
