"""What a game counts, derived from its trace alone."""

from typing import Any

import numpy as np

from tests.cactus.house import MOST_HANDS
from tests.cactus.playing import BINS, SEAT, TABLE, Counts, Table, only
from tests.cactus.round import Event


def into(bins: np.ndarray, player: int, name: str, value: int) -> None:
    """Counts a value in a histogram, what is off its ends at the ends."""
    start = sum(size for other, size in list(BINS.items())[: list(BINS).index(name)])
    bins[player, start + min(max(value, 0), BINS[name] - 1)] += 1


def counted(events: list[Event]) -> Counts:
    """What one game counts, a row for each player."""
    players, match = events[0]["players"], events[-1] if events[-1]["e"] == "match" else None
    seat = np.zeros((1, players, len(SEAT)), np.int64)
    table = np.zeros((1, len(TABLE)), np.int64)
    bins = np.zeros((players, sum(BINS.values())), np.int64)

    def add(player: int, metric: str, value: int = 1) -> None:
        seat[0, player, SEAT[metric]] += value

    def add_table(metric: str, value: int = 1) -> None:
        table[0, TABLE[metric]] += value

    round_, call_round = 0, 0
    for event in events:
        if event["e"] == "deal":
            round_ = call_round = 0
            add_table("hands")
        elif event["e"] == "turn":
            round_ = event["round"]
            add_table("turns")
        elif event["e"] == "call":
            call_round = round_
        elif event["e"] == "throw":
            add(event["player"], "throws_right" if event["match"] else "throws_wrong")
        elif event["e"] == "end":
            reason, caller = event["reason"], event["caller"]
            add_table("rounds", round_)
            add_table({"called": "called", "stock": "stock_out", "empty": "emptied_end", "stalled": "stalled"}[reason])
            for player in range(players):
                total = event["totals"][player]
                add(player, "total", total)
                add(player, "royals", int(player in event["royal"]))
                add(player, "emptied", int(not any(event["hands"][player])))
                into(bins, player, "totals", total)
                into(bins, player, "rounds", round_)
            if caller is not None:
                total = event["totals"][caller]
                add(caller, "calls")
                add(caller, "failed_calls", int(total > events[0]["rules"]["cactus_max"]))
                add(caller, "won_calls", int(caller in event["winners"]))
                add(caller, "call_total", total)
                into(bins, caller, "call_totals", total)
                into(bins, caller, "call_rounds", call_round)
    last = match or events[-1]
    places = finishing_order(last, events[0]["rules"])
    for player in range(players):
        add(player, "points", last["totals" if match else "points"][player])
        behind = [other for p, other in enumerate(places) if p != player and other >= places[player]]
        add(player, "ahead", sum(1 if other == places[player] else 2 for other in behind))
        if player in last["winners"]:
            add(player, "wins")
            add(player, "share", 840 // len(last["winners"]))
            if (player + events[0]["rotation"]) % players == 0:
                add_table("first_share", 840 // len(last["winners"]))
    if match and len(only(events, "end")) == MOST_HANDS and max(match["totals"]) < events[0]["rules"]["match_points"]:
        add_table("unended")
    return Counts(seat, table, bins)


def finishing_order(end: Event, rules: dict[str, Any]) -> list[tuple[int, int]]:
    """Each player's place, less is ahead: by points, winners first and a failed caller last; in a match by totals."""
    if end["e"] == "match":
        return [(1, total) for total in end["totals"]]
    places = [(1, points) for points in end["points"]]
    caller = end["caller"]
    if caller is not None and end["totals"][caller] > rules["cactus_max"]:
        places[caller] = (2, 0)
    for player in end["winners"]:
        places[player] = (0, 0)
    return places


def compare(table: Table, deals: range, unit: str, seed: int) -> None:
    """Every game of some deals: its trace counts what the kernel counts at that rotation; blocks are their sums."""
    all_seat, all_table, bins = [], [], 0
    for deal in deals:
        before = None
        for rotation in range(table.players):
            game = counted(table.trace(deal, rotation, seed, unit))
            # The kernel plays rotations 0, 1, …: those up to this one without those before it are this one alone.
            upto = table.count(1, deal, rotation + 1, seed, unit)
            now = upto if before is None else Counts(*(getattr(upto, name) - getattr(before, name) for name in NAMES))
            for name in NAMES:
                np.testing.assert_array_equal(getattr(now, name), getattr(game, name), f"{name} {deal} {rotation}")
            before = upto
        assert before is not None
        all_seat.append(before.seat[0])
        all_table.append(before.table[0])
        bins = bins + before.bins
    blocks = table.count(len(deals), deals.start, None, seed, unit)
    assert blocks.equals(Counts(np.array(all_seat), np.array(all_table), np.asarray(bins)))


NAMES = ("seat", "table", "bins")
