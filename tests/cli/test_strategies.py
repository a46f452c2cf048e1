import json


def test_a_list(run):
    code, out, _ = run("strategies", "toy")
    assert code == 0
    assert "Rolls and adds its skill." in out
    assert "Nothing else" not in out


def test_all_about_one(run):
    _, out, _ = run("strategies", "toy", "plain")
    for part in ("Nothing else.", "skill", "0 to 9", "added to the roll", "calm | loud", "memory"):
        assert part in out


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
