"""Every game of a run, one row for each seat, in a Parquet file.

While the run goes on, rows are written to segments, in row groups, so that memory stays flat; a checkpoint closes the
segment and notes how many there are. At the end the segments become `games.parquet`.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from cactus_sim.errors import CactusSimError, UsageError
from cactus_sim.simulate.tally import IntArray

if TYPE_CHECKING:
    from cactus_sim.games.base import Metric

FILE, SEGMENTS, DONE = "games.parquet", "games", "games.done"
ROW_GROUP: Final = 1 << 17
"""Rows that are written together: some ten megabytes of memory."""


@dataclass(frozen=True)
class Rows:
    """Games of consecutive deals, all of one arm at one rotation."""

    arm: str
    first_deal: int
    rotation: int
    seats: tuple[str, ...]
    """Who sits where, as entries."""
    seat_metrics: tuple[Metric, ...]
    game_metrics: tuple[Metric, ...]
    seat_values: IntArray
    """[deal, seat, metric]."""
    game_values: IntArray
    """[deal, metric]."""

    def table(self, part: int) -> Any:
        """The rows as Arrow has them, deal by deal and seat by seat; `part` numbers the leg of the run."""
        import pyarrow as pa

        deals, seats = self.seat_values.shape[:2]
        count = deals * seats
        columns = {
            "part": pa.array(np.full(count, part, np.int32)),
            "arm": _same(self.arm, count),
            "deal": pa.array(np.repeat(self.first_deal + np.arange(deals), seats)),
            "rotation": pa.array(np.full(count, self.rotation, np.int8)),
            "seat": pa.array(np.tile(np.arange(seats, dtype=np.int8), deals)),
            "strategy": pa.DictionaryArray.from_arrays(
                pa.array(np.tile(np.arange(seats, dtype=np.int32), deals)), pa.array(self.seats, pa.string())
            ),
        }
        for place, metric in enumerate(self.seat_metrics):
            columns[metric.name] = _values(self.seat_values[:, :, place].reshape(-1), metric)
        for place, metric in enumerate(self.game_metrics):
            name = f"game_{metric.name}" if metric.name in columns else metric.name
            columns[name] = _values(np.repeat(self.game_values[:, place], seats), metric)
        return pa.table(columns)


class GamesFile:
    """The games of one run, in its directory."""

    def __init__(self, folder: Path) -> None:
        """A UsageError where Parquet files can't be written here."""
        try:
            import pyarrow.parquet
        except ImportError:
            raise UsageError(
                "--save-games needs pyarrow, which is not installed: pip install 'cactus-sim[parquet]'"
            ) from None
        self._parquet = pyarrow.parquet
        self._folder = folder
        self._count = self._part = 0
        self._file: Any = None
        self._writer: Any = None
        self._waiting: list[Any] = []
        if (folder / SEGMENTS).is_symlink():
            raise UsageError(f"{folder / SEGMENTS} is a link: a run writes to its own directory only")

    def take_up(self, part: int, segments: int | None) -> None:
        """Begins a leg of the run, of which so many segments were written before; None where it is a new one."""
        self._part = part
        if segments is not None:
            self._count = segments

    def add(self, games: list[Rows]) -> None:
        """Adds the games of a batch, ordered by deal, arm, rotation and seat; written once they fill a row group."""
        import pyarrow as pa

        together = pa.concat_tables([rows.table(self._part) for rows in games]).unify_dictionaries()
        self._waiting.append(together.take(np.argsort(together["deal"].to_numpy(), kind="stable")))
        if sum(table.num_rows for table in self._waiting) >= ROW_GROUP:
            self._write()

    def close_segment(self) -> int:
        """Sees to it that all games are on the disk; how many segments there are then."""
        if self._waiting:
            self._write()
        if self._writer is not None:
            with self._telling():
                self._writer.close()
                self._file.flush()
                os.fsync(self._file.fileno())
                self._file.close()
            self._writer = self._file = None
            self._count += 1
        return self._count

    def finish(self) -> None:
        """Makes one file of all segments, with row groups of one size."""
        self.close_segment()
        folder = self._folder / SEGMENTS
        if not folder.is_dir():
            return  # it was made before
        part = self._folder / f".{FILE}.part"
        with self._telling():
            writer = None
            for table in self._regrouped():
                writer = writer or self._parquet.ParquetWriter(part, table.schema, compression="zstd")
                writer.write_table(table, row_group_size=ROW_GROUP)
            if writer is None:
                return
            writer.close()
            with part.open("rb") as file:
                os.fsync(file.fileno())
            part.replace(self._folder / FILE)
            done = folder.rename(self._folder / DONE)
            for segment in done.iterdir():
                segment.unlink()
            done.rmdir()

    def _regrouped(self) -> Iterator[Any]:
        """The rows of all segments, ROW_GROUP at a time."""
        import pyarrow as pa

        waiting: list[Any] = []
        for number in range(self._count):
            path = self._segment(number)
            if not path.is_file():
                raise CactusSimError(f"{path} is missing: the games of this run can't be put together; start it anew")
            with self._parquet.ParquetFile(path) as segment:
                for group in range(segment.num_row_groups):
                    waiting.append(segment.read_row_group(group))
                    while sum(table.num_rows for table in waiting) >= ROW_GROUP:
                        whole = pa.concat_tables(waiting)
                        yield whole.slice(0, ROW_GROUP).unify_dictionaries()
                        waiting = [whole.slice(ROW_GROUP)]
        rest = pa.concat_tables(waiting) if waiting else None
        if rest is not None and rest.num_rows:
            yield rest.unify_dictionaries()

    def _write(self) -> None:
        import pyarrow as pa

        table = pa.concat_tables(self._waiting).unify_dictionaries()
        self._waiting = []
        with self._telling():
            if self._writer is None:
                self._open(table.schema)
            self._writer.write_table(table)

    def _open(self, schema: Any) -> None:
        (self._folder / SEGMENTS).mkdir(exist_ok=True)
        # What was written after the last checkpoint is written over: it is played again.
        self._file = self._segment(self._count).open("wb")
        self._writer = self._parquet.ParquetWriter(self._file, schema, compression="zstd")

    def _segment(self, number: int) -> Path:
        return self._folder / SEGMENTS / f"{number:06}.parquet"

    @contextlib.contextmanager
    def _telling(self) -> Iterator[None]:
        """What goes wrong names the folder."""
        try:
            yield
        except OSError as error:
            raise CactusSimError(f"can't write games to {self._folder}: {error.strerror or error}") from None


def _same(text: str, count: int) -> Any:
    import pyarrow as pa

    return pa.DictionaryArray.from_arrays(pa.array(np.zeros(count, np.int32)), pa.array([text], pa.string()))


def _values(values: IntArray, metric: Metric) -> Any:
    import pyarrow as pa

    return pa.array(values if metric.scale == 1 else values / metric.scale)
