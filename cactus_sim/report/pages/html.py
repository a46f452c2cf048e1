"""A page as one HTML file, pictures inside it."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from cactus_sim.report.pages.model import Page

EMPTY: Final = "\u00a0"
"""What stands in a heading that has no text."""
UNBROKEN: Final = {" %": "\u00a0%", " :": "\u00a0:", " ;": "\u00a0;", " ?": "\u00a0?", " !": "\u00a0!", "« ": "«\u00a0",
                   " »": "\u00a0»"}  # fmt: skip
"""Where a line may not end though there is a space."""


def html(page: Page) -> str:
    """The page's HTML; whatever names there are in it, they are text."""
    import jinja2

    loader = jinja2.PackageLoader("cactus_sim.report.pages", "")
    environment = jinja2.Environment(
        loader=loader, autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True,
        keep_trailing_newline=True, finalize=unbroken,
    )  # fmt: skip
    environment.filters["data_uri"] = data_uri
    return environment.get_template("page.html.j2").render(page=page, empty=EMPTY)


def unbroken(content: Any) -> Any:
    """Text whose lines do not end before a mark that belongs to the word before it."""
    if isinstance(content, str):
        for loose, tied in UNBROKEN.items():
            content = content.replace(loose, tied)
    return content


def data_uri(svg: bytes) -> str:
    """A picture as an address that holds it: nothing in it can reach the page around it."""
    return "data:image/svg+xml;base64," + base64.b64encode(svg).decode()
