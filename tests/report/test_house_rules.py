import pytest

from cactus_sim import house_rules
from cactus_sim.analysis.house_findings import HouseRules
from cactus_sim.report.house_figure import house_picture, house_plot, house_title
from cactus_sim.report.house_rules import document
from cactus_sim.report.house_sentences import places_of, subject
from cactus_sim.report.tables import render


@pytest.fixture
def found(toy):
    changes = [{"sides": 30}, {"tie": "nobody"}, {"reroll": True}, {"sides": 12, "tie": "nobody"}]
    return house_rules(toy, changes, presets=["loaded"], seed=1, games=3000, jobs=1)


@pytest.mark.parametrize(
    ("lang", "subjects"),
    [
        (
            "en",
            [
                "With 30 sides instead of 10",
                "With tie=nobody instead of tie=share",
                "With reroll",
                "With 12 sides instead of 10 and tie=nobody instead of tie=share",
                "Under loaded instead of plain",
            ],
        ),
        (
            "fr",
            [
                "Avec 30 faces au lieu de 10",
                "Avec tie=nobody au lieu de tie=share",
                "Avec reroll",
                "Avec 12 faces au lieu de 10 et tie=nobody au lieu de tie=share",
                "Sous loaded au lieu de plain",
            ],
        ),
    ],
)
def test_a_change_in_words(found, lang, subjects):
    assert [subject(found, change, lang) for change in found.changes] == subjects


def test_a_rule_that_is_taken_away(toy):
    found = house_rules(toy, [{"reroll": False}], base_changes={"reroll": True}, seed=1, games=30, jobs=1)
    assert subject(found, found.changes[0], "en") == "Without reroll"


def test_sentences_tell_decided_effects_only(found):
    told = found.sentences()
    fewer_ties = next(sentence for sentence in told if sentence.startswith("With tie=nobody"))
    assert "plain(skill=3) 5.4 points of share worse (4.8 to 5.9)" in fewer_ties
    assert "ties" not in fewer_ties
    assert any(
        "No difference at all, in any counted figure of any of 1,000 deals: reroll=true." in each for each in told
    )


def test_undecided_changes_are_named_as_such(toy):
    found = house_rules(toy, [{"sides": 11}], seed=1, games=9, jobs=1)
    assert found.undecided() == ("sides=11",)
    assert found.sentences() == ["No effect is sure in these games, nor surely too small to count: sides=11."]


def test_the_margin_makes_small_effects_equivalent(toy):
    found = house_rules(toy, [{"tie": "nobody"}], seed=1, games=3000, jobs=1, margin=90)
    assert found.equivalent() == ("tie=nobody",)
    assert found.sentences() == ["No difference that counts, every figure being within its margin: tie=nobody."]


def test_no_text_speaks_of_p_values(found):
    text = render(document(found, "en"), "table") + found.to_json()
    assert "p <" not in text
    assert "signific" not in text


def test_tables_mark_what_is_undecided_and_leave_out_what_changes_nothing(toy):
    found = house_rules(toy, [{"sides": 11}, {"reroll": True}], seed=1, games=90, jobs=1)
    text = render(document(found, "en"), "table")
    lines = [line for line in text.splitlines() if line.startswith("sides=11 ")]
    assert len(lines) == 2
    assert all("?" in line and "±" in line for line in lines)
    assert not any(line.startswith("reroll=true ") for line in text.splitlines())
    assert "plain (base)" in text


def test_tables_in_french(found):
    text = render(document(found, "fr"), "table")
    assert "graine 1" in text
    assert "la part de plain" in text
    assert "=nobody" in text


def test_what_is_not_tried_is_told(toy):
    found = house_rules(toy, each=True, seed=1, games=30, jobs=1)
    assert "Not tried: players_min, players_max (only says how many may play)." in document(found, "en").lines


def test_what_was_not_played_is_told(found):
    cut = HouseRules.__new__(HouseRules)
    values = {name: getattr(found, name) for name in HouseRules.__dataclass_fields__}
    effects = tuple(effect for effect in found.effects if effect.change == "sides=30")
    cut.__dict__.update(
        values | {"changes": found.changes[:1], "effects": effects, "identical": (), "reversals": (), "partial": True}
    )
    lines = document(cut, "en").lines
    assert lines[0] == "Interrupted; not played (4): tie=nobody; reroll=true; sides=12, tie=nobody; loaded."


def test_a_difference_that_is_exact_is_whole():
    assert places_of(3.0, 0) == 0
    assert places_of(3.5, 0) == 2
    assert places_of(3.0, 0.04) == 2


def drawn(found, metric="high"):
    frame = found.frame()
    return frame[frame["metric"] == metric]


def test_every_change_has_a_dot_and_two_intervals(found):
    from matplotlib.figure import Figure

    axis = Figure().add_subplot()
    house_plot(drawn(found), axis)
    dots = [line for line in axis.lines if line.get_marker() == "o"]
    assert [dot.get_ydata()[0] for dot in dots] == [0, 1, 2, 3, 4]
    assert len(axis.collections) == 10
    assert [label.get_text() for label in axis.get_yticklabels()] == list(drawn(found)["change"])
    bottom, top = axis.get_ylim()
    assert bottom > top


@pytest.mark.parametrize(("kind", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_a_picture_is_the_same_file_each_time(found, kind, start):
    picture = house_picture(found, "en", kind)
    assert picture.startswith(start)
    assert picture == house_picture(found, "en", kind)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_picture_says_what_when_and_how_many(found, lang):
    text = house_picture(found, lang, "svg").decode()
    for part in ("sides=30", "plain", "seed 1" if lang == "en" else "graine 1"):
        assert part in text
    assert "reroll=true" not in text


def test_a_picture_of_no_difference_and_of_one_deal_is_drawn(toy):
    assert house_picture(house_rules(toy, [{"reroll": True}], seed=1, games=30, jobs=1), "en", "svg")
    assert house_picture(house_rules(toy, [{"sides": 11}], seed=1, games=1, jobs=1), "fr", "svg")


@pytest.mark.parametrize(
    ("verdicts", "title"),
    [
        (("higher", "undecided", "lower"), "Skill gap: the greatest sure effect is that of c (−3.0)"),
        (("higher", "undecided", "undecided"), "Skill gap: the greatest sure effect is that of a (+1.0)"),
        (("equivalent", "undecided", "same"), "Skill gap: no effect is sure"),
        (("equivalent", "same", "same"), "Skill gap: no change makes a difference that counts"),
    ],
)
def test_a_title_tells_the_greatest_effect_only_where_it_is_sure(verdicts, title):
    import pandas as pd

    frame = pd.DataFrame({"change": list("abc"), "difference": [0.01, 0.5, -0.03], "se": 0.002, "verdict": verdicts})
    assert house_title(frame, "skill gap", percent=True, lang="en") == title
