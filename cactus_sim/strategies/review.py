"""What is wrong with a hook, said in the words of the person who wrote it.

numba's own messages are long and speak of types. So the usual slips are found in the hook's text before numba meets
it: a name that the view does not have, an attempt to change the view, a function that is not marked as a helper. What
numba finds all the same is cut down to a line by `numba_says`.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
import types
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from cactus_sim.errors import suggest


def faults(function: Callable[..., Any], fields: Mapping[int, tuple[str, ...]]) -> Iterator[str]:
    """Each fault of a hook, and of the helpers that it calls, with its line.

    `fields` says which names the hook's arguments have, by the argument's place. Yields nothing where the function's
    text is not to be had.
    """
    yield from _Reader(function, fields).faults()
    for helper in _helpers_of(function):
        yield from _Reader(helper, {}).faults()


def numba_says(error: Exception, function: Callable[..., Any]) -> str:
    """Why numba can't compile a function, in one line, with a hint at what it can."""
    lines = [line.strip() for line in str(error).splitlines()]
    lines = [line for line in lines if line and not line.startswith("Failed in nopython mode pipeline")]
    says, _, _ = (lines[0] if lines else type(error).__name__).partition(". Raised from")
    says = says.removeprefix("NameError: ").rstrip(".")
    if isinstance(error, KeyError):
        says = f"a view has no {says}"
    called = [line.removeprefix(">>> ") for line in lines if line.startswith(">>> ")]
    if called:
        says = f"there is no {called[0]}"
    if "NRT required" in str(error) or re.match("there is no (zeros|ones|empty|full|array|arange)", says):
        says = "makes a new array or list"
    name = re.escape(Path(function.__code__.co_filename).name)
    place = re.search(rf'File "(?:[^"]*/)?{name}", line (\d+)|at [^"\n]*/{name} [(](\d+)[)]', str(error))
    where = f"{_at(function.__code__.co_filename, int(place[1] or place[2]))}: " if place else ""
    return (
        f"{where}can't be compiled: {says}. A hook can use numbers, tuples and the arrays of its view, if, for and "
        "while, and functions marked @helper; no new arrays or lists, text, dictionaries, imports or files"
    )


def _at(file: str, line: int) -> str:
    return f"{Path(file).name}, line {line}"


def _helpers_of(function: Callable[..., Any]) -> list[types.FunctionType]:
    """The functions marked as helpers that a function calls, directly or through others, outside the package itself."""
    found: list[types.FunctionType] = []
    waiting: list[Any] = [function]
    while waiting:
        caller = waiting.pop()
        for name in caller.__code__.co_names:
            value = caller.__globals__.get(name)
            called = getattr(value, "py_func", value)
            theirs = getattr(value, "__cactus_helper__", False) and not called.__module__.startswith("cactus_sim.")
            if theirs and called not in found:
                found.append(called)
                waiting.append(called)
    return found


class _Reader(ast.NodeVisitor):
    """Reads one function's text."""

    def __init__(self, function: Callable[..., Any], fields: Mapping[int, tuple[str, ...]]) -> None:
        self.function = function
        self.found: list[str] = []
        code = function.__code__
        arguments = code.co_varnames[: code.co_argcount]
        self.views = set(arguments)
        self.fields = {arguments[place]: names for place, names in fields.items()}
        self.first_line = code.co_firstlineno

    def faults(self) -> list[str]:
        try:
            lines, first = inspect.getsourcelines(self.function)
            tree = ast.parse(textwrap.dedent("".join(lines)))
        except (OSError, TypeError, SyntaxError):
            return []
        self.first_line = max(first, 1)
        self.visit(tree)
        return self.found

    def fault(self, node: ast.AST, message: str) -> None:
        line = self.first_line + getattr(node, "lineno", 1) - 1
        self.found.append(f"{_at(self.function.__code__.co_filename, line)}: {message}")

    def visit_Assign(self, node: ast.Assign) -> None:
        """Notes further names of the views, and refuses to change what they hold."""
        for target in node.targets:
            self._written(target)
            if isinstance(target, ast.Name):
                if self._root(node.value):
                    self.views.add(target.id)
                else:
                    self.views.discard(target.id)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """Refuses to change the views."""
        self._written(node.target)
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Refuses to change the views."""
        self._written(node.target)
        self.generic_visit(node)

    def visit_For(self, node: ast.For) -> None:
        """Refuses to change the views."""
        self._written(node.target)
        self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """Refuses names that a view does not have, and those that are the kernel's own, in helpers too."""
        if node.attr.startswith("_") and (root := self._root(node.value)):
            self.fault(node, f"reads {root}.{node.attr}: what begins with an underscore is the kernel's own")
        elif isinstance(node.value, ast.Name) and node.value.id in self.fields:
            known = self.fields[node.value.id]
            if node.attr not in known:
                there = f"; {node.value.id} has {', '.join(known)}" if known else ""
                self.fault(node, f"{node.value.id} has no '{node.attr}'{suggest(node.attr, known)}{there}")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        """Refuses functions of the module that are not marked as helpers, other dice than the player's, and print."""
        if self._module_of(node.func).startswith(("random", "numpy.random")):
            self.fault(node, f"draws from '{ast.unparse(node.func)}', which no seed governs; use chance(mine, n)")
        elif isinstance(node.func, ast.Name) and node.func.id == "print":
            self.fault(node, "prints; a hook only answers (with NUMBA_DISABLE_JIT=1 a debugger can stop in it)")
        if isinstance(node.func, ast.Name):
            called = self.function.__globals__.get(node.func.id)
            plain = isinstance(called, types.FunctionType) and not getattr(called, "__cactus_helper__", False)
            if plain and not called.__module__.startswith("cactus_sim."):
                name = node.func.id
                self.fault(node, f"calls the plain function '{name}'; write @helper above def {name}(…)")
        self.generic_visit(node)

    def _written(self, target: ast.expr) -> None:
        if isinstance(target, ast.Tuple | ast.List):
            for item in target.elts:
                self._written(item)
        elif isinstance(target, ast.Attribute | ast.Subscript) and (root := self._root(target)):
            self.fault(
                target, f"changes what '{root}' holds; a strategy may only read its view: work on a local variable"
            )

    def _module_of(self, node: ast.expr) -> str:
        """The name of the Python module that a called function comes from, "" where it is not known."""
        names = []
        while isinstance(node, ast.Attribute):
            names.append(node.attr)
            node = node.value
        found: Any = self.function.__globals__.get(node.id) if isinstance(node, ast.Name) else None
        for name in reversed(names):
            if isinstance(found, types.ModuleType) and found.__name__ in ("random", "numpy.random"):
                break
            found = getattr(found, name, None)
        if isinstance(found, types.ModuleType):
            return found.__name__
        owner = getattr(found, "__self__", None)
        return str(getattr(found, "__module__", None) or type(owner).__module__)

    def _root(self, node: ast.expr) -> str:
        """The view that an expression is a part of, "" where it is none."""
        while isinstance(node, ast.Attribute | ast.Subscript):
            node = node.value
        return node.id if isinstance(node, ast.Name) and node.id in self.views else ""
