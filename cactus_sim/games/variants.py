"""How houses vary a rule: the values worth trying, what the rule needs to matter, what it counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from cactus_sim.games.rule_book import Rule, Value


@dataclass(frozen=True)
class Need:
    """What a rule needs to make a difference, and what is said where it is not there."""

    en: str
    fr: str
    rules: Callable[[Mapping[str, Value]], bool] = lambda _: True
    """Whether these rules have it."""
    unit: str = ""
    """The unit that must be played, where that matters."""
    players: int = 0
    """How many must play, where that matters."""

    def there(self, rules: Mapping[str, Value], unit: str, players: int) -> bool:
        """Whether the rule can make a difference under these rules, in games of this unit with so many players."""
        return self.unit in ("", unit) and self.players in (0, players) and self.rules(rules)


WHO_PLAYS: Final = Need("only says how many may play", "dit seulement combien peuvent jouer", lambda _: False)
BOUND: Final = Need("only bounds endless games", "borne seulement les parties sans fin", lambda _: False)
MATCH: Final = Need("matters only with --unit match", "ne compte qu’avec --unit match", unit="match")


@dataclass(frozen=True)
class Variants:
    """How one rule is varied. Of choices, and of yes and no, every value is tried."""

    tries: tuple[float, ...] = ()
    """For numbers: the values that a house might play by, tried in place of each other."""
    need: Need | None = None
    """Without it the rule makes no difference, and changes of it are not tried."""
    counts: tuple[tuple[str, str], tuple[str, str]] | None = None
    """For whole numbers that count something: what, for one and for several, in English and in French."""

    def counted(self, number: int, lang: str) -> str:
        """The number with what it counts: 2 penalty cards. In French 0 takes the singular."""
        if self.counts is None:
            return str(number)
        one, several = self.counts[("en", "fr").index(lang)]
        return f"{number} {one if number == 1 or (lang == 'fr' and number == 0) else several}"


NOT_VARIED = Variants()


def others(rule: Rule, variants: Variants, value: Value) -> tuple[Value, ...]:
    """The values to try in place of a rule's value."""
    choices = {"choice": rule.choices, "bool": (False, True)}
    known: tuple[Value, ...] = choices.get(rule.kind, variants.tries)
    return tuple(other for other in known if other != value)
