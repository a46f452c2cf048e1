"""How a hook or a helper is compiled, by where it comes from: what comes from outside the package is watched."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from cactus_sim import jit

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """A hook or a helper, to be called by compiled code.

    One from outside the package raises an error at an index outside its view and at a division by zero; one of a
    game's own strategies is not checked for either, which is quicker.
    """
    if (function.__module__ or "").startswith("cactus_sim.games."):
        return jit.jit(function)
    watched: Any = jit.guarded(function)
    if not jit.DISABLED:
        watched.targetoptions["error_model"] = "python"
    return watched  # type: ignore[no-any-return]
