"""The end of a report: example games, methods, limits, words, and how to repeat it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from cactus_sim.report.pages.model import Fold, Section
from cactus_sim.report.words import catalogue, own_words, words

if TYPE_CHECKING:
    from cactus_sim.analysis.dossier import Dossier

METHODS: Final = ("rotation", "paired", "verdicts", "equilibrium", "ratings", "exact")
LIMITS: Final = ("logic", "memory", "pool", "rules", "abstraction")
"""Keys of the texts `method_…` and `limit_…`."""


def examples(dossier: Dossier, lang: str) -> Iterator[Section]:
    """Games told in words, each with the command that tells it again."""
    w = words(lang, "report")
    folds = tuple(
        Fold(
            w(f"example_{example['kind']}", deal=example["deal"], events=example["events"]),
            verbatim=tuple(example["told"][lang]),
            command=f"{example['command']} --lang {lang}",
        )
        for example in dossier.parts["examples"]
    )
    yield Section("examples", w("examples"), (w("examples_lead"),), folds=folds)


def methods(dossier: Dossier, lang: str) -> Iterator[Section]:
    """How it was found."""
    lines = tuple(own_words(dossier.game.name, "report", f"method_{key}", lang) for key in METHODS)
    yield Section("methods", words(lang, "report")("methods"), lines)


def limits(dossier: Dossier, lang: str) -> Iterator[Section]:
    """What it does not tell."""
    lines = tuple(own_words(dossier.game.name, "report", f"limit_{key}", lang) for key in LIMITS)
    yield Section("limits", words(lang, "report")("limits"), lines)


def glossary(dossier: Dossier, lang: str) -> Iterator[Section]:
    """Words of statistics, then those of the game."""
    texts = catalogue(lang)
    terms = {**texts["glossary"], **texts.get(f"glossary_{dossier.game.name}", {})}
    pairs = (text.split("\n", 1) for text in terms.values())
    yield Section("glossary", words(lang, "report")("glossary"), terms=tuple((term, told) for term, told in pairs))


def reproducibility(dossier: Dossier, lang: str) -> Iterator[Section]:
    """The commands that repeat every figure."""
    w = words(lang, "report")
    facts = {"version": dossier.version, "seed": dossier.seed, "games": w.number(dossier.games)}
    commands = (f"{dossier.command} --lang {lang} -o DIR", *dossier.commands.values())
    yield Section("again", w("again_title"), (w("again_lead", **facts),), commands=commands)
