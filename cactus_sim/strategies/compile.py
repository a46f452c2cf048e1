"""Turning the hooks of a line-up into machine code, and keeping that code on disk.

A hook is compiled inside a small generated function `hook(mine, table)` that hands it the strategy's parameters by
name, read from `mine.p`; so one compilation serves every value of the parameters. A hook that several strategies
inherit is compiled once.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib
import sys
import tempfile
import threading
import types as python_types
from collections import namedtuple
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from numba.core import types

from cactus_sim import jit
from cactus_sim.errors import StrategyError
from cactus_sim.games.base import CompiledLineUp
from cactus_sim.strategies import fingerprint, review
from cactus_sim.strategies.declare import MAX_PARAMETERS, TRAITS, Parameter, Strategy
from cactus_sim.strategies.entry import Entry
from cactus_sim.strategies.outside import compiled

if TYPE_CHECKING:
    from cactus_sim.games.base import Game

ENTRY_DTYPE = np.dtype(
    [("p", "f8", (MAX_PARAMETERS,)), *((trait, "f8") for trait in TRAITS), ("throws_on_purpose", "i8")], align=True
)
"""An entry as a kernel takes it: parameters in the order of the strategy's `parameters`, traits, flags."""

MAX_KEPT = 2000
"""Generated modules kept on disk; beyond, the older half goes."""

_CAST = {
    "int": "int64(mine.p[{}])",
    "choice": "int64(mine.p[{}])",
    "chart": "int64(mine.p[{}])",
    "float": "mine.p[{}]",
    "bool": "mine.p[{}] != 0.0",
}

_TYPE = {"int": types.int64, "choice": types.int64, "chart": types.int64, "float": types.float64, "bool": types.boolean}

_compiled: dict[tuple[Callable[..., Any], str, str], tuple[int, Any]] = {}
"""Address of each hook compiled so far, by its function, wrapper and game; and what keeps the code in memory."""
_lock = threading.RLock()


def compile_entries(game: Game, entries: Sequence[Entry], hooks_in_use: Collection[str]) -> CompiledLineUp:
    """The line-up as the game's kernel takes it; hooks that are not in use get the address 0.

    Raises a StrategyError naming strategy, hook and remedy where a hook can't be compiled.
    """
    records = np.zeros(len(entries), ENTRY_DTYPE)
    addresses = np.zeros((len(game.hooks), len(entries)), np.int64)
    for place, entry in enumerate(entries):
        strategy = entry.strategy
        for slot, (name, parameter) in enumerate(strategy.parameters.items()):
            records[place]["p"][slot] = parameter.encode(entry.parameters[name])
        for trait, default in TRAITS.items():
            records[place][trait] = entry.traits.get(trait, default.default)
        records[place]["throws_on_purpose"] = strategy.throws_on_purpose
        for row, hook in enumerate(game.hooks):
            if hook.name in hooks_in_use:
                addresses[row, place] = hook_address(game, strategy, hook.name, entry.name)
    return CompiledLineUp(records, addresses)


def source_hashes(entries: Sequence[Entry]) -> dict[str, str]:
    """For each strategy of a line-up a digest of the files that it is written in; "" where it lies in none."""
    hashes = {}
    for entry in entries:
        try:
            hashes[entry.name] = fingerprint.sources(entry.strategy)
        except fingerprint.NoFingerprintError:
            hashes[entry.name] = ""
    return hashes


def hook_address(game: Game, strategy: type[Strategy], name: str, called: str = "") -> int:
    """Where the code of one hook is, for `jit.ask`; compiled at the first call.

    `called` is what errors call the strategy: the name by which an entry has it.
    """
    called = called or strategy.strategy_name()
    found = strategy.hook(name)
    if found is None:
        raise StrategyError(
            f"strategy {called} has no hook '{name}', which these rules ask; "
            f"write it, or derive from {game.base.__name__}"
        )
    function, owner = found
    wrapper = _wrapper(name, strategy.parameters, owner)
    key = (function, wrapper, game.name)
    with _lock:
        if key not in _compiled:
            hook = _Hook(game, strategy, called, name, function, owner, wrapper)
            _compiled[key] = hook.as_python() if jit.DISABLED else hook.as_machine_code()
        return _compiled[key][0]


def _wrapper(name: str, parameters: Mapping[str, Parameter], owner: type[Strategy]) -> str:
    """The text of the function that is compiled around a hook.

    A hook sees the parameters of the class that defines it: so it does not matter to it who inherits it.
    """
    slots = {parameter: slot for slot, parameter in enumerate(parameters)}
    values = ", ".join(_CAST[parameters[own].kind].format(slots[own]) for own in owner.parameters)
    return f"def {name}(mine, table):\n    return int64(answer(mine, table, P({values})))\n"


@functools.cache
def _views(game_name: str) -> tuple[np.dtype[np.void], np.dtype[np.void]]:
    """The record types of `mine` and `table`, from the game's module `view`."""
    view = importlib.import_module(f"cactus_sim.games.{game_name}.view")
    return view.MINE, view.TABLE


class _Hook:
    """One hook on its way to an address."""

    def __init__(
        self,
        game: Game,
        strategy: type[Strategy],
        called: str,
        name: str,
        function: Callable[..., Any],
        owner: type[Strategy],
        wrapper: str,
    ) -> None:
        self.game, self.strategy, self.called, self.name = game, strategy, called, name
        self.function, self.owner, self.wrapper = function, owner, wrapper
        self.views = _views(game.name)
        self.parameters: Any = namedtuple("P", tuple(owner.parameters))  # type: ignore[misc]  # known at run time only

    def as_python(self) -> tuple[int, Any]:
        """A key of jit.PYTHON_HOOKS, with compilation disabled."""
        self.review()

        def answer(mine: Any, table: Any, p: Any) -> int:
            given = self.function(mine, table, p)
            if not isinstance(given, int | np.integer | np.bool_):
                raise self.error(f"answers {given!r}, where a whole number or true or false is asked")
            return int(given)

        names = {"answer": answer, "P": self.parameters, "int64": int}
        exec(self.wrapper, names)  # noqa: S102 - a text of this module
        address = len(jit.PYTHON_HOOKS) + 1
        jit.PYTHON_HOOKS[address] = names[self.name]
        return address, names

    def as_machine_code(self) -> tuple[int, Any]:
        """The address of the compiled hook, which is loaded from disk where it is kept there."""
        mine, table = (numba.from_dtype(view) for view in self.views)
        answer: Any = compiled(self.function)
        names = {"answer": answer, "P": self.parameters, "int64": np.int64}
        signature = types.int64(mine, table)
        code = self.from_disk(names, signature)
        if code is None:
            self.check(answer, mine, table)
            code = _compile(self.name, self.wrapper, names, signature, cached=False)
        result = code.overloads[code.signatures[0]]
        return result.library.get_pointer_to_function(result.fndesc.llvm_func_name), code

    def from_disk(self, names: dict[str, Any], signature: Any) -> Any:
        """The compiled hook, kept in the cache folder from now on; None where it can't be.

        A generated module is written only once its hook was found to be in order: if it is there, it was.
        """
        try:
            file = jit.cache_dir() / "hooks" / f"cactus_sim_hook_{self.digest(signature, names['answer'])}.py"
        except fingerprint.NoFingerprintError:
            return None
        with jit.caching_in(file.parent) as writable:
            if not writable:
                return None
            if not file.is_file():
                self.check(names["answer"], *signature.args)
            try:
                _write_whole(file, self.wrapper)
                return _compile(self.name, self.wrapper, names, signature, cached=True, file=file)
            except Exception:  # noqa: BLE001 - a damaged or vanished file, however numba takes it: compile without
                _remove(file)
                return None

    def digest(self, signature: Any, answer: Any) -> str:
        """The name of the hook's code on disk: 24 hex digits."""
        parts = (
            fingerprint.of_hook(self.function, self.owner),
            jit.sources_digest(self.game.name),
            self.wrapper,
            " ".join(self.owner.parameters),
            repr(signature),
            repr(sorted(answer.targetoptions.items())),
        )
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:24]

    def check(self, answer: Any, mine: Any, table: Any) -> None:
        """Raises a StrategyError where the hook can't be compiled or answers what is no whole number."""
        self.review()
        kinds = (self.strategy.parameters[name].kind for name in self.owner.parameters)
        p = types.BaseTuple.from_types([_TYPE[kind] for kind in kinds], self.parameters)  # type: ignore[no-untyped-call]
        try:
            answer.compile((mine, table, p))
        except Exception as error:  # noqa: BLE001 - numba raises errors of many kinds
            raise self.error(review.numba_says(error, self.function)) from None
        given = answer.overloads[answer.signatures[0]].signature.return_type
        if isinstance(given, types.Integer | types.Boolean):
            return
        if isinstance(given, types.Float):
            raise self.error("answers a number with a fraction; answer a whole number: int(…), // or round(…)")
        if isinstance(given, types.NoneType | types.Optional):
            raise self.error("answers nothing on some way through it; every way must end in return")
        raise self.error(f"answers a {given}, where a whole number or true or false is asked")

    def review(self) -> None:
        """Raises a StrategyError with the first fault that the hook's text shows."""
        mine, table = (tuple(name for name in view.names or () if name[0] != "_") for view in self.views)
        for fault in review.faults(self.function, {0: mine, 1: table, 2: tuple(self.owner.parameters)}):
            raise self.error(fault)

    def error(self, what: str) -> StrategyError:
        """The error that this hook is at fault."""
        where = f" ({self.owner.__name__})" if self.owner is not self.strategy else ""
        return StrategyError(f"strategy {self.called}: hook '{self.name}'{where}: {what}")


def _compile(
    name: str, text: str, names: Mapping[str, Any], signature: Any, *, cached: bool, file: Path | None = None
) -> Any:
    """The generated function, compiled for its signature. numba keeps it beside `file`, of which it is a part."""
    module = python_types.ModuleType(file.stem if file else "cactus_sim_hook")
    vars(module).update(names)
    if file:
        module.__file__ = str(file)
        sys.modules[module.__name__] = module
    exec(compile(text, str(file or "<hook>"), "exec"), vars(module))  # noqa: S102 - a text of this module
    code = numba.njit(cache=cached, **jit.OPTIONS)(getattr(module, name))
    code.compile(signature)
    return code


def _write_whole(file: Path, text: str) -> None:
    """Writes a generated module, unless it is there, so that no other process ever sees a part of it."""
    if file.is_file():
        return
    _prune(file.parent)
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=file.parent, suffix=".tmp", delete=False) as draft:
        draft.write(text)
    Path(draft.name).replace(file)


def _remove(file: Path) -> None:
    """Removes a generated module and what numba keeps for it."""
    for kept in [file, *file.parent.glob(f"*/{file.stem}.*")]:
        with contextlib.suppress(OSError):
            kept.unlink()


def _prune(folder: Path) -> None:
    """Removes the older half of the generated modules once there are very many."""
    files = list(folder.glob("cactus_sim_hook_*.py"))
    if len(files) > MAX_KEPT:
        files.sort(key=lambda file: file.stat().st_mtime)
        for file in files[: len(files) // 2]:
            _remove(file)
