"""The one place that says how code is compiled, where compiled code is kept, and how a hook is called.

numba's disk cache looks at one file's time stamp only: it would not see that another kernel-side file was edited.
So everything compiled here is kept in a folder named by a digest of the kernel-side sources; an edit anywhere among
them starts a new folder.
"""

from __future__ import annotations

import functools
import hashlib
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from llvmlite import ir
from numba.core import config as numba_config
from numba.core import types
from numba.core.registry import CPUDispatcher
from numba.extending import intrinsic

F = TypeVar("F", bound=Callable[..., Any])

# numba's own types do not know options that it has, nor what its settings are.
config: Any = numba_config
njit: Any = numba.njit

PACKAGE = Path(__file__).parent
DISABLED = bool(config.DISABLE_JIT)
"""True under NUMBA_DISABLE_JIT=1: everything runs as plain Python."""

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}
"""Options of every compiled function: the GIL is released, a division by zero is not checked for, and nothing may be
allocated (numba then counts no references: seen to be worth a third of the kernel's time). fastmath stays off, so
that results are the same on every machine."""

NOT_COMPILED = ("__init__.py", "drawing.py", "position.py", "rows.py", "tell.py", "trace.py", "variants.py")
"""Files of a game that no compiled code comes from."""

PYTHON_HOOKS: dict[int, Callable[..., int]] = {}
"""With DISABLED, the "address" of a hook is its key in this table."""

MEMORY: dict[int, np.ndarray] = {}
"""With DISABLED, the "address" of numbers kept for hooks is their key in this table."""

HOOK_RAISED = -(1 << 62)
"""What `ask` answers where the hook raised an exception."""


class KernelSide(CPUDispatcher):  # type: ignore[misc]
    """A function compiled for other compiled functions only: called from Python it runs as plain Python.

    Making each of them callable from Python too was seen to take a third of the time to compile a kernel.
    """

    def __call__(self, *arguments: Any) -> Any:
        """What the function gives, run as plain Python."""
        return self.py_func(*arguments)


def jit(function: F) -> F:
    """A kernel-side function, compiled when it is first called from compiled code."""
    return _kernel_side(function)


def guarded(function: F) -> F:
    """As `jit`, and every index is checked: for code from outside the package, which must not read past its view."""
    return _kernel_side(function, boundscheck=True)


def inlined(function: F) -> F:
    """As `jit`, and put into its callers whole: for a function that is tiny, or that one place calls at every turn."""
    return _kernel_side(function, forceinline=True)


def _kernel_side(function: F, **more: bool) -> F:
    if DISABLED:
        return function
    compiled = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **more, **OPTIONS)(function)
    compiled.__class__ = KernelSide
    return compiled  # type: ignore[no-any-return]


def cache_dir() -> Path:
    """The folder for compiled code: $CACTUS_SIM_CACHE, else cactus-sim in $XDG_CACHE_HOME or ~/.cache."""
    if chosen := os.environ.get("CACTUS_SIM_CACHE"):
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cactus-sim"


@functools.cache
def sources_digest(game: str) -> str:
    """A digest (16 hex digits) of all that decides what a game's kernel compiles to, strategies apart."""
    digest = hashlib.sha256()
    for word in (sys.version, numba.__version__, str(types.intp)):
        digest.update(word.encode())
    shared = ("jit.py", "cards.py", "streams.py", "games/decisions.py", "games/deciding.py", "games/forks.py")
    sources = [PACKAGE / name for name in shared]
    sources += sorted(path for path in (PACKAGE / "games" / game).glob("*.py") if path.name not in NOT_COMPILED)
    for source in sources:
        digest.update(source.name.encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


@contextmanager
def caching_in(folder: Path) -> Iterator[bool]:
    """Within it, functions compiled with cache=True are kept in `folder`; gives False where it can't be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        writable = os.access(folder, os.W_OK)
    except OSError:
        writable = False
    before = config.CACHE_DIR
    if writable:
        config.CACHE_DIR = str(folder)
    try:
        yield writable
    finally:
        config.CACHE_DIR = before


def is_warm(game: str) -> bool:
    """Whether the game's kernel was compiled here before (then loading it takes a fraction of a second)."""
    return DISABLED or any((cache_dir() / sources_digest(game)).rglob("*.nbi"))


def compile_cached(function: F, signature: Any, game: str) -> F:
    """`function` compiled for one explicit signature, loaded from the game's cache folder where it is there."""
    if DISABLED:
        return function
    with caching_in(cache_dir() / sources_digest(game)) as cached:
        return njit(signature, cache=cached, **OPTIONS)(function)  # type: ignore[no-any-return]


class PlainRecords:
    """An array of records as kernel-side Python code reads it: fields are attributes, as compiled code has them.

    numpy's own recarray will not do: its records have methods, such as `round`, that hide fields of that name.
    """

    def __init__(self, array: np.ndarray) -> None:
        self.array = array
        self.shape = array.shape

    def __getitem__(self, place: int) -> PlainRecord:
        return PlainRecord(self.array[place])


class PlainRecord:
    """One record of an array; what is set on it is set in the array."""

    __slots__ = ("record",)

    def __init__(self, record: np.void) -> None:
        object.__setattr__(self, "record", record)

    def __getattr__(self, name: str) -> Any:
        return self.record[name]

    def __setattr__(self, name: str, value: Any) -> None:
        self.record[name] = value


def readable(records: Any) -> Any:
    """An array of records as the kernel takes it: as it is, or under DISABLED with its fields as attributes."""
    return PlainRecords(records) if DISABLED else records


if DISABLED:

    def ask(address: int, mine: Any, table: Any) -> int:
        """The answer of the hook at `address` to what its player sees."""
        return int(PYTHON_HOOKS[int(address)](mine, table))

    def copy_records(to: Any, source: Any) -> None:
        """Copies an array of records into another of the same length: with all records of a game, the game."""
        to.array[:] = source.array

    def number_at(address: int, place: int) -> int:
        """The number at a place of the int64 numbers kept at `address`."""
        return int(MEMORY[int(address)][place])

    def set_number_at(address: int, place: int, number: int) -> None:
        """Sets the number at a place of the int64 numbers kept at `address`."""
        MEMORY[int(address)][place] = number

    def lowest_bit(mask: int) -> int:
        """The place of the lowest bit set in a mask that is not 0."""
        return (int(mask) & -int(mask)).bit_length() - 1

    def bits_set(mask: int) -> int:
        """How many bits of a mask (at most 64 bits) are set."""
        return (int(mask) & 0xFFFFFFFFFFFFFFFF).bit_count()

else:

    @jit
    def copy_records(to: Any, source: Any) -> None:
        """Copies an array of records into another of the same length: with all records of a game, the game."""
        for place in range(source.shape[0]):
            to[place] = source[place]

    @intrinsic  # type: ignore[untyped-decorator]
    def ask(typing_context: Any, address: Any, mine: Any, table: Any) -> Any:
        """The answer of the hook at `address` to what its player sees, HOOK_RAISED where it raised.

        `address` is the machine address of a function compiled for `int64(mine, table)` by numba's own calling
        convention. A first-class function tuple does the same; this was seen to take 1.6 ns a call against 2.7.
        """

        def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            number, *views = arguments
            function_type = context.call_conv.get_function_type(types.int64, (mine, table))
            function = builder.inttoptr(number, ir.PointerType(function_type))
            status, answer = context.call_conv.call_function(builder, function, types.int64, (mine, table), views)
            return builder.select(status.is_error, ir.Constant(ir.IntType(64), HOOK_RAISED), answer)

        return types.int64(types.int64, mine, table), generate

    def _place_of(builder: Any, address: Any, place: Any) -> Any:
        """The pointer to a place of the int64 numbers kept at an address."""
        word = ir.IntType(64)
        return builder.gep(builder.inttoptr(address, ir.PointerType(word)), [place])

    @intrinsic  # type: ignore[untyped-decorator]
    def number_at(typing_context: Any, address: Any, place: Any) -> Any:
        """The number at a place of the int64 numbers kept at `address`; nothing checks that there is such a place."""

        def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.load(_place_of(builder, arguments[0], arguments[1]))

        return types.int64(types.int64, types.int64), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def set_number_at(typing_context: Any, address: Any, place: Any, number: Any) -> Any:
        """Sets the number at a place of the int64 numbers kept at `address`; nothing checks that there is such one."""

        def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            builder.store(arguments[2], _place_of(builder, arguments[0], arguments[1]))
            return context.get_dummy_value()

        return types.void(types.int64, types.int64, types.int64), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def lowest_bit(typing_context: Any, mask: Any) -> Any:
        """The place of the lowest bit set in a mask that is not 0."""

        def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.zext(builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1)), ir.IntType(64))

        return types.int64(mask), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def bits_set(typing_context: Any, mask: Any) -> Any:
        """How many bits of a mask (at most 64 bits) are set."""

        def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.zext(builder.ctpop(arguments[0]), ir.IntType(64))

        return types.int64(mask), generate
