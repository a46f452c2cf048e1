import json

import pytest

ASKED = ("simulate", "toy", "--seed", "1", "--format", "json")


@pytest.fixture
def file(tmp_path):
    def write(text):
        path = tmp_path / "experiment.toml"
        path.write_text(text)
        return path

    return write


def test_flags_over_environment_over_file_over_defaults(run, file, monkeypatch):
    games = file('games = 30\nstrategy = ["plain", "other"]\nset = { sides = 5, reroll = true }\n')

    def played(*arguments):
        return json.loads(run(*ASKED, *arguments)[1])

    assert played()["games"] == 100_002
    from_file = played("--experiment", games)
    assert from_file["games"] == 30
    assert from_file["arms"][0]["line_up"] == ["plain", "other"]
    assert from_file["arms"][0]["rules_name"] == "plain, sides=5, reroll=true"
    monkeypatch.setenv("CACTUS_SIM_GAMES", "40")
    assert played("--experiment", games)["games"] == 40
    assert played("--experiment", games, "--games", "50")["games"] == 50


def test_the_game_may_stand_in_the_file(run, file):
    code, out, _ = run("simulate", "--experiment", file('game = "toy"\ngames = 30\nseed = 1\nformat = "json"\n'))
    assert code == 0
    assert json.loads(out)["games"] == 30


def test_the_file_may_stand_in_the_environment(run, file, monkeypatch):
    monkeypatch.setenv("CACTUS_SIM_EXPERIMENT", str(file("games = 30")))
    assert json.loads(run(*ASKED)[1])["games"] == 30


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("games = ", "end of document"),
        ("x\ngames = 3", "line 1"),
        ("games = 10\ngmes = 3", "unknown key 'gmes' — did you mean 'games'"),
        ("games = [1, 2]", "one value"),
        ("games = -3", "at least 1"),
        ("games = 1.5", "no whole number"),
        ("vary = 'x=1:2'", "unknown key 'vary'"),
        ('quiet = "perhaps"', "perhaps"),
        ("set = { sdies = 3 }", "did you mean 'sides'"),
    ],
)
def test_a_faulty_file_is_one_clear_error(run, file, text, message):
    code, out, err = run(*ASKED, "--experiment", file(text))
    assert (code, out) == (2, "")
    assert message in err
    assert "experiment.toml" in err


def test_rules_that_are_changed_go_in_the_table_set(run, file):
    for text in ("[rules]\nsides = 5\n", "rules = { sides = 5 }"):
        code, _, err = run(*ASKED, "--experiment", file(text))
        assert code == 2
        assert "changes of the rules go in a table [set]" in err
    assert "not a table" in run(*ASKED, "--experiment", file("[seed]\na = 1\n"))[2]


def test_a_fault_of_the_command_line_is_not_put_down_to_the_file(run, file):
    code, _, err = run(*ASKED, "--experiment", file("games = 30"), "--players", "x")
    assert code == 2
    assert "experiment.toml" not in err


def test_a_fault_in_the_environment_is_put_down_to_it(run, monkeypatch):
    monkeypatch.setenv("CACTUS_SIM_GAMES", "few")
    code, _, err = run(*ASKED)
    assert code == 2
    assert (
        "'few' is no whole number; write it as 1000000, 1_000_000 or 1e6 (in the environment: CACTUS_SIM_GAMES)" in err
    )


def test_numbers_are_spoken_of_in_sentences(run):
    assert "2.5 is no whole number\n" in run("simulate", "toy", "--players", "2.5")[2]
    assert "-1: must be at least 0\n" in run("simulate", "toy", "--seed", "-1")[2]


def test_a_missing_file_is_named(run):
    code, _, err = run(*ASKED, "--experiment", "nowhere.toml")
    assert code == 2
    assert "nowhere.toml" in err


def test_a_faulty_rules_file_is_one_clear_error(run, file):
    code, _, err = run(*ASKED, "--rules-file", file("preset = 'plain'\n[rules\nsides = 3\n"))
    assert code == 2
    assert "line 2" in err


def test_an_error_nobody_foresaw_has_no_traceback(run, toy, monkeypatch):
    monkeypatch.setattr(type(toy), "play_blocks", lambda *_: 1 // 0)
    code, _, err = run(*ASKED)
    assert code == 1
    assert "ZeroDivisionError" in err
    assert "--debug" in err
    assert "Traceback" not in err
    with pytest.raises(ZeroDivisionError):
        run(*ASKED, "--debug")
