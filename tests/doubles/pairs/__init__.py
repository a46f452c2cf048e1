"""A toy game with the rooms of a real one, for tests of the layer that knows no game's rules."""

from __future__ import annotations

from dataclasses import dataclass

from cactus_sim.games.base import Hook


@dataclass(frozen=True)
class Pairs:
    name: str = "pairs"
    hooks: tuple[Hook, ...] = (Hook("call", "whether to call"), Hook("take", "which card to take"))
    traits: tuple[str, ...] = ("memory", "attention", "reflex")

    @property
    def base(self):
        from cactus_sim.games.pairs.strategies.base import PairsStrategy

        return PairsStrategy


GAME = Pairs()
