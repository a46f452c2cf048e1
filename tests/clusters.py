"""A dask scheduler and workers as processes of their own, to be killed."""

import contextlib
import json
import signal
import subprocess
import sys

from tests.killing import environment, when


class Cluster:
    """A scheduler on a free port, and its workers of one thread each."""

    def __init__(self, folder):
        self._file = folder / "scheduler.json"
        self._env = {key: value for key, value in environment().items() if key != "PYTHONWARNINGS"}
        self._folder = folder
        self.scheduler = self._start("scheduler", "--port", "0", "--no-dashboard")
        when(lambda: self._file.exists() and self._file.stat().st_size > 0)
        self.address = json.loads(self._file.read_text())["address"]
        self.workers = []

    def _start(self, what, *arguments):
        command = [sys.executable, "-m", "distributed.cli.dask_" + what, *arguments, "--scheduler-file", self._file]
        return subprocess.Popen(command, env=self._env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def add_worker(self):
        """Starts one worker more."""
        folder = self._folder / f"worker{len(self.workers)}"
        self.workers.append(
            self._start("worker", "--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", folder)
        )

    def kill_workers(self, count=None):
        """Kills the workers, or some of them."""
        for worker in self.workers[:count]:
            worker.send_signal(signal.SIGKILL)
            worker.wait()
        self.workers = self.workers[len(self.workers) if count is None else count :]

    def close(self):
        """Kills all."""
        self.kill_workers()
        self.scheduler.kill()
        self.scheduler.wait()


@contextlib.contextmanager
def cluster(folder, workers):
    """A cluster with so many workers."""
    found = Cluster(folder)
    try:
        for _ in range(workers):
            found.add_worker()
        yield found
    finally:
        found.close()
