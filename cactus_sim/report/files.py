"""Writing files: tested before the work, written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

from cactus_sim.errors import CactusSimError, UsageError


class OutputFile:
    """A file to be written once the work is done."""

    def __init__(self, path: Path) -> None:
        """Tests that the file can be written, and takes a place beside it; a UsageError where it can't."""
        self.path = Path(os.path.realpath(path))
        self._part: Path | None = None
        try:
            if self._is_special():
                self.path.open("ab").close()
                return
            if self.path.exists() and not os.access(self.path, os.W_OK):
                raise PermissionError(13, "Permission denied")
            handle, name = tempfile.mkstemp(prefix=f".{self.path.name[:100]}.", suffix=".part", dir=self.path.parent)
            os.close(handle)
            self._part = Path(name)
        except OSError as error:
            raise UsageError(f"can't write {path}: {error.strerror}") from None

    def write(self, content: bytes) -> None:
        """Writes the whole content; the file as it was stays until then."""
        try:
            if self._part is None:
                self.path.write_bytes(content)
                return
            self._part.write_bytes(content)
            self._part.chmod(self._mode())
            self._part.replace(self.path)
            self._part = None
        except OSError as error:
            raise CactusSimError(f"can't write {self.path}: {error.strerror}") from None

    def write_text(self, text: str) -> None:
        """Writes a whole text; what is no character, as in a file's name of bytes, as an escape that JSON has too."""
        self.write(text.encode("utf-8", "backslashreplace"))

    def discard(self) -> None:
        """Leaves no trace of what was not written."""
        if self._part is not None:
            self._part.unlink(missing_ok=True)

    def _is_special(self) -> bool:
        """Whether the path is a device or a pipe: replacing one by a file would be wrong. A folder is an error."""
        if self.path.is_dir():
            raise IsADirectoryError(21, "it is a folder")
        return self.path.exists() and not self.path.is_file()

    def _mode(self) -> int:
        if self.path.exists():
            return stat.S_IMODE(self.path.stat().st_mode)
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


@contextlib.contextmanager
def output_file(path: Path | None) -> Iterator[OutputFile | None]:
    """The file at `path`, tested now; discarded where it was not written when the context ends. None for None."""
    if path is None:
        yield None
        return
    file = OutputFile(path)
    try:
        yield file
    finally:
        file.discard()
