"""Text on its way to a terminal: what files and options call things must not speak to it."""

from __future__ import annotations

import unicodedata


def visible(text: str) -> str:
    """The text with control characters and the like written as escapes; lines stay lines."""
    return "".join(c if c == "\n" or _is_shown(c) else c.encode("unicode_escape").decode("ascii") for c in text)


def _is_shown(c: str) -> bool:
    # Spaces of all widths are no "printable" characters for Python, but in French they are in every number.
    return c.isprintable() or unicodedata.category(c) == "Zs"
