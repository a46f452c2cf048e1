import json

import pytest

ASKED = ("sweep", "toy", "--vary", "skill=0:3", "--seed", "1", "--games", "3000")


def test_the_answer_in_a_sentence_and_a_table(run):
    code, out, err = run(*ASKED)
    assert code == 0
    assert "skill=3 is best: plain wins" in out
    assert "All other values are told apart from it." in out
    cells = [line.split() for line in out.splitlines()]
    rule = next(i for i, line in enumerate(cells) if line and line[0].startswith("──"))
    assert [line[0] for line in cells[rule + 1 : rule + 5]] == ["0", "1", "2", "3"]
    assert err == ""


def test_values_that_can_not_be_told_apart_are_named(run):
    _, out, _ = run("sweep", "toy", "--vary", "sides=9,10", "--seed", "1", "--games", "6")
    assert "these games tell no value apart from it" in out


@pytest.mark.parametrize(("lang", "text"), [("en", "style plays no part here"), ("fr", "style ne joue aucun rôle ici")])
def test_what_plays_no_part_is_said_to(run, lang, text):
    _, out, _ = run("sweep", "toy", "--vary", "style=calm,loud", "--seed", "1", "--games", "30", "--lang", lang)
    assert text in out
    assert " best" not in out
    assert "told apart" not in out


@pytest.mark.parametrize(("lang", "text"), [("en", "All players are plain"), ("fr", "Tous les joueurs sont plain")])
def test_a_rule_is_not_compared_by_the_shares_of_equal_players(run, lang, text):
    asked = ("sweep", "toy", "--vary", "sides=9,10", "-s", "plain", "--field", "plain", "--seed", "1", "--lang", lang)
    _, out, _ = run(*asked, "--games", "30")
    assert text in out
    assert "--objective" in out
    assert text not in run(*asked, "--games", "30", "--objective", "total")[1]


def test_one_deal_has_no_interval(run):
    for objective in ("share", "total"):
        _, out, _ = run("sweep", "toy", "--vary", "skill=0:3", "--seed", "1", "--games", "1", "--objective", objective)
        assert "nan" not in out
        assert "One deal gives no interval" in out


def test_a_rule(run):
    _, out, _ = run("sweep", "toy", "--vary", "sides=4:6", "--seed", "1", "--games", "30")
    assert "plain under each sides against" in out


def test_one_value(run):
    _, out, _ = run("sweep", "toy", "--vary", "skill=3", "--seed", "1", "--games", "30")
    assert "With skill=3: plain wins" in out


@pytest.mark.parametrize("name", ["plot.png", "plot.SVG", "plot.pdf"])
def test_a_plot(run, tmp_path, name):
    code, _, _ = run(*ASKED, "--plot", tmp_path / name)
    assert code == 0
    assert (tmp_path / name).stat().st_size > 1000


@pytest.mark.parametrize("form", ["json", "csv", "md"])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_form(run, form, lang):
    code, out, _ = run(*ASKED, "--format", form, "--lang", lang)
    assert code == 0
    assert "skill" in out


def test_json_says_what_was_found(run):
    found = json.loads(run(*ASKED, "--format", "json")[1])["sweep"]
    assert found["best"] == "3"
    assert found["not_told_apart"] == []


@pytest.mark.parametrize("option", [("--vary", "skill=1:2"), ("-s", "plain", "-s", "plain")])
def test_what_is_varied_and_who_is_focal_are_not_given_twice(run, toy, option):
    code, _, err = run(*ASKED, *option)
    assert code == 2
    assert "was given more than once" in err
    assert toy.played == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--vary", "skill"), "can't be varied"),
        (("--vary", "skil=0:3"), "did you mean 'skill'"),
        (("--plot", "plot.gif"), "ends in"),
        (("--plot", "nowhere/plot.png"), "can't write"),
        (("--objective", "shere"), "did you mean 'share'"),
        (("-s", "other"), "neither"),
    ],
)
def test_bad_input_is_found_before_the_run(run, toy, arguments, message):
    asked = ("sweep", "toy", "--seed", "1") if "--vary" in arguments else ASKED
    code, out, err = run(*asked, *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert toy.played == 0


def test_what_is_varied_must_be_said(run):
    code, _, err = run("sweep", "toy")
    assert code == 2
    assert "--vary" in err
