"""What a run is, in plain values: for manifests, and to tell whether two runs are of one experiment."""

from __future__ import annotations

import dataclasses
import enum
import hashlib
import json
import sys
from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from cactus_sim.games.base import Game
    from cactus_sim.simulate.experiment import Arm, Experiment
    from cactus_sim.simulate.schedule import Batch
    from cactus_sim.strategies import Entry

NOT_WHAT_IS_PLAYED = frozenset({"games", "first_deal", "label"})
"""Fields of an experiment that say how much is played, and what an arm is called."""


def digest_of(value: Any) -> str:
    """A digest (64 hex digits) of something of plain values."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def plain(value: Any) -> Any:
    """Any description of work as plain values, so that equal work is equal text, on any machine.

    How many games are played, and which deals, is left out.
    """
    from cactus_sim.strategies import Entry

    if isinstance(value, Entry):
        return {"name": value.name, "parameters": _parameters(value), "traits": dict(value.traits),
                "sources": source_hashes([value])[value.name]}  # fmt: skip
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = [field.name for field in dataclasses.fields(value) if field.name not in NOT_WHAT_IS_PLAYED]
        return {name: plain(getattr(value, name)) for name in fields}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | range):
        return [plain(item) for item in value]
    if isinstance(value, np.ndarray):
        return [str(value.dtype), list(value.shape), hashlib.sha256(value.tobytes()).hexdigest()]
    if isinstance(value, type) or callable(value):
        return f"{value.__module__}.{value.__qualname__}"
    if hasattr(value, "rule_book"):
        return value.name
    if isinstance(value, Fraction | enum.Enum | np.generic | Path):
        return str(value)
    return value


def experiment_facts(experiment: Experiment, arms: Iterable[Arm] | None = None) -> dict[str, Any]:
    """An experiment as a manifest has it; `arms` where it is more than those played together."""
    return contest_facts(
        experiment.game, experiment.arms if arms is None else tuple(arms), experiment.unit, experiment.seed,
        experiment.rotations, experiment.deals,
    )  # fmt: skip


def contest_facts(
    game: Game, arms: tuple[Arm, ...], unit: str, seed: int, rotations: int, deals: tuple[Batch, ...]
) -> dict[str, Any]:
    """What is played, on which deals, by whom and under which rules."""
    return {
        "game": game.name,
        "unit": unit,
        "seed": seed,
        "rotations": rotations,
        "deals": [[part.first_deal, part.blocks] for part in deals],
        "arms": [
            {
                "label": arm.label,
                "line_up": list(arm.entry_labels),
                "rules": arm.rules.name,
                "rule_hash": digest_of(dict(arm.rules.values)),
                "rule_values": dict(arm.rules.values),
            }
            for arm in arms
        ],
        "strategies": source_hashes([entry for arm in arms for entry in arm.line_up]),
    }


def source_hashes(entries: Iterable[Entry]) -> dict[str, str]:
    """For each strategy the digest of its sources, and for each chart that an entry plays by that of the chart."""
    from cactus_sim.strategies import source_hashes as of_strategies

    hashes: dict[str, str] = {}
    for entry in entries:
        hashes |= of_strategies([entry])
        played = _parameters(entry)
        hashes |= {f"{name}={entry.parameters[name]}": str(played[name]) for name in _charts_of(entry)}
    return hashes


def _parameters(entry: Entry) -> dict[str, Any]:
    """The values of an entry's parameters; of a chart not how it is called, but a digest of what it decides."""
    from cactus_sim.strategies.charts import policies

    charts = {
        name: digest_of(plain(policies(game, str(entry.parameters[name])))) for name, game in _charts_of(entry).items()
    }
    return {**entry.parameters, **charts}


def _charts_of(entry: Entry) -> dict[str, str]:
    """The parameters of an entry that name a chart, and of which game each is."""
    from cactus_sim.strategies.charts import ChartParameter

    return {
        name: parameter.game
        for name, parameter in entry.strategy.parameters.items()
        if isinstance(parameter, ChartParameter)
    }


def files_of(arms: Iterable[Arm]) -> dict[str, str]:
    """The strategy files of line-ups, as they were given, with a digest of each as it was loaded.

    Modules that they import from their own folders are files of theirs.
    """
    from cactus_sim.strategies.load import SOURCE_DIGEST, beside

    files = {}
    for entry in (entry for arm in arms for entry in arm.line_up):
        if entry.source is not None:
            files[entry.source] = getattr(sys.modules[entry.strategy.__module__], SOURCE_DIGEST)
            for file in beside(Path(entry.source)):
                files[str(file)] = hashlib.sha256(file.expanduser().read_bytes()).hexdigest()
    return files


def first_difference(one: Any, other: Any, name: str = "") -> tuple[str, Any, Any] | None:
    """Where two descriptions differ first: its name, and what each has there; None where they don't."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        for key in dict.fromkeys((*one, *other)):
            if found := first_difference(one.get(key), other.get(key), f"{name}.{key}".strip(".")):
                return found
        return None
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for place, (mine, theirs) in enumerate(zip(one, other, strict=True), start=1):
            if found := first_difference(mine, theirs, f"{name} {place}"):
                return found
        return None
    return None if one == other else (name, one, other)
