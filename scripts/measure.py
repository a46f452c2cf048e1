"""Runs a command with its output thrown away; prints its seconds by the clock, its seconds of processor time, and the
most memory it used, in KiB.

A process of its own, and a small one: to a command that a large process starts, Linux counts that one's memory too.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time

start = time.perf_counter()
status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=False).returncode
seconds = time.perf_counter() - start
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(seconds, used.ru_utime + used.ru_stime, used.ru_maxrss // (1024 if sys.platform == "darwin" else 1))
sys.exit(status)
