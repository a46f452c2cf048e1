import csv
import io
import json

import pytest

from cactus_sim.simulate.result import Result

ASKED = ("simulate", "toy", "-s", "plain", "-s", "plain(skill=2)", "-s", "plain", "--seed", "3")


def test_a_table_of_strategies_and_of_games(run):
    code, out, err = run(*ASKED, "--games", "600")
    assert code == 0
    assert out.splitlines()[0] == "Toy, plain: 600 games (200 deals, 3 seat rotations each), seed 3"
    for part in ("share %", "plain(skill=2)", "zeros", "highest", "200 deals", "Of 100 tables"):
        assert part in out
    assert err == ""


def test_french(run):
    _, out, _ = run(*ASKED, "--games", "600", "--lang", "fr")
    assert out.splitlines()[0] == "Jouet, plain : 600 parties (200 donnes, 3 rotations des places chacune), graine 3"


def test_json_is_the_library_s_result(run):
    _, out, _ = run(*ASKED, "--games", "600", "--format", "json")
    assert Result.from_json(out).games == 600


def test_csv_has_every_figure(run):
    _, out, _ = run(*ASKED, "--games", "600", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert len(rows) == 12
    assert list(rows[0]) == ["arm", "strategy", "metric", "estimate", "se", "low", "high", "n"]


def test_md(run):
    _, out, _ = run(*ASKED, "--games", "600", "--format", "md")
    assert "| strategy | share % |" in out


def test_jobs_do_not_change_a_byte(run):
    assert len({run(*ASKED, "--games", "600", "--format", "json", "--jobs", jobs)[1] for jobs in (1, 2, 7)}) == 1


def test_chatter_is_told_apart_from_the_result(run):
    code, out, err = run("simulate", "toy", "--games", "10")
    assert code == 0
    assert "seed" in err
    assert "10 games asked, 12 played" in err
    assert "line-up: plain ×2, plain(skill=1)" in err
    assert "--seed" not in out
    assert run("simulate", "toy", "--games", "10", "-q")[2] == ""


def test_a_drawn_seed_can_be_given_again(run):
    _, out, _ = run("simulate", "toy", "--games", "12", "--format", "json")
    seed = json.loads(out)["seed"]
    assert run("simulate", "toy", "--games", "12", "--format", "json", "--seed", seed)[1] == out


@pytest.mark.parametrize(("given", "games"), [("1_200", 1200), ("1.2e3", 1200), ("3E2", 300), ("6", 6)])
def test_numbers_of_games(run, given, games):
    _, out, _ = run(*ASKED, "--games", given, "--format", "json")
    assert json.loads(out)["games"] == games


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--games", "0"), "at least 1"),
        (("--games", "-5"), "at least 1"),
        (("--games", "1.5"), "no whole number"),
        (("--games", "1e-3"), "no whole number"),
        (("--games", "1e400"), "at most"),
        (("--games", "1e20"), "at most"),
        (("--games", "many"), "no whole number"),
        (("--games", "nan"), "no whole number"),
        (("--games", ""), "no whole number"),
        (("--seed", "-1"), "at least 0"),
        (("--seed", "1e30"), "at most"),
        (("--jobs", "0"), "at least 1"),
        (("--players", "9"), "players_max"),
        (("--players", "4", "--set", "players_max=3"), "--set players_max=4"),
        (("--set", "sides"), "write rule=value"),
        (("--set", "sides=3", "--set", "sides=4"), "set twice"),
        (("--set", "sdies=3"), "did you mean 'sides'"),
        (("--set", "sides=many"), "takes a whole number from 2 to 30"),
        (("--rules", "loded"), "did you mean 'loaded'"),
        (("--rules-file", "nowhere.toml"), "nowhere.toml"),
        (("--format", "xml"), "xml"),
        (("--lang", "de"), "de"),
        (("--unit", "hour"), "units: round, match"),
        (("-s", "plian"), "did you mean 'plain'"),
        (("-s", "plain(skil=3)"), "did you mean 'skill'"),
        (("-s", "plain(skill=99)"), "from 0 to 9"),
        (("-s", "faulty"), "it is at fault"),
        (("-o", "nowhere/out.json"), "can't write"),
        (("--gmaes", "3"), "--games"),
        (("extra",), "extra"),
    ],
)
def test_bad_input_is_one_clear_error(run, arguments, message):
    code, out, err = run(*ASKED, *arguments)
    assert code == 2
    assert out == ""
    assert message in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("simulate", "toi"), "did you mean 'toy'"),
        (("simulat", "toy"), "did you mean 'simulate'"),
        (("simulate",), "GAME"),
    ],
)
def test_wrong_names_are_told(run, arguments, message):
    code, _, err = run(*arguments)
    assert code == 2
    assert message in err


def test_a_file_is_written_in_the_form_of_its_name(run, tmp_path):
    code, out, err = run(*ASKED, "--games", "60", "-o", tmp_path / "out.json")
    assert (code, out) == (0, "")
    assert "out.json" in err
    assert json.loads((tmp_path / "out.json").read_text())["games"] == 60
    assert [path.name for path in tmp_path.iterdir()] == ["out.json"]


def test_nothing_is_played_where_the_output_cannot_be_written(run, toy, tmp_path):
    assert run(*ASKED, "-o", tmp_path / "nowhere" / "out.json")[0] == 2
    assert toy.played == 0


def test_a_failed_run_leaves_no_file(run, tmp_path):
    assert run(*ASKED, "-s", "faulty", "-o", tmp_path / "out.json")[0] == 2
    assert list(tmp_path.iterdir()) == []


def test_an_interrupt_reports_what_was_done(run, toy, tmp_path):
    toy.interrupt_at = 90_000
    code, _, err = run(*ASKED, "--games", "300_000", "-o", tmp_path / "out.json", "--jobs", 1)
    assert code == 130
    assert "interrupted" in err
    data = json.loads((tmp_path / "out.json").read_text())
    assert data["partial"] is True
    assert 0 < data["games"] < 300_000


def test_a_partial_table_says_so(run, toy):
    toy.interrupt_at = 90_000
    code, out, _ = run(*ASKED, "--games", "300_000", "--jobs", 1)
    assert code == 130
    assert "Interrupted: these are the first" in out
    assert "of 300,000 games" in out


def test_an_interrupt_before_anything_was_done(run, toy, tmp_path):
    toy.interrupt_at = 0
    code, _, err = run(*ASKED, "--games", "3", "-o", tmp_path / "out.json", "--jobs", 1)
    assert code == 130
    assert "Traceback" not in err
    assert list(tmp_path.iterdir()) == []


def test_what_can_come_twice_in_a_match_is_no_percentage(run):
    """Zeros are counted once a round; the share of a match stays one."""
    _, a_round, _ = run("simulate", "toy", "--games", "30", "--seed", "1", "--unit", "round", "--format", "md")
    _, a_match, _ = run("simulate", "toy", "--games", "30", "--seed", "1", "--unit", "match", "--format", "md")
    assert "zeros %" in a_round
    assert "zeros %" not in a_match
    assert "zeros" in a_match
    assert "share %" in a_match
