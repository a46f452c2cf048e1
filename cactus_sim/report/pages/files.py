"""The files of a report: pages in each language, their pictures, and the results that they are made from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cactus_sim.report.pages.build import page
from cactus_sim.report.pages.html import html
from cactus_sim.report.pages.markdown import markdown, picture_name

if TYPE_CHECKING:
    from cactus_sim.analysis.dossier import Dossier


def report_files(dossier: Dossier, langs: Sequence[str]) -> Mapping[str, bytes]:
    """Content by file name; the same dossier gives the same bytes."""
    own = dossier.game.name
    files = {f"{own}.json": dossier.to_json().encode()}
    for lang in langs:
        made = page(dossier, lang)
        files[f"{own}-{lang}.html"] = html(made).encode()
        files[f"{own}-{lang}.md"] = markdown(made).encode()
        for section in made.sections:
            files |= {picture_name(made, picture): picture.svg for picture in section.pictures}
    return files
