"""Many games of the kernel under the referee's eyes."""

import pytest

from tests.cactus.playing import GAME
from tests.cactus.refereed import KINDS, games_of_mixed_rules, games_of_preset


@pytest.mark.parametrize("preset", GAME.rule_book.presets)
def test_presets(preset: str) -> None:
    games_of_preset(preset, games=4000, matches=150)


def test_mixed_house_rules() -> None:
    seen = games_of_mixed_rules(15_000)
    assert [kind for kind in KINDS if not seen[kind]] == []
