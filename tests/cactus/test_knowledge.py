"""What the referee says that each player may know, in scripted games."""

from typing import Any

from tests.cactus.house import CARDS
from tests.cactus.knowledge import Views
from tests.cactus.referee import Referee
from tests.cactus.round import Event
from tests.cactus.script import (
    deal,
    discard,
    draw,
    exchange,
    forget,
    give,
    give_back,
    idle,
    look,
    penalty,
    reshuffle,
    swap_many,
    throw,
    turn,
)  # fmt: skip
from tests.cactus.test_referee import GAME


def after(*events: Event) -> Views:
    """The views after some events."""
    referee = Referee()
    for event in events:
        referee.see(event)
    return referee.views()


def powers(**changes: Any) -> Event:
    """A deal where 9 looks at another's card, 10 exchanges blindly and 6 is given."""
    return deal(power_9="look_other", power_10="swap_blind", power_6="give", **changes)


def test_after_the_deal() -> None:
    views = after(GAME[0])
    table, mine = views.table, views.players[0]
    assert (table.top, table.player, table.round, table.caller) == ("5C", None, 0, None)
    assert (table.hand_sizes, table.stock, table.public) == ((4, 4, 4), 39, {})
    assert (table.unseen_cards, table.unseen_points) == (51, 300 - 5)
    assert table.unseen["5"] == 3
    assert (mine.cards, mine.known_points, mine.unknown) == ({0: "7H", 1: "KS"}, 7, 2)
    assert (mine.others, mine.drawn, mine.unseen_points) == ({}, None, 300 - 5 - 7)
    assert (mine.unseen["7"], mine.unseen["K"]) == (3, 3)


def test_a_thrown_card_is_seen_by_all() -> None:
    views = after(*GAME[:2])
    assert (views.table.top, views.table.hand_sizes, views.table.row_lengths) == ("5S", (4, 4, 3), (4, 4, 4))
    assert (views.table.unseen_cards, views.table.unseen["5"]) == (50, 2)
    assert (views.players[2].cards, views.players[2].unknown) == ({1: "10D"}, 2)


def test_a_drawn_card_and_a_look_are_private() -> None:
    views = after(*GAME[:5])
    assert (views.table.player, views.table.round) == (0, 1)
    assert [mine.drawn for mine in views.players] == ["8C", None, None]
    assert views.players[0].cards == {0: "7H", 1: "KS", 3: "QC"}
    assert views.players[0].known_points == 17
    assert (views.players[0].unseen["8"], views.table.unseen["8"], views.players[1].unseen["8"]) == (3, 4, 4)


def test_a_penalty_card_is_unknown_and_a_taken_card_known_to_all() -> None:
    views = after(*GAME[:11])
    assert (views.players[0].cards, views.players[0].unknown) == ({0: "7H", 1: "KS"}, 2)
    views = after(*GAME[:13])
    assert views.table.public == {(2, 1): "QC"}
    assert views.players[2].cards == {1: "QC"}
    assert views.players[0].others == views.players[1].others == {(2, 1): "QC"}
    assert views.table.unseen["Q"] == 3
    views = after(*GAME[:22])
    assert (views.table.public, views.players[2].cards, views.players[0].others) == ({}, {1: "4D"}, {})


def test_knowledge_moves_with_the_cards() -> None:
    """Player 0 has looked at 9S of player 1, who exchanges it for 5S of player 2."""
    events = [powers(), turn(0), draw(0, "9C"), look(0, 1, 3, "9S"), discard(0, "9C")]
    assert after(*events).players[0].others == {(1, 3): "9S"}
    events += [turn(1), draw(1, "10C"), exchange(1, 3, 2, 0), discard(1, "10C")]
    views = after(*events)
    assert views.players[0].others == {(2, 0): "9S"}
    assert (views.players[1].cards, views.players[1].unknown) == ({0: "AH", 1: "2C"}, 2)
    assert (views.players[2].cards, views.players[2].others) == ({1: "10D"}, {(1, 3): "5S"})


def test_a_card_looked_at_and_exchanged_is_known_in_the_own_row() -> None:
    events = [powers(), turn(0), draw(0, "9C"), look(0, 1, 3, "9S"), discard(0, "9C"), *idle(1, "3C"), *idle(2, "3H")]
    events += [turn(0, 2), draw(0, "10C"), exchange(0, 0, 1, 3), discard(0, "10C")]
    views = after(*events)
    assert views.players[0].cards == {0: "9S", 1: "KS"}
    assert views.players[0].others == {(1, 3): "7H"}
    assert views.players[0].unsure == {(0, 0)}
    assert (views.players[1].cards, views.players[1].unknown) == ({0: "AH", 1: "2C"}, 2)


def test_a_given_card_is_known_to_its_giver() -> None:
    views = after(powers(), turn(0), draw(0, "6C"), give(0, 0, 1, 4), discard(0, "6C"))
    assert (views.players[0].cards, views.players[0].others) == ({1: "KS"}, {(1, 4): "7H"})
    assert (views.players[1].cards, views.players[1].unknown) == ({0: "AH", 1: "2C"}, 3)
    assert (views.table.hand_sizes, views.table.row_lengths) == ((3, 5, 4), (4, 5, 4))


def test_cards_shown_and_returned_are_public_and_may_be_forgotten() -> None:
    events = [deal(wrong_card="returns"), throw(0, 2, "3D", False), give_back(0, 2), penalty(0, [4], ["6S"])]
    views = after(*events)
    assert (views.table.public, views.players[0].cards[2]) == ({(0, 2): "3D"}, "3D")
    views = after(*events, *idle(0, "9C"), forget(0, 2))
    assert views.table.public == {(0, 2): "3D"}
    assert (views.players[0].cards, views.players[0].unknown) == ({0: "7H", 1: "KS"}, 3)
    assert views.players[1].others == {(0, 2): "3D"}


def test_unequal_cards_put_down_together_are_public() -> None:
    drawn = [deal(multi_swap=True), turn(0), draw(0, "9C")]
    views = after(*drawn, swap_many(0, [0, 2], "9C", ["7H", "3D"], False, 4))
    assert views.table.public == {(0, 0): "7H", (0, 2): "3D"}
    assert views.players[0].cards == {0: "7H", 1: "KS", 2: "3D", 4: "9C"}


def test_reshuffled_cards_are_unseen_again() -> None:
    hands = [list(CARDS[:25]), list(CARDS[25:50])]
    events = [deal(hands, CARDS[50], hand_cards=25), *idle(0, CARDS[51]), turn(1)]
    assert after(*events).table.unseen_cards == 50
    views = after(*events, reshuffle(1))
    assert (views.table.unseen_cards, views.table.discards, views.table.stock) == (51, (CARDS[51],), 1)
