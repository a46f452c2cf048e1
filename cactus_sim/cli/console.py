"""What a command says beside its result: chatter and progress, on stderr."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from cactus_sim.report.visible import visible
from cactus_sim.report.words import words

if TYPE_CHECKING:
    from cactus_sim.games.base import Game
    from cactus_sim.simulate.experiment import Experiment

EVERY = 0.2
"""Seconds between two looks of the progress line."""


@dataclass(frozen=True)
class Console:
    """How much a command says, and in which language."""

    lang: str = "en"
    quiet: bool = False
    verbose: bool = False

    def say(self, key: str, **fields: object) -> None:
        """Says the text of that key, unless asked to be quiet."""
        if not self.quiet:
            click.echo(visible(words(self.lang, "progress")(key, **fields)), err=True)

    def say_run(self, key: str, **fields: object) -> None:
        """Says something of a kept run, unless asked to be quiet."""
        if not self.quiet:
            click.echo(visible(words(self.lang, "run")(key, **fields)), err=True)

    def say_result(self, key: str, **fields: object) -> None:
        """Says what came out of looking at a kept run: the result itself, on stdout."""
        click.echo(visible(words(self.lang, "run")(key, **fields)))

    def say_more(self, key: str, **fields: object) -> None:
        """Says what only those want to know who asked for more."""
        if self.verbose:
            self.say(key, **fields)

    def tell_more(self, text: str) -> None:
        """Tells a line to those who asked for more."""
        if self.verbose and not self.quiet:
            click.echo(visible(text), err=True)

    def say_compiling(self, game: Game) -> None:
        """Says that the kernel is being compiled, where it is not in the cache."""
        if not game.is_warm():
            self.say("compiling", game=game.title[self.lang])

    def say_game(self, game: Game) -> None:
        """Says what nobody knows of a game whose figures are asked for; and that its kernel is being compiled."""
        rules = list(dict.fromkeys(rule for changes in game.unsure for rule in changes))
        if rules:
            self.say("unsure", rules=words(self.lang, "progress").listed(rules), game=game.name)
        self.say_compiling(game)

    def say_experiment(self, experiment: Experiment, seed_given: bool) -> None:
        """Says what was settled for the user: a drawn seed, a rounded number of games."""
        w = words(self.lang, "progress")
        if not seed_given:
            self.say("seed", seed=experiment.seed)
        played = experiment.blocks * experiment.rotations
        if played != experiment.games:
            numbers = {"asked": w.number(experiment.games), "games": w.number(played)}
            self.say("rounded", **numbers, rotations=experiment.rotations)
        self.say_game(experiment.game)

    @contextmanager
    def progress(self) -> Iterator[ProgressLine]:
        """A progress line for the runner, shown on a terminal only."""
        line = ProgressLine(self.lang, shown=not self.quiet and sys.stderr is not None and sys.stderr.isatty())
        try:
            yield line
        finally:
            line.clear()

    def say_times(self, games: int, seconds: float, times: Mapping[str, float], *, shown: bool) -> None:
        """Says how many games were played, and where the time went: where `shown`, else to those who ask for more."""
        if not (shown or self.verbose):
            return
        w = words(self.lang, "progress")
        spent = {**times, "rest": max(0.0, seconds - sum(times.values()))}
        parts = (w(f"time_{what}", time=w.number(part, 2)) for what, part in spent.items())
        self.say(
            "done", games=w.number(games), time=w.number(seconds, 2), rate=w.number(games / seconds),
            times=", ".join(parts),
        )  # fmt: skip


class ProgressLine:
    """The progress line: games done, rate, time left; or a note in their place."""

    def __init__(self, lang: str, shown: bool) -> None:
        self.done = 0
        self.note = ""
        self._words = words(lang, "progress")
        self._shown = shown
        self._first = -1
        self._start = self._last = time.monotonic()
        self._visible = False

    def __call__(self, done: int, total: int) -> None:
        """Shows how far a run is: games done, games to do."""
        self.done = done
        now = time.monotonic()
        if self._first < 0 or not done:
            # A run that goes on begins with what was done before.
            self._first, self._start, self._last = done, now, now
        if not self._shown or now - self._last < EVERY:
            return
        self._last = now
        rate = max(done - self._first, 1) / self.seconds()
        w = self._words
        left = _span((total - done) / rate)
        text = w("running", done=w.number(done), total=w.number(total), rate=w.number(rate), left=left)
        click.echo(f"\r\x1b[K{visible(self.note or text)}", err=True, nl=False)
        self._visible = True

    def seconds(self) -> float:
        """How long it has been running."""
        return max(time.monotonic() - self._start, 1e-9)

    def clear(self) -> None:
        """Leaves the line empty."""
        if self._visible:
            click.echo("\r\x1b[K", err=True, nl=False)


def _span(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes:02} min"
    return f"{minutes} min {rest:02} s" if minutes else f"{rest} s"
