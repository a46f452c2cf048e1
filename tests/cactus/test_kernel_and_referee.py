"""Games of the kernel are legal and rightly judged: every preset, mixed house rules, all strategies and skills."""

import pytest

from tests.cactus.playing import GAME
from tests.cactus.refereed import KINDS, games_of_mixed_rules, games_of_preset


@pytest.mark.parametrize("preset", GAME.rule_book.presets)
def test_presets(preset: str) -> None:
    seen = games_of_preset(preset, games=150, matches=6)
    assert seen["end"] > 156
    assert seen["called"] > 50


def test_mixed_house_rules() -> None:
    """Every kind of event comes in some game; an empty pile is rare and left to the long run."""
    seen = games_of_mixed_rules(500)
    assert [kind for kind in KINDS if not seen[kind]] in ([], ["stock"])
