"""Totals, winners and points of a round, and the running totals of a match (C14, C15, C18)."""

from tests.cactus.house import MOST_HANDS, Rules, points

Rows = list[list[str | None]]


def totals(rows: Rows, rules: Rules) -> list[int]:
    """Points lying in each row."""
    return [sum(points(card, rules) for card in row if card is not None) for row in rows]


def failed(sums: list[int], caller: int | None, rules: Rules) -> bool:
    """Whether there is a caller who is over `cactus_max` (C14)."""
    return caller is not None and sums[caller] > rules["cactus_max"]


def winners(sums: list[int], caller: int | None, rules: Rules) -> list[int]:
    """Who wins the round (C14): the lowest totals of those who may win, ties by the `tie` rule."""
    able = [
        p
        for p, total in enumerate(sums)
        if not (p == caller and failed(sums, caller, rules))
        and not (rules["winner_needs_cactus"] and total > rules["cactus_max"])
    ]
    best = min((sums[p] for p in able), default=0)
    lowest = [p for p in able if sums[p] == best]
    if caller in lowest and len(lowest) > 1:
        if rules["tie"] == "caller":
            return [p for p in lowest if p == caller]
        if rules["tie"] == "others":
            return [p for p in lowest if p != caller]
    return lowest


def is_kamikaze_hand(row: list[str | None], rules: Rules) -> bool:
    """Two cards of 12 points and two of 13, nothing else."""
    return sorted(points(card, rules) for card in row if card is not None) == [12, 12, 13, 13]


def round_points(rows: Rows, caller: int | None, rules: Rules) -> list[int]:
    """What each player scores for the round (C18)."""
    sums = totals(rows, rules)
    score = list(sums)
    has_failed = failed(sums, caller, rules)
    if caller is not None:
        if has_failed:
            score[caller] += rules["fail_points"]
        if sums[caller] > min(sums):
            score[caller] += rules["not_lowest_points"]
        elif rules["caller_zero"] and not has_failed:
            score[caller] = 0
    if rules["winner_zero"]:
        for p in winners(sums, caller, rules):
            score[p] = 0
    if rules["kamikaze_hand"]:
        kamikazes = [is_kamikaze_hand(row, rules) for row in rows]
        if any(kamikazes):
            score = [0 if kamikaze else rules["kamikaze_hand"] for kamikaze in kamikazes]
    return score


class MatchScore:
    """Running totals of a match with the bounce of an exact `match_points`."""

    def __init__(self, players: int, rules: Rules) -> None:
        self.rules = rules
        self.totals = [0] * players
        self.bounced = [0] * players
        self.hands = 0

    def add(self, score: list[int]) -> None:
        """Count one round."""
        limit = self.rules["match_points"]
        self.hands += 1
        for p, value in enumerate(score):
            self.totals[p] += value
            may_bounce = self.rules["bounce"] == "always" or (self.rules["bounce"] == "once" and not self.bounced[p])
            if self.totals[p] == limit and may_bounce:
                self.totals[p] = limit // 2
                self.bounced[p] += 1

    def over(self) -> bool:
        """Whether a player reached the limit, or the most rounds a match may have are played."""
        return max(self.totals) >= self.rules["match_points"] or self.hands >= MOST_HANDS

    def winners(self) -> list[int]:
        """The lowest totals; ties share."""
        return [p for p, total in enumerate(self.totals) if total == min(self.totals)]
