"""Strategies: how they are declared, named in a line-up, loaded and compiled.

To write one, see `Strategy`, `Parameter` and `helper`; `template` gives a file to begin with.
"""

from cactus_sim.strategies.declare import TRAITS, Parameter, Strategy, helper
from cactus_sim.strategies.entry import Entry, make_entry, parse_entry
from cactus_sim.strategies.load import registry

__all__ = ["TRAITS", "Entry", "Parameter", "Strategy", "helper", "make_entry", "parse_entry", "registry"]
