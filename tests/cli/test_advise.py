"""The commands of decisions: their options, what they write, how they fail."""

import json

import pytest


def test_a_position_is_advised_on(run):
    code, out, _ = run(
        "advise", "cactus", "--players", "4", "--hand", "K K", "--round", "3", "--opponents", "2,3,3", "--explain"
    )
    assert code == 0
    assert "Call: wins" in out
    assert "Why: the cards you know make 0 points" in out


def test_advice_as_json(run):
    _, out, _ = run("advise", "eights", "--hand", "5H", "--top", "5C", "--counts", "4,3,7", "--format", "json")
    assert json.loads(out)["forced"] == {"what": "play", "card": "5H"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("advise", "cactus"), "--hand is missing"),
        (("advise", "cactus", "--hand", "K", "--kind", "kamikaze"), "no advice on 'kamikaze'"),
        (("when-to-call", "--players", "0"), "0 players"),
        (("chart", "cactus", "cal"), "did you mean 'call'"),
        (("card", "cactus", "-o", "card.txt"), ".png, .svg, .pdf"),
        (("seats", "cactus", "--players", "1"), "players"),
    ],
)
def test_what_is_wrong_is_named(run, arguments, said):
    code, out, err = run(*arguments)
    assert code == 2
    assert said in err
    assert out == ""


def test_a_chart_is_written_and_played(run, tmp_path):
    file = tmp_path / "mine.json"
    assert run("when-to-call", "--games", "8000", "--seed", "1", "-q", "-o", file)[0] == 0
    code, out, _ = run(
        "simulate", "cactus", "-s", f"chart(file={file})", "-s", "early", "-s", "royal", "-n", "600", "--seed", "1"
    )
    assert code == 0
    assert "mine.json" in out


def test_too_few_games_are_told(run):
    code, out, _ = run("when-to-call", "--games", "4", "--seed", "1")
    assert code == 0
    assert "nothing to show" in out
