import errno
import io
import os

import numpy as np
import pytest

from cactus_sim.errors import CactusSimError
from cactus_sim.simulate import checkpoint
from cactus_sim.simulate.checkpoint import DamagedError, arrays_of, pack, sums_of, unpack, write_whole
from cactus_sim.simulate.tally import empty

ARRAYS = {"b": np.arange(6).reshape(2, 3), "a": np.array([1 << 62]), "c": np.array(3)}


def test_what_is_packed_is_unpacked():
    found = unpack(pack(ARRAYS))
    assert sorted(found) == ["a", "b", "c"]
    assert all(np.array_equal(found[name], ARRAYS[name]) for name in ARRAYS)
    assert {name: array.shape for name, array in found.items()} == {"a": (1,), "b": (2, 3), "c": ()}


def test_equal_arrays_are_equal_bytes():
    assert pack(ARRAYS) == pack(dict(reversed(ARRAYS.items())))


def test_every_flipped_bit_is_seen_or_does_no_harm():
    content = pack(ARRAYS)
    seen = 0
    for place in range(len(content)):
        damaged = bytearray(content)
        damaged[place] ^= 1 << place % 8
        try:
            found = unpack(bytes(damaged))
        except DamagedError:
            seen += 1
        else:
            assert all(np.array_equal(found[name], ARRAYS[name]) for name in ARRAYS)
    assert seen > len(content) // 2


def test_every_truncation_is_seen():
    content = pack(ARRAYS)
    for length in range(0, len(content), 7):
        with pytest.raises(DamagedError):
            unpack(content[:length])


def test_other_sums_with_their_own_zip_checksums_are_seen():
    other = io.BytesIO()
    with np.load(io.BytesIO(pack(ARRAYS))) as file:
        np.savez(other, **{**dict(file), "a": np.array([7])})
    with pytest.raises(DamagedError, match="checksum"):
        unpack(other.getvalue())


def test_no_pickle_is_read():
    class Bomb:
        def __reduce__(self):
            return os._exit, (3,)

    out = io.BytesIO()
    np.savez(out, a=np.array([Bomb()], dtype=object), digest=np.zeros(32, np.uint8))
    with pytest.raises(DamagedError):
        unpack(out.getvalue())


def test_sums_of_another_shape_are_refused():
    with pytest.raises(DamagedError, match="shape"):
        sums_of(arrays_of(empty(1, 3, 1, 4)), empty(1, 4, 1, 4))
    assert sums_of(arrays_of(empty(1, 3, 1, 4)), empty(1, 3, 1, 4)) == empty(1, 3, 1, 4)


@pytest.mark.parametrize("fails", ["write", "fsync", "replace"])
def test_where_the_disk_is_full_the_file_stays_as_it_was(tmp_path, monkeypatch, fails):
    path = tmp_path / "file"
    write_whole(path, b"before")

    def full(*_arguments, **_more):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    if fails == "write":
        monkeypatch.setattr(checkpoint.os, "fdopen", full)
    elif fails == "fsync":
        monkeypatch.setattr(checkpoint.os, "fsync", full)
    else:
        monkeypatch.setattr(checkpoint.Path, "replace", full)
    with pytest.raises(CactusSimError, match="No space left"):
        write_whole(path, b"after")
    monkeypatch.undo()
    assert path.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [path]
