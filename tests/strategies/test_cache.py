"""Compiled hooks on disk: found again where nothing has changed, and never where something has."""

import os
import shutil
import subprocess
import time

import pytest

from cactus_sim import jit
from cactus_sim.strategies import compile as compiler
from cactus_sim.strategies import make_entry
from cactus_sim.strategies.fingerprint import NoFingerprintError, of_hook
from cactus_sim.strategies.load import load_file
from cactus_sim.strategies.outside import compiled
from tests.strategies.asking import DOUBLES, answer, asking, environment, in_new_process

pytestmark = pytest.mark.skipif(jit.DISABLED, reason="nothing is compiled")

MINE = """
from cactus_sim.games.pairs.strategies.base import PairsStrategy
from cactus_sim.strategies import Parameter, helper
from beside import LIMIT, double
SPARE = 100
@helper
def spare(x):
    return x + SPARE
class Mine(PairsStrategy):
    @staticmethod
    def call(mine, table, p):
        return spare(double(LIMIT))
"""
BESIDE = """
from cactus_sim.strategies import helper
from further import FACTOR
LIMIT = 3
@helper
def double(x):
    return FACTOR * x
"""


@pytest.fixture
def files(tmp_path):
    """A strategy file, the module beside it, and the one that that imports."""
    texts = {"mine.py": MINE, "beside.py": BESIDE, "further.py": "FACTOR = 2\n"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def test_an_edit_anywhere_is_never_missed(files):
    """Even where the edited file keeps its size and its time."""
    entry = f"{files}/mine.py"
    assert in_new_process(entry) == (106, 0)
    assert in_new_process(entry) == (106, 1)
    for name, old, new, said in [
        ("mine.py", "SPARE = 100", "SPARE = 200", 206),
        ("mine.py", "return x + SPARE", "return x - SPARE", -194),
        ("mine.py", "spare(double(LIMIT))", "double(spare(LIMIT))", -394),
        ("beside.py", "LIMIT = 3", "LIMIT = 4", -392),
        ("beside.py", "FACTOR * x", "FACTOR + x", -194),
        ("further.py", "FACTOR = 2", "FACTOR = 5", -191),
    ]:
        file = files / name
        before = file.stat()
        file.write_text(file.read_text().replace(old, new))
        os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
        assert in_new_process(entry) == (said, 0)
    assert in_new_process(entry) == (said, 1)


def test_an_edited_view_is_never_missed(files, tmp_path):
    entry = f"{files}/mine.py"
    doubles = tmp_path / "doubles"
    shutil.copytree(DOUBLES / "pairs", doubles / "pairs", ignore=shutil.ignore_patterns("__pycache__"))
    assert in_new_process(entry, DOUBLES=str(doubles)) == (106, 0)
    assert in_new_process(entry, DOUBLES=str(doubles)) == (106, 1)
    view = doubles / "pairs" / "view.py"
    view.write_text(view.read_text().replace('("unknown", "i8")', '("unknown", "i8"), ("spare", "i8")'))
    assert in_new_process(entry, DOUBLES=str(doubles)) == (106, 0)


def test_an_edit_of_the_kernel_side_is_never_missed(game, monkeypatch):
    from cactus_sim.games.pairs.strategies.steady import Steady

    hook = compiler._Hook(game, Steady, "steady", "call", *Steady.hook("call"), "")
    answer = compiled(hook.function)
    before = hook.digest("signature", answer)
    monkeypatch.setattr(jit, "sources_digest", lambda name: "another")
    assert hook.digest("signature", answer) != before


def test_code_that_is_watched_is_kept_apart(game):
    from cactus_sim.games.pairs.strategies.steady import Steady

    hook = compiler._Hook(game, Steady, "steady", "call", *Steady.hook("call"), "")

    def outside(mine, table, p):
        return 1

    digests = [hook.digest("signature", how(outside)) for how in (jit.jit, jit.guarded, compiled)]
    assert len(set(digests)) == 3


def test_a_copy_of_a_file_has_its_own_code(files, tmp_path):
    (tmp_path / "copy").mkdir()
    for name in ("mine.py", "beside.py", "further.py"):
        (tmp_path / "copy" / name).write_text((files / name).read_text())
    for found in (0, 1):
        assert in_new_process(f"{files}/mine.py") == (106, found)
        assert in_new_process(f"{tmp_path}/copy/mine.py") == (106, found)


def test_an_edit_between_loading_and_compiling_is_not_kept_under_the_new_text(game, tmp_path):
    file = tmp_path / "mine.py"
    text = "from cactus_sim.games.pairs.strategies.base import PairsStrategy\n"
    text += "class Mine(PairsStrategy):\n    @staticmethod\n"
    file.write_text(text + "    def call(mine, table, p): return 1\n")
    old = load_file(str(file)).Mine
    file.write_text(text + "    def call(mine, table, p): return 2\n")
    assert answer(game, make_entry(old, game), "call") == 1
    assert in_new_process(str(file)) == (2, 0)


def test_damaged_files_do_no_harm(files, cache):
    entry = f"{files}/mine.py"
    in_new_process(entry)
    for kind in (".nbi", ".nbc"):
        (kept,) = (cache / "hooks").rglob(f"*{kind}")
        kept.write_bytes(kept.read_bytes()[:-100])
        assert in_new_process(entry) == (106, 0)  # compiled without the folder, and the damaged files removed
        assert in_new_process(entry) == (106, 0)
    assert in_new_process(entry) == (106, 1)


def test_without_a_folder_to_write_in_hooks_are_compiled_all_the_same(files, tmp_path):
    (tmp_path / "file").write_text("")
    assert in_new_process(f"{files}/mine.py", CACTUS_SIM_CACHE=str(tmp_path / "file" / "cache")) == (106, 0)
    assert (tmp_path / "file").read_text() == ""


def test_processes_that_start_together_do_each_other_no_harm(files):
    running = [
        subprocess.Popen(asking(f"{files}/mine.py"), stdout=subprocess.PIPE, text=True, env=environment())
        for _ in range(4)
    ]
    assert [process.communicate(timeout=120)[0].split()[0] for process in running] == ["106"] * 4
    assert in_new_process(f"{files}/mine.py") == (106, 1)


def test_what_is_kept_does_not_grow_without_end(game, cache, monkeypatch):
    monkeypatch.setattr(compiler, "MAX_KEPT", 10)
    folder = cache / "hooks"
    folder.mkdir(parents=True)
    for i in range(12):
        old = folder / f"cactus_sim_hook_{i}.py"
        old.write_text("")
        os.utime(old, (i, i))
        (folder / "numba").mkdir(exist_ok=True)
        (folder / "numba" / f"{old.stem}.call-1.py311.nbi").write_text("")

    class Fresh(game.base):
        @staticmethod
        def call(mine, table, p):
            return 4

    assert answer(game, make_entry(Fresh, game), "call") == 4
    left = sorted(file.name for file in folder.glob("cactus_sim_hook_?*.py"))
    assert {f"cactus_sim_hook_{i}.py" for i in range(6, 12)} <= set(left)
    assert len(left) == 7
    assert not list(folder.glob("numba/cactus_sim_hook_0.*"))


def test_a_warm_start_is_quick(game):
    """Four strategies of five hooks: here twenty, each with its own code (processor time: others may run too)."""
    text = "from cactus_sim.games.pairs.strategies.base import PairsStrategy\n" + "".join(
        f"class S{i}(PairsStrategy):\n @staticmethod\n def call(mine, table, p):\n  return mine.unknown + {i}\n"
        for i in range(20)
    )
    names = {"__name__": __name__, "__file__": __file__}
    exec(compile(text, __file__, "exec"), names)
    hooks = [(names[f"S{i}"], "call") for i in range(20)]

    def compile_all():
        begin = time.thread_time()
        for strategy, hook in hooks:
            compiler.hook_address(game, strategy, hook)
        return time.thread_time() - begin

    cold = compile_all()
    compiler._compiled.clear()
    warm = min(compile_all(), *(compiler._compiled.clear() or compile_all() for _ in range(2)))
    assert warm < 0.3
    assert warm < cold / 3


def test_what_has_no_fingerprint_is_said(game):
    table = {"a": 1}

    def hook(mine, table_, p):
        return len(table)

    with pytest.raises(NoFingerprintError):
        of_hook(hook, game.base)
