"""`chart` on the command line: forms, files, pictures, and what is no chart."""

import csv
import io
import json

import pytest

SMALL = ("--games", "4000", "--seed", "1", "--quiet")


@pytest.mark.parametrize(("game", "kind"), [("cactus", "take"), ("eights", "hold"), ("balance", "risk")])
def test_the_answer_comes_before_the_table(run, game, kind):
    code, out, err = run("chart", game, kind, *SMALL)
    assert (code, err) == (0, "")
    answer, table = out.split("\n", 1)
    assert answer.endswith((".", "?")) or ":" in answer
    assert "Letters: " in table


def test_forms_hold_the_same_cells(run):
    command = ("chart", "balance", "risk", *SMALL)
    data = json.loads(run(*command, "--format", "json")[1])
    rows = list(csv.DictReader(io.StringIO(run(*command, "--format", "csv")[1])))
    cells = data["charts"][0]["cells"]
    assert len(rows) == len(cells) > 5
    assert [int(row["visits"]) for row in rows] == [cell["visits"] for cell in cells]
    assert run(*command, "--format", "md")[1].count("|") > 20


def test_a_chart_in_a_file_plays(run, tmp_path):
    file = tmp_path / "risk.json"
    assert run("chart", "balance", "risk", *SMALL, "-o", file)[:2] == (0, "")
    code, out, _ = run(
        "simulate", "balance", "-s", f"chart(file={file})", "-s", "careful", "--games", "400", *SMALL[2:]
    )
    assert code == 0
    assert "chart(" in out


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_chart_is_drawn(run, tmp_path, lang):
    file = tmp_path / "risk.svg"
    assert run("chart", "balance", "risk", *SMALL, "--lang", lang, "--plot", file)[0] == 0
    drawn = file.read_text("utf-8")
    assert ("flowers more in sight" if lang == "en" else "fleurs de plus en vue") in drawn


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("chart", "cactus", "calls"), "did you mean 'call'"),
        (("chart", "balance", "risk", "--games", "0"), "--games"),
        (("chart", "balance", "risk", "--field", "carefull"), "did you mean 'careful'"),
        (("chart", "balance", "risk", "--plot", "risk.gif"), "risk.gif: a picture's name ends in"),
        (("chart", "toy", "any"), "toy has no decision"),
    ],
)
def test_what_is_no_chart(run, arguments, said):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert said in err
