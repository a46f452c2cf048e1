"""The finishing order that the kernel counts, against the one that the trace of the same game tells."""

import pytest

from tests.cactus.playing import Table, rules_of

LINE_UP = ("threshold(call_at=9)", "kamikaze", "random", "threshold")


def place(event, player):
    """Where a player stands at the end of a round: winners first, a failed caller last, the others by points."""
    if player in event["winners"]:
        return (0, 0)
    if player == event.get("caller") and event["failed"]:
        return (2, 0)
    return (1, event["points"][player])


def ahead(places):
    return [
        sum(2 * (mine < theirs) + (mine == theirs) for other, theirs in enumerate(places) if other != player)
        for player, mine in enumerate(places)
    ]


@pytest.mark.parametrize("preset", ["gamelia", "dutch", "cabo", "golf4"])
def test_a_rounds_order_c14(preset):
    rules = rules_of(preset)
    table = Table(LINE_UP, rules)
    for deal in range(40):
        end = table.trace(deal)[-1]
        end["failed"] = end.get("caller") is not None and end["totals"][end["caller"]] > rules["cactus_max"]
        counted = table.count(1, first_deal=deal, rotations=1).of("ahead")[0]
        assert counted.tolist() == ahead([place(end, player) for player in range(4)])


def test_a_matchs_order_c18():
    table = Table(LINE_UP)
    for deal in range(3):
        totals = table.trace(deal, unit="match")[-1]["totals"]
        assert table.count(1, first_deal=deal, rotations=1, unit="match").of("ahead")[0].tolist() == ahead(totals)


def test_every_pair_of_players_shares_two():
    counted = Table(LINE_UP).count(50).of("ahead")
    assert (counted.sum(axis=1) == 4 * 2 * 6).all()


def test_players_of_one_row_share_a_constant_between_them():
    apart = Table(LINE_UP).count(50).of("ahead")
    together = Table(LINE_UP).count(50, rows=[0, 0, 1, 2]).of("ahead")
    assert (together[:, 0] == apart[:, 0] + apart[:, 1]).all()
