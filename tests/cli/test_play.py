import json

from cactus_sim import play


def test_a_game_in_words(run):
    assert run("play", "toy", "--seed", "1")[1].splitlines()[0].startswith("0 rolls ")
    assert run("play", "toy", "--seed", "1", "--lang", "fr")[1].startswith("0 lance ")


def test_a_game_as_json_is_the_library_s(run):
    code, out, _ = run("play", "toy", "--seed", "1", "--deal", "7", "--rotation", "2", "--json")
    assert code == 0
    assert [json.loads(line) for line in out.splitlines()] == play("toy", seed=1, deal=7, rotation=2)


def test_a_game_into_a_file(run, tmp_path):
    assert run("play", "toy", "--seed", "1", "-o", tmp_path / "game.txt")[:2] == (0, "")
    assert (tmp_path / "game.txt").read_text().count("rolls") == 3


def test_impossible_places(run):
    assert run("play", "toy", "--rotation", "3")[0] == 2
    assert run("play", "toy", "--deal", "1e15")[0] == 2
