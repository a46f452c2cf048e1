"""What a hook's compiled code depends on, as a digest: the name under which compiled code is kept on disk.

numba freezes the constants and functions that a hook uses into its code, and does not see when they change. So a
hook's digest covers the text of the files that its class comes from, and the code and values of all that the hook
can reach: helpers, constants, and what it takes from other modules.
"""

from __future__ import annotations

import enum
import functools
import hashlib
import importlib.metadata
import sys
import types
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from cactus_sim.strategies.declare import Strategy
from cactus_sim.strategies.load import SOURCE_DIGEST

FIXED_PACKAGES = frozenset({"builtins", "math", "numpy", "numba", "llvmlite", "operator", "cmath"})
"""Packages whose code changes with their version only. (That of this package is in `jit.sources_digest`.)"""


class NoFingerprintError(Exception):
    """The hook reaches something whose compiled form can't be told from its value, or code that lies in no file."""


def of_hook(function: Callable[..., Any], owner: type[Strategy]) -> str:
    """A digest (64 hex digits) of a hook's code and all that it reaches. `owner` is the class that defines it.

    Raises NoFingerprintError where there can be none; the hook is then not kept on disk.
    """
    digest = hashlib.sha256()
    for package in ("numba", "numpy", "llvmlite"):
        digest.update(_version(package).encode())
    digest.update(sources(owner).encode())
    for line in _Walk().function(function):
        digest.update(line.encode())
    return digest.hexdigest()


def sources(strategy: type[Strategy]) -> str:
    """A digest (64 hex digits) of the files that a strategy's class and those it derives from are written in."""
    digests = {
        _digest_of(ancestor.__module__)
        for ancestor in strategy.__mro__
        if issubclass(ancestor, Strategy) and ancestor is not Strategy
    }
    return hashlib.sha256("".join(sorted(digests)).encode()).hexdigest()


def is_own(strategy: type[Strategy]) -> bool:
    """Whether a strategy comes with this package, rather than from a file or another package."""
    return strategy.__module__.startswith("cactus_sim.")


def _digest_of(module_name: str) -> str:
    """A digest of the file that a module was made from: as it was then, where that was noted."""
    module = sys.modules.get(module_name)
    file: str | None = getattr(module, "__file__", None)
    noted: str | None = getattr(module, SOURCE_DIGEST, None)
    if noted:
        return noted
    if not file or not Path(file).is_file():
        raise NoFingerprintError(f"{module_name} lies in no file")
    return hashlib.sha256(Path(file).read_bytes()).hexdigest()


@functools.cache
def _version(package: str) -> str:
    return f"{package} {importlib.metadata.version(package)};"


class _Walk:
    """Goes through all that a function reaches, once each, and says it line by line."""

    def __init__(self) -> None:
        self.seen: set[int] = set()

    def function(self, function: types.FunctionType | Callable[..., Any]) -> Iterator[str]:
        """The code of a function, then the values that it reaches."""
        if id(function) in self.seen:
            return
        self.seen.add(id(function))
        code = function.__code__
        # The module's name too: numba looks for the module when it loads the code that it kept.
        yield f"function {function.__module__} {function.__qualname__};"
        yield from self.code(code)
        names = sorted(_names_in(code))
        for name in names:
            if name in function.__globals__:
                yield f"{name}="
                yield from self.value(function.__globals__[name], names)
        for cell in function.__closure__ or ():
            yield from self.value(cell.cell_contents, names)
        yield from self.value(function.__defaults__, names)

    def code(self, code: types.CodeType) -> Iterator[str]:
        """Instructions, names and constants; line numbers and the file's path do not matter."""
        yield f"{code.co_code.hex()} {code.co_names} {code.co_varnames} {code.co_freevars} {code.co_argcount};"
        for constant in code.co_consts:
            if isinstance(constant, types.CodeType):
                yield from self.code(constant)
            elif isinstance(constant, frozenset):
                yield f"{sorted(map(repr, constant))};"
            else:
                yield f"{constant!r};"

    def value(self, value: Any, names: Iterable[str]) -> Iterator[str]:
        """Something reached by its name; of a module only what goes by one of `names`."""
        if isinstance(value, None | bool | int | float | complex | str | bytes) and not isinstance(value, enum.Enum):
            yield f"{type(value).__name__} {value!r};"
        elif isinstance(value, tuple):
            yield f"{type(value).__name__} {getattr(value, '_fields', '')}("
            for item in value:
                yield from self.value(item, names)
            yield ");"
        elif isinstance(value, np.ndarray | np.generic) and not value.dtype.hasobject:
            yield f"array {value.dtype.descr} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()};"
        elif isinstance(value, np.dtype):
            yield f"dtype {value.descr} {value.itemsize};"
        elif isinstance(function := getattr(value, "py_func", value), types.FunctionType):
            yield from self.function(function)
        elif isinstance(value, types.ModuleType):
            yield from self.module(value, names)
        elif isinstance(value, type):
            yield from self.type(value)
        elif _package_of(value) in FIXED_PACKAGES | {"cactus_sim"} and (name := _name_of(value)):
            yield f"{type(value).__name__} {name};"
        else:
            raise NoFingerprintError(f"a value of {type(value)} has none")

    def module(self, module: types.ModuleType, names: Iterable[str]) -> Iterator[str]:
        """What is taken from a module."""
        yield f"module {module.__name__};"
        if module.__name__.partition(".")[0] in FIXED_PACKAGES or id(module) in self.seen:
            return
        self.seen.add(id(module))
        for name in names:
            if name in vars(module):
                yield f"{name}="
                yield from self.value(vars(module)[name], names)

    def type(self, kind: type) -> Iterator[str]:
        """A class that a function names: a number type, an enumeration or a named tuple."""
        yield f"class {kind.__qualname__};"
        if issubclass(kind, enum.Enum):
            for member in kind:
                yield f"{member.name}={member.value!r};"
        elif issubclass(kind, tuple) and hasattr(kind, "_fields"):
            yield f"{kind._fields};"
        elif _package_of(kind) not in FIXED_PACKAGES:
            raise NoFingerprintError(f"{kind} has none")


def _name_of(value: object) -> str:
    """The name of a function or number type of a fixed package; "" for other objects."""
    name = getattr(value, "__name__", None) or getattr(value, "name", None)
    return name if isinstance(name, str) else ""


def _package_of(value: object) -> str:
    return str(getattr(value, "__module__", None) or type(value).__module__).partition(".")[0]


def _names_in(code: types.CodeType) -> set[str]:
    """Every name that the code mentions, those of functions within it too."""
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names |= _names_in(constant)
    return names
