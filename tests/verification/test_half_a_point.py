"""How many games it takes to tell two players apart that differ by half a percentage point of share.

Plain sampling plays independent, unpaired games in seats drawn at random; its games are those of the variance that the
pilot deals see, which test_compare.py measures by playing them. The figures are for a 95 % interval of half a point to
each side.
"""

from __future__ import annotations

from typing import Final

import pytest

from cactus_sim import compare

HALF_A_POINT: Final = 0.005
GAMES: Final = 400_000
MIXED: Final = ("early", "royal", "patient")
ATTACKED: Final = ("blocker", "attacker", "early-eight")

PAIRS: Final = {
    "cactus": [
        ("royal", "threshold", None, True),
        ("threshold(memory=0.99)", "threshold", None, True),
        ("royal", "patient", MIXED, True),
    ],
    "eights": [
        ("greedy(attention=0.95)", "greedy", None, True),
        ("blocker(attention=0.95)", "blocker", ATTACKED, True),
        ("early-eight", "greedy", None, True),
        ("attacker(low=5)", "attacker(low=4)", None, False),
    ],
}
"""Pairs that differ by a fifth of a point to three fifths, and whether a fifth of the games is enough for them."""


@pytest.mark.parametrize("game", PAIRS)
def test_half_a_point_takes_a_fifth_of_the_games(game: str) -> None:
    print(
        f"\n{game}: A and B, difference in points of share, games of each for ± 0.5: plain, as played, and their ratio"
    )
    for a, b, field, fifth in PAIRS[game]:
        found = compare(game, a, b, field=field, unit="round", games=GAMES, seed=5, jobs=1)
        assert found.gains is not None
        assert found.plain_variance is not None
        plain = 1.96**2 * found.plain_variance / HALF_A_POINT**2
        played = found.result.games * (1.96 * found.difference.se / HALF_A_POINT) ** 2
        who = f"{a} - {b}, field {', '.join(found.rivals.field)}"
        difference = f"{100 * found.difference.value:+.2f} ± {196 * found.difference.se:.2f}"
        print(f"  {who:74} {difference} {plain:8,.0f} {played:8,.0f}   1/{plain / played:.1f}")
        assert abs(found.difference.value) < 0.007
        assert (plain > 5 * played) is fifth
