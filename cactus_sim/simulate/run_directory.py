"""A run directory: what a run was asked, what it has played so far, what came out; it survives what ends the run.

While it runs, every leg of a run (one call of `runner.play_deals`) has its sums in `checkpoint/`, those of the current
one again and again; at the end all are in `tallies.npz`, beside `results.json`. A run that goes on plans the same legs
anew and finds of each what was played already.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from cactus_sim.errors import CactusSimError, UsageError
from cactus_sim.simulate import checkpoint
from cactus_sim.simulate.checkpoint import ABOUT, Arrays, DamagedError, write_whole
from cactus_sim.simulate.facts import files_of, first_difference
from cactus_sim.simulate.kept_leg import KeptLeg
from cactus_sim.simulate.manifest import Manifest, check_program, new_manifest, read_manifest, to_bytes

if TYPE_CHECKING:
    from cactus_sim.simulate.experiment import Arm
    from cactus_sim.simulate.games_file import GamesFile

EVERY_SECONDS = 10.0
EVERY_GAMES = 50_000_000
"""A checkpoint is written once so much time has passed, or so many games, whichever is first."""

MANIFEST, RESULTS, TALLIES, CHECKPOINT, LOCK = "manifest.json", "results.json", "tallies.npz", "checkpoint", "lock"


class Say(Protocol):
    """Says something to whoever started the run: the key of a text, and its fields."""

    def __call__(self, key: str, **fields: object) -> None:
        """Says it."""


@dataclass(frozen=True)
class Asked:
    """What a run was asked: a command and its options as an experiment file would have them."""

    command: str
    options: Mapping[str, Any]
    save_games: bool = False


class RunDirectory:
    """The directory of one run, which this process alone writes to."""

    def __init__(
        self,
        path: Path,
        asked: Asked,
        say: Say,
        *,
        resume: bool = False,
        every_seconds: float = EVERY_SECONDS,
        every_games: int = EVERY_GAMES,
    ) -> None:
        """Checks that the run can begin, or go on; the directory is made by `begin`. Raises a UsageError else."""
        self.path, self._asked, self._say = path, asked, say
        self.every_seconds, self.every_games = every_seconds, every_games
        self._lock: int | None = None
        self._manifest: Manifest | None = None
        self._legs: list[Arrays] = []
        self._finished: Arrays = {}
        self.begun = self._made = False
        self.games: GamesFile | None = None
        if resume:
            self._lock = _locked(path)
            self._manifest = read_manifest(path)
            check_program(self._manifest, path)
            _check_asked(path, self._manifest, asked)
        elif path.exists() and not _is_empty(path):
            hint = f"go on with it by --resume {path}, or " if (path / MANIFEST).exists() else ""
            raise UsageError(f"--run {path}: it is there already; {hint}name another directory")

    @property
    def manifest(self) -> Manifest:
        """The manifest; there is one once the run has begun."""
        if self._manifest is None:
            raise CactusSimError(f"the run of {self.path} has not begun")
        return self._manifest

    def begin(self, experiment: Mapping[str, Any], arms: Iterable[Arm]) -> None:
        """Makes the directory with its manifest; or checks that what goes on is what was begun."""
        self.begun = True
        if self._manifest is not None:
            if found := first_difference(self._manifest["experiment"], experiment):
                what, before, now = found
                raise UsageError(f"{self.path} has another {what}: {before!r} there, {now!r} now; start another run")
            self._finished = self._read_tallies()
        else:
            self._make()
            self._manifest = new_manifest(
                self._asked.command, self._asked.options, files_of(arms), experiment, self._asked.save_games
            )
            self._write_manifest()
        folder = self.path / CHECKPOINT
        if folder.is_symlink():
            raise UsageError(f"{folder} is a link: a run writes to its own directory only")
        for part in (*self.path.glob(".*.part"), *folder.glob(".*.part")):
            _on_disk(part, part.unlink)  # of a session that was killed
        _on_disk(folder, lambda: folder.mkdir(exist_ok=True))
        if self._asked.save_games:
            from cactus_sim.simulate.games_file import GamesFile

            self.games = GamesFile(self.path)

    def leg(self, key: str, deals: list[list[int]]) -> KeptLeg:
        """The next leg of the run; what was played of it before, it has."""
        self._legs.append({})
        return KeptLeg(self, len(self._legs) - 1, {"key": key, "deals": deals})

    def kept(self, index: int) -> tuple[Arrays, bool]:
        """What was played of a leg before (nothing: no arrays), and whether that is from a finished run."""
        prefix = f"{index:04}."
        finished = {name: array for name, array in self._finished.items() if name.startswith(prefix)}
        found = finished or next(iter(self._candidates(index)), {})
        return {name.removeprefix(prefix): array for name, array in found.items()}, bool(finished)

    def store(self, index: int, arrays: Arrays, *, on_disk: bool) -> None:
        """Keeps the sums of a leg; those of before stay beside them on the disk."""
        self._legs[index] = {f"{index:04}.{name}": array for name, array in arrays.items()}
        if not on_disk:
            return
        path = self.checkpoint(index)
        content = checkpoint.pack(self._legs[index])
        if path.exists():
            _on_disk(path, lambda: path.replace(self.checkpoint(index, previous=True)))
        write_whole(path, content)

    def _candidates(self, index: int) -> Iterable[Arrays]:
        """What the disk has of a leg, the latest first; what is damaged is told of, and removed."""
        for path in (self.checkpoint(index), self.checkpoint(index, previous=True)):
            if not path.is_file():
                continue
            try:
                yield checkpoint.unpack(path.read_bytes())
            except DamagedError as error:
                self.damaged(path, error)

    def damaged(self, path: Path, error: DamagedError) -> None:
        """Tells of a damaged file, and removes it."""
        self._say("damaged", file=path, error=error)
        _on_disk(path, lambda: path.unlink(missing_ok=True))

    def checkpoint(self, index: int, *, previous: bool = False) -> Path:
        """The file of a leg's sums: the latest, or those before."""
        return self.path / CHECKPOINT / f"{index:04}{'.previous' if previous else ''}.npz"

    def resumed(self, total: Any) -> None:
        """Tells how much of the current leg was played before."""
        self._say("resumed", directory=self.path, part=len(self._legs), deals=total.blocks)

    def finish(self, results: str) -> None:
        """Writes what came out; the checkpoints go."""
        if self.games is not None:
            self.games.finish()
        write_whole(self.path / TALLIES, checkpoint.pack({name: a for leg in self._legs for name, a in _lasting(leg)}))
        write_whole(self.path / RESULTS, results.encode())
        self.manifest["state"] = "done"
        self._write_manifest()
        folder = self.path / CHECKPOINT
        for file in folder.glob("*.npz"):
            _on_disk(file, file.unlink)
        with contextlib.suppress(OSError):
            folder.rmdir()

    def close(self, session: Mapping[str, Any]) -> None:
        """Adds how long this session took to the manifest, and lets the directory go.

        Where it began the run and nothing was played, no directory is left: whatever was wrong, it can begin again.
        """
        try:
            if self._made and not self.has_played:
                self._take_away()
            elif self._manifest is not None and session["games"]:
                self._manifest["sessions"].append(dict(session))
                self._write_manifest()
        finally:
            if self._lock is not None:
                os.close(self._lock)
                self._lock = None

    def _read_tallies(self) -> Arrays:
        """What `tallies.npz` has, where the run was finished before."""
        path = self.path / TALLIES
        if not path.is_file():
            return {}
        try:
            return checkpoint.unpack(path.read_bytes())
        except DamagedError as error:
            self.damaged(path, error)
            return {}

    @property
    def has_played(self) -> bool:
        """Whether anything of the run is kept."""
        return (self.path / TALLIES).exists() or any((self.path / CHECKPOINT).glob("*.npz"))

    def _take_away(self) -> None:
        """Removes the directory again."""
        with contextlib.suppress(OSError):
            (self.path / CHECKPOINT).rmdir()
            for name in (MANIFEST, LOCK):
                (self.path / name).unlink(missing_ok=True)
            self.path.rmdir()

    def _make(self) -> None:
        self._made = True
        _on_disk(self.path, lambda: self.path.mkdir(parents=True, exist_ok=True))
        self._lock = _locked(self.path)
        if not _is_empty(self.path):
            raise UsageError(f"--run {self.path}: another run began there meanwhile; name another directory")

    def _write_manifest(self) -> None:
        write_whole(self.path / MANIFEST, to_bytes(self.manifest))


def _lasting(leg: Arrays) -> Iterator[tuple[str, Any]]:
    """The arrays of a leg as they are kept for good: what depends on when checkpoints were written is left out."""
    for name, array in leg.items():
        if name.endswith(f".{ABOUT}"):
            about = {key: value for key, value in checkpoint.text_in(array).items() if key != "segments"}
            yield name, checkpoint.text_array(about)
        else:
            yield name, array


def _check_asked(path: Path, manifest: Manifest, asked: Asked) -> None:
    """Raises a UsageError where what is asked is not what was asked when the run began."""
    if manifest["command"] != asked.command:
        there = manifest["command"]
        raise UsageError(f"{path} is a run of {there}: go on with it by `cactus-sim {there} --resume {path}`")
    before, now = ({**options, "save-games": saves} for options, saves in (
        (manifest["options"], manifest["save_games"]), (asked.options, asked.save_games)))  # fmt: skip
    if found := first_difference(before, now):
        name, mine, theirs = found
        raise UsageError(
            f"{path} was begun with {_option(name, mine)}, and now there is {_option(name, theirs)}: leave it out, in "
            "CACTUS_SIM_* and --experiment too, as a run goes on as it began; or start another with --run"
        )


def _option(name: str, value: object) -> str:
    return f"no --{name}" if value in (None, False, []) else f"--{name} {'' if value is True else value}".rstrip()


def _is_empty(path: Path) -> bool:
    """Whether a run can begin in a directory: there is nothing in it, or what a run left that was killed at once."""
    return path.is_dir() and all(file.name == LOCK or file.match(".*.part") for file in path.iterdir())


def _locked(path: Path) -> int:
    """The directory's lock, which ends with this process at the latest; a UsageError where another one has it."""
    handle = -1
    try:
        handle = os.open(path / LOCK, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o644)
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        raise UsageError(f"{path} is in use: another run writes to it; wait for its end") from None
    except OSError as error:
        if handle >= 0:
            os.close(handle)
        raise UsageError(f"can't write to {path}: {error.strerror}") from None
    return handle


def _on_disk(path: Path, action: Any) -> None:
    """Does something to a file; what goes wrong names it."""
    try:
        action()
    except OSError as error:
        raise CactusSimError(f"can't write {path}: {error.strerror}") from None
