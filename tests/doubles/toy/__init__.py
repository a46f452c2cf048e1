"""A toy game with the rooms of a real one: the double for the layers that know no game's rules.

Every player rolls 0 to `sides` − 1 and adds `skill`; the highest total wins. The rolls depend on seed, deal and seat.
"""

from __future__ import annotations

import _thread
from fractions import Fraction
from pathlib import Path

import numpy as np

from cactus_sim.errors import StrategyError, UsageError
from cactus_sim.games.base import AHEAD, Histogram, Hook, Metric
from cactus_sim.games.rule_book import Rule, RuleBook
from cactus_sim.games.variants import WHO_PLAYS, Variants

SHARE_UNITS = 840
MAX_TOTAL = 40

_RULES = (
    Rule("sides", "T1", 10, "sides of the die", "faces du dé", 2, 30),
    Rule("players_min", "T2", 2, "fewest players", "nombre minimal de joueurs", 2, 8),
    Rule("players_max", "T2", 4, "most players", "nombre maximal de joueurs", 2, 8),
    Rule("tie", "T3", "share", "who wins a tie", "qui gagne à égalité", choices=("share", "nobody"), origin="G"),
    Rule("reroll", "T4", False, "a 0 is rolled again", "un 0 est relancé", origin="G"),
)
RECORD = np.dtype([("sides", "i8"), ("tie", "i8"), ("reroll", "i8")])


def rolls_at(seed, deals, seats, sides):
    """[deal, seat]"""
    mixed = deals[:, None].astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(seed)
    mixed = (mixed ^ (mixed >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9) + seats.astype(np.uint64)
    mixed = (mixed ^ (mixed >> np.uint64(32))) * np.uint64(0x94D049BB133111EB)
    return ((mixed >> np.uint64(33)) % np.uint64(sides)).astype(np.int64)


class ToyControls:
    """The sum of the rolls, and how many are of the highest."""

    names = ("rolls", "highest")

    def means(self, rules, players):
        sides = rules["sides"]
        return Fraction(players * (sides - 1), 2), Fraction(players, sides)

    def count(self, rules, players, seed, first_deal, values):
        deals = np.arange(first_deal, first_deal + len(values))
        rolls = rolls_at(seed, deals, np.arange(players), rules["sides"][0])
        values[:, 0] = rolls.sum(axis=1)
        values[:, 1] = (rolls == rules["sides"][0] - 1).sum(axis=1)


class Toy:
    name = "toy"
    title = {"en": "Toy", "fr": "Jouet"}
    rule_book = RuleBook("toy", "plain", {rule.name: rule for rule in _RULES}, Path(__file__).parent / "presets")
    hooks = (Hook("call", "never asked"),)
    traits = ("memory",)
    seat_metrics = (
        Metric("share", "share", "part", SHARE_UNITS, percent=True, better=1),
        Metric("total", "total", "total", better=-1),
        Metric("zeros", "zeros", "zéros", percent=True),
        Metric("zero_wins", "zeros that win", "zéros gagnants", per="zeros", percent=True),
        Metric(AHEAD, "rivals behind", "rivaux derrière", 2, shown=False),
    )
    game_metrics = (Metric("high", "highest", "plus haut"), Metric("ties", "ties", "égalités", percent=True))
    histograms = (Histogram("totals", MAX_TOTAL, "totals", "totaux"), Histogram("rolls", 30, "rolls", "lancers"))
    controls = ToyControls()
    decisions = ()
    position_options = ()
    card_rules = (("sides", "8"),)
    report_strategies = ("plain", "plain(skill=1)", "other")
    report_sweep = "skill=0:3"
    unsure = ()
    contest = ("", "")
    draws = False
    units = ("round", "match")
    once_a_round = frozenset({"zeros"})
    default_line_up = ("plain", "plain(skill=1)", "plain")
    unequal_line_up = ("plain", "plain(skill=1)", "plain(skill=3)")
    effects = ("high", "total", "zero_wins", "ties")
    variants = {
        "sides": Variants((8, 10, 12), counts=(("side", "sides"), ("face", "faces"))),
        "players_min": Variants(need=WHO_PLAYS),
        "players_max": Variants(need=WHO_PLAYS),
    }

    def __init__(self):
        self.compiled = 0
        self.played = 0
        self.interrupt_at = None
        """Deal at which Ctrl-C is pressed."""

    @property
    def base(self):
        from cactus_sim.games.toy.strategies.base import ToyStrategy

        return ToyStrategy

    def players_allowed(self, rules):
        return rules["players_min"], rules["players_max"]

    def hooks_in_use(self, rules):
        return frozenset()

    def rules_record(self, rules):
        return np.array([tuple(self.rule_book.rules[name].index(rules[name]) for name in RECORD.names)], RECORD)

    def check_rules(self, rules, players):
        if rules["sides"] < players:
            raise UsageError(f"{players} players need sides={players} at least")

    def is_warm(self):
        return True

    def compile(self):
        self.compiled += 1

    def totals(self, rules, line_up, seed, deals, rotation):
        """[deal, entry]"""
        players = len(line_up.entries)
        seats = (np.arange(players) + rotation) % players
        rolls = rolls_at(seed, deals, seats, rules["sides"][0])
        return rolls, rolls + line_up.entries["p"][:, 0].astype(np.int64)

    def play_blocks(
        self, rules, line_up, labels, rows, unit, seed, first_deal, rotations, seat_values, game_values, histograms
    ):
        deals = np.arange(first_deal, first_deal + len(seat_values))
        if self.interrupt_at is not None and self.interrupt_at in deals:
            _thread.interrupt_main()
        if any(label.startswith("faulty") for label in labels):
            raise StrategyError("strategy faulty: hook call: it is at fault")
        for rotation in range(rotations):
            rolls, totals = self.totals(rules, line_up, seed, deals, rotation)
            best = totals.max(axis=1)
            wins = totals == best[:, None]
            winners = wins.sum(axis=1)
            share = np.where(wins, SHARE_UNITS // winners[:, None], 0)
            if rules["tie"][0]:
                share[winners > 1] = 0
            for entry, row in enumerate(rows):
                zero = rolls[:, entry] == 0
                ahead = 1 + np.sign(totals[:, entry, None] - np.delete(totals, entry, axis=1))
                seat_values[:, row] += np.stack(
                    [share[:, entry], totals[:, entry], zero, zero & wins[:, entry], ahead.sum(axis=1)], axis=1
                )
                histograms[row, :MAX_TOTAL] += np.bincount(totals[:, entry], minlength=MAX_TOTAL)
                histograms[row, MAX_TOTAL:] += np.bincount(rolls[:, entry], minlength=30)
            game_values += np.stack([best, winners > 1], axis=1)
        self.played += len(deals)

    def trace(self, rules, rule_values, line_up, labels, unit, seed, deal, rotation):
        rolls, totals = self.totals(rules, line_up, seed, np.array([deal]), rotation)
        yield {
            "e": "deal",
            "game": "toy",
            "rules": dict(rule_values),
            "seed": seed,
            "deal": deal,
            "rotation": rotation,
            "line_up": list(labels),
        }
        for player, roll in enumerate(rolls[0]):
            yield {"e": "roll", "player": player, "roll": int(roll)}
        yield {"e": "end", "totals": totals[0].tolist()}

    def tell(self, events, lang):
        verb = {"en": "rolls", "fr": "lance"}[lang]
        for event in events:
            if event["e"] == "roll":
                yield f"{event['player']} {verb} {event['roll']}"


GAME = Toy()
