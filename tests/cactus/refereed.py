"""Random games of the kernel, judged by the referee: by preset, and by house rules that hypothesis mixes."""

import random
from collections import Counter
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cactus_sim.strategies.load import built_in
from tests.cactus.house import POWER_RANKS
from tests.cactus.mixes import CHOICES, POWERS
from tests.cactus.playing import GAME, Table, rules_of
from tests.cactus.referee import check

STRATEGIES = tuple(built_in(GAME))
SKILLS = ("", "", "(memory=0.8)", "(attention=0.5, reflex=2)", "(preset=human)")
PLAYERS = tuple(name + skill for name in STRATEGIES for skill in dict.fromkeys(SKILLS))
KINDS = (
    "deal", "turn", "call", "take", "draw", "swap", "swap_many", "discard", "peek", "look", "exchange", "give", "throw",
    "return", "late", "penalty", "forget", "reshuffle", "end", "match", "called", "stock", "empty", "stalled",
)  # fmt: skip
"""Every kind of event, and every way in which a round ends."""


def judged(table: Table, **where: Any) -> Counter[str]:
    """Plays one game, has the referee check it, and gives how often what happened in it.

    Where nobody's memory lapses, calls and throws are judged by what each player knows for certain.
    """
    lapses = any(entry.traits["memory"] < 1 for entry in table.entries)
    events = table.trace(**where)
    check(events, lapses=lapses)
    return Counter(event["e"] for event in events) + Counter(event["reason"] for event in events if event["e"] == "end")


def games_of_preset(preset: str, games: int, matches: int) -> Counter[str]:
    """Random line-ups under a preset's own rules: so many rounds and matches."""
    rng = random.Random(f"refereed {preset}")
    values = GAME.rule_book.resolve(preset)
    fewest, most = GAME.players_allowed(values)
    seen: Counter[str] = Counter()
    for game in range(games + matches):
        players = rng.randint(fewest, most)
        table = Table([rng.choice(PLAYERS) for _ in range(players)], values)
        seen += judged(
            table, deal=rng.randrange(1 << 40), rotation=rng.randrange(players), seed=rng.randrange(1 << 63),
            unit="round" if game < games else "match",
        )  # fmt: skip
    return seen


@st.composite
def house_rules(draw: st.DrawFn) -> dict[str, Any]:
    """Rules of which any may be changed, powers too; 2 to 8 may play."""
    changes: dict[str, Any] = draw(
        st.fixed_dictionaries({}, optional={name: st.sampled_from(values) for name, values in CHOICES.items()})
    )
    ranks = draw(st.sets(st.sampled_from(POWER_RANKS), max_size=6))
    powers = {f"power_{name}": draw(st.sampled_from(POWERS)) for name in sorted(ranks)}
    values = rules_of(**changes, **powers)
    values["looked_at"] = min(values["looked_at"], values["hand_cards"])
    return values


@st.composite
def mixed_games(draw: st.DrawFn) -> tuple[Table, dict[str, Any]]:
    """A line-up of any strategies under any house rules, and which game of theirs is played."""
    values = draw(house_rules())
    most = min(8, (52 * int(values["packs"]) - 2) // int(values["hand_cards"]))
    line_up = draw(st.lists(st.sampled_from(PLAYERS), min_size=2, max_size=most))
    where = {
        "deal": draw(st.integers(0, (1 << 40) - 1)),
        "seed": draw(st.integers(0, (1 << 63) - 1)),
        "rotation": draw(st.integers(0, len(line_up) - 1)),
        "unit": draw(st.sampled_from(("round", "round", "round", "match"))),
    }
    return Table(line_up, values), where


def games_of_mixed_rules(examples: int) -> Counter[str]:
    """So many games under mixed house rules, the same ones each time; hypothesis reduces one that is refused."""
    seen: Counter[str] = Counter()

    @settings(
        max_examples=examples, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(mixed_games())
    def play(game: tuple[Table, dict[str, Any]]) -> None:
        table, where = game
        seen.update(judged(table, **where))

    play()
    return seen
