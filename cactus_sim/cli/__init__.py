"""The command line: one file a command; each parses, calls the library and prints."""

from cactus_sim.cli.app import main

__all__ = ["main"]
