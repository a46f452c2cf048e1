"""What hooks are shown, in a process where the kernel runs as plain Python: see `information.py`."""

from tests.plain_python import pytest_in_plain_python


def test_information() -> None:
    pytest_in_plain_python("tests/eights/information.py", TEST_GAMES="40")
