"""A contest over the range of what nobody knows of a game."""

import shlex
from dataclasses import replace

import pytest

from cactus_sim import compare, games
from cactus_sim.analysis.ranges import MARGIN, Ranges, ranges
from cactus_sim.report.pages.ranges import sentence
from cactus_sim.stats.families import EQUIVALENT, HIGHER, LOWER, UNDECIDED, verdicts

GAME = games.get("balance")


@pytest.fixture(scope="module")
def found():
    return ranges(GAME, 400, 1)


def test_every_setting_at_tables_of_every_size(found):
    low, high = GAME.players_allowed(GAME.rule_book.resolve(None))
    assert [(contest.changes, contest.players) for contest in found.contests] == [
        (changes, players) for changes in GAME.unsure for players in range(low, high + 1)
    ]
    assert {} in GAME.unsure


def test_settings_are_legal_and_differ():
    rules = [tuple(GAME.rule_book.resolve(None, changes).items()) for changes in GAME.unsure]
    assert len(set(rules)) == len(rules)


def test_a_contest_is_the_comparison_of_its_command(found):
    contest = found.contests[5]
    words = shlex.split(contest.command)
    assert words[:3] == ["cactus-sim", "compare", "balance"]
    settings = dict(words[i + 1].split("=") for i, word in enumerate(words) if word == "--set")
    same = compare(
        "balance", words[words.index("-a") + 1], words[words.index("-b") + 1], changes=settings,
        players=int(words[words.index("--players") + 1]), unit="round", games=400, seed=1,
    )  # fmt: skip
    assert contest.difference == same.difference


def test_it_comes_back_from_its_data(found):
    assert Ranges.from_data(GAME, found.to_data()) == found


def test_games_fall_apart_with_unsteady_hands(found):
    by_hand = {
        contest.changes["hand_mm"]: contest.effects["fallen_pieces"].value
        for contest in found.contests
        if contest.players == 4 and "hand_mm" in contest.changes
    }
    assert sorted(by_hand, key=by_hand.get) == sorted(by_hand) == [1.5, 3.0, 6.0, 9.0]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ([HIGHER] * 3, "careful gets more than gatherer in all 3"),
        ([LOWER] * 3, "careful gets less than gatherer in all 3"),
        ([LOWER, UNDECIDED, HIGHER], "surely more in 1, surely less in 1, as much within the margin in 0; 1 are undec"),
        ([UNDECIDED] * 3, "surely more in 0, surely less in 0, as much within the margin in 0; 3 are undecided"),
        ([EQUIVALENT, EQUIVALENT, LOWER], "surely less in 1, as much within the margin in 2; 0 are undecided"),
    ],
)
def test_the_sentence_goes_by_the_verdicts(found, said, expected):
    contests = [replace(contest, verdict=word) for contest, word in zip(found.contests, said, strict=False)]
    assert expected in sentence(replace(found, contests=tuple(contests)), "en")


def test_verdicts_are_corrected_for_all_of_them(found):
    differences = [contest.difference for contest in found.contests]
    assert [contest.verdict for contest in found.contests] == [
        verdict.word for verdict in verdicts(differences, [MARGIN] * len(differences))
    ]
    alone = [verdicts([difference], [MARGIN])[0].word for difference in differences]
    assert alone.count(UNDECIDED) < [contest.verdict for contest in found.contests].count(UNDECIDED)
