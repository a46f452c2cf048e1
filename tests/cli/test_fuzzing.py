"""A small sample of random calls; scripts/verify makes a hundred thousand of them."""

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import fuzzing
from tests.fuzzing import examples


@pytest.fixture
def place(toy, tmp_path, monkeypatch):
    """A folder of its own, in which all is played in no time."""
    for name in [name for name in os.environ if name.startswith("CACTUS_SIM_") and name != "CACTUS_SIM_CACHE"]:
        monkeypatch.delenv(name)
    for name, value in fuzzing.ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@examples(60)
@given(line_up=fuzzing.line_ups())
def test_random_line_ups(place, line_up):
    fuzzing.check_line_up(*line_up)


@examples(60)
@given(rules=fuzzing.rules_files())
def test_random_rules_files(place, rules):
    fuzzing.check_rules_file(place, *rules)


def test_random_command_lines(place):
    fuzzing.prepare(place)

    @examples(60)
    @given(line=fuzzing.command_lines().filter(lambda line: not fuzzing.is_long(line)))
    def check(line):
        fuzzing.check_command_line(place, line)

    check()


def test_random_run_directories(place, toy, monkeypatch):
    monkeypatch.delenv("CACTUS_SIM_GAMES")
    fuzzing.prepare_runs(place, toy)

    @examples(60)
    @given(
        name=st.sampled_from(["kept", "cut"]),
        done=fuzzing.damages(),
        commands=st.lists(st.sampled_from(["resume", "rerun", "show", "merge"]), min_size=1, max_size=2),
    )
    def check(name, done, commands):
        fuzzing.check_damaged(place, name, "stranger", done, commands)

    check()
