import json

from cactus_sim import play


def test_a_game_in_words(run):
    rules, first, *_ = run("play", "toy", "--seed", "1")[1].splitlines()
    assert rules == "Rules: plain"
    assert first.startswith("0 rolls ")
    rules, first, *_ = run("play", "toy", "--seed", "1", "--set", "sides=12", "--lang", "fr")[1].splitlines()
    assert rules == "Règles\u00a0: plain, sides=12"
    assert first.startswith("0 lance ")


def test_a_game_as_json_is_the_library_s(run):
    code, out, _ = run("play", "toy", "--seed", "1", "--deal", "7", "--rotation", "2", "--json")
    assert code == 0
    assert [json.loads(line) for line in out.splitlines()] == play("toy", seed=1, deal=7, rotation=2)


def test_a_game_into_a_file(run, tmp_path):
    assert run("play", "toy", "--seed", "1", "-o", tmp_path / "game.txt")[:2] == (0, "")
    assert (tmp_path / "game.txt").read_text().count("rolls") == 3


def test_the_name_of_the_file_says_what_is_written(run, tmp_path):
    file = tmp_path / "game.jsonl"
    assert run("play", "toy", "--seed", "1", "-o", file)[:2] == (0, "")
    assert [json.loads(line) for line in file.read_text().splitlines()] == play("toy", seed=1)
    for name in ("game.json", "game.csv", "game.PDF"):
        code, _, err = run("play", "toy", "--seed", "1", "-o", tmp_path / name)
        assert code == 2
        assert "name the file .txt or .jsonl" in err
        assert not (tmp_path / name).exists()


def test_a_dash_is_stdout(run):
    for command in (("play", "toy", "--seed", "1"), ("rules", "toy")):
        assert run(*command, "-o", "-")[1] == run(*command)[1] != ""


def test_impossible_places(run):
    assert run("play", "toy", "--rotation", "3")[0] == 2
    assert run("play", "toy", "--deal", "1e15")[0] == 2
