"""Makes reports/: for each game its results file, pages in both languages, a strategy card, and a drawn game.

The same files come out on every machine: they depend on the seed and the version alone.
"""

from __future__ import annotations

import itertools
import sys
from dataclasses import replace
from pathlib import Path

from cactus_sim import games
from cactus_sim.analysis.card import make_card
from cactus_sim.analysis.dossier import Dossier, make_dossier
from cactus_sim.report.card import card_picture
from cactus_sim.report.figures import saved
from cactus_sim.report.pages.files import report_files
from cactus_sim.report.words import LANGUAGES
from cactus_sim.simulate.playing import play

FOLDER = Path(__file__).parent.parent / "reports"
SEED = 1
GAMES = 100_000
CARDS = {"cactus": ("call", 400_000), "eights": ("hold", 100_000), "balance": ("risk", 400_000)}
"""What each game's strategy card is about, and the games that each of its charts is measured by."""


def main() -> None:
    """Writes the files of the games named, by default of all."""
    kept = "--kept" in sys.argv[1:]
    for name in [each for each in sys.argv[1:] if each != "--kept"] or games.names():
        results = FOLDER / f"{name}.json"
        if kept and not results.exists():
            print(f"no {results}: scripts/make-reports without --kept plays it", file=sys.stderr)
            continue
        dossier = Dossier.from_json(results.read_text("utf-8")) if kept else make_dossier(name, GAMES, SEED)
        for file, content in report_files(dossier, LANGUAGES).items():
            (FOLDER / file).write_bytes(content)
        if not kept:
            _cards(name)
            _game(name)
        print(f"{name}: done", file=sys.stderr)


def _cards(name: str) -> None:
    game = games.get(name)
    kind, measured = CARDS[name]
    book = game.rule_book
    pairs = [(rule, book.resolve(None, {rule: value})[rule]) for rule, value in game.card_rules]
    command = f"cactus-sim card {name} --kind {kind} --games {measured} --seed {SEED}"
    card = make_card(
        game, kind, players=None, rules=None, changes={}, house_rules=pairs, games=measured, seed=SEED,
        command=command,
    )  # fmt: skip
    for lang in LANGUAGES:
        own = replace(card, command=f"{command} --lang {lang} -o FILE")
        (FOLDER / f"{name}-card-{lang}.pdf").write_bytes(card_picture(own, lang, "pdf"))


def _game(name: str) -> None:
    """A picture of a game, where it can be drawn: the first one in which something falls."""
    game = games.get(name)
    if game.draws:
        each = (play(game, seed=SEED, deal=deal) for deal in itertools.count())
        events = next(events for events in each if any(event["e"] == "fall" for event in events))
        for lang in LANGUAGES:
            (FOLDER / f"{name}-game-{lang}.png").write_bytes(saved(game.picture(events, lang), "png"))


if __name__ == "__main__":
    main()
