"""Putting a command's result where it was asked for."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cactus_sim.cli.console import Console
from cactus_sim.cli.terminal import check_stdout, put
from cactus_sim.report.files import OutputFile, output_file
from cactus_sim.report.tables import Document, render
from cactus_sim.simulate.session import current

BY_SUFFIX = {".json": "json", ".csv": "csv", ".md": "md"}


@contextmanager
def destination(path: Path | None, form: str | None, console: Console) -> Iterator[Destination]:
    """Where a result goes: tested now, before the work; written once `write` is called."""
    with output_file(path) as file:
        if file is None:
            check_stdout()
        yield Destination(file, form or BY_SUFFIX.get(path.suffix.lower() if path else "", "table"), console)


class Destination:
    """A file, or stdout where there is none, and the form of what it gets."""

    def __init__(self, file: OutputFile | None, form: str, console: Console) -> None:
        self._file = file
        self._form = form
        self._console = console

    def write(self, document: Document) -> None:
        """Writes a document; to the run's directory too, where the run is kept."""
        session = current()
        if session.directory is not None:
            session.finish(document.json())
        if self._file is not None:
            self._file.write_text(render(document, self._form))
            self._console.say("wrote", file=self._file.path)
        elif self._form == "table" and sys.stdout.isatty():
            colour = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
            # A table has its own colours, and sees to its cells itself.
            put(render(document, self._form, colour, shutil.get_terminal_size().columns), colour=colour)
        else:
            put(render(document, self._form), for_people=self._form in ("table", "md"))
