"""Events of a round: turn, play and what follows, draw, pass, « carte », reshuffle and the end (E3–E15)."""

from tests.eights import house, scoring
from tests.eights.house import SUITS
from tests.eights.round import Duty, Event, Round
from tests.eights.table import need


def turn(round_: Round, event: Event) -> None:
    """The next player is on turn."""
    need(not round_.choosing, "E3", f"the turn of player {round_.player} is not over")
    need(round_.turns < round_.rules["stall_turns"], "E15", "the last turn allowed is over")
    need(event["player"] == round_.following, "E3", f"the next turn is of player {round_.following}")
    round_.player = event["player"]
    round_.turns += 1
    round_.choosing = True
    round_.drawn, round_.draws = [], 0
    round_.forgetter = None


def on_turn(round_: Round, event: Event, rule: str) -> int:
    """The player of an event, refused if another one is on turn or the turn is played."""
    need(round_.choosing, rule, f"`{event['e']}` when no player is to choose")
    need(event["player"] == round_.player, rule, f"the turn is of player {round_.player}")
    return int(event["player"])


def why_not(round_: Round, card: str) -> str:
    """The rule that forbids a play of a card in the hand."""
    assert round_.player is not None
    if round_.pending:
        return "E5"
    if not house.playable(card, round_.table.top, round_.in_force, round_.rules):
        return "E4"
    return "E12" if card not in round_.playable(round_.player) else "E9"


def play(round_: Round, event: Event) -> None:
    """A card goes on the discard pile, and acts unless the round is over with it."""
    player, card, rules = on_turn(round_, event, "E4"), event["card"], round_.rules
    need(round_.table.hands[player][card] > 0, "E4", f"player {player} has no {card}")
    need(card in round_.legal().plays, why_not(round_, card), f"{card} may not be played on {round_.table.top}")
    if round_.draws and (rules["play_drawn"], rules["draw_cards"]) == ("must", 1):
        miss(round_, player)
    round_.table.play(player, card)
    round_.knowledge.played(player, card)
    round_.plays += 1
    round_.passes = 0
    round_.choosing = False
    if round_.table.size(player) == 0:
        go_out(round_, player, card)
    elif 0 < rules["plays_max"] <= round_.plays:
        round_.must_end = "stalled"
    else:
        round_.act(player, card)
        if round_.table.size(player) == 1 and rules["carte_cards"]:
            round_.may_say = player


def go_out(round_: Round, player: int, card: str) -> None:
    """The last card of a hand: the next player may still have to draw (E12)."""
    round_.must_end = "out"
    size = house.attack(card, round_.rules)
    if size and round_.rules["last_attack"]:
        victim = round_.after(player, round_.direction)
        round_.duties.append(Duty("draw", victim, "E12", size + round_.pending, "attack"))
    round_.pending = 0


def carte(round_: Round, event: Event) -> None:
    """« Carte ! », right after the play that leaves one card."""
    need(event["player"] == round_.may_say, "E11", f"player {event['player']} has no call for « carte »")
    round_.may_say = None


def caught(round_: Round, event: Event) -> None:
    """Another player notices that « carte » was forgotten; the penalty is drawn."""
    player, by = event["player"], event["by"]
    need(player == round_.forgetter and not round_.choosing, "E11", f"player {player} has forgotten nothing")
    need(by != player and by < round_.players, "E11", f"player {by} can't catch player {player}")
    round_.forgetter = None
    round_.begin_draw(player, round_.rules["carte_cards"], "carte", "E11")


def colour(round_: Round, event: Event) -> None:
    """The suit is named."""
    need(event["suit"] in SUITS, "E6", f"{event['suit']} is no suit")
    round_.in_force = event["suit"]


def reverse(round_: Round, event: Event) -> None:
    """The direction turns."""
    round_.direction = -round_.direction


def skip(round_: Round, event: Event) -> None:
    """A player misses a turn: as owed, or because nothing can be drawn for the attack that is faced."""
    if round_.choosing:
        player = on_turn(round_, event, "E5")
        need(round_.pending > 0 and not round_.table.drawable(), "E5", f"player {player} must not be skipped")
        end_attack(round_, player)


def end_attack(round_: Round, player: int) -> None:
    """The player on turn takes what is owed, and the turn is over."""
    round_.pending = 0
    round_.choosing = False
    round_.following = round_.after(player, round_.direction)


def draw(round_: Round, event: Event) -> None:
    """A draw on turn: an attack is taken, or no card is played for now."""
    player, why = on_turn(round_, event, "E9"), event["why"]
    if round_.pending:
        need(why == "attack", "E5", f"player {player} faces an attack of {round_.pending}")
        round_.duties.append(Duty("skip", player, "E5"))
        round_.begin_draw(player, round_.pending, "attack", "E5")
        end_attack(round_, player)
    else:
        need(round_.legal().draw, "E9", f"player {player} may not draw")
        need(why == round_.reason(player), "E9", f"player {player} draws because of `{round_.reason(player)}`")
        miss(round_, player)
        round_.draws += 1
        round_.why = why
        round_.begin_draw(player, round_.rules["draw_cards"], why, "E9")
    round_.passes = 0
    round_.serve_draw(player, event["cards"], why)


def miss(round_: Round, player: int) -> None:
    """Who must play if possible and does not shows to lack the suit in force.

    A single card may be held back by E12; what was drawn after that tells nothing of it."""
    rules, known = round_.rules, round_.knowledge.misses[player].get(round_.in_force)
    if rules["voluntary_draw"] or round_.in_force not in SUITS:
        return
    if round_.draws and rules["play_drawn"] != "anew":
        is_sure = known is not None and known.turn == round_.turns
    else:
        is_sure = rules["last_card"] == "any" or round_.table.size(player) > 1
    if is_sure:
        round_.knowledge.missed(player, round_.in_force, round_.turns)


def pass_turn(round_: Round, event: Event) -> None:
    """The turn ends without a card."""
    player = on_turn(round_, event, "E9")
    need(round_.legal().passing, "E9", f"player {player} may not pass")
    how = round_.rules["play_drawn"]
    if how == "must" or (how != "anew" and round_.draws == 0):
        miss(round_, player)
    round_.passes = 0 if round_.table.drawable() else round_.passes + 1
    round_.choosing = False
    round_.following = round_.after(player, round_.direction)
    if round_.passes >= round_.players + round_.rules["blocked_extra"]:
        round_.must_end = "blocked"


def reshuffle(round_: Round, event: Event) -> None:
    """The discards but the top become the draw pile."""
    round_.table.reshuffle(event["cards"])


def end(round_: Round, event: Event) -> None:
    """The round ends for a legal reason, with the right result."""
    reason, hands = event["reason"], round_.table.hands
    rule = {"out": "E12", "blocked": "E10"}.get(reason, "E15")
    need(not round_.choosing and round_.over() == reason, rule, f"the round does not end {reason}")
    out = round_.player if reason == "out" else None
    need(event["winner"] == out, "E12", f"the player who is out is {out}")
    left = [house.in_order(hand.elements()) for hand in hands]
    need(event["hands"] == left, "E12", f"the hands left are {left}")
    score = scoring.round_points(hands, round_.rules)
    need(event["points"] == score, "E13", f"the points are {score}")
    best = scoring.winners(score, out)
    need(event["winners"] == best, "E12", f"the winners are {best}")
