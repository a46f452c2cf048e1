"""Where a tournament's population goes, for people: a table of resting points and a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from cactus_sim.analysis.evolution import NEUTRAL, UNSTABLE, UNSURE
from cactus_sim.report.digits import NOTHING
from cactus_sim.report.tables import Table
from cactus_sim.report.words import Words
from cactus_sim.stats.resting import SEARCHED

if TYPE_CHECKING:
    from cactus_sim.analysis.evolution import Evolution, Place, Tied

SMALLEST_PART: Final = 0.005


def resting_table(strategies: tuple[str, ...], evolution: Evolution, w: Words) -> Table:
    """The resting points that count and the rows of them, what kind they are, and from where they are reached."""
    rows = []
    for tied in evolution.tied:
        name = _mix("tied_all" if tied.whole else "tied_some", strategies, tied, w)
        rows.append((name, w(f"state_{tied.word}"), NOTHING, w.number(100 * tied.basin)))
    kept = [place for place in evolution.places if _counts(place, evolution)]
    for place in kept:
        stable = NOTHING if place.word == NEUTRAL else w.number(100 * place.stable)
        name = population(strategies, place.shares, w)
        rows.append((name, w(f"state_{place.word}"), stable, w.number(100 * place.basin)))
    notes = []
    if any(place.word == NEUTRAL for place in kept) or evolution.tied:
        notes.append(w("neutral_means"))
    left_out = sum(place.word == UNSTABLE for place in evolution.places if place not in kept)
    if left_out:
        notes.append(w("resting_left_out", number=left_out))
    if not evolution.searched:
        notes.append(w("resting_not_searched", most=SEARCHED))
    headings = (w("population"), "", w("stable"), w("basin"))
    return Table(w("title_resting"), headings, rows, tuple(notes), left=2)


def where_it_goes(strategies: tuple[str, ...], evolution: Evolution, deals: int, w: Words) -> str:
    """Where a population goes, from how many of all starts."""
    if evolution.flat:
        return w("evolves_nowhere_all", deals=w.number(deals))
    ends = [place for place in evolution.places if place.basin > 0]
    if len(ends) + len(evolution.tied) == 1 and evolution.moving == 0:
        if evolution.tied:
            tied = evolution.tied[0]
            key = "evolves_tied" if tied.word == NEUTRAL else "evolves_tied_unsure"
            return w(key, end=_mix("tied_mix", strategies, tied, w))
        key = "evolves_one_unsure" if ends[0].word == UNSURE else "evolves_one"
        return w(key, end=population(strategies, ends[0].shares, w), sure=w.number(100 * ends[0].stable))
    return w("evolves_some", ends=w.listed(_parts(strategies, evolution, w)))


def population(strategies: tuple[str, ...], shares: Any, w: Words) -> str:
    """A population in words, those that most hold first: `63 % threshold, 37 % early`."""
    parts = sorted(zip(shares, strategies, strict=True), key=lambda part: -part[0])
    there = [(share, name) for share, name in parts if share >= SMALLEST_PART]
    if len(there) == 1:
        return w("part_all", strategy=there[0][1])
    return ", ".join(w("part", part=w.number(100 * share), strategy=name) for share, name in there)


def _parts(strategies: tuple[str, ...], evolution: Evolution, w: Words) -> Iterator[str]:
    """Each end with the starts that lead there."""
    for tied in evolution.tied:
        yield w("evolves_to_tied", basin=w.number(100 * tied.basin), end=_mix("tied_mix", strategies, tied, w))
    for place in evolution.places:
        if place.basin > 0:
            end = population(strategies, place.shares, w)
            yield w("evolves_to", basin=w.number(100 * place.basin), end=end, sure=w.number(100 * place.stable))
    if evolution.moving:
        yield w("evolves_nowhere", basin=w.number(100 * evolution.moving))


def _mix(key: str, strategies: tuple[str, ...], tied: Tied, w: Words) -> str:
    return w(key, strategies=w.listed(strategies[strategy] for strategy in tied.strategies))


def _counts(place: Place, evolution: Evolution) -> bool:
    """Whether a point is shown: not those that are surely unstable or a part of a row, unless they are reached."""
    if place.basin > 0:
        return True
    there = {strategy for strategy, share in enumerate(place.shares) if share > 0}
    in_a_row = any(there <= set(tied.strategies) for tied in evolution.tied)
    return place.word != UNSTABLE and not (place.word == NEUTRAL and in_a_row)
