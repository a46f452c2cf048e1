"""The numbered rules of Cactus: their names, values and meaning, and the record of them that the kernel reads.

Origin S is said by the source of the rules, G a gap of the source that is filled here.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from cactus_sim import cards
from cactus_sim.errors import UsageError
from cactus_sim.games.rule_book import Rule, RuleBook, Value

MAX_PLAYERS: Final = 8
MAX_PLACES: Final = 32
"""The most places in a player's row; with so many cards in it no further card comes."""
MAX_PACK: Final = 4 * 54
MAX_THROWS: Final = 64
"""The most throws that follow one turn (C8)."""
MAX_HANDS: Final = 4095
"""The most rounds of a match; then it ends as stalled (C18)."""

POWERS: Final = ("none", "peek_own", "look_other", "swap_blind", "swap_any", "look_swap", "give")
NO_POWER, PEEK_OWN, LOOK_OTHER, SWAP_BLIND, SWAP_ANY, LOOK_SWAP, GIVE = range(len(POWERS))
POWER_RANKS: Final = ("ace", *(str(rank) for rank in range(2, 11)), "jack", "queen")
DRAWN, TURN_DISCARD, ANY_DISCARD = range(3)
THROW_NONE, THROW_OWN, THROW_ANY = range(3)
ALL, FIRST = range(2)
STAYS, RETURNS = range(2)
INSTEAD, AFTER, BEFORE = range(3)
TIE_ALL, TIE_CALLER, TIE_OTHERS = range(3)
PLAYS_ON, ENDS, CALLS = range(3)
RESHUFFLES, STOCK_ENDS = range(2)
NEVER, ONCE, ALWAYS = range(3)


def _points(name: str, default: int, en: str, fr: str, origin: str = "S") -> Rule:
    return Rule(name, "C1", default, f"points of {en}", f"points {fr}", -20, 60, origin=origin)  # type: ignore[arg-type]


def _power(rank: str, en: str, fr: str) -> Rule:
    default = "peek_own" if rank == "8" else "none"
    return Rule(
        f"power_{rank}",
        "C7",
        default,
        f"power of {en}",
        f"pouvoir {fr}",
        choices=POWERS,
        origin="S" if rank == "8" else "G",
    )


_RANK_NAMES: Final = (
    ("an ace", "d’un as"),
    *((f"a{'n' if rank == 8 else ''} {rank}", f"d’un {rank}") for rank in range(2, 11)),
    ("a jack", "d’un valet"),
    ("a queen", "d’une dame"),
)

_RULES: Final = (
    Rule("packs", "C1", 1, "packs of 52 cards, shuffled together", "jeux de 52 cartes mélangés", 1, 4),
    Rule("jokers", "C1", 0, "jokers added to each pack", "jokers ajoutés à chaque jeu", 0, 2),
    _points("ace", 1, "an ace", "d’un as"),
    _points("jack", 10, "a jack", "d’un valet"),
    _points("queen", 10, "a queen", "d’une dame"),
    _points("red_king", 0, "a red king", "d’un roi rouge"),
    _points("black_king", 0, "a black king", "d’un roi noir"),
    _points("joker", 0, "a joker", "d’un joker", "G"),
    Rule("players_min", "C2", 3, "fewest players", "nombre minimal de joueurs", 2, 8),
    Rule("players_max", "C2", 6, "most players", "nombre maximal de joueurs", 2, 8),
    Rule("hand_cards", "C3", 4, "cards dealt to each player", "cartes distribuées à chacun", 1, 12),
    Rule(
        "discard_start", "C3", True, "the first card of the draw pile starts the discard pile",
        "la première carte de la pioche commence la défausse",
    ),
    Rule(
        "looked_at", "C4", 2, "own cards that each player looks at once, at the start",
        "cartes que chacun regarde une fois au début", 0, 12,
    ),
    Rule(
        "take_discard", "C6", True, "the top discard may be taken instead of drawing",
        "on peut prendre la carte visible de la défausse au lieu de piocher",
    ),
    *(_power(rank, en, fr) for rank, (en, fr) in zip(POWER_RANKS, _RANK_NAMES, strict=True)),
    _power("red_king", "a red king", "d’un roi rouge"),
    _power("black_king", "a black king", "d’un roi noir"),
    _power("joker", "a joker", "d’un joker"),
    Rule(
        "power_when", "C7", "drawn",
        "which cards have their power: drawn from the pile only; any that ends the player's turn on the discard pile; "
        "or any that comes there rightly, throws too",
        "quelles cartes ont leur pouvoir : piochée seulement ; toute carte qui finit le tour sur la défausse ; "
        "ou toute carte qui y arrive à bon droit, jetée comprise",
        choices=("drawn", "turn_discard", "any_discard"), origin="G",
    ),
    Rule(
        "power_card_kept", "C7", False, "a drawn power card may be kept (its power then is not used)",
        "une carte à pouvoir piochée peut être gardée (sans user du pouvoir)",
    ),
    Rule(
        "multi_swap", "C7", False, "a drawn card may replace several equal own cards at once; if they are not equal all stay, seen by all, and the "
        "drawn card is added",
        "une carte piochée peut remplacer d’un coup plusieurs cartes égales ; sinon toutes restent, vues de tous, et "
        "la carte piochée s’ajoute", origin="G",
    ),
    Rule(
        "throw", "C8", "own", "which cards may be thrown out of turn on an equal one; for another player's card the thrower gives one of their own",
        "quelles cartes peuvent être jetées hors de son tour sur une carte égale ; pour celle d’un autre on donne une "
        "des siennes", choices=("none", "own", "any"),
    ),
    Rule(
        "throw_on_start", "C8", True, "cards may be thrown on the card that starts the discard pile",
        "on peut jeter sur la carte qui commence la défausse", origin="G",
    ),
    Rule(
        "throw_who", "C8", "all", "who may throw on a card: all who can, one after the other, or only the fastest (late cards go back, unpunished)",
        "qui peut jeter sur une carte : tous, l’un après l’autre, ou le plus rapide (trop tard : la carte revient, sans "
        "pénalité)",
        choices=("all", "first"), origin="G",
    ),
    Rule(
        "penalty_cards", "C9", 1, "cards drawn unseen after a wrong throw",
        "cartes de pénalité piochées à l’aveugle après un mauvais jet", 0, 8,
    ),
    Rule(
        "wrong_card", "C9", "stays", "an own card thrown wrongly stays on the discard pile, or goes back, seen by all (another's always goes back)",
        "une carte à soi jetée à tort reste dans la défausse, ou revient, vue de tous (celle d’un autre revient toujours)",
        choices=("stays", "returns"),
    ),
    Rule(
        "wrong_throws_max", "C10", 0, "wrong throws that each player may make a round, then only cards remembered as equal; 0: no limit",
        "mauvais jets permis à chacun par manche, ensuite seules les cartes sues égales ; 0 : sans limite", 0, 1000, origin="G",
    ),
    Rule(
        "call_under", "C12", 6,
        "a call is legal when the player's total may be under this, unknown cards counted at the least; 0: always",
        "on peut annoncer si son total peut être inférieur à cela, cartes inconnues comptées au plus bas ; 0 : toujours",
        0, 1000,
    ),
    Rule(
        "call_time", "C12", "instead", "the call takes the place of the turn, comes after it, or before it",
        "l’annonce remplace le tour, vient après, ou avant", choices=("instead", "after", "before"), origin="G",
    ),
    Rule(
        "final_turns", "C13", 1, "turns that every other player has after a call",
        "tours de chaque autre joueur après l’annonce", 0, 20,
    ),
    Rule(
        "caller_throws", "C13", True, "the caller may still throw cards after the call",
        "qui a annoncé peut encore jeter des cartes",
    ),
    Rule(
        "caller_frozen", "C13", False, "after the call no power, gift or throw of others touches the caller's cards, nor does the caller's own power",
        "après l’annonce aucun pouvoir, don ni jet d’autrui ne touche les cartes de qui a annoncé, ni son propre pouvoir", origin="G",
    ),
    Rule(
        "cactus_max", "C14", 6, "a caller with more points than this has lost",
        "qui a annoncé et dépasse ce total a perdu", -20, 1000,
    ),
    Rule(
        "winner_needs_cactus", "C14", False, "only a total of at most cactus_max can win",
        "seul un total d’au plus cactus_max peut gagner", origin="G",
    ),
    Rule(
        "tie", "C14", "all", "who wins when the caller and others have the same lowest total",
        "qui gagne à égalité entre qui a annoncé et d’autres", choices=("all", "caller", "others"),
    ),
    Rule(
        "empty_hand", "C15", "plays_on", "a player left no card by throws: play goes on, the round ends, it is a call",
        "quand les jets ne laissent plus de carte à un joueur : on continue, la manche finit, ou cela vaut annonce",
        choices=("plays_on", "ends", "calls"), origin="G",
    ),
    Rule(
        "stock_out", "C16", "reshuffle", "an empty draw pile: the discards but the top are shuffled, or all show (also where none can be shuffled)",
        "pioche vide : on mélange la défausse sauf le dessus, ou tous montrent (aussi s’il n’y a rien à mélanger)",
        choices=("reshuffle", "end"), origin="G",
    ),
    Rule(
        "stall_rounds", "C17", 100, "rounds of turns after which the game is ended and counted as stalled",
        "tours de table après lesquels la manche est arrêtée et comptée comme bloquée", 1, 1000, origin="G",
    ),
    Rule(
        "match_points", "C18", 100, "a match ends when a player has so many points",
        "une partie finit quand un joueur atteint ce total", 1, 10_000, origin="G",
    ),
    Rule(
        "fail_points", "C18", 0, "points added to a caller over cactus_max",
        "points ajoutés à qui annonce et dépasse cactus_max", 0, 1000, origin="G",
    ),
    Rule(
        "not_lowest_points", "C18", 0, "points added to a caller who has not the lowest total",
        "points ajoutés à qui annonce sans avoir le plus petit total", 0, 1000, origin="G",
    ),
    Rule("winner_zero", "C18", False, "winners of a round score 0", "les gagnants de la manche marquent 0", origin="G"),
    Rule(
        "caller_zero", "C18", False, "a caller with the lowest total scores 0",
        "qui annonce avec le plus petit total marque 0", origin="G",
    ),
    Rule(
        "bounce", "C18", "never", "in a match, a total of exactly match_points falls to half: never, once a player, always",
        "en partie, un total d’exactement match_points retombe à la moitié : jamais, une fois par joueur, toujours",
        choices=("never", "once", "always"), origin="G",
    ),
    Rule(
        "kamikaze_hand", "C18", 0,
        "two cards of 12 and two of 13 points score 0, and every other player this instead of their points; 0: not played",
        "deux cartes de 12 et deux de 13 points valent 0, et à chaque autre cela au lieu de ses points ; 0 : sans",
        0, 1000, origin="G",
    ),
)  # fmt: skip

_GLOSSARY: Final = {
    "peek_own": {"en": "look at one of one's own cards", "fr": "regarder une de ses cartes"},
    "look_other": {"en": "look at one card of an opponent", "fr": "regarder une carte d’un adversaire"},
    "swap_blind": {
        "en": "exchange an own card with an opponent's, unseen",
        "fr": "échanger sans voir une de ses cartes contre une d’un adversaire",
    },
    "swap_any": {
        "en": "exchange any two cards on the table, unseen",
        "fr": "échanger sans voir deux cartes de la table",
    },
    "look_swap": {
        "en": "look at one card of anyone's, then perhaps exchange it: an own card with an opponent's",
        "fr": "regarder une carte de quiconque, puis au besoin l’échanger : une à soi contre une d’un adversaire",
    },
    "give": {
        "en": "give an own card, unseen, to an opponent",
        "fr": "donner une de ses cartes, cachée, à un adversaire",
    },
}

RULE_BOOK: Final = RuleBook(
    "cactus", "gamelia", {rule.name: rule for rule in _RULES}, Path(__file__).parent / "presets", _GLOSSARY
)

RULES_DTYPE: Final = np.dtype(
    [
        *((rule.name, "i8") for rule in _RULES),
        ("points_of", "i8", (cards.CARDS,)),
        ("power_of", "i8", (cards.CARDS,)),
        ("pack", "i1", (MAX_PACK,)),
        ("pack_size", "i8"),
        ("pack_points", "i8"),
        ("least", "i8"),  # the fewest points that a card of the pack has
        ("looks", "i8"),  # whether cards of others can be looked at, moved or thrown
    ],
    align=True,
)


def card_points(rules: Mapping[str, Value], card: int) -> int:
    """The points of a card (C1)."""
    rank = cards.RANKS[card >> 2] if card < 52 else "joker"
    if rank == "K":
        return int(rules["red_king" if card & 3 in (1, 2) else "black_king"])
    names = {"A": "ace", "J": "jack", "Q": "queen", "joker": "joker"}
    return int(rules[names[rank]]) if rank in names else int(rank)


def card_power(rules: Mapping[str, Value], card: int) -> str:
    """The power of a card (C7)."""
    if card >= 52:
        return str(rules["power_joker"])
    if card >> 2 == 12:
        return str(rules["power_red_king" if card & 3 in (1, 2) else "power_black_king"])
    return str(rules[f"power_{POWER_RANKS[card >> 2]}"])


def rules_record(rules: Mapping[str, Value]) -> npt.NDArray[np.void]:
    """The rules as the kernel reads them, an array of one RULES_DTYPE record."""
    array: npt.NDArray[Any] = np.zeros(1, RULES_DTYPE)
    record = array[0]
    for rule in _RULES:
        record[rule.name] = rule.index(rules[rule.name])
    for card in range(cards.CARDS):
        record["points_of"][card] = card_points(rules, card)
        record["power_of"][card] = POWERS.index(card_power(rules, card))
    pack = cards.pack(int(rules["packs"]), int(rules["jokers"]))
    record["pack"][: len(pack)] = pack
    record["pack_size"] = len(pack)
    record["pack_points"] = sum(int(record["points_of"][card]) for card in pack)
    record["least"] = min(int(record["points_of"][card]) for card in pack)
    in_play = {card_power(rules, card) for card in pack}
    record["looks"] = rules["throw"] == "any" or not in_play <= {"none", "peek_own"}
    return array


def check_rules(rules: Mapping[str, Value], players: int) -> None:
    """Raises a UsageError, naming the rule to set, where so many players can't play by these rules."""
    low, high = int(rules["players_min"]), int(rules["players_max"])
    if low > high:
        raise UsageError(f"rule players_min={low} is above players_max={high}: set one of them")
    if not low <= players <= high:
        rule = "players_min" if players < low else "players_max"
        way = (
            f"; to allow it: --set {rule}={players}"
            if 2 <= players <= MAX_PLAYERS
            else "; never fewer than 2 or more than 8"
        )
        raise UsageError(f"{players} players: these rules are for {low} to {high}{way}")
    size = int(rules["packs"]) * (52 + int(rules["jokers"]))
    dealt = players * int(rules["hand_cards"]) + int(bool(rules["discard_start"]))
    if dealt >= size:
        raise UsageError(
            f"rule hand_cards={rules['hand_cards']}: {players} players would be dealt {dealt} of {size} cards and "
            f"leave nothing to draw; deal fewer or set packs higher"
        )
    if int(rules["looked_at"]) > int(rules["hand_cards"]):
        raise UsageError(f"rule looked_at={rules['looked_at']}: only hand_cards={rules['hand_cards']} are dealt")
