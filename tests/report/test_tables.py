import json
import re

import pytest

from cactus_sim.report.tables import Document, Table, render

RECORDS = [{"name": "a|b", "value": 1.5, "good": True}, {"name": "c", "value": None, "good": False}]
DOCUMENT = Document(
    (Table("Title", ("name", "value"), [("a|b", "1.5"), ("[red]c", "–")], ("a note",)),),
    lambda: RECORDS,
    lambda: json.dumps(RECORDS),
    ("A sentence.",),
)


def test_a_terminal_table():
    lines = render(DOCUMENT, "table").splitlines()
    assert lines[0] == "Title"
    assert lines[1].split() == ["name", "value"]
    assert lines[3].split() == ["a|b", "1.5"]
    assert lines[4].split() == ["[red]c", "–"]
    assert lines[-1] == "A sentence."
    assert all(line == line.rstrip() for line in lines)


def test_headings_are_folded_to_the_width_of_numbers():
    table = Table("", ("name", "throws wrong"), [("a", "1.234")])
    lines = render(Document((table,), list, str), "table").splitlines()
    assert [line.strip() for line in lines[:2]] == ["throws", "name    wrong"]


def test_numbers_are_whole_however_narrow_the_terminal():
    table = Table("", ("name", *"abcdef"), [("a", *["12.34 ± 0.05"] * 6)])
    assert render(Document((table,), list, str), "table", width=40).count("12.34 ± 0.05") == 6


def test_text_is_folded_to_the_terminal():
    table = Table("", ("name", "meaning"), [("a", "word " * 40)], left=2)
    assert max(map(len, render(Document((table,), list, str), "table", width=60).splitlines())) <= 60


def test_colours_only_where_they_are_asked_for():
    assert "\x1b" not in render(DOCUMENT, "table")
    assert "\x1b" in render(DOCUMENT, "table", colour=True, width=80)
    assert "\x1b" not in render(DOCUMENT, "table", colour=False, width=80)


def test_without_a_terminal_no_sentence_and_no_numbers_are_folded():
    long = Table("T" * 300, ("x", *(f"number {i}" for i in range(40))), [("y", *["12345"] * 40)], ("N" * 300,))
    lines = render(Document((long,), list, lambda: "", ("L" * 300,)), "table").splitlines()
    for sentence in ("T" * 300, "N" * 300, "L" * 300):
        assert sentence in lines
    assert next(line for line in lines if line.startswith("y")).split() == ["y", *["12345"] * 40]


def test_without_a_terminal_a_table_of_text_has_a_hundred_columns():
    table = Table("", ("name", "meaning"), [("a", "word " * 60)], left=2)
    lengths = [len(line) for line in render(Document((table,), list, str), "table").splitlines()]
    assert 90 < max(lengths) <= 100
    assert len(lengths) > 5


def test_a_name_too_long_is_folded_and_the_numbers_stay_in_their_columns():
    table = Table("", ("name", "share"), [("x" * 200, "12.34"), ("short", "5.67")])
    lines = render(Document((table,), list, str), "table", width=40).splitlines()
    assert max(map(len, lines)) <= 40
    assert "".join(line.split()[0] for line in lines if line.startswith("x")) == "x" * 200
    assert (
        len({line.index(number) + len(number) for line in lines for number in ("12.34", "5.67") if number in line}) == 1
    )


def test_wide_characters_do_not_move_the_columns():
    table = Table("", ("name", "share"), [("🌵🌵", "1.00"), ("cactus", "2.00")])
    first, second = render(Document((table,), list, str), "table").splitlines()[2:]
    assert first.index("1.00") + 2 == second.index("2.00")


def test_csv_has_every_record():
    assert render(DOCUMENT, "csv") == "name,value,good\na|b,1.5,true\nc,,false\n"


def test_markdown_escapes_bars():
    assert render(DOCUMENT, "md").splitlines()[2:6] == [
        "| name | value |", "| --- | --: |", "| a\\|b | 1.5 |", "| [red]c | – |"
    ]  # fmt: skip


def test_json_is_the_documents_own():
    assert json.loads(render(DOCUMENT, "json")) == RECORDS


@pytest.mark.parametrize("width", range(12, 40))
def test_french_punctuation_is_not_parted_from_its_word(width):
    table = Table("", ("nom", "sens"), [("a", "on dit « carte » ; 0 : jamais ! ")], left=2)
    lines = render(Document((table,), list, str), "table", width=width).splitlines()
    assert not [line for line in lines if re.search(r"^\s+[:;!?»]|«$", line)]
