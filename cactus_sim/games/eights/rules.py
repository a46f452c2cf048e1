"""The numbered rules of 8 Américain: their names, values and meaning, and which go together.

Which rank does what is a rule too, so that related games (Crazy Eights, Mau-Mau) are sets of values. Origin S is said
by the source, G is a gap of it that is filled here.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from cactus_sim import cards
from cactus_sim.errors import UsageError
from cactus_sim.games.rule_book import Rule, RuleBook, Value

MAX_PLAYERS: Final = 8
MAX_PACKS: Final = 2
MAX_PACK: Final = MAX_PACKS * cards.CARDS
MAX_REDRAWN: Final = 64
"""The most cards that are turned and put back to find one that may start the discard pile (E2)."""
MAX_HANDS: Final = 4095
"""The most rounds of a match; then it ends as stalled (E14)."""

RANK_NAMES: Final = ("none", "ace", *(str(rank) for rank in range(2, 11)), "jack", "queen", "king")
"""The values of a rule that gives a role to a rank: place in this tuple = rank + 1."""
START_PLAIN, START_ACTS, REDRAW_SPECIALS, REDRAW_EIGHTS, ACTS_REDRAW_EIGHTS = range(5)
LAST_SEAT, RANDOM_SEAT = range(2)
STACK_NONE, STACK_SAME, STACK_ANY = range(3)
NAMES_SUIT, FREE, PREVIOUS_SUIT, BLOCKED = range(4)
NOTHING_2P, SKIP_2P = range(2)
MUST, MAY, NO, ANEW = range(4)
LAST_ANY, LAST_NOT_SPECIAL, LAST_NOT_EIGHT = range(3)
PLAIN, EIGHT, JOKER, ATTACK, SKIP, REVERSE = range(6)
"""Roles of cards."""
ANY_SUIT: Final = 4
"""The suit in force where anything may follow."""
NO_SUIT: Final = 5
"""The suit in force where no suit may follow."""
FOLLOW_SIZE: Final = 512
"""A power of two above 8 × the highest card + the highest suit in force."""


def _rank(name: str, number: str, default: str, en: str, fr: str) -> Rule:
    return Rule(name, number, default, en, fr, choices=RANK_NAMES)


_RULES: Final = (
    Rule("packs", "E1", 1, "packs of 52 cards, shuffled together", "jeux de 52 cartes mélangés", 1, MAX_PACKS),
    Rule(
        "extra_pack_above", "E1", 0, "with more players than this one more pack is mixed in; 0: never",
        "au-delà de ce nombre de joueurs on ajoute un jeu ; 0 : jamais", 0, 8, origin="G",
    ),
    Rule("jokers", "E1", 2, "jokers added to each pack", "jokers ajoutés à chaque jeu", 0, 2),
    Rule("players_min", "E1", 2, "fewest players", "nombre minimal de joueurs", 2, MAX_PLAYERS),
    Rule("players_max", "E1", 5, "most players", "nombre maximal de joueurs", 2, MAX_PLAYERS),
    Rule("hand_cards", "E2", 8, "cards dealt to each player", "cartes distribuées à chacun", 1, 20),
    Rule(
        "hand_cards_2p", "E2", 0, "cards dealt to each of two players; 0: as hand_cards",
        "cartes distribuées à chacun à deux joueurs ; 0 : comme hand_cards", 0, 20, origin="G",
    ),
    Rule(
        "first_card", "E2", "plain",
        "the card that starts the discard pile has no effect; acts as if the dealer had played it; is turned again "
        "while special, or an eight; or acts, but is turned again while an eight",
        "la carte qui commence l’écart est sans effet ; agit comme posée par le donneur ; est remplacée si elle est "
        "spéciale, ou un huit ; ou agit, mais remplacée si c’est un huit",
        choices=("plain", "acts", "redraw_specials", "redraw_eights", "acts_redraw_eights"), origin="G",
    ),
    Rule(
        "dealer", "E3", "last_seat", "who deals the first round: the last seat, or any, drawn at random each round",
        "qui donne à la première manche : la dernière place, ou une place tirée au sort à chaque manche",
        choices=("last_seat", "random"), origin="G",
    ),
    Rule("eight_on_eight", "E4", True, "an eight may be played on an eight", "un huit peut être posé sur un huit"),
    Rule("joker_on_ace", "E4", True, "a joker may be played on an ace", "un joker peut être posé sur un as"),
    Rule("attack_joker", "E5", 5, "cards that a joker makes draw", "cartes qu’un joker fait prendre", 0, 20),
    _rank("attack_rank", "E5", "2", "the rank that makes the next player draw", "le rang qui fait prendre des cartes"),
    Rule("attack_two", "E5", 2, "cards that this rank makes draw", "cartes que ce rang fait prendre", 0, 20),
    Rule("attack_two_spades", "E5", 4, "cards that its spade makes draw", "cartes que son pique fait prendre", 0, 20),
    Rule(
        "stack", "E5", "none",
        "an attack is passed on, the sum growing: never; by a card of the same kind; by any card that attacks",
        "une attaque se renvoie, la somme grandit : jamais ; par une carte pareille ; par toute carte d’attaque",
        choices=("none", "same", "any"),
    ),
    _rank(
        "eight_rank", "E6", "8", "the rank that is played on anything and names the suit",
        "le rang qui se pose sur tout et annonce la couleur",
    ),
    Rule(
        "joker_next", "E6", "names_suit",
        "after a joker: its player names the suit; anything follows; the suit before stays; only eights and jokers",
        "après un joker : on annonce la couleur ; tout suit ; la couleur d’avant reste ; huit et jokers seulement",
        choices=("names_suit", "free", "previous_suit", "blocked"), origin="G",
    ),
    _rank("skip_rank", "E7", "jack", "the rank that makes the next player skip", "le rang qui fait sauter un tour"),
    Rule(
        "specials", "E7", True,
        "cards attack, skip and reverse; false: only eights are special, jokers just go on anything",
        "des cartes attaquent, font sauter, changent le sens ; false : seuls les huit sont spéciaux", origin="G",
    ),
    Rule(
        "reverse", "E8", "ace_spades", "the cards that turn the direction of play",
        "les cartes qui changent le sens du jeu", choices=("ace_spades", "aces", "jacks", "tens", "none"),
    ),
    Rule(
        "reverse_2p", "E8", "nothing", "what turning the direction does with two players: nothing, or the other skips",
        "changer de sens à deux joueurs : sans effet, ou l’autre saute son tour", choices=("nothing", "skip"),
        origin="G",
    ),
    Rule("draw_cards", "E9", 1, "cards drawn at a time by a player who can't play", "cartes prises à la fois", 1, 5),
    Rule(
        "play_drawn", "E9", "must",
        "a drawn card that fits must, may, or may not be played at once; anew: the whole choice comes again, up to "
        "draw_max draws, then a pass",
        "une carte prise qui convient doit, peut, ou ne peut pas être posée aussitôt ; anew : tout le choix revient, "
        "jusqu’à draw_max, puis on passe", choices=("must", "may", "no", "anew"),
    ),
    Rule(
        "voluntary_draw", "E9", False, "a player who can play may draw instead",
        "on peut prendre une carte même si l’on peut jouer", origin="G",
    ),
    Rule(
        "draw_until", "E9", False, "a player who can't play draws until a card fits",
        "qui ne peut pas jouer prend des cartes jusqu’à pouvoir jouer", origin="G",
    ),
    Rule(
        "draw_max", "E9", 0, "most draws in a turn; 0: no bound", "prises par tour au plus ; 0 : sans limite", 0, 60,
        origin="G",
    ),
    Rule(
        "reshuffle", "E10", True, "when the draw pile is empty the discards but the top are shuffled to a new one",
        "talon vide : on bat l’écart sauf le dessus pour un nouveau talon",
    ),
    Rule(
        "blocked_extra", "E10", 0, "passes in a row, beyond one of each player, that end a round with nothing to draw",
        "passes de suite, au-delà d’une par joueur, qui arrêtent une manche sans talon", 0, 8, origin="G",
    ),
    Rule(
        "carte_cards", "E11", 1, "cards drawn by who is caught not saying « carte »; 0: it need not be said",
        "cartes prises par qui est surpris sans annoncer « carte » ; 0 : rien à annoncer", 0, 10,
    ),
    Rule(
        "last_card", "E12", "any", "which card may be a player's last: any, no special card, no eight",
        "la dernière carte peut être : toute carte, aucune spéciale, pas un huit",
        choices=("any", "not_special", "not_eight"), origin="G",
    ),
    Rule(
        "last_attack", "E12", True, "a last card that attacks makes the next player draw before points are counted",
        "une dernière carte d’attaque fait encore prendre des cartes avant le décompte", origin="G",
    ),
    Rule(
        "scoring", "E13", "seed",
        "seed: jokers 50, eights and 2♠ 25, other twos and aces 15, faces 10, the rest 5; crazy: jokers and eights 50, "
        "faces 10, aces 1, the rest face value; openspiel: the same, aces 10",
        "seed : jokers 50, huit et 2♠ 25, autres deux et as 15, têtes 10, le reste 5 ; crazy : jokers et huit 50, "
        "têtes 10, as 1, le reste sa valeur ; openspiel : de même, as 10", choices=("seed", "crazy", "openspiel"),
    ),
    Rule(
        "match_points", "E14", 500, "a match ends when a player has so many points",
        "une partie finit quand un joueur atteint ce total", 1, 100_000,
    ),
    Rule(
        "plays_max", "E15", 0, "cards played after which a round is ended and counted as stalled; 0: no bound",
        "cartes posées après lesquelles la manche est arrêtée ; 0 : sans limite", 0, 1_000_000, origin="G",
    ),
    Rule(
        "stall_turns", "E15", 2000, "turns after which a round is ended and counted as stalled",
        "tours après lesquels la manche est arrêtée et comptée comme sans fin", 1, 1_000_000, origin="G",
    ),
)  # fmt: skip

RULE_BOOK: Final = RuleBook("eights", "seed", {rule.name: rule for rule in _RULES}, Path(__file__).parent / "presets")


def packs_for(rules: Mapping[str, Value], players: int) -> int:
    """How many packs so many players play with (E1)."""
    extra = int(rules["extra_pack_above"])
    return int(rules["packs"]) + int(0 < extra < players)


def check_rules(rules: Mapping[str, Value], players: int) -> None:
    """Raises a UsageError, naming the rule to set, where so many players can't play by these rules."""
    low, high = int(rules["players_min"]), int(rules["players_max"])
    if low > high:
        raise UsageError(f"rule players_min={low} is above players_max={high}: set one of them")
    if not low <= players <= high:
        rule = "players_min" if players < low else "players_max"
        able = 2 <= players <= MAX_PLAYERS
        way = f"; to allow it: --set {rule}={players}" if able else "; never fewer than 2 or more than 8"
        raise UsageError(f"{players} players: these rules are for {low} to {high}{way}")
    packs = packs_for(rules, players)
    if packs > MAX_PACKS:
        raise UsageError(f"{packs} packs are too many: set packs=1 or extra_pack_above=0")
    two = players == 2 and int(rules["hand_cards_2p"]) > 0
    name = "hand_cards_2p" if two else "hand_cards"
    size, dealt = packs * (52 + int(rules["jokers"])), players * int(rules[name]) + 1
    if dealt >= size:
        raise UsageError(
            f"rule {name}={rules[name]}: {players} players would be dealt {dealt} of {size} cards, the first discard "
            f"counted, and leave nothing to draw; deal fewer or set packs higher"
        )
    _check_roles(rules)


def _check_roles(rules: Mapping[str, Value]) -> None:
    """Raises a UsageError where one rank has two roles."""
    reversing = {"ace_spades": "ace", "aces": "ace", "jacks": "jack", "tens": "10", "none": "none"}
    taken = {"eight_rank": str(rules["eight_rank"])}
    if rules["specials"]:
        taken |= {name: str(rules[name]) for name in ("skip_rank", "attack_rank")}
        taken["reverse"] = reversing[str(rules["reverse"])]
    seen: dict[str, str] = {}
    for name, rank in taken.items():
        if rank != "none" and rank in seen:
            raise UsageError(
                f"rules {seen[rank]}={rules[seen[rank]]} and {name}={rules[name]} give one rank two roles; "
                f"set one of them to another rank or none"
            )
        seen[rank] = name
