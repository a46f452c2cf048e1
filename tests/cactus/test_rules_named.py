"""Every rule is tested under its number, every choice of it too: the tests' own text is read."""

import ast
import re
from pathlib import Path

import pytest

from tests.cactus.house import POWER_RANKS
from tests.cactus.mixes import POWERS
from tests.cactus.playing import GAME

FILES = sorted(Path(__file__).parent.glob("test_rules_*.py"))
RULES = GAME.rule_book.rules.values()


def words_of(node: ast.AST) -> set[str]:
    """The keywords, argument names and strings in a piece of program."""
    found = set()
    for part in ast.walk(node):
        if isinstance(part, ast.keyword | ast.arg) and part.arg:
            found.add(part.arg)
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            found |= set(re.split(r"[^\w]+", part.value)) if "," in part.value or "=" in part.value else {part.value}
    return found


def by_number() -> dict[str, list[set[str]]]:
    """The words of each test of a numbered rule, by that number: C1, C2, …"""
    tests: dict[str, list[set[str]]] = {}
    for file in FILES:
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and (number := re.match(r"test_c(\d\d)_", node.name)):
                tests.setdefault(f"C{int(number[1])}", []).append(words_of(node))
    return tests


TESTS = by_number()


def test_every_number_has_tests() -> None:
    assert set(TESTS) == {f"C{number}" for number in range(1, 19)}


@pytest.mark.parametrize("rule", [rule for rule in RULES if not rule.name.startswith("power_")], ids=lambda r: r.name)
def test_each_rule_is_tested_under_its_number(rule) -> None:
    naming = [words for words in TESTS[rule.number] if rule.name in words]
    assert naming
    assert set(rule.choices) <= set().union(*naming)


def test_each_power_of_each_rank_is_tested() -> None:
    """By `test_c07_power_of_each_rank`, which takes each of these with each of those."""
    ranks = [rule for rule in RULES if rule.choices and rule.name.startswith("power_") and rule.name != "power_when"]
    assert {rule.name for rule in ranks} == {f"power_{name}" for name in POWER_RANKS}
    assert all(rule.choices == POWERS for rule in ranks)
