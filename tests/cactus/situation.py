"""A player's view of a table written in a few words, and what a strategy answers to it."""

import functools
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from numba.core import types

from cactus_sim import games, jit
from cactus_sim.cards import parse_card
from cactus_sim.games.cactus.rules import card_points
from cactus_sim.games.cactus.view import MINE, TABLE
from cactus_sim.strategies import parse_entry
from cactus_sim.strategies.compile import compile_entries, hook_address

GAME = games.get("cactus")


def _ask(address: Any, mines: Any, tables: Any) -> Any:
    return jit.ask(address, mines[0], tables[0])


@functools.cache
def _compiled() -> Any:
    mine, table = numba.from_dtype(MINE), numba.from_dtype(TABLE)
    return jit.compile_cached(_ask, types.int64(types.int64, mine[::1], table[::1]), "cactus")


@dataclass
class Situation:
    """What one player sees."""

    mine: Any
    table: Any

    def ask(self, entry: str, hook: str, seed: int = 0) -> int:
        """What a strategy answers there."""
        player = parse_entry(entry, GAME)
        self.mine["p"] = compile_entries(GAME, [player], ()).entries["p"]
        self.mine["_seed"], self.mine["_dice"] = seed, 0
        address = hook_address(GAME, player.strategy, hook)
        with np.errstate(over="ignore"):  # as plain Python, dice overflow as they should
            return int(_compiled()(address, jit.readable(self.mine), jit.readable(self.table)))

    def often(self, entry: str, hook: str, times: int = 2000) -> dict[int, float]:
        """How often a strategy that plays by chance gives each answer."""
        answers = [self.ask(entry, hook, seed) for seed in range(times)]
        return {answer: answers.count(answer) / times for answer in set(answers)}


def situation(
    own: str,
    others: tuple[str, ...] = ("? ? ? ?",) * 3,
    top: str = "5C",
    rules: str = "gamelia",
    changes: dict[str, Any] | None = None,
    drawn: str = "",
    me: int = 0,
    **table: int,
) -> Situation:
    """What a player sees who has a row such as "7H ? - KS": ? is not known, - is gone.

    `others` are the rows of the rest, clockwise from the player: "KS" is known to all, "(KS)" to the player alone.
    Only the top discard was played. Further words are fields of `table`.
    """
    values = GAME.rule_book.resolve(rules, changes or {})
    record = GAME.rules_record(values)[0]
    mine, view = np.zeros(1, MINE), np.zeros(1, TABLE)
    players = len(others) + 1
    view["public"], mine["theirs"], mine["hand"] = -1, -1, -1
    view["points_of"] = record["points_of"]
    view["pack_mean"], view["least"] = record["pack_points"] / record["pack_size"], record["least"]
    view["players"], view["caller"], view["round"] = players, -1, 1
    view["top"] = parse_card(top)
    view["top_rank"], view["top_points"] = view["top"] >> 2, card_points(values, parse_card(top))
    view["throw"] = record["throw"]
    view["may_take"] = 1
    for name in ("call_under", "cactus_max", "penalty_cards", "caller_frozen", "multi_swap"):
        view[name] = record[name]
    view["wrong_returns"] = record["wrong_card"]
    mine["me"], mine["may_throw_wrong"] = me, 1
    mine["drawn"] = parse_card(drawn) if drawn else -1
    seen = [parse_card(top)]
    for n, row in enumerate((own, *others)):
        player = (me + n) % players
        for slot, text in enumerate(row.split()):
            if text == "-":
                continue
            view["held"][0, player] |= 1 << slot
            view["cards"][0, player] += 1
            card = -1 if text == "?" else parse_card(text.strip("()"))
            if n == 0:
                _mine(mine[0], view[0], slot, card)
            elif text.startswith("("):
                mine["theirs"][0, player, slot] = card
            elif card >= 0:
                view["public"][0, player, slot] = card
                seen.append(card)
    view["unseen_cards"] = record["pack_size"] - len(seen)
    view["unseen_points"] = record["pack_points"] - sum(int(record["points_of"][card]) for card in seen)
    view["unseen_ranks"][0, :13] = 4
    for card in seen:
        view["unseen_ranks"][0, card >> 2] -= 1
    for name, value in table.items():
        view[name] = value
    return Situation(mine, view)


def _mine(mine: Any, table: Any, slot: int, card: int) -> None:
    """A card of the player's own row."""
    mine["held"] |= 1 << slot
    mine["cards"] += 1
    if card < 0:
        mine["unknown"] += 1
        return
    mine["known"] |= 1 << slot
    mine["hand"][slot] = card
    mine["known_points"] += table["points_of"][card]
    mine["ranks"] |= 1 << (card >> 2)
    mine["_rank_counts"][card >> 2] += 1
