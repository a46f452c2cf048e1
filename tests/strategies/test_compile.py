import numpy as np
import pytest

from cactus_sim import jit
from cactus_sim.errors import StrategyError
from cactus_sim.strategies import Parameter, compile_entries, helper, make_entry, parse_entry, source_hashes
from cactus_sim.strategies.compile import ENTRY_DTYPE, hook_address
from cactus_sim.strategies.load import load_file
from tests.strategies.asking import answer

compiled = pytest.mark.skipif(jit.DISABLED, reason="says what compilation does")


def test_a_hook_is_asked_with_view_and_parameters(game):
    assert answer(game, "steady", "call", {"known_points": 5}) == 1
    assert answer(game, "steady", "call", {"known_points": 6}) == 0
    assert answer(game, "steady(call_at=6)", "call", {"known_points": 6}) == 1
    assert answer(game, "steady(call_at=6)", "call", {"known_points": 0, "unknown": 2}) == 0
    assert answer(game, "steady", "take") == -1


@pytest.mark.parametrize(
    ("entry", "mean", "said"),
    [
        ("steady-taker", 0.5, -1),
        ("steady-taker", 0.6, 0),
        ("steady-taker(wants=high)", 0.6, 1),
        ("steady-taker(wants=red)", 0.6, 2),
        ("steady-taker(wants=red, margin=0.7)", 0.6, -1),
        ("steady-taker(bluffs=true)", 0.0, 3),
    ],
)
def test_every_kind_of_parameter_reaches_the_hook(game, entry, mean, said):
    assert answer(game, entry, "take", table={"average": mean}) == said


def test_a_line_up_as_a_kernel_takes_it(game):
    entries = [
        parse_entry(text, game) for text in ("steady-taker(call_at=7, bluffs=true, wants=red)", "steady(preset=human)")
    ]
    line_up = compile_entries(game, entries, {"call"})
    assert line_up.entries.dtype == ENTRY_DTYPE
    assert list(line_up.entries[0]["p"][:5]) == [7.0, 0.5, 1.0, 2.0, 0.0]
    assert [float(line_up.entries[trait][0]) for trait in ("memory", "attention", "reflex", "dexterity")] == [
        0.9,
        1,
        1,
        1,
    ]
    assert [float(line_up.entries[trait][1]) for trait in ("memory", "attention")] == [0.95, 0.9]
    assert line_up.addresses.shape == (2, 2)
    assert (line_up.addresses[0] != 0).all()
    assert (line_up.addresses[1] == 0).all()


def test_strategies_that_inherit_a_hook_share_its_code(game):
    entries = [parse_entry(text, game) for text in ("steady", "steady-taker", "steady(call_at=9)")]
    line_up = compile_entries(game, entries, {"call", "take"})
    assert len(set(line_up.addresses[0])) == 1
    assert line_up.addresses[1][0] == line_up.addresses[1][2] != line_up.addresses[1][1]


def test_throws_on_purpose_is_told_to_the_kernel(game):
    wild = type("Wild", (game.base,), {"throws_on_purpose": True})
    line_up = compile_entries(game, [make_entry(wild, game), parse_entry("steady", game)], ())
    assert list(line_up.entries["throws_on_purpose"]) == [1, 0]


def test_a_hook_sees_the_parameters_of_the_class_that_defines_it(game):
    class Odd(game.base):
        extra = Parameter(40, 0, 60)

    from cactus_sim.games.pairs.strategies.steady import Steady

    mixed = type("Mixed", (Odd, Steady), {})
    entry = make_entry(mixed, game, {"call_at": 8, "extra": 50})
    assert answer(game, entry, "call", {"known_points": 8}) == 1
    assert answer(game, entry, "call", {"known_points": 9}) == 0


def test_a_parameter_whose_kind_was_changed_by_a_derived_class(game):
    from cactus_sim.games.pairs.strategies.steady import Steady

    finer = type("Finer", (Steady,), {"call_at": Parameter(5.5, 0, 60)})
    assert answer(game, make_entry(finer, game, {"call_at": 6.5}), "call", {"known_points": 7}) == 0
    assert answer(game, make_entry(finer, game, {"call_at": 7.0}), "call", {"known_points": 7}) == 1


def test_sixteen_parameters_reach_a_hook(game):
    class Many(game.base):
        for i in range(16):
            locals()[f"x{i:02}"] = Parameter(i, 0, 99)

        @staticmethod
        def call(mine, table, p):
            return p.x15 * 100 + p.x00

    assert answer(game, make_entry(Many, game, {"x00": 7}), "call") == 1507


LIMIT = 12
STEPS = (1, 2, 4)
TABLE = np.array([5, 7, 9])


@helper
def gap(mine, limit):
    return limit - deeper(mine)


@helper
def deeper(mine):
    return mine.known_points


def plain(value):
    return value


def test_hooks_use_constants_and_helpers_of_their_module(game):
    class Uses(game.base):
        @staticmethod
        def call(mine, table, p):
            return gap(mine, LIMIT) + STEPS[2] + TABLE[1]

    assert answer(game, make_entry(Uses, game), "call", {"known_points": 2}) == 10 + 4 + 7


HEAD = """
import numpy as np
from cactus_sim.games.pairs.strategies.base import PairsStrategy
from cactus_sim.strategies import Parameter, helper
WORDS = {"a": 1}
LIST = [1, 2]
def plain(x):
    return x
@helper
def sneaky(cards):
    cards[0] = 1
    return 0
class Mine(PairsStrategy):
    limit = Parameter(1, 0, 9)
    @staticmethod
    def call(mine, table, p):
"""
NUMBA = "can't be compiled: "
FAULTS = [
    ("return mine.known_points / 2", "answers a number with a fraction; answer a whole number"),
    ("return 1 if mine.unknown else 0.5", "answers a number with a fraction"),
    ("if mine.unknown: return 1", "answers nothing on some way through it; every way must end in return"),
    ("pass", "answers nothing on some way through it"),
    ("return 'yes'", "where a whole number or true or false is asked"),
    (
        "return mine.known_point",
        "mine.py, line 17: mine has no 'known_point' — did you mean 'known_points'?; mine has kno",
    ),
    ("return table.averege > 1", "mine.py, line 17: table has no 'averege' — did you mean 'average'"),
    ("return p.limits", "mine.py, line 17: p has no 'limits' — did you mean 'limit'?; p has limit"),
    ("return plain(3)", "mine.py, line 17: calls the plain function 'plain'; write @helper above def plain"),
    ("mine.unknown = 3; return 1", "mine.py, line 17: changes what 'mine' holds; a strategy may only read"),
    ("mine.unknown -= 1; return 1", "changes what 'mine' holds"),
    ("table.public[0, 0] = 1; return 1", "changes what 'table' holds"),
    ("hand = mine.hand; hand[0] = 1; return 1", "changes what 'hand' holds"),
    ("(mine.unknown, x) = (1, 2); return x", "changes what 'mine' holds"),
    ("for mine.unknown in range(3): pass\n        return 1", "changes what 'mine' holds"),
    ("return sneaky(mine.hand)", "mine.py, line 11: changes what 'cards' holds"),
    ("return undefined", f"{NUMBA}name 'undefined' is not defined"),
    ("return np.no_such(3)", f"{NUMBA}module 'numpy' has no attribute 'no_such'"),
    ("return mine.hand + 'x'", f"mine.py, line 17: {NUMBA}there is no add("),
    ("return mine.hand.count(3)", f"mine.py, line 17: {NUMBA}Unknown attribute 'count'"),
    ("cards = np.zeros(3); return len(cards)", f"mine.py, line 17: {NUMBA}makes a new array or list"),
    ("return sum([c for c in mine.hand])", f"{NUMBA}makes a new array or list"),
    ("return mine.hand.copy()[0]", f"{NUMBA}makes a new array or list"),
    ("import math; return math.floor(2.5)", f"{NUMBA}Use of unsupported opcode (IMPORT_NAME) found"),
    ("return WORDS['a']", f"mine.py, line 17: {NUMBA}Untyped global name 'WORDS'"),
    ("return LIST[mine.unknown]", f"mine.py, line 17: {NUMBA}The use of a reflected list"),
]


@compiled
@pytest.mark.parametrize(("body", "message"), FAULTS)
def test_what_is_wrong_with_a_hook_is_said_in_one_paragraph(game, tmp_path, body, message):
    file = tmp_path / "mine.py"
    file.write_text(f"{HEAD}        {body}\n")
    with pytest.raises(StrategyError) as refusal:
        hook_address(game, parse_entry(str(file), game).strategy, "call")
    said = str(refusal.value)
    assert said.startswith("strategy mine: hook 'call': ")
    assert message in said
    assert "\n" not in said
    assert len(said) < 600


def test_hooks_that_the_rules_do_not_ask_are_not_compiled(game, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(f"{HEAD}        return undefined\n")
    assert (compile_entries(game, [parse_entry(str(file), game)], {"take"}).addresses[1] != 0).all()


@pytest.mark.parametrize(
    "body",
    [
        "hand = mine.hand; hand = hand[0] + 1; return hand",
        "for unknown in range(2): pass\n        return unknown",
        "unknown = mine.unknown; unknown += 1; return unknown",
        "a, b = mine.unknown, 1; return a + b",
    ],
)
def test_local_variables_may_be_changed(game, tmp_path, body):
    file = tmp_path / "mine.py"
    file.write_text(f"{HEAD}        {body}\n")
    assert answer(game, f"{file}", "call") == 1


def test_a_fault_in_an_inherited_hook_names_the_class_that_has_it(game, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(f"{HEAD}        return 0.5\nclass Heir(Mine):\n    pass\n")
    with pytest.raises(StrategyError, match=r"strategy heir: hook 'call' \(Mine\): answers"):
        answer(game, f"{file}:Heir", "call")


def test_a_missing_hook_is_named(game):
    from cactus_sim.strategies import Strategy

    with pytest.raises(StrategyError, match="strategy bare has no hook 'call', which these rules ask"):
        hook_address(game, type("Bare", (Strategy,), {}), "call")


@compiled
def test_a_hook_that_raises_is_told_from_one_that_answers(game):
    class Raises(game.base):
        @staticmethod
        def call(mine, table, p):
            if mine.unknown > 3:
                raise ValueError("too many")
            return 2

    entry = make_entry(Raises, game)
    assert answer(game, entry, "call") == 2
    assert answer(game, entry, "call", {"unknown": 4}) == jit.HOOK_RAISED


def test_the_hook_of_a_class_that_lies_in_no_file(game):
    names = {"base": game.base}
    exec("class Typed(base):\n @staticmethod\n def call(mine, table, p): return 6", names)
    entry = make_entry(names["Typed"], game)
    assert answer(game, entry, "call") == 6
    assert list(source_hashes([entry])) == ["typed"]


def test_source_hashes_are_those_of_the_files(game, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(f"{HEAD}        return 1\n")
    first = source_hashes([parse_entry(f"{file}:Mine", game), parse_entry("steady", game)])
    assert list(first) == [f"{file}:Mine", "steady"]
    file.write_text(f"{HEAD}        return 2\n")
    second = source_hashes([parse_entry(f"{file}:Mine", game), parse_entry("steady", game)])
    assert first["steady"] == second["steady"]
    assert first[f"{file}:Mine"] != second[f"{file}:Mine"]


def test_the_template_lists_what_a_strategy_may_read():
    from cactus_sim import games
    from cactus_sim.strategies import template

    text = template(games.get("cactus"))
    mine = text[text.index("# What `mine` holds:") : text.index("# What `table` holds:")]
    names = mine.replace("#", " ").replace(",", " ").split()[3:]
    assert {"me", "unknown", "known_points"} <= set(names)
    assert "p" not in names
    assert not [name for name in names if name.startswith("_")]


def test_the_template_is_a_strategy_that_compiles(game, tmp_path):
    from cactus_sim.strategies import template

    file = tmp_path / "fresh.py"
    file.write_text(template(game, str(file)))
    assert answer(game, f"{file}:Mine", "call") == 1
    assert str(file) in file.read_text()
    assert "take: which card to take" in file.read_text()


def test_loading_a_file_twice_compiles_once(game, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(f"{HEAD}        return 1\n")
    strategy = load_file(str(file)).Mine
    assert hook_address(game, strategy, "call") == hook_address(game, load_file(str(file)).Mine, "call")
