"""How code is compiled and kept: by its sources, without allocation, and so that plain Python plays the same games."""

import functools
import json
import random
import shutil
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from cactus_sim import jit, play
from cactus_sim.errors import StrategyError
from cactus_sim.games import NAMES, kernel_cache
from cactus_sim.strategies import parse_entry
from cactus_sim.strategies.compile import compile_entries
from tests.cactus.playing import GAME
from tests.plain_python import in_plain_python

PRESETS = ("gamelia", "dutch", "cambio", "cabo", "cactus2014")
LINE_UP = ["threshold", "random(memory=0.8)", "counter(attention=0.7, reflex=2)", "kamikaze(throw_from=7)"]


# Where compiled code is kept


def twice(x: int) -> int:
    return 2 * x


@pytest.mark.skipif(jit.DISABLED, reason="nothing is compiled")
@pytest.mark.parametrize("suffix", ["nbi", "nbc"])
@pytest.mark.parametrize("content", [b"", b"\x80", b"junk"])
def test_damaged_code_on_disk_is_compiled_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str, content: bytes
) -> None:
    monkeypatch.setenv("CACTUS_SIM_CACHE", str(tmp_path))

    def load() -> Any:
        return jit.compile_cached(twice, numba.types.int64(numba.types.int64), "cactus")

    load()
    (file,) = tmp_path.rglob(f"*.{suffix}")
    good = file.read_bytes()
    file.write_bytes(content or good[: len(good) // 2])
    with pytest.raises(Exception):  # noqa: B017, PT011 - numba raises errors of many kinds
        load()
    assert kernel_cache.loaded("cactus", load)(21) == 42
    assert load()(21) == 42


def test_an_error_of_the_code_itself_is_raised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CACTUS_SIM_CACHE", str(tmp_path))

    def load() -> None:
        raise ValueError("at fault")

    with pytest.raises(ValueError, match="at fault"):
        kernel_cache.loaded("cactus", load)


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the package whose sources `jit` looks at."""
    package = tmp_path / "cactus_sim"
    shutil.copytree(jit.PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(jit, "PACKAGE", package)
    jit.sources_digest.cache_clear()
    yield package
    jit.sources_digest.cache_clear()


def digest(game: str = "cactus") -> str:
    jit.sources_digest.cache_clear()
    return jit.sources_digest(game)


KERNEL_SIDE = (
    "jit.py", "cards.py", "streams.py",
    *(f"games/cactus/{name}.py" for name in (
        "kernel", "turns", "throws", "powers", "scoring", "state", "view", "events", "metrics", "rules",
    )),
)  # fmt: skip


@pytest.mark.parametrize("name", KERNEL_SIDE)
def test_an_edit_of_any_kernel_side_file_starts_a_new_folder(copy: Path, name: str) -> None:
    before = digest()
    file = copy / name
    text = file.read_text(encoding="utf-8")
    file.write_text(text + "\n# edited\n", encoding="utf-8")
    assert digest() != before
    file.write_text(text, encoding="utf-8")
    assert digest() == before


def test_a_new_kernel_side_file_starts_a_new_folder(copy: Path) -> None:
    before = digest()
    (copy / "games/cactus/more.py").write_text("MORE = 1\n")
    assert digest() != before


@pytest.mark.parametrize(
    "name", ["games/cactus/strategies/threshold.py", "games/cactus/presets/dutch.toml", "errors.py"]
)
def test_an_edit_of_other_files_does_not(copy: Path, name: str) -> None:
    before = digest()
    with (copy / name).open("a") as file:
        file.write("\n# edited\n")
    assert digest() == before


def test_games_have_folders_of_their_own(copy: Path) -> None:
    assert len({digest(game) for game in NAMES}) == len(NAMES)


def test_compiled_code_is_found_again_and_not_where_sources_differ(
    copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if jit.DISABLED:
        pytest.skip("nothing is compiled")
    monkeypatch.setenv("CACTUS_SIM_CACHE", str(tmp_path / "cache"))
    signature = numba.types.int64(numba.types.int64)
    assert not jit.is_warm("cactus")
    assert jit.compile_cached(_double, signature, "cactus").stats.cache_misses
    assert jit.is_warm("cactus")
    again = jit.compile_cached(_double, signature, "cactus")
    assert again.stats.cache_hits
    assert again(21) == 42
    (copy / "streams.py").write_text("# another\n")
    jit.sources_digest.cache_clear()
    assert not jit.is_warm("cactus")
    assert not jit.compile_cached(_double, signature, "cactus").stats.cache_hits


def _double(number):
    return 2 * number


def test_a_folder_that_cannot_be_written_is_no_hindrance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    monkeypatch.setenv("CACTUS_SIM_CACHE", str(blocked))
    assert jit.compile_cached(_double, numba.types.int64(numba.types.int64), "cactus")(4) == 8


# Bit masks


def _lowest(masks, out):
    for i in range(masks.shape[0]):
        out[i] = jit.lowest_bit(masks[i])


def _set(masks, out):
    for i in range(masks.shape[0]):
        out[i] = jit.bits_set(masks[i])


@functools.cache
def compiled(function: Any) -> Any:
    return function if jit.DISABLED else numba.njit(**jit.OPTIONS)(function)


@pytest.mark.parametrize("dtype", [np.int64, np.uint64])
def test_bit_masks(dtype: Any) -> None:
    rng = random.Random(1)
    top = 64 if dtype is np.uint64 else 63
    masks = [1 << place for place in range(top)] + [(1 << place) - 1 for place in range(1, top + 1)]
    masks += [rng.getrandbits(top) << rng.randrange(8) & (1 << top) - 1 or 1 for _ in range(500)]
    array, out = np.array(masks, dtype), np.zeros(len(masks), np.int64)
    compiled(_lowest)(array, out)
    assert out.tolist() == [(mask & -mask).bit_length() - 1 for mask in masks]
    compiled(_set)(array, out)
    assert out.tolist() == [mask.bit_count() for mask in masks]
    if dtype is np.int64:
        compiled(_set)(np.array([-1, -2]), out)
        assert out[:2].tolist() == [64, 63]
    compiled(_set)(np.zeros(1, dtype), out)
    assert out[0] == 0


# Asking hooks


def _ask(address, mines, tables):
    return jit.ask(address, mines[0], tables[0])


HOOKS = '''
from cactus_sim.games.cactus.strategies.base import CactusStrategy
from cactus_sim.strategies import Parameter

class Raises(CactusStrategy):
    """Raises at its 7th card."""
    at = Parameter(7, 0, 99, "cards")

    @staticmethod
    def call(mine, table, p):
        if mine.cards == p.at:
            raise ValueError("seven")
        return mine.cards

class Allocates(CactusStrategy):
    """Makes a new array."""

    @staticmethod
    def call(mine, table, p):
        totals = np.zeros(4)
        return totals[0] > 1

import numpy as np

class Lists(CactusStrategy):
    """Makes a new list."""

    @staticmethod
    def call(mine, table, p):
        slots = [slot for slot in range(4) if mine.held >> slot & 1]
        return len(slots) > 2
'''


@pytest.fixture
def hooks(tmp_path: Path) -> Path:
    file = tmp_path / "hooks.py"
    file.write_text(HOOKS, encoding="utf-8")
    return file


def test_ask_says_that_a_hook_raised(hooks: Path) -> None:
    from cactus_sim.games.cactus.view import MINE, TABLE

    entry = parse_entry(f"{hooks}:Raises", GAME)
    address = compile_entries(GAME, [entry], ["call"]).addresses[0, 0]
    mine, table = np.zeros(1, MINE), np.zeros(1, TABLE)
    mine["p"][0, 0] = 7
    records = numba.from_dtype(MINE), numba.from_dtype(TABLE)
    ask = jit.compile_cached(_ask, numba.types.int64(numba.types.int64, *(r[::1] for r in records)), "cactus")

    def answer(cards: int) -> int:
        mine["cards"] = cards
        return int(ask(address, jit.readable(mine), jit.readable(table)))

    assert [answer(6), answer(8)] == [6, 8]
    if jit.DISABLED:
        with pytest.raises(ValueError, match="seven"):
            answer(7)
    else:
        assert answer(7) == jit.HOOK_RAISED
    assert answer(6) == 6


@pytest.mark.parametrize("name", ["Allocates", "Lists"])
def test_a_hook_that_allocates_is_refused(hooks: Path, name: str) -> None:
    """Compiled code may allocate nothing: the error says so in plain words, and which line."""
    if jit.DISABLED:
        pytest.skip("plain Python allocates as it likes")
    with pytest.raises(StrategyError, match=r"hook 'call'.*makes a new array or list"):
        play("cactus", [f"{hooks}:{name}", "threshold", "threshold"], seed=1)


# Plain Python


def games_of(preset: str) -> list[Any]:
    """A few games and a match, as JSON has them."""
    arguments: dict[str, Any] = {"rules": preset, "changes": {"match_points": 50}, "seed": 6}
    rounds = [play("cactus", LINE_UP, deal=deal, rotation=deal % 4, **arguments) for deal in range(8)]
    return [*rounds, play("cactus", LINE_UP, deal=3, unit="match", **arguments)]


def test_plain_python_plays_the_same_games() -> None:
    """With NUMBA_DISABLE_JIT=1, in a process of its own, each game is event by event what compiled code plays."""
    code = (
        "import json, sys; from tests.test_jit import PRESETS, games_of; "
        "json.dump({preset: games_of(preset) for preset in PRESETS}, sys.stdout)"
    )
    plain = json.loads(in_plain_python("-c", code))
    for preset in PRESETS:
        assert plain[preset] == json.loads(json.dumps(games_of(preset)))
        assert len(plain[preset]) == 9


COUNTS = """
import json, sys
from cactus_sim import simulate
result = simulate("cactus", {line_up}, games=160, seed=3, jobs=2, rules="{preset}")
sys.stdout.write(result.to_json())
"""


@pytest.mark.parametrize("preset", ["gamelia", "dutch"])
def test_plain_python_counts_the_same(preset: str) -> None:
    from cactus_sim import simulate

    plain = in_plain_python("-c", COUNTS.format(line_up=LINE_UP, preset=preset))
    assert plain == simulate("cactus", LINE_UP, games=160, seed=3, jobs=1, rules=preset).to_json()
