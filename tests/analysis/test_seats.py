"""Seats: shares add up, equal chances are told as equal, and going first is told as what it is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cactus_sim.analysis.seats import seats
from cactus_sim.errors import UsageError
from cactus_sim.report.seats import document, plot_title, seats_picture
from cactus_sim.stats.families import EQUIVALENT, HIGHER, LOWER, UNDECIDED


def test_shares_of_a_table_add_up_to_one():
    found = seats("cactus", players=[3, 4], rules=["gamelia", "dutch"], games=4_000, seed=2)
    assert [(table.rules, table.players) for table in found.tables] == [
        ("gamelia", 3), ("gamelia", 4), ("dutch", 3), ("dutch", 4)
    ]  # fmt: skip
    for table in found.tables:
        assert sum(share.value for share in table.shares) == pytest.approx(1, abs=1e-12)


def test_going_first_is_an_advantage_in_cactus():
    found = seats("cactus", players=[4], games=20_000, seed=2)
    (table,) = found.tables
    assert table.verdicts[0] == HIGHER
    assert list(table.shares) == sorted(table.shares, key=lambda share: -share.value)
    assert "it is an advantage to go first" in " ".join(document(found, "en").lines)
    assert seats_picture(found, "fr", "png").startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "title"),
    [
        ((HIGHER, HIGHER), "Cactus: going first is an advantage"),
        ((LOWER,), "Cactus: going first is a drawback"),
        ((EQUIVALENT, EQUIVALENT), "Cactus: going first does not matter"),
        ((UNDECIDED, UNDECIDED), "Cactus: it can’t be told whether going first matters"),
        (
            (UNDECIDED, HIGHER, HIGHER),
            "Cactus: going first is an advantage at 2 of 3 tables and undecided at 1 of 3",
        ),
    ],
)
def test_a_title_is_chosen_by_the_verdicts(words: tuple[str, ...], title: str):
    found = seats("cactus", players=[3], games=300, seed=2)
    (table,) = found.tables
    told = replace(found, tables=tuple(replace(table, verdicts=(word, *table.verdicts[1:])) for word in words))
    assert plot_title(told, "en") == title


def test_a_seat_is_what_simulate_counts_of_who_goes_first():
    from cactus_sim import simulate

    found = seats("cactus", players=[4], games=8_000, seed=3)
    # Equal players: every rotation is the same game with the seats renamed, so the first seat's share is the same.
    whole = simulate("cactus", ["threshold"], players=4, games=8_000, seed=3)
    assert found.tables[0].shares[0].value == pytest.approx(whole.estimate("first_share", None).value, abs=1e-12)


def test_a_table_that_the_rules_do_not_take_is_refused():
    with pytest.raises(UsageError, match="players_min"):
        seats("cactus", players=[2], games=10, seed=1)
