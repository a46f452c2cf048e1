"""A page as one HTML file, pictures inside it."""

from __future__ import annotations

import re
import urllib.parse
from typing import TYPE_CHECKING, Any, Final

import markupsafe

if TYPE_CHECKING:
    from cactus_sim.report.pages.model import Page

EMPTY: Final = "\u00a0"
"""What stands in a heading that has no text."""
UNBROKEN: Final = {" %": "\u00a0%", " :": "\u00a0:", " ;": "\u00a0;", " ?": "\u00a0?", " !": "\u00a0!", "« ": "«\u00a0",
                   " »": "\u00a0»"}  # fmt: skip
"""Where a line may not end though there is a space."""


TAG: Final = re.compile(rb"<[^<>]*>")
ATTRIBUTE: Final = re.compile(rb'="([^"\'<>]*)"')
PLAIN: Final = " =:/;,.()!*+-_@$?[]{}|~^'<>"
"""What stands in such an address as it is, beside letters and digits."""


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
    if isinstance(content, str) and not isinstance(content, markupsafe.Markup):
        for loose, tied in UNBROKEN.items():
            content = content.replace(loose, tied)
    return content


def data_uri(svg: bytes) -> markupsafe.Markup:
    """A picture as an address that holds it: nothing in it can reach the page around it.

    What could end the attribute that it stands in, or mean something else there, is written as a number; so it needs no
    escaping.
    """
    single = TAG.sub(lambda tag: ATTRIBUTE.sub(rb"='\1'", tag[0]), svg)
    return markupsafe.Markup("data:image/svg+xml," + urllib.parse.quote(single, safe=PLAIN))
