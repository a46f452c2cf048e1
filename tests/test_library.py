"""The library as it is shown in its own docstrings."""

import doctest
import importlib

import pytest

import cactus_sim


@pytest.mark.parametrize(
    "module",
    [
        "simulate.simulation",
        "simulate.playing",
        "analysis.sweep",
        "analysis.compare",
        "analysis.decide",
        "analysis.house_rules",
        "analysis.seats",
        "analysis.tournament",
    ],
)
def test_examples_of_docstrings(module):
    failed, tried = doctest.testmod(importlib.import_module(f"cactus_sim.{module}"))
    assert tried > 1
    assert failed == 0


def test_the_library_is_what_the_commands_call():
    names = {"advise", "chart", "compare", "house_rules", "play", "race", "seats", "simulate", "sweep", "tournament"}
    assert names <= set(cactus_sim.__all__)
    assert all(callable(getattr(cactus_sim, name)) for name in names)
