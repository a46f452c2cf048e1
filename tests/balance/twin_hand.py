"""The twin's luck: numbers of the keyed streams, and the normal errors of hands made of them."""

import math

from tests.pure_streams import WORD, below, key, mix, stream

PACK, ATTENTION, CHANCE, HANDS = 0, 4, 5, 6
"""What a stream is for."""
ROW, DIE = 0, 1
"""In place of a seat, what of the pack's streams: the order of the special pieces, the die."""

LAYERS = 256
TAIL = 3.6541528853610088
"""Where the lowest layer's tail begins."""


def layers() -> list[tuple[float, float]]:
    """Half-width and density of each layer's edge, the lowest first: all layers have the same area."""
    density = [math.exp(-TAIL * TAIL / 2)]
    area = TAIL * density[0] + math.sqrt(math.pi / 2) * math.erfc(TAIL / math.sqrt(2))
    widths = [TAIL]
    while len(widths) < LAYERS - 1:
        density.append(density[-1] + area / widths[-1])
        widths.append(math.sqrt(-2 * math.log(density[-1])))
    return [(area / density[0], 0.0), *zip(widths, density, strict=True), (0.0, 1.0)]


EDGES = layers()


class Luck:
    """One stream's numbers, in their order."""

    def __init__(self, seed: int, deal: int, turn: int, purpose: int, seat: int) -> None:
        self.state, self.step = stream(seed, key(deal, turn, purpose, seat))

    def word(self) -> int:
        """The next word."""
        self.state = (self.state + self.step) & WORD
        return mix(self.state)

    def unit(self) -> float:
        """The next number in [0, 1)."""
        return (self.word() >> 11) / 2**53

    def below(self, number: int) -> int:
        """The next number 0 … number − 1."""
        found, self.state = below(self.state, self.step, number)
        return found

    def normal(self) -> float:
        """A number of the standard normal distribution, by the ziggurat."""
        while True:
            word = self.word()
            layer, place = word % LAYERS, 2 * ((word - word % LAYERS) >> 11) / 2**53 - 1
            (width, low), (inner, high) = EDGES[layer : layer + 2]
            x = place * width
            if abs(x) < inner:
                return x
            if layer == 0:
                return math.copysign(self.tail(), place)
            if low + self.unit() * (high - low) < math.exp(-x * x / 2):
                return x

    def tail(self) -> float:
        """A normal number given that it lies beyond the lowest layer's edge."""
        while True:
            beyond = -math.log1p(-self.unit()) / TAIL
            if -2 * math.log1p(-self.unit()) > beyond * beyond:
                return TAIL + beyond
