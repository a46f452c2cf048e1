import pytest

from cactus_sim.errors import UsageError
from cactus_sim.truth import truth


@pytest.fixture
def file(tmp_path):
    def write(content):
        path = tmp_path / "rules.toml"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


@pytest.mark.parametrize(
    ("name", "given", "value"),
    [
        ("sides", "12", 12),
        ("sides", " 1_2 ", 12),
        ("sides", 12, 12),
        ("reroll", "yes", True),
        ("reroll", "1", True),
        ("reroll", "OFF", False),
        ("reroll", False, False),
        ("tie", "nobody", "nobody"),
    ],
)
def test_text_is_read_as_the_rule_s_own_kind(toy, name, given, value):
    parsed = toy.rule_book.rule(name).parse(given)
    assert (parsed, type(parsed)) == (value, type(value))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("sides = 12.0", "rule sides=12.0: takes a whole number from 2 to 30"),
        ("sides = true", "rule sides=true: takes a whole number from 2 to 30"),
        ('sides = "12"', 'rule sides="12": takes a whole number from 2 to 30'),
        ("sides = 31", "rule sides=31: takes a whole number from 2 to 30"),
        ('reroll = "true"', 'rule reroll="true": takes true or false'),
        ("reroll = 1", "rule reroll=1: takes true or false"),
        ("tie = 1", "rule tie=1: takes one of share, nobody"),
        ('tie = "noboddy"', "takes one of share, nobody — did you mean 'nobody'"),
        (f"sides = {'[' * 5000}{']' * 5000}", "too deeply"),
    ],
)
def test_values_in_a_file_must_be_of_the_rule_s_own_kind(toy, file, line, message):
    path = file(f"[rules]\n{line}\n")
    with pytest.raises(UsageError) as refusal:
        toy.rule_book.read_file(path)
    assert message in str(refusal.value)
    assert str(path) in str(refusal.value)


def test_a_file_may_begin_with_a_mark_of_its_encoding(toy, file):
    path = file(b"\xef\xbb\xbf[rules]\nsides = 12\n")
    assert toy.rule_book.read_file(path) == ("plain", {"sides": 12})


@pytest.mark.parametrize(("word", "meant"), [("True", True), ("on", True), ("no", False), ("0", False), ("2", "2")])
def test_words_for_true_and_false(word, meant):
    assert truth(word) is meant or truth(word) == meant
