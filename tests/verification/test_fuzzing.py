"""A hundred thousand random calls: none with a traceback, none that succeeds with a wrong result."""

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import fuzzing
from tests.fuzzing import examples

COMMAND_LINES, LINE_UPS, RULES_FILES, RUN_DIRECTORIES = 30_000, 35_000, 35_000, 8_000


@pytest.fixture
def place(toy, tmp_path, monkeypatch):
    """A folder of its own, in which all is played in no time."""
    for name in [name for name in os.environ if name.startswith("CACTUS_SIM_") and name != "CACTUS_SIM_CACHE"]:
        monkeypatch.delenv(name)
    for name, value in fuzzing.ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_line_ups(place):
    examples(LINE_UPS)(given(line_up=fuzzing.line_ups())(lambda line_up: fuzzing.check_line_up(*line_up)))()


def test_rules_files(place):
    examples(RULES_FILES)(given(rules=fuzzing.rules_files())(lambda rules: fuzzing.check_rules_file(place, *rules)))()


def test_command_lines(place):
    fuzzing.prepare(place)
    lines = fuzzing.command_lines().filter(lambda line: not fuzzing.is_long(line))
    examples(COMMAND_LINES)(given(line=lines)(lambda line: fuzzing.check_command_line(place, line)))()


def test_run_directories(place, toy, monkeypatch):
    monkeypatch.delenv("CACTUS_SIM_GAMES")
    fuzzing.prepare_runs(place, toy)
    commands = st.lists(st.sampled_from(["resume", "rerun", "show", "merge"]), min_size=1, max_size=2)

    @examples(RUN_DIRECTORIES)
    @given(name=st.sampled_from(["kept", "cut"]), done=fuzzing.damages(), commands=commands)
    def check(name, done, commands):
        fuzzing.check_damaged(place, name, "stranger", done, commands)

    check()
