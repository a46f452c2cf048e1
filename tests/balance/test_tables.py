"""Tables of cacti of one's own, and rules with decimals: what they take, and what is said of what they don't."""

import pytest

from cactus_sim import play, simulate
from cactus_sim.errors import UsageError
from cactus_sim.games.balance.tables import FOLDER, cacti, read_cacti
from tests.balance.playing import GAME

HEAD = "cactus,perch,x_mm,height_mm,half_width_mm,neighbours"
ROWS = [f"c{cactus},{perch},{x},{60 + cactus},{10},{near}"
        for cactus in range(5) for perch, x, near in (("top", 0, "arm"), ("arm", 30, "top"))]  # fmt: skip


@pytest.fixture
def table(tmp_path):
    """Writes a table of these rows; gives its file."""

    def write(rows=ROWS, head=HEAD, encoding="utf-8"):
        file = tmp_path / "cacti.csv"
        file.write_bytes("\n".join([head, *rows]).encode(encoding))
        return file

    return write


def changed(row, place, value):
    """The rows with one field of one row changed."""
    rows = [line.split(",") for line in ROWS]
    rows[row][place] = value
    return [",".join(fields) for fields in rows]


def test_a_table_is_read_and_played(table):
    value = read_cacti(str(table()))
    assert [[perch.name for perch in cactus] for cactus in cacti(value)] == [["top", "arm"]] * 5
    assert read_cacti(value) == value
    events = play("balance", changes={"cacti": str(table())}, seed=1)
    assert events[0]["rules"]["cacti"] == value
    assert {event["perch"] for event in events if event["e"] == "place"} <= {"top", "arm"}


def test_what_was_played_does_not_depend_on_the_file_that_is_there_later(table, tmp_path):
    file = table()
    value = GAME.rule_book.resolve(None, {"cacti": str(file)})["cacti"]
    first = simulate("balance", changes={"cacti": str(file)}, games=40, seed=1).to_json()
    file.unlink()
    assert simulate("balance", changes={"cacti": value}, games=40, seed=1).to_json() == first


def test_the_own_table_read_as_a_file_is_the_same():
    copy = read_cacti(str(FOLDER / "cacti.csv"))
    assert cacti(copy) == cacti("seed")


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (changed(3, 4, "-10"), r"row 4 \(c1 arm\): half_width_mm=-10 must be a number of millimetres from 0.1 to 500"),
        (changed(3, 4, "wide"), r"row 4 \(c1 arm\): half_width_mm=wide must be"),
        (changed(3, 4, "nan"), r"row 4 \(c1 arm\): half_width_mm=nan must be"),
        (changed(0, 3, "0"), r"row 1 \(c0 top\): height_mm=0 must be"),
        (changed(9, 2, "inf"), r"row 10 \(c4 arm\): x_mm=inf must be"),
        (changed(2, 5, "arms"), r"row 3 \(c1 top\): neighbour 'arms' is no other perch .*did you mean 'arm'"),
        (changed(2, 5, "top"), r"row 3 \(c1 top\): neighbour 'top' is no other perch"),
        (changed(3, 5, ""), r"row 3 \(c1 top\): arm is its neighbour, but not the other way round"),
        (changed(3, 1, "top"), r"row 4 \(c1 top\): this cactus has a perch of that name"),
        (changed(3, 1, ""), r"row 4 \(c1 \): give cactus and perch names"),
        (changed(3, 0, "c|1"), r"row 4: a field may not have ; \| , or = in it"),
        (changed(3, 0, "c=1"), r"row 4: a field may not have ; \| , or = in it"),
        (ROWS[:8], r"4 cacti; the game has 5"),
        ([*ROWS, "c5,top,0,60,10,"], r"6 cacti; the game has 5"),
        ([*ROWS[:-1], "c4,arm,30,64,10"], r"row 10 has 5 fields; it needs 6"),
        ([*ROWS, *(f"c0,more{i},{i},60,10," for i in range(7))], r"c0 has 9 perches; 8 at most"),
        ([], r"0 cacti; the game has 5"),
    ],
)
def test_what_can_not_be_is_refused_with_its_row(table, rows, said):
    with pytest.raises(UsageError, match=said):
        read_cacti(str(table(rows)))


def test_files_that_are_none(table, tmp_path):
    for path, said in (
        (tmp_path / "none.csv", "No such file or directory; rule cacti takes seed or a CSV file"),
        (tmp_path, "Is a directory"),
        (table(head="cactus,perch"), "its first line must be cactus,perch,x_mm"),
    ):
        with pytest.raises(UsageError, match=said):
            read_cacti(str(path))
    with pytest.raises(UsageError, match="it is not a CSV file in UTF-8"):
        read_cacti(str(table(["é" * 3], encoding="latin-1")))
    with pytest.raises(UsageError, match=r"seeds: No such file or directory; rule cacti takes .*did you mean 'seed'"):
        read_cacti("seeds")


@pytest.mark.parametrize("value", ["abc", "1e99", "nan", "inf", "-1", "51", "0.123", "true", "", "1,5"])
def test_decimal_rules_refuse_what_they_do_not_take(value):
    with pytest.raises(UsageError, match=r"rule hand_mm=.*takes a number from 0 to 50 with 2 decimals at most"):
        play("balance", changes={"hand_mm": value}, seed=1)


@pytest.mark.parametrize(("value", "is_"), [("2.5", 2.5), ("2", 2.0), (2, 2.0), (2.25, 2.25), (" 3.0 ", 3.0)])
def test_decimal_rules_take_numbers(value, is_):
    found = GAME.rule_book.resolve(None, {"hand_mm": value})["hand_mm"]
    assert (found, type(found)) == (is_, float)
    with pytest.raises(UsageError):
        GAME.rule_book.resolve(None, {"hand_mm": True})


def test_a_rules_file_has_them(tmp_path, table):
    file = tmp_path / "house.toml"
    file.write_text(f'preset = "longer"\n[rules]\nhand_mm = 2.5\njostle = 0\ncacti = "{table()}"\n')
    events = play("balance", rules_file=file, seed=1)
    rules = events[0]["rules"]
    assert (rules["hand_mm"], rules["jostle"], rules["fallen"]) == (2.5, 0.0, "returned")
    assert rules["cacti"].startswith("c0|top|0|60|10|arm;")
    file.write_text('[rules]\nhand_mm = "2.5"\n')
    with pytest.raises(UsageError, match="hand_mm"):
        play("balance", rules_file=file, seed=1)
