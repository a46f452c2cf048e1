"""Tests run in a process of their own with NUMBA_DISABLE_JIT=1: kernels and hooks are plain Python there."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def in_plain_python(*command: str, **variables: str) -> str:
    """What Python with these arguments prints; an AssertionError with all that it says where it fails."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT), **variables}
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def pytest_in_plain_python(*arguments: str, **variables: str) -> None:
    """Runs tests; an AssertionError with the whole report where one fails or there are none."""
    in_plain_python("-m", "pytest", "-q", "-p", "no:cacheprovider", "--import-mode=importlib", *arguments, **variables)
