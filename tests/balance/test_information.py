"""What hooks are shown, in a process where the kernel runs as plain Python: see `information.py`."""

import json

from cactus_sim import play
from tests.plain_python import pytest_in_plain_python


def test_information() -> None:
    line_up = ["gatherer", "random", "saboteur"]
    ends = [json.dumps([deal, play("balance", line_up, seed=5, deal=deal)[-1]["flowers"]]) for deal in range(4)]
    pytest_in_plain_python("tests/balance/information.py", TEST_GAMES="12", TEST_COMPILED="\n".join(ends))
