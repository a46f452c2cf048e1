"""The numbered rules of CACTUS, the stacking game, and the constants of its physics: names, values, meaning.

B1 to B9 are rules, P1 to P7 the physics (in millimetres). Origin S is said by the source, G is a gap of it that is
filled here.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from cactus_sim.errors import UsageError
from cactus_sim.games.balance.tables import physics, read_cacti
from cactus_sim.games.rule_book import Rule, RuleBook, Value

MAX_PLAYERS: Final = 5
SHAPES: Final = 5
COLOURS: Final = 5
BASICS: Final = SHAPES * COLOURS
"""Basic pieces have the numbers shape × 5 + colour; special ones follow."""
SPECIALS: Final = 10
PIECES: Final = BASICS + SPECIALS
MAX_TURNS: Final = 4000

DISCARDED, RETURNED = range(2)

_RULES: Final = (
    Rule("players_min", "B1", 2, "fewest players", "nombre minimal de joueurs", 2, MAX_PLAYERS, origin="G"),
    Rule("players_max", "B1", 5, "most players", "nombre maximal de joueurs", 2, MAX_PLAYERS, origin="G"),
    Rule("flowers_each", "B1", 3, "flowers given to each player", "fleurs données à chacun", 0, 20),
    Rule("flowers_reserve", "B1", 10, "flowers of the reserve", "fleurs de la réserve", 0, 60),
    Rule(
        "special_colours", "B1", True,
        "special pieces have colours, two of each; false: they count for no colour, and the colour of the last basic "
        "piece stays in force",
        "les pièces spéciales ont une couleur, deux de chacune ; false : elles ne comptent pour aucune, et la couleur "
        "de la dernière pièce basique reste en vigueur", origin="G",
    ),
    Rule(
        "cacti", "B1", "seed", "the cacti: `seed`, or a CSV file of perches as `tables/cacti.csv`",
        "les cactus : `seed`, ou un fichier CSV de perchoirs comme `tables/cacti.csv`", reads=read_cacti, origin="G",
    ),
    Rule("die_colour", "B3", 2, "faces of the die: a basic piece of the colour just placed",
         "faces du dé : une pièce basique de la couleur posée", 0, 20, origin="G"),
    Rule("die_shape", "B3", 2, "faces of the die: a basic piece of the shape last placed",
         "faces du dé : une pièce basique de la forme posée", 0, 20, origin="G"),
    Rule("die_special", "B3", 2, "faces of the die (!!): the leftmost special piece",
         "faces du dé (!!) : la pièce spéciale la plus à gauche", 0, 20, origin="G"),
    Rule("claim_third", "B5", 1, "flowers for the third piece of a colour or a shape",
         "fleurs pour la troisième pièce d’une couleur ou d’une forme", 0, 20),
    Rule("claim_fifth", "B5", 2, "flowers for the fifth piece of a colour or a shape",
         "fleurs pour la cinquième pièce d’une couleur ou d’une forme", 0, 20),
    Rule("claim_five_colours", "B5", 2, "flowers for the piece by which one cactus carries all five colours",
         "fleurs pour la pièce par laquelle un cactus porte les cinq couleurs", 0, 20),
    Rule("touch_cost", "B6", 1, "flowers that touching cactus or pieces by hand costs",
         "fleurs que coûte toucher de la main le cactus ou les pièces", 0, 20),
    Rule(
        "touch", "B6", 0.02, "chance that a placement of a hand of dexterity 1 touches; divided by dexterity",
        "chance qu’une pose touche, pour une dextérité de 1 ; divisée par la dextérité", 0, 1, decimals=3, origin="G",
    ),
    Rule("fall_cost", "B7", 1, "flowers that each fallen piece costs", "fleurs que coûte chaque pièce tombée", 0, 20),
    Rule(
        "fallen", "B7", "discarded", "fallen basic pieces are out, or go back to their supply",
        "les pièces basiques tombées sont défaussées, ou remises à leur réserve", choices=("discarded", "returned"),
    ),
    Rule(
        "attempts", "B7", 20, "times that a piece may slip in a turn before it is held until it rests",
        "chutes de la pièce qu’on pose, dans un tour, avant qu’on la tienne jusqu’à ce qu’elle repose", 1, 100,
        origin="G",
    ),
    Rule(
        "stall_turns", "B8", 2000, "turns after which a game is ended and counted as stalled",
        "tours après lesquels la partie est arrêtée et comptée comme sans fin", 1, MAX_TURNS, origin="G",
    ),
    Rule(
        "push", "B9", 3.0,
        "how many times as much a piece jostles that is worked in, where no perch is free of equal neighbours",
        "combien de fois plus une pièce secoue, forcée où chaque perchoir touche une couleur ou forme égale", 1, 20,
        decimals=2, origin="G",
    ),
    Rule("hand_mm", "P2", 4.5, "millimetres by which a hand misses its aim (standard deviation, at the base)",
         "millimètres dont une main manque son but (écart type, au pied)", 0, 50, decimals=2, origin="G"),
    Rule(
        "steady_mm", "P2", 300, "height in millimetres at which a hand misses by twice as much",
        "hauteur en millimètres à laquelle une main manque du double", 1, 100_000, origin="G",
    ),
    Rule("jostle", "P4", float(physics()["jostle"]),
         "shift of each piece of the perch by a placement, in hands; of neighbour perches half of it",
         "décalage de chaque pièce du perchoir à une pose, en mains ; moitié sur les perchoirs voisins", 0, 5,
         decimals=4, origin="G"),
    Rule("hit", "P5", float(physics()["hit"]), "chance that a falling piece hits a lower neighbour perch",
         "chance qu’une pièce qui tombe heurte un perchoir voisin plus bas", 0, 1, decimals=4, origin="G"),
    Rule("hit_shift", "P5", float(physics()["hit_shift"]), "shift of each piece of a perch that is hit, in hands",
         "décalage de chaque pièce d’un perchoir heurté, en mains", 0, 20, decimals=4, origin="G"),
)  # fmt: skip

RULE_BOOK: Final = RuleBook("balance", "seed", {rule.name: rule for rule in _RULES}, Path(__file__).parent / "presets")


def check_rules(rules: Mapping[str, Value], players: int) -> None:
    """Raises a UsageError, naming the rule to set, where so many players can't play by these rules."""
    low, high = int(rules["players_min"]), int(rules["players_max"])
    if low > high:
        raise UsageError(f"rule players_min={low} is above players_max={high}: set one of them")
    if not low <= players <= high:
        rule = "players_min" if players < low else "players_max"
        able = 2 <= players <= MAX_PLAYERS
        way = f"; to allow it: --set {rule}={players}" if able else f"; never fewer than 2 or more than {MAX_PLAYERS}"
        raise UsageError(f"{players} players: these rules are for {low} to {high}{way}")
    if not any(rules[face] for face in ("die_colour", "die_shape", "die_special")):
        raise UsageError("the die has no face: set one of die_colour, die_shape and die_special above 0")
