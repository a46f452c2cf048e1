"""README says what is there, and what it shows is what comes out."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from cactus_sim import games
from cactus_sim.cli import app

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def commands():
    group = next(member for member in vars(app).values() if isinstance(member, click.Group))
    context = click.Context(group)
    return {name: group.get_command(context, name) for name in group.list_commands(context)}


@pytest.mark.parametrize("name", commands())
def test_every_command_is_in_readme(name):
    assert re.search(rf"`{name}\b", README)


@pytest.mark.parametrize("name", commands())
def test_every_command_says_how_it_is_used(name):
    command = commands()[name]
    assert "Examples:" in command.help
    silent = [option.name for option in command.params if isinstance(option, click.Option) and not option.help]
    assert silent == []


def test_the_game_that_readme_tells():
    shown = re.search(r"\$ scripts/cactus-sim (play [^\n]*)\n(.*?)\n…\n```", README, re.DOTALL)
    told = subprocess.run(
        [sys.executable, "-m", "cactus_sim", *shown[1].split()], capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout
    assert told.startswith(shown[2] + "\n")


def test_the_python_that_readme_shows():
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert tried >= 5
    assert failed == 0


def test_the_rules_file_that_readme_shows(tmp_path):
    path = tmp_path / "house.toml"
    path.write_text(re.search(r"```toml\n(.*?)```", README, re.DOTALL)[1])
    preset, changes = games.get("cactus").rule_book.read_file(path)
    assert preset == "cactus2014"
    assert changes == {"penalty_cards": 2, "tie": "caller"}


@pytest.mark.parametrize("name", games.names())
def test_every_rule_is_explained_in_both_languages(name):
    book = games.get(name).rule_book
    for rule in book.rules.values():
        assert rule.en
        assert rule.fr
        assert rule.en != rule.fr
    for preset in book.presets.values():
        assert preset.en
        assert preset.fr
        assert preset.source
