"""What is said of intervals wherever there are some: figures without any spread, ends that are cut."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cactus_sim.report.words import words
from cactus_sim.stats.intervals import CHANCE, Estimate
from cactus_sim.stats.verdicts import most_that_differ


def exactly(deals: int, lang: str) -> str:
    """What stands in an interval's place where a figure was the same on every deal."""
    w = words(lang, "intervals")
    return w("exactly", deals=w.number(deals))


def few_deals(deals: int, lang: str) -> str:
    """What is to be thought of figures that were the same on every deal."""
    w = words(lang, "intervals")
    return w("few", deals=w.number(deals), most=w.short(float(f"{100 * most_that_differ(deals):.2g}")))


def remarks(figures: Iterable[Estimate], differences: Iterable[Estimate], percent: bool, lang: str) -> Iterator[str]:
    """A line where some have no spread, and one where ends of figures are cut at what a percentage can be."""
    shown = list(figures)
    deals = [estimate.n for estimate in (*shown, *differences) if estimate.same]
    if deals:
        yield few_deals(deals[0], lang)
    if percent and any(each.n > 1 and each.interval() != each.interval(bounds=CHANCE) for each in shown):
        yield words(lang, "intervals")("cut")
