"""What a report page consists of, whatever it is written as."""

from __future__ import annotations

from dataclasses import dataclass

from cactus_sim.report.tables import Table


@dataclass(frozen=True)
class Picture:
    """A picture of a page."""

    name: str
    """For its file's name."""
    svg: bytes
    alt: str
    """What it shows, the finding first, for who can't see it."""
    caption: str
    """What its marks and intervals are, and of how many games."""


@dataclass(frozen=True)
class Fold:
    """What is there for who wants more: shown when asked for."""

    summary: str
    tables: tuple[Table, ...] = ()
    lines: tuple[str, ...] = ()
    verbatim: tuple[str, ...] = ()
    """Lines as they are: a told game."""
    command: str = ""


@dataclass(frozen=True)
class Section:
    """A part of a page: the finding in sentences, pictures, tables, what is folded away, and the command for it."""

    key: str
    title: str
    lines: tuple[str, ...] = ()
    pictures: tuple[Picture, ...] = ()
    tables: tuple[Table, ...] = ()
    terms: tuple[tuple[str, str], ...] = ()
    """Words and what they mean."""
    folds: tuple[Fold, ...] = ()
    commands: tuple[str, ...] = ()


@dataclass(frozen=True)
class Page:
    """A report on a game in one language."""

    name: str
    lang: str
    title: str
    lead: str
    answer_title: str
    answers: tuple[str, ...]
    sections: tuple[Section, ...]
    contents: str
    """What the list of sections is called."""
    again: str
    """What a command is introduced by."""
