import csv
import io
import json

import pytest

ASKED = (
    "tournament", "toy", "-s", "plain", "-s", "plain(skill=2)", "-s", "other", "--seed", "1", "--games", "900",
)  # fmt: skip


def test_the_answer_in_tables_and_sentences(run):
    code, out, err = run(*ASKED)
    assert code == 0
    assert "plain(skill=2) comes first: wins" in out
    assert "All others are told apart from it." in out
    assert "the population goes to plain(skill=2) alone" in out
    assert "≈" in out
    assert "plain ×2, other" in out
    assert err == ""


def test_few_games_tell_nobody_apart(run):
    _, out, _ = run("tournament", "toy", "-s", "plain", "-s", "plain(skill=1)", "--seed", "1", "--games", "30")
    assert "these games tell nobody apart from it" in out


def test_a_rounded_number_of_games_is_told(run):
    _, _, err = run(*ASKED, "--games", "100")
    assert "100 games asked, 102 played" in err


def test_a_sample_is_told(run):
    entered = [part for skill in range(5) for part in ("-s", f"plain(skill={skill})")]
    code, out, _ = run("tournament", "toy", *entered, "--mixes", "34", "--games", "30", "--seed", "1")
    assert code == 0
    assert "There are 35 mixes: a balanced sample of" in out
    assert "--mixes 35 plays them all" in out
    assert "replicator dynamics)" not in out


@pytest.mark.parametrize("form", ["json", "csv", "md"])
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("more", [(), ("--race", "--games", "3000")])
def test_every_form(run, form, lang, more):
    code, out, _ = run(*ASKED, *more, "--format", form, "--lang", lang)
    assert code == 0
    assert "plain(skill=2)" in out


def test_csv_and_json_have_every_figure(run):
    rows = list(csv.DictReader(io.StringIO(run(*ASKED, "--format", "csv")[1])))
    assert {row["table"] for row in rows} == {"standing", "lag", "rating", "duel", "payoff", "resting"}
    found = json.loads(run(*ASKED, "--format", "json")[1])
    assert found["schema_version"] == 1
    assert len(found["estimates"]) == len(rows)


def test_a_race(run):
    code, out, err = run(*ASKED, "--race", "--games", "6000")
    assert code == 0
    assert "plain(skill=2) wins the race" in out
    assert "fresh deals it is confirmed" in out
    assert "dropped after" in out
    assert err == ""


def test_an_undecided_race_has_a_code_of_its_own(run):
    entered = ("-s", "threshold", "-s", "threshold(call_at=4)")
    code, out, _ = run("tournament", "cactus", *entered, "--players", "3", "--race", "--games", "300", "--seed", "1")
    assert code == 3
    assert "Undecided after" in out


@pytest.mark.parametrize("name", ["plot.png", "plot.SVG", "plot.pdf"])
@pytest.mark.parametrize("more", [(), ("--race", "--games", "3000")])
def test_a_plot(run, tmp_path, name, more):
    code, _, _ = run(*ASKED, *more, "--plot", tmp_path / name)
    assert code == 0
    assert (tmp_path / name).stat().st_size > 1000


@pytest.mark.parametrize("more", [(), ("--race", "--games", "1e6")])
def test_ctrl_c_reports_what_was_done(run, toy, more):
    toy.interrupt_at = 3000
    code, out, err = run(*ASKED, "--games", "60000", "-s", "plain(style=loud)", "--jobs", "1", *more)
    assert code == 130
    assert "interrupted" in err
    assert "plain(skill=2)" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("-s", "plian"), "did you mean 'plain'"),
        (("-s", "plain(skill=0)"), "entered twice"),
        (("--objective", "shere"), "did you mean 'share'"),
        (("--players", "9"), "takes 2 to 4"),
        (("--mixes", "5"), "--mixes"),
        (("--plot", "plot.gif"), "ends in"),
        (("-o", "nowhere/result.csv"), "can't write"),
    ],
)
def test_bad_input_is_found_before_the_run(run, toy, arguments, message):
    code, out, err = run(*ASKED, *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert toy.played == 0


TIED = ("tournament", "toy", "-s", "plain", "-s", "plain(style=loud)", "--games", "120", "--seed", "1")


def test_equal_payoffs_are_neutral(run):
    code, out, _ = run(*TIED)
    assert code == 0
    assert "plain and plain(style=loud) fare exactly alike on each of 40 deals" in out
    assert "so any mix of them rests" in out
    assert "stable" not in out
    assert "play more" not in out


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_ties_between_some_are_neutral(run, lang):
    better = TIED[:-4]
    _, out, _ = run(*better, "-s", "plain(skill=3)", "--games", "1200", "--seed", "1", "--lang", lang)
    assert "plain(skill=3) alone" in out or "plain(skill=3) seul" in out
    worse = ("tournament", "toy", "-s", "plain(skill=3)", "-s", "plain(skill=3, style=loud)", "-s", "plain")
    _, out, _ = run(*worse, "--games", "1200", "--seed", "1", "--lang", lang)
    mix = {"en": "any mix of plain(skill=3) and plain(skill=3, style=loud)",
           "fr": "un mélange quelconque de plain(skill=3) et plain(skill=3, style=loud)"}[lang]  # fmt: skip
    row = next(line for line in out.splitlines() if line.startswith(mix))
    assert row.split()[-3:] == [{"en": "neutral", "fr": "neutre"}[lang], "–", "100"]


def test_pictures_of_ties(run, tmp_path):
    for strategies in (TIED, (*TIED, "-s", "plain(skill=3)")):
        assert run(*strategies, "--plot", tmp_path / "ties.svg")[0] == 0
    assert "neutral" in (tmp_path / "ties.svg").read_text(encoding="utf-8")


def test_few_deals_leave_no_impossible_intervals(run):
    _, out, _ = run("tournament", "toy", "-s", "plain", "-s", "plain(skill=9)", "--games", "6", "--seed", "1")
    assert "Intervals of shares are cut at 0 and 100 %" in out
    _, out, _ = run("tournament", "toy", "-s", "plain", "-s", "plain(skill=9)", "--games", "6", "--format", "csv")
    shares = [line.split(",") for line in out.splitlines() if line.startswith(("standing", "payoff"))]
    assert all(0 <= float(low) <= float(high) <= 1 for *_, low, high in (row[:6] for row in shares))


def test_a_race_of_equals_is_won_by_nobody(run):
    code, out, err = run(*TIED[:6], "--race", "--games", "100", "--seed", "1")
    assert code == 3
    assert "Nobody wins, after" in out
    assert "plain and plain(style=loud) fare exactly alike on each of 1,152 deals" in out
    assert "More --games" not in out
    assert "100 games against each of 3 fields asked: each strategy plays up to 3,456" in err
