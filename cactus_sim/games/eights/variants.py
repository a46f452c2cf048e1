"""Which values of the rules of 8 Américain houses play, and when a rule matters at all."""

from __future__ import annotations

from typing import Final

from cactus_sim.games.variants import BOUND, MATCH, WHO_PLAYS, Need, Variants

_SPECIALS: Final = Need("no special cards", "pas de cartes spéciales", lambda rules: bool(rules["specials"]))
_JOKERS: Final = Need("no jokers in the pack", "pas de joker dans le jeu", lambda rules: bool(rules["jokers"]))
_SPECIAL_JOKERS: Final = Need(
    "no jokers that attack", "pas de joker qui attaque", lambda rules: bool(rules["jokers"]) and bool(rules["specials"])
)
_ATTACKS: Final = Need(
    "no rank attacks", "aucun rang n’attaque", lambda rules: bool(rules["specials"]) and rules["attack_rank"] != "none"
)
_EIGHTS: Final = Need(
    "no rank names the suit", "aucun rang n’annonce la couleur", lambda rules: rules["eight_rank"] != "none"
)
_TWO: Final = Need("only for two players", "seulement à deux joueurs", players=2)
_DRAWS: Final = Need(
    "nobody draws more than once in a turn",
    "personne ne prend plus d’une fois par tour",
    lambda rules: bool(rules["draw_until"]) or rules["play_drawn"] == "anew",
)
_REVERSING: Final = Need(
    "only for two players, where a card turns the direction",
    "seulement à deux joueurs, quand une carte change le sens",
    lambda rules: bool(rules["specials"]) and rules["reverse"] != "none",
    players=2,
)

VARIANTS: Final = {
    "packs": Variants((1, 2), counts=(("pack", "packs"), ("jeu de cartes", "jeux de cartes"))),
    "extra_pack_above": Variants((0, 3, 4, 5)),
    "jokers": Variants((0, 1, 2), counts=(("joker a pack", "jokers a pack"), ("joker par jeu", "jokers par jeu"))),
    "players_min": Variants(need=WHO_PLAYS),
    "players_max": Variants(need=WHO_PLAYS),
    "hand_cards": Variants(
        (5, 6, 7, 8, 10), counts=(("card in hand", "cards in hand"), ("carte en main", "cartes en main"))
    ),
    "hand_cards_2p": Variants((0, 7, 10), _TWO),
    "eight_on_eight": Variants(need=_EIGHTS),
    "joker_on_ace": Variants(need=_JOKERS),
    "attack_joker": Variants((0, 4, 5, 6), _SPECIAL_JOKERS),
    "attack_rank": Variants(need=_SPECIALS),
    "attack_two": Variants((0, 2, 3), _ATTACKS),
    "attack_two_spades": Variants((0, 2, 4, 5), _ATTACKS),
    "stack": Variants(need=_SPECIALS),
    "joker_next": Variants(need=_JOKERS),
    "skip_rank": Variants(need=_SPECIALS),
    "reverse": Variants(need=_SPECIALS),
    "reverse_2p": Variants(need=_REVERSING),
    "draw_cards": Variants(
        (1, 2, 3), counts=(("card at a draw", "cards at a draw"), ("carte par prise", "cartes par prise"))
    ),
    "draw_max": Variants((0, 1, 3, 5), _DRAWS),
    "blocked_extra": Variants((0, 1)),
    "carte_cards": Variants(
        (0, 1, 2, 5),
        counts=(
            ("card for a forgotten « carte »", "cards for a forgotten « carte »"),
            ("carte pour « carte » oublié", "cartes pour « carte » oublié"),
        ),
    ),
    "last_attack": Variants(need=_SPECIALS),
    "match_points": Variants((100, 200, 500), MATCH),
    "plays_max": Variants(need=BOUND),
    "stall_turns": Variants(need=BOUND),
}
"""By rule; whole numbers that are not named here are not varied."""
