import json

import pytest

ASKED = ("house-rules", "toy", "--seed", "1", "--games", "3000")


def test_tables_and_sentences(run):
    code, out, err = run(*ASKED, "--change", "sides=30", "--change", "tie=nobody,reroll=true")
    assert code == 0
    assert "Toy, plain: effects of rule changes; plain, plain(skill=1), plain(skill=3); 3,000 games each" in out
    assert "With 30 sides instead of 10: the better of two strategies wins" in out
    assert "\ntie=nobody, reroll=true " in out
    assert err == "line-up: plain, plain(skill=1), plain(skill=3) (the default; -s ENTRY chooses)\n"


def test_each_change_of_a_base_that_is_set(run):
    code, out, _ = run(*ASKED, "--each", "--set", "sides=12", "--format", "csv")
    assert code == 0
    rows = [line.split(",")[0] for line in out.splitlines()[1:]]
    assert list(dict.fromkeys(rows)) == ["sides=8", "sides=10", "tie=nobody", "reroll=true"]


def test_json_with_the_chosen_metric(run):
    code, out, _ = run(
        *ASKED, "--change", "sides=30", "--change", "sides=8", "--metric", "share:plain", "--format", "json"
    )
    assert code == 0
    data = json.loads(out)
    assert data["metric"] == "share:plain"
    assert [change["change"] for change in data["changes"]] == ["sides=30", "sides=8"]


def test_a_preset_and_a_line_up(run):
    code, out, err = run(*ASKED, "--preset", "loaded", "-s", "plain", "-s", "plain(skill=2)", "--lang", "fr", "-q")
    assert code == 0
    assert "Sous loaded au lieu de plain" in out
    assert err == ""


def test_a_picture(run, tmp_path):
    picture = tmp_path / "effects.svg"
    code, _, err = run(*ASKED, "--each", "--plot", picture)
    assert code == 0
    assert "sides=12" in picture.read_text()
    assert f"wrote {picture}" in err


def test_an_experiment_file(run, tmp_path):
    file = tmp_path / "night.toml"
    file.write_text(
        'change = ["sides=30", "sides=8,tie=nobody"]\nmetric = "high"\nmargin = 0.5\ngames = 300\nseed = 1\n'
    )
    code, out, _ = run("house-rules", "toy", "--experiment", file, "--format", "json")
    assert code == 0
    data = json.loads(out)
    assert data["games"] == 300
    assert {change["change"] for change in data["changes"]} == {"sides=30", "sides=8, tie=nobody"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "give --change RULE=VALUE, --preset NAME or --each"),
        (("--change", "sidse=3"), "did you mean 'sides'"),
        (("--change", "sides"), "write rule=value, as in --change"),
        (("--change", "sides=8,sides=9"), "set twice"),
        (("--change", "sides=10"), "changes nothing"),
        (("--preset", "loadd"), "did you mean 'loaded'"),
        (("--each", "--metric", "hihg"), "did you mean 'high'"),
        (("--each", "--plot", "x.pgn"), "did you mean '.png'"),
        (("--each", "--margin", "-1"), "percentage points"),
        (("--each", "--rules", "plane"), "did you mean 'plain'"),
        (("--each", "-s", "plane"), "did you mean 'plain'"),
    ],
)
def test_what_can_not_be_asked_is_refused_in_one_paragraph(run, arguments, message):
    code, out, err = run(*ASKED, *arguments)
    assert code == 2
    assert out == ""
    assert message in err
    assert "Traceback" not in err


def test_ctrl_c_reports_the_changes_that_are_finished(run, toy, monkeypatch):
    """Ctrl-C is pressed in the second change, after its first batch."""
    played = type(toy).play_blocks

    def play(self, rules, *rest):
        if rules["sides"][0] == 8:
            self.interrupt_at = 90_000
        played(self, rules, *rest)

    monkeypatch.setattr(type(toy), "play_blocks", play)
    asked = ("--change", "sides=30", "--change", "sides=8", "--change", "sides=9")
    code, out, err = run("house-rules", "toy", "--seed", "1", "--games", "300000", *asked, "-j", "1")
    assert code == 130
    assert "interrupted: what was done is reported" in err
    assert "Interrupted; not played (2): sides=8; sides=9." in out
    assert "With 30 sides instead of 10" in out


def test_a_smaller_table_takes_the_first_of_the_default_line_up(run):
    code, _, err = run("house-rules", "toy", "--change", "sides=12", "--players", "2", "--games", "30", "--seed", "1")
    assert code == 0
    assert "line-up: plain, plain(skill=1) (the default" in err
