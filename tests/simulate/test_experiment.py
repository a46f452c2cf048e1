import pytest

from cactus_sim.errors import UsageError
from cactus_sim.simulate.experiment import simulation


def asked(toy, line_up=None, **options):
    return simulation("toy", line_up, **options)


def test_equal_entries_share_a_row(toy):
    found = asked(toy, ["plain", "plain(skill=2)", "plain(skill=0)"])
    assert found.row_names == ("plain", "plain(skill=2)")
    assert found.arms[0].rows == (0, 1, 0)


def test_entries_are_repeated_up_to_players(toy):
    found = asked(toy, ["plain", "plain(skill=2)"], players=4)
    assert found.arms[0].entry_labels == ("plain", "plain(skill=2)", "plain", "plain(skill=2)")
    assert found.rotations == 2


def test_without_a_line_up_the_default_plays(toy):
    assert asked(toy).arms[0].entry_labels == toy.default_line_up


def test_rules_are_named_by_preset_and_changes(toy):
    assert asked(toy, rules="loaded", changes={"sides": "20", "reroll": True}).arms[0].rules.name == (
        "loaded, sides=20, reroll=true"
    )


def test_a_change_to_what_a_preset_has_already_is_not_named(toy):
    assert asked(toy, rules="loaded", changes={"sides": 6}).arms[0].rules.name == "loaded"


def test_a_rules_file_gives_preset_and_changes(toy, tmp_path):
    file = tmp_path / "house.toml"
    file.write_text('preset = "loaded"\n[rules]\nsides = 7\n')
    found = asked(toy, rules_file=file, changes={"tie": "nobody"})
    assert found.arms[0].rules.name == "loaded, sides=7, tie=nobody"


def test_a_drawn_seed_is_kept(toy):
    assert asked(toy).seed != asked(toy).seed


@pytest.mark.parametrize(
    ("line_up", "options", "message"),
    [
        ([], {}, "at least one entry"),
        (["plain"] * 5, {}, "--set players_max=5"),
        (["plain"] * 9, {}, "leave some entries out"),
        (["plain"], {}, "add entries or give --players 2"),
        (["plain", "plain"], {"changes": {"players_min": 3}}, "--set players_min=2, add entries or give --players"),
        (["plain"] * 3, {"players": 2}, "leave some out"),
        (["plain"] * 3, {"changes": {"sides": 2}}, "sides=3 at least"),
        (["plian"] * 3, {}, "did you mean 'plain'"),
        (None, {"rules": "laoded"}, "did you mean 'loaded'"),
        (None, {"changes": {"side": 3}}, "did you mean 'sides'"),
        (None, {"rules": "loaded", "rules_file": "x.toml"}, "one of the two"),
        (None, {"rules_file": "nowhere.toml"}, "nowhere.toml"),
        (None, {"unit": "mach"}, "did you mean 'match'"),
        (None, {"seed": -1}, "seed -1"),
        (None, {"seed": 1 << 63}, "a whole number from 0"),
        (None, {"games_asked": 0}, "at least one"),
        (None, {"games_asked": 10**20}, "too many"),
    ],
)
def test_what_cannot_be_played_is_refused(toy, line_up, options, message):
    with pytest.raises(UsageError, match=message):
        asked(toy, line_up, **options)


def test_an_unknown_game_is_refused():
    with pytest.raises(UsageError, match="did you mean 'cactus'"):
        simulation("cactsu")


def test_a_remedy_that_is_not_enough_says_so(toy):
    with pytest.raises(UsageError, match="--set players_max=6; that alone is not enough: 6 players need sides=6"):
        simulation(toy, ["plain"], players=6, changes={"sides": 5})
    with pytest.raises(UsageError, match=r"seat fewer \(--players 4\) or give --set players_max=6$"):
        simulation(toy, ["plain"], players=6)
