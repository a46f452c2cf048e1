"""Strategies: how they are declared, named in a line-up, loaded and compiled.

To write one, see `Strategy`, `Parameter` and `helper`; `template` gives a file to begin with. A strategy file is code,
and naming it in a line-up runs it.
"""

from typing import TYPE_CHECKING, Any

from cactus_sim.strategies.declare import TRAIT_PRESETS, TRAITS, Parameter, Strategy, helper
from cactus_sim.strategies.entry import Entry, make_entry, parse_entry
from cactus_sim.strategies.load import registry
from cactus_sim.strategies.template import template

if TYPE_CHECKING:
    from cactus_sim.strategies.compile import compile_entries, source_hashes

__all__ = [
    "TRAITS",
    "TRAIT_PRESETS",
    "Entry",
    "Parameter",
    "Strategy",
    "compile_entries",
    "helper",
    "make_entry",
    "parse_entry",
    "registry",
    "source_hashes",
    "template",
]


def __getattr__(name: str) -> Any:
    """What needs numba is imported when it is first asked for: numba is slow to import."""
    if name in ("compile_entries", "source_hashes"):
        from cactus_sim.strategies import compile as compiler

        return getattr(compiler, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
