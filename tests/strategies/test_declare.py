import pytest

from cactus_sim.errors import StrategyError
from cactus_sim.strategies import Parameter, Strategy
from cactus_sim.strategies.load import check


def test_parameter_kind_follows_from_the_default():
    assert Parameter(3, 0, 60).kind == "int"
    assert Parameter(3.0, 0, 60).kind == "float"
    assert Parameter(False).kind == "bool"
    assert Parameter("most", choices=("most", "least")).kind == "choice"


@pytest.mark.parametrize(
    ("parameter", "given", "value"),
    [
        (Parameter(3, 0, 60), "4", 4),
        (Parameter(3, -9, 60), "-4", -4),
        (Parameter(3, 0, 60), 4.0, 4),
        (Parameter(0.5, 0, 1), "1", 1.0),
        (Parameter(0.5, 0, 1), "2.5e-1", 0.25),
        (Parameter(False), "TRUE", True),
        (Parameter(True), "no", False),
        (Parameter(False), True, True),
        (Parameter("most", choices=("most", "least")), "least", "least"),
    ],
)
def test_values_are_read(parameter, given, value):
    parsed = parameter.parse(given)
    assert parsed == value
    assert type(parsed) is type(value)
    assert parameter.parse(parameter.text(parsed)) == parsed


@pytest.mark.parametrize(
    ("parameter", "given", "message"),
    [
        (Parameter(3, 0, 60), "61", "must be from 0 to 60"),
        (Parameter(3, 0, 60), "-1", "must be from 0 to 60"),
        (Parameter(3, 0, 60), "3.5", "must be a whole number"),
        (Parameter(3, 0, 60), "4.0", "must be a whole number"),
        (Parameter(3, 0, 60), "four", "must be a whole number"),
        (Parameter(3, 0, 60), "", "must be a whole number"),
        (Parameter(3, 0, 60), True, "must be a whole number"),
        (Parameter(3, 0, 60), None, "must be a whole number"),
        (Parameter(3, 0, 60), "9" * 30, "must be a whole number"),
        (Parameter(0.5, 0, 1), "nan", "must be a finite number"),
        (Parameter(0.5, 0, 1), "inf", "must be a finite number"),
        (Parameter(0.5, 0, 1), "1.01", "must be from 0 to 1"),
        (Parameter(0.5, 0, 1), "half", "must be a number"),
        (Parameter(False), "maybe", "must be true or false"),
        (Parameter(False), 2, "must be true or false"),
        (Parameter("most", choices=("most", "least")), "mos", "must be one of most, least — did you mean 'most'?"),
    ],
)
def test_wrong_values_are_refused(parameter, given, message):
    with pytest.raises(ValueError, match="must be") as refusal:
        parameter.parse(given)
    assert str(refusal.value) == message


@pytest.mark.parametrize(
    ("parameter", "message"),
    [
        (Parameter(3), "parameter 'x': it needs a least and a greatest value"),
        (Parameter(3, 4, 60), "parameter 'x': its default 3 does not lie from 4 to 60"),
        (Parameter(float("nan"), 0, 1), "parameter 'x': its default nan does not lie"),
        (Parameter("word"), "parameter 'x': its default 'word' is no number, nor true or false"),
        (Parameter("word", choices=("other",)), "parameter 'x': its default 'word' is none of its choices"),
        (Parameter("a b", choices=("a b",)), "parameter 'x': its choices must be single words"),
        (Parameter(0, 0, 2**60), "parameter 'x': its range must lie within"),
    ],
)
def test_a_parameter_that_makes_no_sense_is_refused_when_declared(parameter, message):
    with pytest.raises(StrategyError, match="strategy Odd: ") as refusal:
        type("Odd", (Strategy,), {"x": parameter})
    assert message in str(refusal.value)


@pytest.mark.parametrize("name", ["memory", "preset", "about", "traits", "_hidden"])
def test_a_parameter_can_not_take_a_name_that_means_something_else(name):
    with pytest.raises(StrategyError, match=f"parameter '{name}': the name"):
        type("Odd", (Strategy,), {name: Parameter(1, 0, 2)})


def test_parameters_are_inherited_and_keep_their_places():
    class First(Strategy):
        a = Parameter(1, 0, 9)
        b = Parameter(2, 0, 9)

    class Second(First):
        c = Parameter(3, 0, 9)
        a = Parameter(4, 0, 9)

    assert list(Second.parameters) == ["a", "b", "c"]
    assert [parameter.default for parameter in Second.parameters.values()] == [4, 2, 3]
    assert [parameter.default for parameter in First.parameters.values()] == [1, 2]


def test_a_plain_value_in_the_place_of_an_inherited_parameter_is_refused():
    class First(Strategy):
        a = Parameter(1, 0, 9)

    with pytest.raises(StrategyError, match=r"write a = Parameter"):
        type("Second", (First,), {"a": 5})


def test_at_most_sixteen_parameters():
    type("Full", (Strategy,), {f"x{i}": Parameter(1, 0, 2) for i in range(16)})
    with pytest.raises(StrategyError, match="has 17 parameters; it may have 16"):
        type("TooFull", (Strategy,), {f"x{i}": Parameter(1, 0, 2) for i in range(17)})


def test_traits_and_flags_are_checked():
    with pytest.raises(StrategyError, match="traits: memori: no trait is called 'memori' — did you mean 'memory'"):
        type("Odd", (Strategy,), {"traits": {"memori": 0.5}})
    with pytest.raises(StrategyError, match="traits: memory: must be from"):
        type("Odd", (Strategy,), {"traits": {"memory": 1.5}})
    with pytest.raises(StrategyError, match="throws_on_purpose must be True or False"):
        type("Odd", (Strategy,), {"throws_on_purpose": 1})


@pytest.mark.parametrize(
    ("class_name", "name"),
    [("Bold", "bold"), ("EarlyEight", "early-eight"), ("Huit8Americain", "huit8-americain"), ("ABTest", "ab-test")],
)
def test_names(class_name, name):
    assert type(class_name, (Strategy,), {}).strategy_name() == name


def test_the_docstring_tells_about_the_strategy(game):
    from cactus_sim.games.pairs.strategies.steady import Steady

    assert Steady.summary() == "Calls at a total."
    assert Steady.about() == "Calls at a total. Never takes. Nothing more."


def strategy(game, **members):
    return type("Odd", (game.base,), members)


def test_a_misspelt_hook_is_refused(game):
    with pytest.raises(StrategyError, match=r"'cal' is no hook — did you mean 'call'\?; hooks: call, take"):
        check(strategy(game, cal=staticmethod(lambda mine, table, p: 1)), game)


def test_a_hook_must_be_static(game):
    with pytest.raises(StrategyError, match="hook 'call' is not a static method; write @staticmethod above def call"):
        check(strategy(game, call=lambda mine, table, p: 1), game)


def test_a_method_that_is_no_hook_is_refused(game):
    with pytest.raises(StrategyError, match="'gap' is no hook"):
        check(strategy(game, gap=lambda mine, table, p: 1), game)


@pytest.mark.parametrize(
    "function",
    [
        lambda mine, table: 1,
        lambda mine, table, p, q: 1,
        lambda mine, table, p=None: 1,
        lambda *views: 1,
        lambda mine, table, p, **more: 1,
        lambda mine, table, *, p: 1,
        len,
    ],
)
def test_a_hook_takes_three_arguments(game, function):
    with pytest.raises(StrategyError, match=r"hook 'call' must be a plain function .* def call\(mine, table, p\)"):
        check(strategy(game, call=staticmethod(function)), game)


def test_a_strategy_of_no_game_is_refused(game):
    with pytest.raises(StrategyError, match="Odd is no strategy of pairs: it must derive from PairsStrategy"):
        check(type("Odd", (Strategy,), {}), game)


def test_a_parameter_can_not_have_the_name_of_a_hook(game):
    with pytest.raises(StrategyError, match="parameter 'call' has the name of a hook; rename it"):
        check(strategy(game, call=Parameter(1, 0, 2)), game)


def test_a_trait_that_players_of_the_game_do_not_have_is_refused(game):
    with pytest.raises(StrategyError, match="players of pairs have no 'dexterity'; traits: memory, attention, reflex"):
        check(strategy(game, traits={"dexterity": 0.5}), game)
