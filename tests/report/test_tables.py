import json

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


def test_without_a_terminal_no_line_is_folded():
    long = Table("T" * 300, ("x",), [("y" * 500,)])
    text = render(Document((long,), list, lambda: ""), "table")
    assert "T" * 300 in text.splitlines()
    assert "y" * 500 in text.splitlines()


def test_csv_has_every_record():
    assert render(DOCUMENT, "csv") == "name,value,good\na|b,1.5,true\nc,,false\n"


def test_markdown_escapes_bars():
    assert render(DOCUMENT, "md").splitlines()[2:6] == [
        "| name | value |", "| --- | --: |", "| a\\|b | 1.5 |", "| [red]c | – |"
    ]  # fmt: skip


def test_json_is_the_documents_own():
    assert json.loads(render(DOCUMENT, "json")) == RECORDS
