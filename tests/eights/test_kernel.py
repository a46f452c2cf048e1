"""The kernel of 8 Américain: the referee accepts its games, and counts are those of the traces."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from cactus_sim.errors import StrategyError, UsageError
from cactus_sim.games.eights.rules import RULE_BOOK
from cactus_sim.strategies import parse_entry
from tests.eights.house import CARDS, PRESETS, SEED
from tests.eights.mixes import players_for, random_rules
from tests.eights.playing import GAME, counted, ready, trace
from tests.eights.referee import check

STRATEGIES = ("random", "greedy", "shedder", "hoarder", "early-eight", "attacker", "blocker")
COLOURS = ("most", "points", "random", "starve", "last")
LINE_UP = ("greedy(attention=0.8)", "shedder", "random(attention=0.5)", "blocker")


def some_line_up(rng: random.Random, players: int) -> list[str]:
    """Any strategies with any colour policy, some of them inattentive."""
    return [
        f"{rng.choice(STRATEGIES)}(colour={rng.choice(COLOURS)}, attention={rng.choice((1.0, 1.0, 0.5, 0.0))})"
        for _ in range(players)
    ]


def test_presets_are_those_of_the_rules_page() -> None:
    assert RULE_BOOK.resolve("seed") == SEED
    assert {name: RULE_BOOK.resolve(name) for name in RULE_BOOK.presets} == {
        name: SEED | values for name, values in PRESETS.items()
    }


@pytest.mark.parametrize("preset", PRESETS)
def test_referee_accepts_every_preset(preset: str) -> None:
    rng = random.Random(f"kernel {preset}")
    values = RULE_BOOK.resolve(preset)
    for _ in range(12):
        players = rng.randint(int(values["players_min"]), int(values["players_max"]))
        at = ready(some_line_up(rng, players), preset)
        check(trace(at, "round", 1, rng.randrange(10**9), rng.randrange(players)))
    check(trace(at, "match", 1, rng.randrange(10**9), rng.randrange(players)))


@pytest.mark.parametrize("specials", [True, False])
@pytest.mark.parametrize("reshuffle", [True, False])
def test_referee_accepts_the_settings_of_openspiel(specials: bool, reshuffle: bool) -> None:
    for players in range(2, 9):
        at = ready(["random"] * players, "openspiel", specials=specials, reshuffle=reshuffle)
        check(trace(at, deal=players))


def test_referee_accepts_mixed_house_rules() -> None:
    seen: Counter[str] = Counter()
    for seed in range(120):
        rng = random.Random(f"kernel mix {seed}")
        values = random_rules(rng)
        players = players_for(values, rng)
        try:
            GAME.check_rules(values, players)
        except UsageError:
            continue
        at = ready(some_line_up(rng, players), "seed", **{k: v for k, v in values.items() if v != SEED[k]})
        events = trace(at, "round", seed, seed, rng.randrange(players))
        check(events)
        seen.update(event.get("why", event["e"]) for event in events)
        seen[events[-1]["reason"]] += 1
    for kind in ("colour", "pass", "skip", "reverse", "carte", "caught", "reshuffle", "wants", "attack", "cannot"):
        assert seen[kind], kind
    assert all(seen[reason] for reason in ("out", "blocked", "stalled"))


@pytest.mark.parametrize("unit", ["round", "match"])
def test_counts_are_those_of_the_traces(unit: str) -> None:
    at = ready(LINE_UP)
    game = counted(at, 6, unit, seed=9, first=40, rotations=4)
    for block in range(6):
        traces = [trace(at, unit, 9, 40 + block, rotation) for rotation in range(4)]
        events = [event for each in traces for event in each]

        def times(kind: str, player: int | None = None, field: str = "player", events: list = events) -> int:
            return sum(event["e"] == kind and (player is None or event.get(field) == player) for event in events)

        assert game.game["turns"][block] == times("turn")
        assert game.game["cards_played"][block] == times("play")
        assert game.game["rounds"][block] == times("deal")
        assert game.game["reshuffles"][block] == times("reshuffle")
        for player in range(4):
            seat = {name: values[block, player] for name, values in game.seat.items()}
            mine = [event for event in events if event.get("player") == player]
            assert seat["plays"] == times("play", player)
            assert seat["passes"] == times("pass", player)
            assert seat["nominations"] == times("colour", player)
            assert seat["skipped"] == times("skip", player)
            assert seat["caught"] == times("caught", player)
            assert seat["out"] == times("end", player, "winner")
            assert seat["eights"] == sum(event["e"] == "play" and event["card"][0] == "8" for event in mine)
            assert seat["jokers"] == sum(event["e"] == "play" and event["card"][0] == "X" for event in mine)
            drawn = [(event["why"], len(event["cards"])) for event in mine if event["e"] == "draw"]
            assert seat["cards_drawn"] == sum(cards for _, cards in drawn)
            assert seat["attack_cards"] == sum(cards for why, cards in drawn if why == "attack")
            ends = [each[-1] for each in traces]
            winners = [event["winners"] for event in ends]
            assert seat["share"] == sum(840 // len(won) for won in winners if player in won)
            assert seat["points"] == sum(event["points" if unit == "round" else "totals"][player] for event in ends)


def test_every_batch_gives_the_same_counts() -> None:
    at = ready(LINE_UP)
    whole = counted(at, 12, "round", rotations=4)
    parts = [counted(at, 5, "round", rotations=4), counted(at, 7, "round", first=5, rotations=4)]
    for name in whole.seat:
        assert np.array_equal(whole.seat[name], np.concatenate([part.seat[name] for part in parts]))
    assert np.array_equal(whole.histograms, parts[0].histograms + parts[1].histograms)


def test_the_pack_does_not_depend_on_who_plays() -> None:
    def dealt(line_up: tuple[str, ...]) -> list[object]:
        return [(event["hands"], event["top"]) for deal in range(5) for event in trace(ready(line_up), deal=deal)[:1]]

    assert dealt(LINE_UP) == dealt(("hoarder", "random", "attacker(attention=0.2)", "random"))


def test_draws_do_not_depend_on_who_plays() -> None:
    """The cards of the first draw pile come in one order, whoever draws them."""
    for deal in range(5):
        orders = []
        for line_up in (LINE_UP, ("hoarder", "random", "attacker", "random")):
            events = trace(ready(line_up), deal=deal)
            stop = next((place for place, event in enumerate(events) if event["e"] == "reshuffle"), len(events))
            orders.append([card for event in events[:stop] if event["e"] == "draw" for card in event["cards"]])
        shorter = min(map(len, orders))
        assert shorter > 0
        assert orders[0][:shorter] == orders[1][:shorter]


def test_luck_belongs_to_seats() -> None:
    """Equal strategies play the same round at every rotation, so each player has each seat's result once."""
    for strategy in ("shedder", "random", "greedy(attention=0.5)"):
        game = counted(ready([strategy] * 3), 200, rotations=3)
        assert np.all(game.seat["share"] == 840)
        assert np.all(game.seat["points"] == game.seat["points"][:, :1])


def test_first_cards_are_uniform() -> None:
    at = ready(["greedy"] * 2, stall_turns=1)
    tops = Counter(trace(at, deal=deal)[0]["top"] for deal in range(2700))
    assert set(tops) == set(CARDS)
    assert sum((count - 50) ** 2 / 50 for count in tops.values()) < 53 + 5 * (2 * 53) ** 0.5


@pytest.mark.parametrize(
    ("hook", "answer", "message"),
    [
        ("play", "53", r"hook 'play' answered 53, which is impossible there \(deal .*it could answer"),
        ("play", "-1", "hook 'play' answered -1"),
        ("play", "PASS", "hook 'play' answered 101"),
        ("name_suit", "4", "hook 'name_suit' answered 4.*a suit is 0 to 3"),
    ],
)
def test_an_impossible_answer_is_an_error(tmp_path, hook: str, answer: str, message: str) -> None:
    file = tmp_path / "wrong.py"
    file.write_text(
        "from cactus_sim.games.eights.strategies.base import DRAW, PASS, EightsStrategy\n"
        "class Wrong(EightsStrategy):\n"
        '    """Answers what it may not."""\n'
        "    @staticmethod\n"
        f"    def {hook}(mine, table, p):\n"
        f"        return {answer}\n"
    )
    at = ready([f"{file}:Wrong", "greedy"], jokers=0)
    with pytest.raises(StrategyError, match=message):
        counted(at, 50)


def test_the_template_runs(tmp_path) -> None:
    from cactus_sim.strategies.template import template

    file = tmp_path / "mine.py"
    file.write_text(template(GAME, "mine.py"))
    assert parse_entry(f"{file}:Mine(keep=2)", GAME)
    assert counted(ready([f"{file}:Mine(keep=2)", "greedy"]), 50).seat["share"].sum() == 50 * 840
