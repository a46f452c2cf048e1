"""The numbered rules of 8 Américain: their names, values and meaning, and the record of them that the kernel reads.

Which rank does what is a rule too, so that related games (Crazy Eights, Mau-Mau) are sets of values. Origin S is said by
the source, G is a gap of it that is filled here.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from cactus_sim import cards
from cactus_sim.errors import UsageError
from cactus_sim.games.eights.masks import JOKERS, RANK_MASK, SUIT_MASK
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
        "the card that starts the discard pile has no effect; acts as if the dealer had played it; is turned again while "
        "it is special, or an eight; or acts, and is turned again while it is an eight",
        "la carte qui commence l’écart est sans effet ; agit comme si le donneur l’avait posée ; est remplacée si elle est "
        "spéciale, ou un huit ; ou agit, et est remplacée si c’est un huit",
        choices=("plain", "acts", "redraw_specials", "redraw_eights", "acts_redraw_eights"), origin="G",
    ),
    Rule(
        "dealer", "E3", "last_seat", "who deals the first round: the last seat, or anybody, drawn at random for each round",
        "qui donne à la première manche : la dernière place, ou une place tirée au sort à chaque manche",
        choices=("last_seat", "random"), origin="G",
    ),
    Rule("eight_on_eight", "E4", True, "an eight may be played on an eight", "un huit peut être posé sur un huit"),
    Rule("joker_on_ace", "E4", True, "a joker may be played on an ace", "un joker peut être posé sur un as"),
    Rule("attack_joker", "E5", 5, "cards that a joker makes the next player draw", "cartes qu’un joker fait prendre", 0, 20),
    _rank("attack_rank", "E5", "2", "the rank that makes the next player draw", "le rang qui fait prendre des cartes"),
    Rule("attack_two", "E5", 2, "cards that this rank makes draw", "cartes que ce rang fait prendre", 0, 20),
    Rule("attack_two_spades", "E5", 4, "cards that its spade makes draw", "cartes que son pique fait prendre", 0, 20),
    Rule(
        "stack", "E5", "none",
        "an attack may be passed on, the sum growing: never; by a card of the same kind (the rank, a joker); by any that attacks",
        "une attaque peut être renvoyée, la somme grandit : jamais ; par une carte pareille (le rang, un joker) ; par toute "
        "carte d’attaque", choices=("none", "same", "any"),
    ),
    _rank(
        "eight_rank", "E6", "8", "the rank that is played on anything and names the suit",
        "le rang qui se pose sur tout et annonce la couleur",
    ),
    Rule(
        "joker_next", "E6", "names_suit",
        "after a joker: its player names the suit; anything may follow; the suit before stays in force; only an eight or a joker may follow",
        "après un joker : qui l’a posé annonce la couleur ; tout peut suivre ; la couleur d’avant reste ; seuls un huit ou un "
        "joker suivent", choices=("names_suit", "free", "previous_suit", "blocked"), origin="G",
    ),
    _rank("skip_rank", "E7", "jack", "the rank that makes the next player skip a turn", "le rang qui fait sauter un tour"),
    Rule(
        "specials", "E7", True, "cards attack, skip and reverse; false: only eights and jokers are special, and jokers do not attack",
        "des cartes attaquent, font sauter, changent le sens ; false : seuls les huit et jokers, sans attaque", origin="G",
    ),
    Rule(
        "reverse", "E8", "ace_spades", "the cards that turn the direction of play", "les cartes qui changent le sens du jeu",
        choices=("ace_spades", "aces", "jacks", "tens", "none"),
    ),
    Rule(
        "reverse_2p", "E8", "nothing", "what turning the direction does with two players: nothing, or the other is skipped",
        "changer de sens à deux joueurs : sans effet, ou l’autre saute son tour", choices=("nothing", "skip"), origin="G",
    ),
    Rule("draw_cards", "E9", 1, "cards drawn at a time by a player who can't play", "cartes piochées à la fois", 1, 5),
    Rule(
        "play_drawn", "E9", "must",
        "a drawn card that can be played must be, may be, or may not be played at once; or the choice comes anew: any card, "
        "a further draw up to draw_max, a pass after that many",
        "une carte piochée jouable doit, peut, ou ne peut pas être posée aussitôt ; ou le choix revient : toute carte, piocher "
        "encore jusqu’à draw_max, passer ensuite", choices=("must", "may", "no", "anew"),
    ),
    Rule(
        "voluntary_draw", "E9", False, "a player who can play may draw instead", "on peut piocher même si l’on peut jouer",
        origin="G",
    ),
    Rule(
        "draw_until", "E9", False, "a player who can't play draws until a card can be played",
        "qui ne peut pas jouer pioche jusqu’à une carte jouable", origin="G",
    ),
    Rule("draw_max", "E9", 0, "most draws in a turn; 0: no bound", "tirages par tour au plus ; 0 : sans limite", 0, 60, origin="G"),
    Rule(
        "reshuffle", "E10", True, "when the draw pile is empty the discards but the top are shuffled to a new one",
        "talon vide : on mélange l’écart sauf le dessus pour un nouveau talon",
    ),
    Rule(
        "blocked_extra", "E10", 0, "passes in a row, beyond one of each player, that end a round with nothing to draw",
        "passes de suite, au-delà d’une par joueur, qui arrêtent une manche sans talon", 0, 8, origin="G",
    ),
    Rule(
        "carte_cards", "E11", 1, "cards drawn by a player who is caught not saying « carte »; 0: nobody needs to say it",
        "cartes prises par qui est surpris sans annoncer « carte » ; 0 : rien à annoncer", 0, 10,
    ),
    Rule(
        "last_card", "E12", "any", "which card may be a player's last: any, no special card, no eight",
        "la dernière carte peut être : toute carte, aucune spéciale, pas un huit",
        choices=("any", "not_special", "not_eight"), origin="G",
    ),
    Rule(
        "last_attack", "E12", True, "a last card that attacks still makes the next player draw before points are counted",
        "une dernière carte d’attaque fait encore prendre des cartes avant le décompte", origin="G",
    ),
    Rule(
        "scoring", "E13", "seed",
        "points of cards left: jokers 50, eights and 2♠ 25, other twos and aces 15, faces 10, the rest 5; or jokers and eights 50, "
        "faces and tens 10, aces 1, the rest their face value; or the same with aces 10",
        "points des cartes restantes : jokers 50, huit et 2♠ 25, autres deux et as 15, têtes 10, le reste 5 ; ou jokers et huit "
        "50, têtes et dix 10, as 1, le reste selon la carte ; ou de même, as 10", choices=("seed", "crazy", "openspiel"),
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

RULES_DTYPE: Final = np.dtype(
    [
        *((rule.name, "i8") for rule in _RULES),
        ("points_of", "i8", (cards.CARDS,)),
        ("attack_of", "i8", (cards.CARDS,)),  # cards that a card makes the next player draw
        ("role_of", "i8", (cards.CARDS,)),
        ("follow", "i8", (8 * cards.CARDS,)),  # by top card × 8 + suit in force: the cards that may be played
        ("answer", "i8", (cards.CARDS,)),  # by top card: the cards that pass its attack on
        ("never_last", "i8"),  # the cards that may not be a player's last
        ("pack", "i1", (cards.CARDS,)),  # one pack
        ("pack_cards", "i8"),
        ("eights", "i8"),  # the cards of each role
        ("jokers_mask", "i8"),
        ("attackers", "i8"),
        ("skippers", "i8"),
        ("reversers", "i8"),
    ],
    align=True,
)


def _rank_of(value: Value) -> int:
    """The rank 0…12 that a rule names, −1 for none."""
    return RANK_NAMES.index(str(value)) - 1


def _mask_of_rank(rank: int) -> int:
    return RANK_MASK << (4 * rank) if rank >= 0 else 0


def roles(rules: Mapping[str, Value]) -> dict[int, int]:
    """The cards of each role, as masks (E5 to E8)."""
    reversing = {"ace_spades": 1, "aces": _mask_of_rank(0), "jacks": _mask_of_rank(10), "tens": _mask_of_rank(9), "none": 0}
    masks = {EIGHT: _mask_of_rank(_rank_of(rules["eight_rank"])), JOKER: JOKERS, ATTACK: 0, SKIP: 0, REVERSE: 0}
    if rules["specials"]:
        ranked = range(4 * max(_rank_of(rules["attack_rank"]), 0), 4 * (_rank_of(rules["attack_rank"]) + 1))
        masks[ATTACK] = sum(1 << card for card in ranked if attack_size(rules, card) > 0)
        masks[SKIP] = _mask_of_rank(_rank_of(rules["skip_rank"]))
        masks[REVERSE] = reversing[str(rules["reverse"])]
    return masks


def attack_size(rules: Mapping[str, Value], card: int) -> int:
    """How many cards a card makes the next player draw (E5)."""
    if not rules["specials"]:
        return 0
    if card >= 52:
        return int(rules["attack_joker"])
    if card >> 2 != _rank_of(rules["attack_rank"]):
        return 0
    return int(rules["attack_two_spades" if card & 3 == 0 else "attack_two"])


def card_points(rules: Mapping[str, Value], card: int) -> int:
    """The points of a card left in hand (E13), by its own rank, whatever that rank does in the game."""
    rank = cards.RANKS[card >> 2] if card < 52 else "joker"
    if rank == "joker":
        return 50
    if rules["scoring"] == "seed":
        if rank in ("8", "2"):
            return 25 if rank == "8" or card & 3 == 0 else 15
        return {"A": 15, "J": 10, "Q": 10, "K": 10}.get(rank, 5)
    ace = 1 if rules["scoring"] == "crazy" else 10
    return {"8": 50, "A": ace, "J": 10, "Q": 10, "K": 10}.get(rank) or int(rank)


def _following(rules: Mapping[str, Value], top: int, suit: int, masks: Mapping[int, int]) -> int:
    """The cards that may be played on `top` with `suit` in force (E4)."""
    if suit == ANY_SUIT:
        mask = (1 << cards.CARDS) - 1
    else:
        mask = (RANK_MASK << (4 * (top >> 2))) | masks[EIGHT] | JOKERS
        if suit != NO_SUIT:
            mask |= SUIT_MASK << suit
    if not rules["eight_on_eight"] and masks[EIGHT] >> top & 1:
        mask &= ~masks[EIGHT]
    if not rules["joker_on_ace"] and top >> 2 == 0:
        mask &= ~JOKERS
    return mask & ((1 << cards.CARDS) - 1)


def _answering(rules: Mapping[str, Value], top: int, masks: Mapping[int, int]) -> int:
    """The cards that pass the attack of `top` on (E5)."""
    jokers = JOKERS if attack_size(rules, 52) > 0 else 0
    if rules["stack"] == "any":
        return masks[ATTACK] | jokers
    return jokers if top >= 52 else masks[ATTACK]


def rules_record(rules: Mapping[str, Value]) -> npt.NDArray[np.void]:
    """The rules as the kernel reads them, an array of one RULES_DTYPE record."""
    array: npt.NDArray[Any] = np.zeros(1, RULES_DTYPE)
    record = array[0]
    for rule in _RULES:
        record[rule.name] = rule.index(rules[rule.name])
    masks = roles(rules)
    for card in range(cards.CARDS):
        record["points_of"][card] = card_points(rules, card)
        record["attack_of"][card] = attack_size(rules, card)
        record["role_of"][card] = next((role for role, mask in masks.items() if mask >> card & 1), PLAIN)
        record["answer"][card] = _answering(rules, card, masks)
        for suit in range(NO_SUIT + 1):
            record["follow"][8 * card + suit] = _following(rules, card, suit, masks)
    special = sum(masks.values())
    record["never_last"] = {"any": 0, "not_special": special, "not_eight": masks[EIGHT]}[str(rules["last_card"])]
    pack = cards.pack(1, int(rules["jokers"]))
    record["pack"][: len(pack)] = pack
    record["pack_cards"] = len(pack)
    for field, role in (("eights", EIGHT), ("jokers_mask", JOKER), ("skippers", SKIP), ("reversers", REVERSE)):
        record[field] = masks[role]
    record["attackers"] = sum(1 << card for card in range(cards.CARDS) if attack_size(rules, card) > 0)
    return array


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
        way = f"; to allow it: --set {rule}={players}" if 2 <= players <= MAX_PLAYERS else "; never fewer than 2 or more than 8"
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
