import sys

import pytest

from cactus_sim.errors import StrategyError
from cactus_sim.strategies import parse_entry, registry
from cactus_sim.strategies.load import load_file

HEAD = """
from cactus_sim.games.pairs.strategies.base import PairsStrategy
from cactus_sim.strategies import Parameter, helper
"""
BOLD = (
    HEAD
    + """
class Bold(PairsStrategy):
    call_at = Parameter(3, 0, 60, "calls at this total")
"""
)


@pytest.fixture
def write(tmp_path):
    def write(text, name="mine.py"):
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
        return str(file)

    return write


def test_strategies_built_in_are_found_by_name(game):
    assert list(registry(game)) == ["steady", "steady-taker"]


def test_a_strategy_of_a_file(game, write):
    file = write(BOLD)
    entry = parse_entry(f"{file}:Bold(call_at=4)", game)
    assert entry.label == f"{file}:Bold(call_at=4)"
    assert entry.source == file
    assert parse_entry(entry.label, game) == entry


def test_the_class_may_be_left_out_where_there_is_one(game, write):
    file = write(BOLD)
    assert parse_entry(f"{file}(call_at=4)", game).label == f"{file}:Bold(call_at=4)"


def test_a_path_relative_to_the_folder_and_with_spaces(game, write, tmp_path, monkeypatch):
    write(BOLD, "my games/a (b).py")
    monkeypatch.chdir(tmp_path)
    assert parse_entry("./my games/a (b).py:Bold(call_at=4)", game).label == "./my games/a (b).py:Bold(call_at=4)"


def test_a_file_is_run_again_when_its_text_changed(game, write):
    first = parse_entry(write(BOLD), game)
    assert parse_entry(write(BOLD), game).strategy is first.strategy
    assert parse_entry(write(BOLD.replace("(3, ", "(7, ")), game).parameters == {"call_at": 7}


def test_a_file_may_import_the_module_beside_it(game, write, tmp_path):
    write("LIMIT = 8", "beside_one.py")
    entry = parse_entry(
        write(BOLD.replace("(3, ", "(LIMIT, ").replace(HEAD, HEAD + "from beside_one import LIMIT")), game
    )
    assert entry.parameters == {"call_at": 8}
    assert str(tmp_path) not in sys.path
    assert not (tmp_path / "__pycache__").exists()


def test_modules_of_one_name_beside_two_files_are_not_mixed_up(game, write):
    text = BOLD.replace(HEAD, HEAD + "import beside_two")
    write("", "a/beside_two.py")
    write("", "b/beside_two.py")
    parse_entry(write(text, "a/mine.py"), game)
    with pytest.raises(
        StrategyError, match=r"the module beside_two\.py beside it has the name of .* rename one of them"
    ):
        parse_entry(write(text, "b/mine.py"), game)


@pytest.mark.parametrize(
    ("text", "entry", "message"),
    [
        (BOLD, "Bald", "has no strategy 'Bald' — did you mean 'Bold'?; it defines Bold"),
        (BOLD, "PairsStrategy", "has no strategy 'PairsStrategy'; it defines Bold"),
        (BOLD + BOLD.replace(HEAD, "").replace("Bold", "Shy"), "", "defines Bold, Shy: say which, as in"),
        (
            "x = 1",
            "",
            "defines no strategy of pairs: a class that derives from PairsStrategy (from cactus_sim.games.pai",
        ),
        ("def f(:", "", "line 1: invalid syntax"),
        ("x = 1\ny = undefined", "", "line 2: NameError: name 'undefined' is not defined"),
        ("import no_such_module", "", "line 1: ModuleNotFoundError: No module named 'no_such_module'"),
        ("import sys\nsys.exit(3)", "", "line 2: SystemExit: 3"),
        ("x = '\0'", "", "mend it and try again"),
        (
            BOLD.replace("(3, ", "(99, "),
            "",
            "strategy Bold: parameter 'call_at': its default 99 does not lie from 0 to 60",
        ),
        (
            BOLD + "    @staticmethod\n    def cal(mine, table, p): return 1",
            "Bold",
            "'cal' is no hook — did you mean 'call'",
        ),
        (
            HEAD + "from cactus_sim.strategies import Strategy\nclass Lost(Strategy): pass",
            "Lost",
            "no strategy of pairs",
        ),
    ],
)
def test_what_is_wrong_with_a_file_is_said(game, write, text, entry, message):
    file = write(text)
    with pytest.raises(StrategyError) as refusal:
        parse_entry(f"{file}:{entry}" if entry else file, game)
    assert message in str(refusal.value)
    assert str(refusal.value).startswith(f"strategy file {file}")
    assert "\n" not in str(refusal.value)


def test_a_file_that_failed_is_run_again(game, write):
    file = write("import beside_three\n" + BOLD)
    with pytest.raises(StrategyError, match="No module named 'beside_three'"):
        parse_entry(file, game)
    write("", "beside_three.py")
    assert parse_entry(file, game).parameters == {"call_at": 3}


def test_files_that_can_not_be_read(game, tmp_path):
    with pytest.raises(StrategyError, match="can't be read: No such file or directory"):
        parse_entry(f"{tmp_path}/none.py:Bold", game)
    (tmp_path / "folder.py").mkdir()
    with pytest.raises(StrategyError, match="can't be read: Is a directory"):
        parse_entry(f"{tmp_path}/folder.py:Bold", game)
    with pytest.raises(StrategyError, match="can't be read: embedded null byte"):
        load_file("a\0b.py")


def test_interrupting_a_file_is_no_fault_of_the_file(write):
    with pytest.raises(KeyboardInterrupt):
        load_file(write("raise KeyboardInterrupt"))


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Makes an installed package of a module and the entry points that it declares."""

    def install(text, points, package="cactus-tricks"):
        module = package.replace("-", "_")
        (tmp_path / f"{module}.py").write_text(text)
        info = tmp_path / f"{module}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text("[cactus_sim.strategies]\n" + "\n".join(points) + "\n")
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.delitem(sys.modules, module, raising=False)

    return install


def test_strategies_of_an_installed_package(game, install):
    install(BOLD, ["daring = cactus_tricks:Bold", "all = cactus_tricks"])
    assert list(registry(game)) == ["bold", "daring", "steady", "steady-taker"]
    assert parse_entry("daring(call_at=4)", game).label == "daring(call_at=4)"


def test_a_package_that_takes_a_name_is_refused_by_name(game, install):
    install(BOLD, ["steady = cactus_tricks:Bold"])
    with pytest.raises(StrategyError, match=r"cactus-tricks .* names a strategy 'steady', but pairs has one"):
        registry(game)
    assert parse_entry("steady", game).strategy.__module__ == "cactus_sim.games.pairs.strategies.steady"


def test_a_package_that_can_not_be_loaded_is_named(game, install):
    install("import no_such_module", ["daring = cactus_tricks:Bold"])
    with pytest.raises(StrategyError, match=r"cactus-tricks .* can't be loaded: ModuleNotFoundError"):
        parse_entry("daring", game)
    assert parse_entry("steady", game).label == "steady"


def test_an_entry_point_that_is_no_strategy_is_named(game, install):
    install(BOLD, ["daring = cactus_tricks:PairsStrategy.call"])
    with pytest.raises(StrategyError, match=r"cactus-tricks .* is neither a strategy class nor a module of them"):
        registry(game)
