"""The kernel of the stacking game: counts are those of the traces, luck belongs to deals and seats, nothing else."""

import itertools

import numpy as np
import pytest

from cactus_sim import play, simulate
from cactus_sim.errors import StrategyError
from cactus_sim.simulate.experiment import simulation
from cactus_sim.simulate.runner import run
from cactus_sim.strategies import parse_entry
from cactus_sim.strategies.template import template
from tests.balance.playing import GAME

LINE_UP = ("gatherer(attention=0.6)", "random", "careful(dexterity=0.7)", "saboteur")
CHANGES = {"hand_mm": 6.0, "touch": 0.05, "fallen": "returned"}


def times(events, kind, player):
    """How many events of a kind a player has."""
    return sum(event["e"] == kind and event["player"] == player for event in events)


def total(events, kind, player, field):
    """The sum of a field over a player's events of a kind."""
    return sum(event[field] for event in events if event["e"] == kind and event["player"] == player)


def test_counts_are_those_of_the_traces():
    deals = 4
    found = simulate("balance", LINE_UP, changes=CHANGES, games=4 * deals, seed=9)
    traces = [
        play("balance", LINE_UP, changes=CHANGES, seed=9, deal=deal, rotation=rotation)
        for deal, rotation in itertools.product(range(deals), range(4))
    ]
    events = [event for trace in traces for event in trace]
    ends = [trace[-1] for trace in traces]
    for player in range(4):
        claims = [reason for event in events if event["e"] == "claim" and event["player"] == player
                  for reason in event["why"]]  # fmt: skip
        places = [event for event in events if event["e"] == "place" and event["player"] == player]
        expected = {
            "share": sum(1 / len(end["winners"]) for end in ends if player in end["winners"]),
            "wins": sum(player in end["winners"] for end in ends),
            "flowers": sum(end["flowers"][player] for end in ends),
            "earned": total(events, "claim", player, "flowers"),
            "fallen": sum(len(e["pieces"]) for e in events if e["e"] == "fall" and e["player"] == player),
            "lost_falls": total(events, "fall", player, "cost"),
            "touches": times(events, "touch", player),
            "lost_touches": total(events, "touch", player, "cost"),
            "worked_in": total(events, "piece", player, "worked_in"),
            "claims_colour": sum(reason.startswith("colour") for reason in claims),
            "claims_shape": sum(reason.startswith("shape") for reason in claims),
            "claims_five": claims.count("five_colours"),
            "missed": total(events, "missed", player, "flowers"),
            "turns_played": times(events, "piece", player),
            "decisions": len(places),
            "slips": len(places) - times(events, "piece", player),
        }
        for metric, value in expected.items():
            assert found.estimate(metric, player).value * 4 * deals == pytest.approx(value), metric
        fell = times(events, "fall", player) / times(events, "piece", player)
        assert found.estimate("turns_with_fall", player).value == pytest.approx(fell)
    per_game = {
        "turns": sum(event["e"] == "turn" for event in events),
        "fallen_pieces": sum(len(event["pieces"]) for event in events if event["e"] == "fall"),
        "flowers_paid": sum(sum(end["flowers"]) for end in ends),
        "first_share": sum((t[0]["first"] in t[-1]["winners"]) / len(t[-1]["winners"]) for t in traces),
        **{
            name: sum(end["reason"] == reason for end in ends)
            for name, reason in (
                ("ended_flowers", "flowers"), ("ended_piece", "piece"), ("ended_specials", "specials"),
                ("stalled", "stalled"),
            )
        },
    }  # fmt: skip
    for metric, value in per_game.items():
        assert found.estimate(metric, None).value * 4 * deals == pytest.approx(value), metric


def test_the_finishing_order_is_by_flowers():
    found = simulate("balance", LINE_UP, games=40, seed=3)
    ahead = dict.fromkeys(range(4), 0)
    for deal, rotation in itertools.product(range(10), range(4)):
        flowers = play("balance", LINE_UP, seed=3, deal=deal, rotation=rotation)[-1]["flowers"]
        for one, other in itertools.permutations(range(4), 2):
            ahead[one] += 2 * (flowers[one] > flowers[other]) + (flowers[one] == flowers[other])
    for player in range(4):
        assert found.estimate("ahead", player).value * 2 * 40 == pytest.approx(ahead[player])


@pytest.mark.parametrize(("jobs", "size"), [(1, 1), (2, 3), (3, 64)])
def test_the_tally_does_not_depend_on_threads_or_batches(jobs, size):
    experiment = simulation("balance", LINE_UP, changes=CHANGES, seed=4, games_asked=400)
    whole, _ = run(experiment, 1)
    assert run(experiment, jobs, batch_size=size)[0] == whole


def test_die_and_row_do_not_depend_on_who_plays():
    for deal in range(6):
        rolls, rows = [], []
        for line_up in (LINE_UP, ("random", "random", "gatherer", "careful")):
            events = play("balance", line_up, changes=CHANGES, seed=1, deal=deal)
            rolls.append([event["face"] for event in events if event["e"] == "roll"])
            rows.append(events[0]["specials"])
        shorter = min(map(len, rolls))
        assert shorter > 5
        assert rolls[0][:shorter] == rolls[1][:shorter]
        assert rows[0] == rows[1]


def test_a_hands_luck_belongs_to_the_turn_and_the_seat():
    """Whatever was played before, the hand errs by the same at the first attempt of a turn."""
    changes = {"steady_mm": 100_000, "touch": 0.0}
    for rotation in (0, 1):
        errors = []
        for line_up in (("random",) * 4, ("gatherer", "careful", "saboteur", "setter")):
            events = play("balance", line_up, changes=changes, seed=1, deal=2, rotation=rotation)
            found, first = [], False
            for event in events:
                if event["e"] == "piece":
                    first = True
                elif event["e"] == "place" and first:
                    found.append(event["offset"] - event["aim"])
                    first = False
            errors.append(found)
        for one, other in zip(*errors, strict=False):
            assert one == pytest.approx(other, rel=5e-3)


@pytest.mark.parametrize("strategy", ["gatherer", "random", "saboteur(attention=0.5)"])
def test_luck_belongs_to_seats(strategy):
    """Equal strategies play the same game at every rotation, so each player has each seat's result once."""
    found = simulate("balance", [strategy] * 3, games=60, seed=2)
    assert found.estimate("share", 0).value == pytest.approx(1 / 3)
    for deal in range(5):
        ends = [play("balance", [strategy] * 3, seed=2, deal=deal, rotation=rotation)[-1] for rotation in range(3)]
        flowers = [np.roll(end["flowers"], rotation).tolist() for rotation, end in enumerate(ends)]
        assert flowers[0] == flowers[1] == flowers[2]


@pytest.mark.parametrize("answer", ["-1", "0", "1 << 40", "answer_of(35, 0)", "answer_of(0, 7)", "answer_of(0, 63)"])
def test_an_impossible_answer_is_an_error(tmp_path, answer):
    file = tmp_path / "wrong.py"
    file.write_text(
        "from cactus_sim.games.balance.strategies.base import BalanceStrategy, answer_of, safest\n"
        "class Wrong(BalanceStrategy):\n"
        '    """Answers what it may not."""\n'
        "    @staticmethod\n"
        "    def place(mine, table, p):\n"
        f"        return {answer} if table.turn > 4 else safest(mine, table)\n"
    )
    with pytest.raises(
        StrategyError, match=r"hook 'place' answered .*, which is impossible there \(deal .*could place"
    ):
        simulate("balance", [f"{file}:Wrong", "careful"], games=200, seed=1)


def test_the_template_runs(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(template(GAME, "mine.py"))
    assert parse_entry(f"{file}:Mine(limit=0.2)", GAME)
    found = simulate("balance", [f"{file}:Mine(limit=0.2)", "random"], games=2000, seed=1)
    assert found.estimate("share", 0).value > 0.55


def test_strategies_are_what_they_say():
    """Each against three of a kind that it should beat in what it is about."""
    games = 6000
    careless = {"hand_mm": 6.0}
    found = simulate("balance", ["careful", "random"], changes=careless, games=games, seed=1)
    assert found.estimate("turns_with_fall", 0).value < 0.8 * found.estimate("turns_with_fall", 1).value
    found = simulate("balance", ["gatherer", "careful"], games=games, seed=1)
    assert found.estimate("earned", 0).value > found.estimate("earned", 1).value
    found = simulate("balance", ["gatherer", "random"], games=games, seed=1)
    spoiled = simulate("balance", ["gatherer", "saboteur"], games=games, seed=1)
    assert spoiled.estimate("earned", 0).value < found.estimate("earned", 0).value
    set_up = simulate("balance", ["gatherer", "setter(price=2)"], games=games, seed=1)
    plain = simulate("balance", ["gatherer", "setter(price=0)"], games=games, seed=1)
    assert set_up.estimate("earned", 0).value < plain.estimate("earned", 0).value
