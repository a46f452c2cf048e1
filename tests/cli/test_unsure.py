"""What nobody knows of a game is said wherever its figures are asked for, and only then."""

import pytest

SAID = "nobody has measured hand_mm, die_special, die_colour and die_shape of this game"


@pytest.mark.parametrize(
    "command",
    [
        ("simulate", "balance", "--games", "8"),
        ("compare", "balance", "-a", "careful", "-b", "gatherer", "--games", "40"),
        ("seats", "balance", "--games", "100"),
        ("sweep", "balance", "--vary", "weight=0:1", "--games", "40"),
        ("tournament", "balance", "-s", "careful", "-s", "random", "--players", "2", "--games", "4000"),
    ],
    ids=lambda command: command[0],
)
def test_it_is_said_with_figures(run, command):
    code, out, err = run(*command, "--seed", "1")
    assert code == 0
    assert SAID in err
    assert SAID not in out
    assert SAID not in run(*command, "--seed", "1", "--quiet")[2]


def test_it_is_not_said_of_a_game_told_or_of_other_games(run):
    assert SAID not in run("play", "balance", "--seed", "1")[2]
    assert "nobody has measured" not in run("simulate", "toy", "--games", "6", "--seed", "1")[2]
