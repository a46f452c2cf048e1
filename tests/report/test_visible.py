import pytest

from cactus_sim.report.tables import Document, Table, render
from cactus_sim.report.visible import visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("é « 1\u202f234 »\u00a0! – 7♠", "é « 1\u202f234 »\u00a0! – 7♠"),
        ("two\nlines", "two\nlines"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("\x9b31mred", "\\x9b31mred"),
        ("bell\x07 \r\b", "bell\\x07 \\r\\x08"),
        ("right\u202eleft", "right\\u202eleft"),
        ("\x00", "\\x00"),
    ],
)
def test_what_speaks_to_a_terminal_is_written_out(text, shown):
    assert visible(text) == shown


def test_no_part_of_a_table_speaks_to_the_terminal():
    odd = "\x1b]0;x\x07"
    table = Table(odd, (odd, odd), [(odd, odd)], (odd,))
    text = render(Document([table], list, str, (odd,)), "table")
    assert "\x1b" not in text
    assert text.count("\\x1b]0;x\\x07") == 7


def test_no_part_of_markdown_or_csv_speaks_to_the_terminal_or_is_mark_up():
    odd = "\x1b[1m\u202e|<b>`x`\\"
    document = Document([Table(odd, (odd,), [(odd,)])], lambda: [{"name": odd}], str)
    table = render(document, "md").splitlines()[2:]
    assert set(table) == {"| \\\\x1b[1m\\\\u202e\\|\\<b>\\`x\\`\\\\ |", "| --- |"}
    for form in ("md", "csv"):
        assert not set("\x1b\u202e") & set(render(document, form))
