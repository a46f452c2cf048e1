"""What a sweep varies, read from a text: `call_at=0:12`, `memory=0.8:1:0.05`, `tie=all,caller,others`."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from cactus_sim.errors import UsageError

MAX_VALUES = 200
"""Every two values are compared on the same deals, so memory grows with the square of their number."""

FORM = "write name=low:high, name=low:high:step or name=value,value,…"


@dataclass(frozen=True)
class Vary:
    """A name (of a parameter, a trait or a rule) and the values it takes in turn, as text."""

    name: str
    values: tuple[str, ...]


def parse_vary(text: str) -> Vary:
    """The name and values of `name=low:high[:step]` (both ends included) or `name=value,value,…`."""
    name, equals, given = (part.strip() for part in text.partition("="))
    if not (name and equals and given):
        raise UsageError(f"'{text}' can't be varied: {FORM}")
    values = _range(text, given) if ":" in given else tuple(part.strip() for part in given.split(","))
    if "" in values:
        raise UsageError(f"'{text}' has an empty value: {FORM}")
    if len(set(values)) < len(values):
        raise UsageError(f"'{text}' names a value twice")
    if len(values) > MAX_VALUES:
        raise UsageError(f"'{text}' has {len(values)} values; {MAX_VALUES} at most")
    return Vary(name, values)


def _range(text: str, given: str) -> tuple[str, ...]:
    try:
        # Decimals, so that 0:1:0.1 meets 0.3 and 1 exactly.
        low, high, step = (Decimal(part) for part in (given if given.count(":") > 1 else f"{given}:1").split(":"))
        if step <= 0 or high < low:
            raise UsageError(f"'{text}': the range must go up, by a step greater than 0")
        number = int((high - low) / step) + 1
        if number > MAX_VALUES:
            raise UsageError(f"'{text}' has {number} values; {MAX_VALUES} at most")
        return tuple(_plain(low + step * i) for i in range(number))
    except (InvalidOperation, ValueError, OverflowError):
        raise UsageError(f"'{text}' is no range of numbers: {FORM}") from None


def _plain(number: Decimal) -> str:
    return format(number.normalize(), "f")
