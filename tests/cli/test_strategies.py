import json

import pytest

from cactus_sim import games
from cactus_sim.strategies import TRAITS
from cactus_sim.strategies.load import built_in


def test_a_list(run):
    code, out, _ = run("strategies", "toy")
    assert code == 0
    assert "Rolls and adds its skill." in out
    assert "Nothing else" not in out


def test_all_about_one(run):
    _, out, _ = run("strategies", "toy", "plain")
    for part in ("Nothing else.", "skill", "0 to 9", "added to the roll", "calm | loud", "memory"):
        assert part in out


def test_one_s_own_is_told_of_too(run, tmp_path):
    file = tmp_path / "mine.py"
    assert run("strategies", "cactus", "--new", file)[0] == 0
    for name in (file, f"{file}:Mine", f"{file}:Mine(call_at=3)"):
        code, out, _ = run("strategies", "cactus", name)
        assert code == 0
        assert out.startswith(f"Cactus: {file}:Mine\n")
        assert "points that it is less choosy by" in out
    code, _, err = run("strategies", "cactus", f"{file}:Yours")
    assert code == 2
    assert "it defines Mine" in err


@pytest.mark.parametrize("game", games.names())
def test_every_strategy_and_parameter_has_a_french_text(game):
    found = games.get(game)
    for strategy in built_in(found).values():
        assert strategy.about("fr") != strategy.about()
        for parameter in (*strategy.parameters.values(), *(TRAITS[trait] for trait in found.traits)):
            assert parameter.meaning("fr") != parameter.meaning("en") == parameter.doc


def test_strategies_in_french(run):
    assert "Annonce dès que son total attendu est d’au" in run("strategies", "cactus", "--lang", "fr")[1]
    out = run("strategies", "cactus", "threshold", "--lang", "fr")[1]
    for part in ("L’étalon", "annonce à ce total attendu ou moins", "-10 à 60", "chance de se souvenir"):
        assert part in out


def test_a_strategy_without_french_is_told_of_in_english(run):
    assert "Rolls and adds its skill." in run("strategies", "toy", "--lang", "fr")[1]


def test_json(run):
    found = json.loads(run("strategies", "toy", "--format", "json")[1])["strategies"]
    assert [each["strategy"] for each in found] == ["faulty", "other", "plain"]


def test_all_games(run):
    _, out, _ = run("strategies", "--format", "csv")
    assert "toy,plain" in out
    assert "cactus," in out


def test_bad_input(run):
    assert "did you mean 'plain'" in run("strategies", "toy", "plian")[2]
    assert run("strategies", "toy", "plian")[0] == 2


def test_a_template_runs_at_once(run, tmp_path):
    file = tmp_path / "mine.py"
    code, out, err = run("strategies", "cactus", "--new", file)
    assert (code, out) == (0, "")
    assert f"{file}:" in err
    command = err.split("cactus-sim ")[1].split()
    code, out, _ = run(*command, "--games", "100", "--seed", "1")
    assert code == 0
    assert f"{file}:" in out


def test_a_template_does_not_replace_a_file(run, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("precious")
    assert run("strategies", "cactus", "--new", file)[0] == 2
    assert file.read_text() == "precious"
    assert run("strategies", "cactus", "--new", tmp_path / "mine.txt")[0] == 2
