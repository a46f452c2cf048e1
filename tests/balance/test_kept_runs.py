"""Kept runs of rules with decimals and of a table of cacti of one's own, whose file may be gone afterwards."""

import json

import pytest

from cactus_sim.cli import main
from cactus_sim.games.balance.tables import FOLDER

SET = ("--set", "hand_mm=2.5", "--set", "touch=0.125")
COMMANDS = {
    "simulate": ("simulate", "balance", "--set", "cacti={file}", *SET, "--games", "400", "--seed", "3"),
    "house-rules": ("house-rules", "balance", "--change", "hand_mm=3.5,cacti={file}", *SET, "--games", "400", "--seed",
                    "3", "--metric", "turns"),
    "compare": ("compare", "balance", "-a", "gatherer", "-b", "careful", "--set", "cacti={file}", "--games", "400",
                "--seed", "3"),
}  # fmt: skip


@pytest.fixture
def run(capfd):
    """Runs the command line in this process: exit code, stdout, stderr."""

    def call(*arguments):
        code = main([str(argument) for argument in arguments])
        return code, *capfd.readouterr()

    return call


@pytest.fixture
def file(tmp_path):
    """A table of cacti, the package's own but for one measure."""
    path = tmp_path / "own.csv"
    text = (FOLDER / "cacti.csv").read_text(encoding="utf-8")
    path.write_text(text.replace("barrel,top,0,70,14", "barrel,top,0,75.5,14"), encoding="utf-8")
    assert path.read_text(encoding="utf-8") != text
    return path


@pytest.mark.parametrize("name", COMMANDS)
def test_a_run_is_shown_and_played_again_without_the_file(run, file, tmp_path, name):
    folder = tmp_path / "run"
    code, _, err = run(*(part.format(file=file) for part in COMMANDS[name]), "--run", folder, "-q")
    assert code == 0, err
    file.unlink()
    code, out, err = run("show", folder, "--format", "json")
    assert code == 0, err
    assert json.loads(out)["results"] == json.loads((folder / "results.json").read_text())
    code, out, err = run("rerun", folder, "--jobs", "1")
    assert code == 0, err
    played = json.loads((folder / "manifest.json").read_text())["experiment"]["arms"]
    assert {arm["rule_values"]["hand_mm"] for arm in played} <= {2.5, 3.5, 4.5}
    assert any("barrel|top|0|75.5|14" in arm["rule_values"]["cacti"] for arm in played)


def test_a_run_goes_on_by_its_own_table(run, file, tmp_path):
    """The file has another measure by then."""
    folder, whole = tmp_path / "run", tmp_path / "whole"
    asked = [part.format(file=file) for part in COMMANDS["simulate"]]
    assert run(*asked, "--run", whole, "-q")[0] == 0
    assert run(*asked, "--run", folder, "-q")[0] == 0
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["options"]["set"][0].startswith("cacti=saguaro|top|0|140|9|left right;")
    (folder / "results.json").unlink()
    file.write_text(file.read_text().replace("75.5", "60"))
    code, _, err = run("simulate", "--resume", folder, "-q")
    assert code == 0, err
    assert (folder / "results.json").read_bytes() == (whole / "results.json").read_bytes()


def test_titles_name_the_table_by_a_digest(run, file):
    code, out, _ = run("simulate", "balance", "--set", f"cacti={file}", "--games", "40", "--seed", "1")
    assert code == 0
    assert "seed, cacti=own (" in out
    assert "saguaro|" not in out


def test_an_experiment_file_sets_decimals_and_tables(run, file, tmp_path):
    experiment = tmp_path / "experiment.toml"
    experiment.write_text(
        f'game = "balance"\ngames = 400\nseed = 3\nset = {{ hand_mm = 2.5, touch = 0.125, cacti = "{file}" }}\n'
    )
    code, out, err = run("simulate", "--experiment", experiment, "--format", "json", "-q")
    assert code == 0, err
    asked = [part.format(file=file) for part in COMMANDS["simulate"]]
    assert run(*asked, "--format", "json", "-q")[1] == out


@pytest.mark.parametrize(
    "given",
    ["hand_mm=abc", "hand_mm=1e99", "hand_mm=nan", "hand_mm=0.123456", "cacti=/tmp", "cacti=none.csv", "cacti=a;b"],
)
@pytest.mark.parametrize("kept", [False, True])
def test_a_bad_value_is_an_error_of_one_paragraph(run, tmp_path, given, kept):
    more = ("--run", tmp_path / "run") if kept else ()
    code, out, err = run("simulate", "balance", "--set", given, "--games", "40", "--seed", "1", *more)
    assert (code, out) == (2, "")
    assert given.partition("=")[2] in err or "1e+99" in err or "rule cacti: row 1" in err
    assert "Traceback" not in err
    assert not (tmp_path / "run").exists()
