import json
import re

import pytest

ASKED = ("compare", "toy", "-a", "plain(skill=1)", "-b", "plain", "--field", "plain", "--field", "other", "--seed", "1")
ALIKE = ("compare", "toy", "-a", "plain", "-b", "plain(style=loud)", "--seed", "1", "--jobs", "2")


def test_the_answer_in_a_sentence_and_a_table(run):
    code, out, err = run(*ASKED, "--games", "3000")
    assert (code, err) == (0, "")
    assert "plain(skill=1) is better than plain: of 100 tables" in out
    assert "A − B" in out
    assert "Student's t on the paired differences of 1,000 deals" in out
    assert "times as many games" in out


def test_what_was_gained_is_told(run):
    _, out, _ = run(*ASKED, "--games", "60_000")
    assert "independent, unpaired games: every seat" in out
    assert "control variates ×" in out


def test_a_sequential_run_says_how_far_it_is(run):
    code, out, err = run(*ASKED, "--sequential", "--margin", "0", "-v")
    assert code == 0
    assert "confidence sequence" in out
    assert "games of each: +" in err


def test_a_sequential_run_without_verdict_is_exit_3(run):
    code, out, _ = run(*ALIKE, "--sequential", "--margin", "0", "--max-games", "6000")
    assert code == 3
    assert "Undecided between" in out
    assert "did not within 6,000 games" in out


def test_an_undecided_run_of_fixed_length_is_done(run):
    code, out, _ = run(*ASKED, "--games", "30")
    assert code == 0
    assert "Undecided between plain(skill=1) and plain" in out
    assert "more games of each would decide" in out


def test_one_deal(run):
    code, out, _ = run(*ASKED, "--games", "1")
    assert code == 0
    assert "too few deals for an interval" in out


def test_half_a_table_each(run):
    code, out, _ = run(*ASKED[:6], "--seed", "1", "--mirror", "--players", "4", "--games", "60_000")
    assert code == 0
    assert "half a table each, 4 players" in out


@pytest.mark.parametrize("name", ["plot.png", "plot.svg"])
def test_a_plot(run, tmp_path, name):
    assert run(*ASKED, "--games", "3000", "--plot", tmp_path / name)[0] == 0
    assert (tmp_path / name).stat().st_size > 1000


@pytest.mark.parametrize("form", ["json", "csv", "md"])
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("objective", ["share", "total"])
def test_every_form(run, form, lang, objective):
    code, out, _ = run(*ASKED, "--games", "3000", "--format", form, "--lang", lang, "--objective", objective)
    assert code == 0
    assert "A - B" in out or "A − B" in out or "compare" in out


def test_json_says_what_was_found(run):
    found = json.loads(run(*ASKED, "--games", "3000", "--format", "json")[1])["compare"]
    assert found["verdict"] == "better"
    assert found["low"] < found["difference"] < found["high"]
    assert found["margin"] == 0.002


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--objective", "shere"), "did you mean 'share'"),
        (("--plot", "plot.gif"), "ends in"),
        (("--margin", "-1"), "from 0 on"),
        (("--max-games", "100"), "add --sequential"),
        (("--mirror",), "not both"),
        (("--margin", "some"), "valid float"),
    ],
)
def test_bad_input_is_found_before_the_run(run, toy, arguments, message):
    code, out, err = run(*ASKED, *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert toy.played == 0


def test_who_is_compared_must_be_said(run):
    code, _, err = run("compare", "toy", "-a", "plain")
    assert code == 2
    assert "-b" in err


def test_a_player_compared_with_itself(run):
    for more in ((), ("--sequential",)):
        code, out, _ = run(*ALIKE[:4], "-b", "plain", *ALIKE[6:], "--games", "3000", *more)
        assert code == 0
        assert "plain is compared with itself, and nothing can differ" in out
        assert "Undecided" not in out
        assert "would decide" not in out


def test_players_that_play_alike(run):
    code, out, _ = run(*ALIKE, "--games", "1200")
    assert code == 0
    assert "every counted figure was the same on each of 400 deals" in out
    assert "on up to 0.75 deals in 100 (95 %)" in out
    assert "Some 3,300 more games of each would decide" in out
    _, out, _ = run(*ALIKE, "--sequential")
    assert "are equivalent" in out


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_one_deal_is_in_the_singular(run, lang):
    _, out, err = run(*ASKED[:6], "--field", "plain", "--games", "1", "--lang", lang, "--seed", "1", "-v")
    assert re.search(r"(?<![\d.,\u202f])1 (games|deals|parties|donnes)", out + err) is None
