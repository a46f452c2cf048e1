"""Recipes of workers as bytes that another process can make workers of: strategies from files travel as their source.

What is unpacked was packed by the program that the receiver plays for: a parcel is never read from a file.
"""

from __future__ import annotations

import hashlib
import io
import pickle
import sys
from pathlib import Path
from typing import Any

from cactus_sim import games
from cactus_sim.errors import CactusSimError, StrategyError
from cactus_sim.simulate.crew import Recipe
from cactus_sim.simulate.manifest import program_digest
from cactus_sim.strategies.charts import keep_all, kept_charts
from cactus_sim.strategies.declare import Strategy
from cactus_sim.strategies.load import SOURCE_DIGEST, load_source


def pack(recipe: Recipe) -> bytes:
    """The recipe as bytes; a StrategyError where a strategy's file was changed since it was loaded."""
    out = io.BytesIO()
    charts = kept_charts(str(value) for entry in recipe.entries for value in entry.parameters.values())
    _Packer(out, pickle.HIGHEST_PROTOCOL).dump((program_digest(), charts, recipe))
    return out.getvalue()


def unpack(parcel: bytes) -> Recipe:
    """The recipe that was packed; a CactusSimError where another version of the program packed it."""
    # The digest is the first thing in it: what another version has packed may not even be readable.
    if program_digest().encode() not in parcel[:200]:
        raise CactusSimError(
            "a worker of the cluster has another version of cactus-sim: install the same one on all machines"
        )
    _, charts, recipe = pickle.loads(parcel)
    keep_all(charts)
    return recipe  # type: ignore[no-any-return]


class _Packer(pickle.Pickler):
    """Packs games by name, and strategies of files by their source."""

    def reducer_override(self, thing: Any) -> Any:
        """How things are packed that pickle alone can't."""
        if isinstance(thing, type) and issubclass(thing, Strategy):
            module = sys.modules[thing.__module__]
            if digest := getattr(module, SOURCE_DIGEST, None):
                return _class_of, (str(module.__file__), _source(Path(str(module.__file__)), digest), thing.__name__)
        if hasattr(thing, "rule_book") and hasattr(thing, "play_blocks"):
            return games.get, (thing.name,)
        return NotImplemented


def _source(file: Path, digest: str) -> bytes:
    try:
        source = file.read_bytes()
    except OSError as error:
        raise StrategyError(f"strategy file {file}: can't be read: {error.strerror}") from None
    if hashlib.sha256(source).hexdigest() != digest:
        raise StrategyError(f"strategy file {file} was changed since the run began: start the run anew")
    return source


def _class_of(path: str, source: bytes, name: str) -> type[Strategy]:
    strategy: type[Strategy] = getattr(load_source(Path(path), source, path), name)
    return strategy
