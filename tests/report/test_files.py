import os

import pytest

from cactus_sim.errors import UsageError
from cactus_sim.report.files import output_file


def test_a_file_is_written_whole(tmp_path):
    with output_file(tmp_path / "a.txt") as file:
        file.write(b"content")
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]
    assert (tmp_path / "a.txt").read_bytes() == b"content"


def test_a_failure_leaves_what_was_there(tmp_path):
    (tmp_path / "a.txt").write_text("old")
    with pytest.raises(ZeroDivisionError), output_file(tmp_path / "a.txt"):
        raise ZeroDivisionError
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]
    assert (tmp_path / "a.txt").read_text() == "old"


def test_permissions_are_those_of_any_new_file(tmp_path):
    (tmp_path / "plain").touch()
    with output_file(tmp_path / "a.txt") as file:
        file.write(b"")
    assert (tmp_path / "a.txt").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_a_replaced_file_keeps_its_permissions(tmp_path):
    (tmp_path / "a.txt").touch(0o600)
    with output_file(tmp_path / "a.txt") as file:
        file.write(b"")
    assert (tmp_path / "a.txt").stat().st_mode & 0o777 == 0o600


def test_a_link_is_followed(tmp_path):
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    with output_file(tmp_path / "link") as file:
        file.write(b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"


def test_a_device_is_written_to_not_replaced():
    with output_file(os.devnull) as file:
        file.write(b"content")
    assert not os.path.isfile(os.devnull)  # noqa: PTH113


@pytest.mark.parametrize("place", ["nowhere/a.txt", "folder", "plain/a.txt"])
def test_what_cannot_be_written_is_found_at_once(tmp_path, place):
    (tmp_path / "folder").mkdir()
    (tmp_path / "plain").touch()
    with pytest.raises(UsageError, match="can't write"), output_file(tmp_path / place):
        pass
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "plain"]


def test_no_path_is_no_file():
    with output_file(None) as file:
        assert file is None
