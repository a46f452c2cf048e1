"""Help pages: their examples are what the command line takes, and all that can stand in the environment is named."""

import re
import shlex

import click
import pytest

from cactus_sim import __version__, games
from cactus_sim.cli.app import COMMANDS, HELP, group

CONTEXT = click.Context(group)


def examples(text):
    return [shlex.split(line)[1:] for line in re.findall(r"^ *(cactus-sim [^\n]*?)(?:  .*)?$", text, re.MULTILINE)]


EXAMPLES = [
    example
    for text in (HELP, *(group.get_command(CONTEXT, name).help for name in COMMANDS))
    for example in examples(text)
    if not re.search(r"DIR|/runs/|cluster|\bruns?\b", " ".join(example))
]


def test_there_are_examples():
    assert {example[0] for example in EXAMPLES} >= set(COMMANDS) - {"show", "rerun", "merge"}


@pytest.mark.parametrize("example", EXAMPLES, ids=" ".join)
def test_the_examples_are_what_the_command_line_takes(example):
    name, *arguments = example
    context = group.get_command(CONTEXT, name).make_context(name, list(arguments))
    assert context.params.get("game") in (None, *games.names())


@pytest.mark.parametrize("name", COMMANDS)
def test_what_can_stand_in_the_environment_is_named(name, run):
    code, out, _ = run(name, "--help")
    assert code == 0
    command = group.get_command(CONTEXT, name)
    for option in command.params:
        if option.envvar:
            assert re.search(rf"\b{option.envvar}\b", out)


def test_the_main_page_tells_of_files_environment_and_languages(run):
    code, out, _ = run("--help")
    assert code == 0
    for part in ("--experiment FILE.toml", "CACTUS_SIM_GAMES=1e6", "CACTUS_SIM_CACHE", "errors"):
        assert part in out


def test_version(run):
    assert run("--version") == (0, f"cactus-sim, version {__version__}\n", "")


def test_kinds_of_charts_are_those_that_there_are(run):
    kinds = re.search(r"Kinds:(.*?)Examples:", run("chart", "--help")[1], re.DOTALL)
    told = {line.split()[0]: line.replace("|", " ").split()[1:] for line in kinds[1].splitlines() if line.strip()}
    assert told == {name: [kind.name for kind in games.get(name).decisions] for name in ("cactus", "eights", "balance")}
