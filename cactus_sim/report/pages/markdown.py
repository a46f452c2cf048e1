"""A page as Markdown, with its pictures as files beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cactus_sim.report.pages.model import Fold, Page, Picture, Section
    from cactus_sim.report.tables import Table

SPECIAL = re.compile(r"([\\`*_\[\]|~#$])")


def picture_name(page: Page, picture: Picture) -> str:
    """The file name of a page's picture."""
    return f"{page.name}-{picture.name}-{page.lang}.svg"


def markdown(page: Page) -> str:
    """The page's Markdown; whatever names there are in it, they are text."""
    parts = [f"# {text(page.title)}", text(page.lead), f"## {text(page.answer_title)}"]
    parts.append("\n".join(f"- {text(answer)}" for answer in page.answers))
    for section in page.sections:
        parts += _section(page, section)
    return "\n\n".join(part for part in parts if part) + "\n"


def text(content: str) -> str:
    """Text that Markdown and the HTML in it take as it is, on one line."""
    plain = " ".join(content.split("\n")).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return SPECIAL.sub(r"\\\1", plain)


def _section(page: Page, section: Section) -> Iterator[str]:
    yield f"## {text(section.title)}"
    yield from map(text, section.lines)
    for picture in section.pictures:
        yield f"![{text(picture.alt)}]({picture_name(page, picture)})"
        yield f"*{text(picture.caption)}*"
    yield from map(_table, section.tables)
    yield "\n".join(f"- **{text(term)}**: {text(told)}" for term, told in section.terms)
    for fold in section.folds:
        yield from _fold(page, fold)
    if section.commands:
        yield text(page.again)
        yield _verbatim(section.commands)


def _fold(page: Page, fold: Fold) -> Iterator[str]:
    yield f"<details><summary>{text(fold.summary)}</summary>"
    yield from map(_table, fold.tables)
    yield from map(text, fold.lines)
    if fold.verbatim:
        yield _verbatim(fold.verbatim)
    if fold.command:
        yield text(page.again)
        yield _verbatim((fold.command,))
    yield "</details>"


def _table(table: Table) -> str:
    rule = ["---" if place < table.left else "--:" for place in range(len(table.headings))]
    lines = [[text(cell) for cell in line] for line in (table.headings, *table.rows)]
    rows = ["| " + " | ".join(line) + " |" for line in (lines[0], rule, *lines[1:])]
    above = [f"**{text(table.title)}**", ""] if table.title else []
    return "\n".join([*above, *rows, *(line for note in table.notes for line in ("", text(note)))])


def _verbatim(lines: tuple[str, ...]) -> str:
    """Lines as code, fenced by more backquotes than they hold in a row."""
    content = "\n".join(lines)
    fence = "`" * max(3, 1 + max((len(found) for found in re.findall("`+", content)), default=0))
    return f"{fence}text\n{content}\n{fence}"
