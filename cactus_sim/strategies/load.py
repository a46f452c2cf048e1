"""Finding strategies: those built in, those of installed packages, and those of a Python file.

A strategy file is code, and is run: use only files that you would run as a program.
"""

from __future__ import annotations

import hashlib
import importlib
import linecache
import pkgutil
import sys
import traceback
import types
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING

from cactus_sim.errors import StrategyError, UsageError, suggest
from cactus_sim.strategies.declare import Strategy, check_strategy

if TYPE_CHECKING:
    from cactus_sim.games.base import Game

ENTRY_POINT_GROUP = "cactus_sim.strategies"
"""Where an installed package names its strategies: each entry point is a strategy class, or a module of them."""

SOURCE_DIGEST = "__cactus_sim_source__"
"""Where a module made from a strategy file keeps the digest of its text: the file may be edited later."""

_built_in: dict[str, dict[str, type[Strategy]]] = {}
_siblings: dict[str, str] = {}
"""Modules that strategy files imported from their own folders: name and file."""


def registry(game: Game) -> dict[str, type[Strategy]]:
    """Every strategy of the game that has a name, built in or of an installed package, sorted by name.

    Raises a StrategyError where an installed package can't be loaded or takes a name that is taken.
    """
    found = dict(built_in(game))
    for point in entry_points(group=ENTRY_POINT_GROUP):
        for name, strategy in _installed(point, game).items():
            if found.setdefault(name, strategy) is not strategy:
                raise StrategyError(
                    f"{_origin(point)} names a strategy '{name}', but {game.name} has one of that name already; "
                    "rename it there, or uninstall the package"
                )
    return dict(sorted(found.items()))


def find(name: str, game: Game) -> type[Strategy]:
    """The strategy called `name`; a UsageError lists the game's strategies where there is none.

    Installed packages are looked at only where no strategy built in has the name.
    """
    if name in built_in(game):
        return built_in(game)[name]
    known = registry(game)
    if name not in known:
        raise UsageError(
            f"{game.name} has no strategy '{name}'{suggest(name, known)}; strategies: {', '.join(known)}, "
            "or your own as path/to/file.py:Class"
        )
    return known[name]


def built_in(game: Game) -> dict[str, type[Strategy]]:
    """The strategies that come with the game, one or more to a module of its folder `strategies`."""
    if game.name in _built_in:
        return _built_in[game.name]
    package = importlib.import_module(f"cactus_sim.games.{game.name}.strategies")
    modules = sorted(module.name for module in pkgutil.iter_modules(package.__path__) if module.name != "base")
    found: dict[str, type[Strategy]] = {}
    for name in modules:
        module = importlib.import_module(f"{package.__name__}.{name}")
        found |= {strategy.strategy_name(): strategy for strategy in strategies_of(module, game)}
    _built_in[game.name] = dict(sorted(found.items()))
    return _built_in[game.name]


def strategies_of(module: types.ModuleType, game: Game) -> list[type[Strategy]]:
    """The game's strategies that a module defines, checked; classes whose name begins with _ are left out."""
    found = [
        member
        for name, member in vars(module).items()
        if isinstance(member, type) and issubclass(member, game.base) and member is not game.base
        if member.__module__ == module.__name__ and member.__name__ == name and not name.startswith("_")
    ]
    for strategy in found:
        check(strategy, game)
    return found


def check(strategy: type[Strategy], game: Game) -> None:
    """Raises a StrategyError where the class is no strategy of this game, or declares what can't be a hook of it."""
    if not issubclass(strategy, game.base):
        raise StrategyError(
            f"{strategy.__name__} is no strategy of {game.name}: it must derive from {game.base.__name__} "
            f"(from {game.base.__module__})"
        )
    for trait in strategy.traits:
        if trait not in game.traits:
            raise StrategyError(
                f"strategy {strategy.__name__}: traits: players of {game.name} have no '{trait}'"
                f"{suggest(trait, game.traits)}; traits: {', '.join(game.traits)}"
            )
    check_strategy(strategy, tuple(hook.name for hook in game.hooks))


def from_file(path: str, class_name: str, game: Game) -> type[Strategy]:
    """The strategy that a Python file defines; the name may be "" where the file defines just one.

    The file is run. Raises a StrategyError where it can't be read or fails, or has no such strategy.
    """
    module = load_file(path)
    try:
        return _strategy_of(module, path, class_name, game)
    except StrategyError as error:
        raise StrategyError(str(error) if path in str(error) else f"strategy file {path}: {error}") from None


def _strategy_of(module: types.ModuleType, path: str, class_name: str, game: Game) -> type[Strategy]:
    if class_name:
        named = getattr(module, class_name, None)
        if isinstance(named, type) and issubclass(named, Strategy) and named.__module__ == module.__name__:
            check(named, game)
            return named
    known = [strategy.__name__ for strategy in strategies_of(module, game)]
    if not known:
        raise StrategyError(
            f"strategy file {path} defines no strategy of {game.name}: a class that derives from {game.base.__name__} "
            f"(from {game.base.__module__})"
        )
    if class_name:
        raise StrategyError(
            f"strategy file {path} has no strategy '{class_name}'{suggest(class_name, known)}; "
            f"it defines {', '.join(known)}"
        )
    if len(known) > 1:
        raise StrategyError(f"strategy file {path} defines {', '.join(known)}: say which, as in {path}:{known[0]}")
    return next(strategy for strategy in strategies_of(module, game) if strategy.__name__ == known[0])


def load_file(path: str) -> types.ModuleType:
    """The module made by running a Python file, once for as long as its text stays the same."""
    file = Path(path).expanduser()
    try:
        source = file.read_bytes()
    except (OSError, ValueError) as error:
        says = error.strerror if isinstance(error, OSError) else str(error)
        raise StrategyError(f"strategy file {path}: can't be read: {says}") from None
    return load_source(file.resolve(), source, path)


def load_source(file: Path, source: bytes, path: str) -> types.ModuleType:
    """The module made by running the source of a Python file, which errors call `path`."""
    digest = hashlib.sha256(b"%s\0%s" % (str(file).encode(), source)).hexdigest()
    name = f"cactus_sim_file_{digest[:16]}"
    if name in sys.modules:
        return sys.modules[name]
    module = types.ModuleType(name)
    module.__file__ = str(file)
    setattr(module, SOURCE_DIGEST, hashlib.sha256(source).hexdigest())
    linecache.checkcache(str(file))
    sys.modules[name] = module
    try:
        with _importing_from(file.parent, path):
            exec(compile(source, str(file), "exec"), module.__dict__)  # noqa: S102 - that is what a strategy file is for
    except BaseException as error:
        del sys.modules[name]
        if isinstance(error, StrategyError):
            raise StrategyError(f"strategy file {path}: {error}") from None
        if isinstance(error, Exception | SystemExit):
            raise StrategyError(f"strategy file {path}: {_where(error, file)}: mend it and try again") from None
        raise
    return module


def beside(file: Path) -> list[Path]:
    """The modules beside a strategy file that strategy files have imported."""
    folder = file.expanduser().resolve().parent
    return [file.parent / f"{name}.py" for name, origin in _siblings.items() if Path(origin).parent == folder]


@contextmanager
def _importing_from(folder: Path, path: str) -> Iterator[None]:
    """Within it, a strategy file can import the modules that lie beside it."""
    for name, known in _siblings.items():
        beside = folder / f"{name}.py"
        if str(beside) != known and beside.exists() and name in sys.modules:
            raise StrategyError(
                f"strategy file {path}: the module {name}.py beside it has the name of {known}, which another strategy "
                "file uses; rename one of them"
            )
    before, wrote_bytecode = set(sys.modules), sys.dont_write_bytecode
    # Python tells an edited module by its time stamp in seconds: with no bytecode kept, no edit is ever missed.
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    try:
        yield
    finally:
        sys.dont_write_bytecode = wrote_bytecode
        sys.path.remove(str(folder))
        for name in set(sys.modules) - before:
            origin = getattr(sys.modules[name], "__file__", None)
            if origin and Path(origin).parent == folder and not name.startswith("cactus_sim_file_"):
                _siblings[name] = origin


def _where(error: BaseException, file: Path) -> str:
    """An import's failure in one line: where in the file, and what Python says."""
    if isinstance(error, SyntaxError):
        return f"line {error.lineno}: {error.msg}"
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(file)]
    says = f"{type(error).__name__}: {error}".removesuffix(": ")
    return f"line {lines[-1]}: {says}" if lines else says


def _origin(point: EntryPoint) -> str:
    package = point.dist.name if point.dist else "an installed package"
    return f"{package} (entry point {point.name} = {point.value})"


def _installed(point: EntryPoint, game: Game) -> dict[str, type[Strategy]]:
    """The game's strategies that one entry point gives, by name."""
    try:
        loaded = point.load()
    except Exception as error:  # noqa: BLE001 - whatever a package does wrong when it is imported
        raise StrategyError(
            f"{_origin(point)} can't be loaded: {type(error).__name__}: {error}; mend or uninstall the package"
        ) from None
    if isinstance(loaded, types.ModuleType):
        return {strategy.strategy_name(): strategy for strategy in strategies_of(loaded, game)}
    if not (isinstance(loaded, type) and issubclass(loaded, Strategy)):
        raise StrategyError(f"{_origin(point)} is neither a strategy class nor a module of them")
    if not issubclass(loaded, game.base):
        return {}
    check(loaded, game)
    return {point.name: loaded}
