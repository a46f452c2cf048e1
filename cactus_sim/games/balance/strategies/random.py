"""Plays by chance."""

from __future__ import annotations

from cactus_sim.games.balance.strategies.base import BalanceStrategy, answer_of, bits_set, chance, lowest_bit


class Random(BalanceStrategy):
    """Takes any piece that the roll allows and any perch where it may go, each pair as likely as the others."""

    fr = """Prend n’importe quelle pièce que le dé permet et n’importe quel perchoir où elle peut aller, chaque
    paire étant aussi probable."""

    @staticmethod
    def place(mine, table, p):
        """Any piece at any place."""
        ways, pieces = 0, mine.pieces
        while pieces:
            ways += bits_set(mine.open[lowest_bit(pieces)])
            pieces &= pieces - 1
        skipped, pieces = chance(mine, ways), mine.pieces
        while True:
            piece = lowest_bit(pieces)
            pieces &= pieces - 1
            places = mine.open[piece]
            while places:
                if skipped == 0:
                    return answer_of(piece, lowest_bit(places))
                skipped -= 1
                places &= places - 1
