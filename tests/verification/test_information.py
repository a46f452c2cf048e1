"""The information tests over many games, a kernel in plain Python."""

from tests.plain_python import pytest_in_plain_python


def test_information() -> None:
    pytest_in_plain_python("tests/cactus/information.py", TEST_GAMES="2000")
