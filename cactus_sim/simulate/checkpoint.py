"""Sums on disk: written whole or not at all, with a checksum that every reading checks.

A file is a plain .npz that numpy reads: whole numbers only, never pickled objects. Beside the sums it holds `digest`,
the SHA-256 of all else in it.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import io
import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from cactus_sim.errors import CactusSimError

Arrays = dict[str, npt.NDArray[Any]]
S = TypeVar("S")

DIGEST = "digest"
ABOUT = "about"
"""The array that says of which leg of a run the sums are."""


class DamagedError(Exception):
    """A file is not what was written."""


def write_whole(path: Path, content: bytes) -> None:
    """Writes a file so that after a crash at any moment it is there whole, as it was or as it is now."""
    part = None
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
        part = Path(name)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.chmod(0o644)
        part.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        if part is not None:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)
        raise CactusSimError(
            f"can't write {path}: {error.strerror}; what was saved before is kept, mend that and go on with --resume"
        ) from None


def sync_folder(folder: Path) -> None:
    """Sees to it that a folder's entries are on the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def pack(arrays: Mapping[str, npt.NDArray[Any]]) -> bytes:
    """The content of a file that holds the arrays: the same bytes for the same arrays."""
    out = io.BytesIO()
    ordered = {name: np.asarray(arrays[name], order="C") for name in sorted(arrays)}
    np.savez(out, **ordered, **{DIGEST: _digest(ordered)})  # type: ignore[arg-type]
    return out.getvalue()


def unpack(content: bytes) -> Arrays:
    """The arrays that `pack` packed; a DamagedError where a bit of them is another."""
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        digest = arrays.pop(DIGEST)
    except Exception as error:  # noqa: BLE001 - a damaged file fails in many ways
        raise DamagedError(f"it can't be read ({type(error).__name__})") from None
    if not np.array_equal(digest, _digest(arrays)):
        raise DamagedError("its checksum does not fit")
    return arrays


def arrays_of(sums: Any) -> Arrays:
    """The fields of a tally, by name."""
    return {field.name: np.asarray(getattr(sums, field.name)) for field in dataclasses.fields(sums)}


def sums_of(arrays: Mapping[str, npt.NDArray[Any]], nothing: S) -> S:
    """The tally that has these fields, of the same kind and shape as `nothing`; a DamagedError where they differ."""
    empty = arrays_of(nothing)
    if {name: (array.shape, array.dtype) for name, array in arrays.items()} != {
        name: (array.shape, array.dtype) for name, array in empty.items()
    }:
        raise DamagedError("its sums are of another shape")
    fields = {
        name: array if isinstance(getattr(nothing, name), np.ndarray) else array.item()
        for name, array in arrays.items()
    }
    return type(nothing)(**fields)


def text_array(value: Any) -> npt.NDArray[np.uint8]:
    """Something of plain values as an array: JSON's bytes."""
    return np.frombuffer(json.dumps(value, sort_keys=True).encode(), np.uint8)


def text_in(array: npt.NDArray[Any]) -> Any:
    """What text_array wrote."""
    return json.loads(array.tobytes())


def _digest(arrays: Mapping[str, npt.NDArray[Any]]) -> npt.NDArray[np.uint8]:
    digest = hashlib.sha256()
    for name in sorted(arrays):
        array = arrays[name]
        digest.update(f"{name}\0{array.dtype.str}\0{array.shape}\0".encode())
        digest.update(array.tobytes())
    return np.frombuffer(digest.digest(), np.uint8)
