"""True and false as people write them."""

from __future__ import annotations

_WORDS = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


def truth(text: str) -> bool | str:
    """Whether a word says true or false; the word itself where it says neither.

    >>> truth("Yes"), truth("maybe")
    (True, 'maybe')
    """
    return _WORDS.get(text.lower(), text)
