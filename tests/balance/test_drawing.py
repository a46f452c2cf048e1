"""Pictures of games: what is drawn is what the trace says."""

import io

import pytest
from PIL import Image

from cactus_sim import games, play
from cactus_sim.games.balance.drawing import ROWS, standings
from cactus_sim.games.balance.tables import cacti
from cactus_sim.report.animation import FRAME_MS, LAST_MS, animation
from cactus_sim.report.words import catalogue

GAME = games.get("balance")
PERCHES = {(perch.cactus, perch.name): perch for cactus in cacti("seed") for perch in cactus}


@pytest.fixture(scope="module")
def events():
    return play("balance", seed=1, deal=4)


def texts(figure):
    """All that is written on a figure."""
    return [text.get_text() for axis in figure.axes for text in axis.texts]


def test_a_piece_stands_after_each_turn_until_it_falls(events):
    moments = list(standings(events, PERCHES))
    assert [moment.turn for moment in moments] == list(range(1, sum(e["e"] == "turn" for e in events) + 1))
    standing = {piece for stack in moments[-1].stacks.values() for piece, _ in stack}
    last = {}
    for event in events:
        pieces = event["pieces"] if event["e"] == "fall" else [event["piece"]] if event["e"] == "piece" else []
        last |= dict.fromkeys(pieces, event["e"])
    fell = [piece for event in events if event["e"] == "fall" for piece in event["pieces"]]
    assert fell
    assert standing == {piece for piece, kind in last.items() if kind == "piece"}
    assert [piece for moment in moments for piece, _ in moment.fallen] == fell


def test_a_piece_is_where_the_trace_put_it(events):
    first = next(event for event in events if event["e"] == "place" and not event["slips"])
    stack = next(standings(events, PERCHES)).stacks[first["cactus"], first["perch"]]
    assert [x for _, x in stack] == [PERCHES[first["cactus"], first["perch"]].x + first["offset"]]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_one_picture_has_a_row_a_moment_and_a_column_a_cactus(events, lang):
    figure = GAME.picture(iter(events), lang)
    assert len(figure.axes) == ROWS * len(cacti("seed"))
    rows = [axis.get_ylabel() for axis in figure.axes if axis.get_ylabel()]
    turns = sum(event["e"] == "turn" for event in events)
    shown = [round(turns * row / ROWS) for row in range(1, ROWS + 1)]
    assert rows == [catalogue(lang)["balance"]["after_turn"].format(turn=turn) for turn in shown]
    assert str(events[-1]["flowers"][0]) in figure.get_suptitle()
    for text in texts(figure):
        assert "{" not in text


def test_fallen_pieces_are_marked(events):
    marked = [text for text in texts(GAME.picture(events, "en")) if text.startswith("✕")]
    assert len(marked) == sum(len(event["pieces"]) for event in events if event["e"] == "fall")


def test_a_game_moves_turn_by_turn(events):
    figures = list(GAME.frames(events, "en"))
    assert len(figures) == sum(event["e"] == "turn" for event in events)
    for kind in ("gif", "webp"):
        moving = Image.open(io.BytesIO(animation(figures[-3:], kind)))
        durations = []
        for frame in range(moving.n_frames):
            moving.seek(frame)
            moving.load()
            durations.append(moving.info["duration"])
        assert durations == [FRAME_MS, FRAME_MS, LAST_MS]


def test_a_short_game_has_fewer_rows():
    events = play("balance", seed=1, changes={"stall_turns": 2})
    figure = GAME.picture(events, "en")
    assert len(figure.axes) == 2 * len(cacti("seed"))
