import json


def test_every_rule_with_value_meaning_and_origin(run, toy):
    code, out, _ = run("rules", "toy", "loaded")
    assert code == 0
    lines = {line.split()[0]: line for line in out.splitlines()[3:] if line}
    assert set(toy.rule_book.rules) <= set(lines)
    assert lines["sides"].split() == ["sides", "T1", "6", "sides", "of", "the", "die", "2", "to", "30", "preset"]
    assert lines["tie"].endswith("gap filled")
    assert "Presets: plain, loaded" in out


def test_french(run):
    out = run("rules", "toy", "--lang", "fr")[1]
    assert "faces du dé" in out
    assert "2 à 30" in out


def test_differences(run):
    _, out, _ = run("rules", "toy", "--diff", "plain", "loaded")
    assert [line.split()[0] for line in out.splitlines()[3:5]] == ["sides", "players_max"]
    assert "the same rules" in run("rules", "toy", "--diff", "plain", "plain")[1]


def test_json_keeps_types(run):
    rules = json.loads(run("rules", "toy", "--format", "json")[1])["rules"]
    assert {rule["rule"]: rule["value"] for rule in rules}["reroll"] is False


def test_bad_input(run):
    assert "did you mean 'loaded'" in run("rules", "toy", "loded")[2]
    assert run("rules", "toy", "loded")[0] == 2
    assert run("rules", "toy", "loaded", "--diff", "plain", "loaded")[0] == 2
