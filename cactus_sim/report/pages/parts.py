"""The parts of a dossier as the results that they were."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from cactus_sim.report.marks import Marks, marks_of

if TYPE_CHECKING:
    from cactus_sim.analysis.dossier import Dossier


def part_json(dossier: Dossier, part: str) -> str:
    """A part's own JSON, as the result's `from_json` takes it."""
    return json.dumps(dossier.parts[part])


def strategy_marks(dossier: Dossier) -> Marks:
    """The mark of every strategy of a report: who entered the tournament first, then who else plays."""
    return marks_of((*dossier.parts["tournament"]["tournament"]["strategies"], *dossier.parts["simulate"]["rows"]))


def strategies_told(dossier: Dossier, lang: str) -> tuple[tuple[str, str], ...]:
    """Every strategy of a report, and what it does."""
    return tuple((each["strategy"], each[lang]) for each in dossier.parts["told"]["strategies"])
