"""Tables: one description, written for a terminal, as Markdown, CSV or JSON."""

from __future__ import annotations

import csv
import io
import re
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from cactus_sim.report.visible import visible

if TYPE_CHECKING:
    from rich.table import Table as RichTable

FORMATS = ("table", "json", "csv", "md")
UNFOLDED = 10_000
"""Characters a line may have where there is no terminal."""
PIPED = 100
"""Characters to which a table of text is folded where there is no terminal."""
UNBROKEN = "\ue000"
"""Stands for a space that no line ends at while text is folded: rich folds at every kind of space."""
LONGEST_WORD = 24
"""Characters of the longest word that is kept whole in a column of text where there is no room."""


@dataclass(frozen=True)
class Table:
    """What people read: headings and cells as text, lines above and below."""

    title: str
    headings: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    notes: tuple[str, ...] = ()
    left: int = 1
    """How many of the first columns are text; the others are numbers, set to the right."""
    styles: Mapping[tuple[int, int], str] = field(default_factory=dict)
    """How cells (row, column) are set on a terminal with colours, as rich names it; it says nothing that they don't."""


@dataclass(frozen=True)
class Document:
    """A command's result in all its forms."""

    tables: Sequence[Table]
    records: Callable[[], Iterable[Mapping[str, Any]]]
    json: Callable[[], str]
    lines: tuple[str, ...] = field(default=())
    """Sentences after the tables."""
    lead: tuple[str, ...] = field(default=())
    """Sentences before the tables: an answer."""


def render(document: Document, form: str, colour: bool = False, width: int | None = None) -> str:
    """The document as text in one of FORMATS; `width` is the terminal's, None where there is none."""
    if form == "json":
        return document.json()
    if form == "csv":
        return _csv(document.records())
    if form == "md":
        tables = [_markdown(table) for table in document.tables]
        return "\n".join([*(f"{line}\n" for line in document.lead), *tables, *(f"{line}\n" for line in document.lines)])
    return _terminal(document, colour, width)


def _csv(records: Iterable[Mapping[str, Any]]) -> str:
    out = io.StringIO()
    writer: csv.DictWriter[str] | None = None
    for record in records:
        if writer is None:
            writer = csv.DictWriter(out, list(record), lineterminator="\n")
            writer.writeheader()
        writer.writerow({key: _cell(value) for key, value in record.items()})
    return out.getvalue()


def _cell(value: Any) -> Any:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return visible(value)
    return "" if value is None or value != value else value


def _markdown(table: Table) -> str:
    table = _mapped(table, visible, visible)
    rule = ["---" if i < table.left else "--:" for i in range(len(table.headings))]
    lines = [table.headings, rule, *table.rows]
    cells = ["| " + " | ".join(map(_markdown_cell, line)) + " |" for line in lines]
    above = [f"**{table.title}**", ""] if table.title else []
    below = [line for note in table.notes for line in ("", note)]
    return "\n".join([*above, *cells, *below]) + "\n"


def _markdown_cell(text: str) -> str:
    """The text as it is to be read: no end of a cell or a line, no mark-up."""
    return re.sub(r"([|\\`<])", r"\\\1", text).replace("\n", " ")


def _terminal(document: Document, colour: bool, width: int | None) -> str:
    from rich.console import Console
    from rich.measure import Measurement
    from rich.text import Text

    out = io.StringIO()
    # Without a terminal sentences and numbers are not folded, so that programs can search them.
    console = Console(
        file=out, force_terminal=colour, no_color=not colour, width=width or UNFOLDED, highlight=False, markup=False,
        emoji=False, legacy_windows=False, color_system="standard" if colour else None,
    )  # fmt: skip
    for line in document.lead:
        console.print(Text(visible(line)))
    if document.lead and (document.tables or document.lines):
        console.print()
    for index, each in enumerate(document.tables):
        table = _mapped(each, _cell_text, visible)
        if index:
            console.print()
        if table.title:
            console.print(Text(table.title, style="bold"))
        if table.headings:
            # A terminal too narrow for the numbers breaks the lines itself: better than numbers cut short.
            grid = _grid(table)
            least = Measurement.get(console, console.options.update(max_width=UNFOLDED), grid).minimum
            piped = PIPED if table.left == len(table.headings) else UNFOLDED
            console.width = max(width or piped, least - _to_be_folded(table))
            console.print(grid)
            console.width = width or UNFOLDED
        for note in table.notes:
            console.print(Text(note))
    if document.lines and document.tables:
        console.print()
    for line in document.lines:
        console.print(Text(visible(line)))
    return "\n".join(line.rstrip() for line in out.getvalue().replace(UNBROKEN, " ").splitlines()) + "\n"


def _mapped(table: Table, cell: Callable[[str], str], sentence: Callable[[str], str]) -> Table:
    """The table with each of its texts replaced by what the functions make of it."""
    headings, notes = tuple(map(cell, table.headings)), tuple(map(sentence, table.notes))
    rows = [tuple(map(cell, row)) for row in table.rows]
    return replace(table, title=sentence(table.title), headings=headings, rows=rows, notes=notes)


def _cell_text(text: str) -> str:
    """The text of a cell; where it is folded, French punctuation stays with its word."""
    return re.sub(r"(?<=«) | (?=[:;!?»])", UNBROKEN, visible(text))


def _to_be_folded(table: Table) -> int:
    """By how many characters the longest words of the columns of text are too long."""
    columns = list(zip(table.headings, *table.rows, strict=True))[: table.left]
    longest = (max((len(word) for cell in column for word in cell.split()), default=0) for column in columns)
    return sum(max(0, length - LONGEST_WORD) for length in longest)


def _grid(table: Table) -> RichTable:
    """The table as rich draws it: text may be folded, numbers never are."""
    from rich import box
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold")
    only_text = table.left == len(table.headings)
    for index, heading in enumerate(table.headings):
        if index < table.left:
            grid.add_column(Text(heading), vertical="top" if only_text else "bottom", overflow="fold")
        else:
            widest = max((len(row[index]) for row in table.rows), default=0)
            lines = textwrap.wrap(heading, max(widest, 6), break_long_words=False, break_on_hyphens=False)
            width = max(widest, *map(len, lines), 1)
            grid.add_column(Text("\n".join(lines)), justify="right", vertical="bottom", no_wrap=True, min_width=width)
    for place, row in enumerate(table.rows):
        grid.add_row(*(Text(cell, style=table.styles.get((place, column), "")) for column, cell in enumerate(row)))
    return grid
