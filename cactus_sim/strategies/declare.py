"""Declaring a strategy: a class with a paragraph that says what it does, parameters, and hooks.

A hook is a static method `hook(mine, table, p)` that answers one question of the game with a whole number or a truth
value. It is plain Python, compiled before it is asked: it may use numbers and functions of its own module, the
functions marked with `helper`.
"""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Literal, TypeVar

from cactus_sim.errors import StrategyError, UsageError, suggest
from cactus_sim.truth import truth

F = TypeVar("F", bound=Callable[..., Any])
Value = int | float | bool | str

MAX_PARAMETERS = 16
"""How many parameters a strategy may have: as many as a player's view has room for."""

ENGLISH_KIND = {"int": "a whole number", "float": "a number", "bool": "true or false", "choice": "one of its choices"}


def helper(function: F) -> F:
    """Marks a small function of a strategy's module that its hooks may call.

    >>> @helper
    ... def gap(mine, table):
    ...     return mine.known_points - 5
    """
    from cactus_sim.strategies.outside import compiled  # numba is slow to import: only who marks a function pays

    marked = compiled(function)
    marked.__cactus_helper__ = True  # type: ignore[attr-defined]
    return marked


class Parameter:
    """A number or word that tunes a strategy, its range, and what it means.

    The kind follows from the default: `Parameter(3, 0, 60, "…")` is a whole number from 0 to 60,
    `Parameter(0.5, 0.0, 1.0, "…")` a number, `Parameter(False, doc="…")` true or false, and
    `Parameter("most", choices=("most", "least"), doc="…")` a word, which a hook sees as its place among the choices.
    """

    def __init__(
        self,
        default: Value,
        low: float | None = None,
        high: float | None = None,
        doc: str = "",
        *,
        choices: tuple[str, ...] = (),
        fr: str = "",
    ) -> None:
        self.default = default
        self.low = low
        self.high = high
        self.doc = doc
        self.fr = fr
        self.choices = tuple(choices)

    def meaning(self, lang: str) -> str:
        """What the parameter means, in French where that was written down, else in English."""
        return self.fr if lang == "fr" and self.fr else self.doc

    @property
    def kind(self) -> Literal["int", "float", "bool", "choice"]:
        """What kind of value the parameter takes."""
        if self.choices:
            return "choice"
        if isinstance(self.default, bool):
            return "bool"
        return "int" if isinstance(self.default, int) else "float"

    @property
    def words(self) -> tuple[str, ...]:
        """The words that the parameter takes for values; none where it takes numbers from `low` to `high`."""
        return ("true", "false") if self.kind == "bool" else self.choices

    @property
    def allowed(self) -> str:
        """The values that the parameter takes, for errors: `0 to 60`, `most | least`, `true | false`."""
        return " | ".join(self.words) or f"{self.low} to {self.high}"

    def fault(self) -> str:
        """What is wrong with the declaration, "" when nothing is."""
        if self.kind == "choice":
            if not all(re.fullmatch(r"[\w-]+", str(word)) for word in self.choices):
                return "its choices must be single words"
            return "" if self.default in self.choices else f"its default {self.default!r} is none of its choices"
        if self.kind == "bool":
            return ""
        if not isinstance(self.default, int | float):
            return f"its default {self.default!r} is no number, nor true or false; a word needs choices=(…)"
        if self.low is None or self.high is None:
            return "it needs a least and a greatest value: Parameter(default, low, high, doc)"
        if not (math.isfinite(self.low) and math.isfinite(self.high) and self.low <= self.default <= self.high):
            return f"its default {self.default} does not lie from {self.low} to {self.high}"
        if self.kind == "int" and max(abs(self.low), abs(self.high)) > 2**53:
            return f"its range must lie within ±{2**53}"
        return ""

    def parse(self, given: object) -> Value:
        """The value that `given` stands for: text, or a number from a program.

        Raises ValueError with a message that goes on after "parameter = value": "must be …".
        """
        value = self._typed(given.strip()) if isinstance(given, str) else _plain(given)
        if self.kind == "choice":
            if value not in self.choices:
                raise ValueError(f"must be one of {', '.join(self.choices)}{suggest(str(value), self.choices)}")
            return str(value)
        if self.kind == "bool" or isinstance(value, bool):
            if not (self.kind == "bool" and isinstance(value, bool)):
                raise ValueError(f"must be {ENGLISH_KIND[self.kind]}")
            return value
        if self.kind == "int" and isinstance(value, float) and value.is_integer() and not isinstance(given, str):
            value = int(value)
        if self.kind == "float" and isinstance(value, int):
            value = float(value)
        if not isinstance(value, int if self.kind == "int" else float):
            raise ValueError(f"must be {ENGLISH_KIND[self.kind]}")
        if not math.isfinite(value):
            raise ValueError("must be a finite number")
        if self.low is not None and self.high is not None and not self.low <= value <= self.high:
            raise ValueError(f"must be from {self.low} to {self.high}")
        return value

    def _typed(self, text: str) -> Value:
        """`text` read as a value of the parameter's kind; the text itself where it can't be."""
        if self.kind == "bool":
            return truth(text)
        if self.kind == "choice":
            return text
        try:
            return int(text) if re.fullmatch(r"[+-]?[0-9]{1,18}", text) else float(text)
        except ValueError:
            return text

    def encode(self, value: Value) -> float:
        """The value as the number that is kept for hooks."""
        return float(self.choices.index(str(value))) if self.kind == "choice" else float(value)

    def text(self, value: Value) -> str:
        """The value as it is written in an entry; `parse` reads it back."""
        return str(value).lower() if self.kind == "bool" else str(value)


def _plain(value: Any) -> Any:
    """A numpy number as the Python number it holds; anything else as it is."""
    item = getattr(value, "item", None)
    return item() if callable(item) else value


class Strategy:
    """What every strategy derives from, through the base class of its game."""

    parameters: ClassVar[Mapping[str, Parameter]] = {}
    """Parameters by name, inherited ones first; a parameter's place is where its value is kept in a view's `p`."""
    traits: ClassVar[Mapping[str, float]] = {}
    """Skills that differ from the perfect 1.0 unless an entry says otherwise: {"memory": 0.95}."""
    fr: ClassVar[str] = ""
    """The paragraph of the docstring in French; it is not inherited."""
    throws_on_purpose: ClassVar[bool] = False
    """Whether the throw hook is asked at every showing, not only when an equal card is remembered."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        parameters: dict[str, Parameter] = {}
        for ancestor in reversed(cls.__mro__):
            for name, value in vars(ancestor).items():
                if isinstance(value, Parameter):
                    parameters[name] = value
                elif name in parameters:
                    raise StrategyError(
                        f"strategy {cls.__name__}: '{name}' is a parameter of a class it derives from; "
                        f"to change its default or range write {name} = Parameter(…)"
                    )
        cls.parameters = parameters
        for name, parameter in parameters.items():
            _check_parameter(cls, name, parameter)
        if len(parameters) > MAX_PARAMETERS:
            raise StrategyError(
                f"strategy {cls.__name__} has {len(parameters)} parameters; it may have {MAX_PARAMETERS}"
            )
        if not isinstance(cls.throws_on_purpose, bool):
            raise StrategyError(f"strategy {cls.__name__}: throws_on_purpose must be True or False")
        for trait, skill in cls.traits.items():
            try:
                trait_called(trait).parse(skill)
            except (UsageError, ValueError) as error:
                raise StrategyError(f"strategy {cls.__name__}: traits: {trait}: {error}") from None

    @classmethod
    def strategy_name(cls) -> str:
        """The name in entries: the class's name in lower case, words joined by hyphens (EarlyEight → early-eight)."""
        return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", cls.__name__).lower()

    @classmethod
    def about(cls, lang: str = "en") -> str:
        """The paragraph that says what the strategy does, on one line, in French where it has one; "" for none."""
        french = vars(cls).get("fr", "") if lang == "fr" else ""
        return " ".join((french or cls.__doc__ or "").split())

    @classmethod
    def summary(cls, lang: str = "en") -> str:
        """The first sentence of `about`."""
        return re.split(r"(?<=[.!?])\s", cls.about(lang), maxsplit=1)[0]

    @classmethod
    def hook(cls, name: str) -> tuple[Callable[..., Any], type[Strategy]] | None:
        """The function that answers the hook `name`, and the class that defines it; None where there is none."""
        for ancestor in cls.__mro__:
            member = vars(ancestor).get(name)
            if isinstance(member, staticmethod) and issubclass(ancestor, Strategy):
                return _undecorated(member), ancestor
        return None


TRAITS: Mapping[str, Parameter] = {
    "memory": Parameter(
        1.0,
        0.0,
        1.0,
        "chance that a remembered card is still remembered after one of one's turns",
        fr="chance de se souvenir encore d’une carte connue après un de ses tours",
    ),
    "attention": Parameter(
        1.0,
        0.0,
        1.0,
        "chance to notice what may be thrown, caught or claimed",
        fr="chance de remarquer ce qu’on peut jeter, réclamer, ou reprocher à un autre",
    ),
    "reflex": Parameter(
        1.0,
        0.01,
        100.0,
        "speed in a race to throw, relative to the other players",
        fr="vitesse pour jeter le premier, par rapport aux autres joueurs",
    ),
    "dexterity": Parameter(
        1.0,
        0.01,
        100.0,
        "steadiness of the hand, relative to the rules' own",
        fr="sûreté de la main, par rapport à celle que supposent les règles",
    ),
}
"""The skills of a player, which every strategy has beside its own parameters."""

TRAIT_PRESETS: Mapping[str, Mapping[str, float]] = {"human": {"memory": 0.95, "attention": 0.9}}
"""Skills by the name that `preset=` gives them in an entry."""

RESERVED = frozenset({*TRAITS, "preset"})


def trait_called(name: str) -> Parameter:
    """The trait called `name`; a UsageError lists the traits where there is none."""
    if name not in TRAITS:
        raise UsageError(f"no trait is called '{name}'{suggest(name, TRAITS)}; traits: {', '.join(TRAITS)}")
    return TRAITS[name]


def _check_parameter(cls: type[Strategy], name: str, parameter: Parameter) -> None:
    fault = parameter.fault()
    if name in RESERVED:
        fault = "the name belongs to a trait of players, which every strategy has; call it something else"
    elif name.startswith("_") or name in vars(Strategy):
        fault = "the name can't be a parameter's; call it something else"
    if fault:
        raise StrategyError(f"strategy {cls.__name__}: parameter '{name}': {fault}")


def check_strategy(cls: type[Strategy], hooks: tuple[str, ...]) -> None:
    """Raises a StrategyError where a class declares what can't be a hook of its game, given the game's hook names."""
    for name in cls.parameters:
        if name in hooks:
            raise StrategyError(f"strategy {cls.__name__}: parameter '{name}' has the name of a hook; rename it")
    for owner in cls.__mro__:
        if not issubclass(owner, Strategy) or owner is Strategy:
            continue
        for name, member in vars(owner).items():
            if name.startswith("_"):
                continue
            if isinstance(member, staticmethod):
                _check_hook(cls, name, _undecorated(member), hooks)
            elif name in hooks:
                raise StrategyError(
                    f"strategy {cls.__name__}: hook '{name}' is not a static method; "
                    f"write @staticmethod above def {name}(mine, table, p)"
                )
            elif inspect.isfunction(member):
                raise StrategyError(
                    f"strategy {cls.__name__}: '{name}' is no hook{suggest(name, hooks)}; hooks: {', '.join(hooks)}. "
                    "A hook needs @staticmethod; what hooks share goes into a function of the module, marked @helper"
                )


def _undecorated(member: staticmethod[..., Any]) -> Callable[..., Any]:
    """The plain function of a static method, which may be marked as a helper too."""
    function: Callable[..., Any] = member.__func__
    return getattr(function, "py_func", function)


def _check_hook(cls: type[Strategy], name: str, function: Callable[..., Any], hooks: tuple[str, ...]) -> None:
    if name not in hooks:
        raise StrategyError(
            f"strategy {cls.__name__}: '{name}' is no hook{suggest(name, hooks)}; hooks: {', '.join(hooks)}. "
            "What hooks share goes into a function of the module, marked @helper"
        )
    code = getattr(function, "__code__", None)
    plain = (
        code is not None
        and code.co_argcount == 3
        and not code.co_kwonlyargcount
        and not code.co_flags
        & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS | inspect.CO_GENERATOR | inspect.CO_COROUTINE)
    )
    if not plain or getattr(function, "__defaults__", None):
        raise StrategyError(
            f"strategy {cls.__name__}: hook '{name}' must be a plain function of three arguments: "
            f"def {name}(mine, table, p)"
        )
