"""`seats` on the command line: tables of every size, forms, pictures, and what is refused."""

import json

import pytest


def test_tables_of_every_size(run):
    code, out, _ = run("seats", "toy", "--games", "600", "--seed", "1")
    assert code == 0
    assert [line.split()[1] for line in out.splitlines() if line.startswith("plain")] == ["2", "3", "4"]


def test_shares_of_a_table_make_a_whole(run):
    data = json.loads(run("seats", "balance", "--players", "3", "--games", "600", "--seed", "1", "--format", "json")[1])
    seats = data["seats"]
    assert [seat["seat"] for seat in seats] == [1, 2, 3]
    assert sum(seat["estimate"] for seat in seats) == pytest.approx(1)


def test_a_picture_of_it(run, tmp_path):
    file = tmp_path / "seats.svg"
    code, _, err = run("seats", "toy", "--games", "600", "--seed", "1", "--plot", file)
    assert code == 0
    assert f"wrote {file}" in err
    assert file.read_text("utf-8").count("<svg") == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--players", "9"), "9 players"),
        (("--strategy", "plane"), "did you mean 'plain'"),
        (("--rules", "plian"), "did you mean 'plain'"),
        (("--games", "-1"), "--games"),
        (("--plot", "seats.txt"), "a picture's name ends in"),
    ],
)
def test_what_is_refused(run, arguments, said):
    code, out, err = run("seats", "toy", *arguments)
    assert (code, out) == (2, "")
    assert said in err
