"""Workers that are processes of this machine; each writes into the run's folder itself."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from pathlib import Path

import psutil

from agent_e.errors import BrowserError

from .memory import process_tree
from .plan import Answered, BenchPlan, Job
from .pool import Worker, Workers

_START_S = 60.0
_STOP_S = 10.0
_MAX_LINE_LENGTH = 1 << 20


class LocalWorkers(Workers):
    """Starts processes of this machine."""

    def __init__(self, plan: BenchPlan, folder: Path) -> None:
        """Create it; ``folder`` is the run's."""
        self._plan = plan
        self._folder = folder

    async def start(self, number: int) -> WorkerProcess:
        """Start the worker of this number and wait until it is ready.

        Raises:
            BrowserError: it does not start.
        """
        return await WorkerProcess.start(self._plan, self._folder, number)

    async def close(self) -> None:
        """Do nothing: they share nothing."""


class WorkerProcess(Worker):
    """One worker process and the pipe to it."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, plan: BenchPlan, folder: Path, number: int) -> WorkerProcess:
        """Start one and wait until it is ready.

        Raises:
            BrowserError: it does not start.
        """
        log = log_file(folder, number)
        with log.open("ab") as errors:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "agent_e.benchmarks.runner.worker",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=errors,
                # Ctrl-C is handled by the runner.
                start_new_session=True,
                limit=_MAX_LINE_LENGTH,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )
        worker = cls(process)
        try:
            answer = await worker._request(plan.model_dump_json(), _START_S)
        except TimeoutError:
            answer = Answered(kind="failed")
        except BaseException:
            await worker.kill()
            raise
        if answer.kind != "ready":
            await worker.kill()
            raise BrowserError(f"A worker process did not start. Its words are in {log}.")
        return worker

    @property
    def alive(self) -> bool:
        """Whether it accepts further jobs."""
        return self._process.returncode is None

    async def ask(self, job: Job, *, limit_s: float) -> Answered | None:
        """Have a job done; ``None`` when it took too long, in which case the process is killed.

        A process that ended by itself has failed, without a message.
        """
        try:
            return await self._request(job.model_dump_json(), limit_s)
        except TimeoutError:
            await self.kill()
            return None

    async def stop(self) -> None:
        """Let it shut down, or kill it."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            async with asyncio.timeout(_STOP_S):
                await self._process.wait()
        except TimeoutError:
            await self.kill()

    async def kill(self) -> None:
        """Kill it with everything that it started."""
        kill_tree(self._process.pid)
        await self._process.wait()

    async def _request(self, line: str, limit_s: float) -> Answered:
        """Send a line and read the answer; raises TimeoutError when none comes in time."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None and stdout is not None, "both are pipes"
        with contextlib.suppress(ConnectionError):  # noticed by the end of its output
            stdin.write(line.encode() + b"\n")
            await stdin.drain()
        async with asyncio.timeout(limit_s):
            answer = await stdout.readline()
        if not answer:
            await self.kill()
            return Answered(kind="failed")
        return Answered.model_validate_json(answer)


def kill_tree(pid: int) -> None:
    """Kill a process with all its descendants; missing ones are no error."""
    for process in reversed(list(process_tree(pid))):
        with contextlib.suppress(psutil.NoSuchProcess):
            process.kill()


def log_file(folder: Path, number: int) -> Path:
    """Where the worker of this number prints to; its folder is created."""
    log = folder / "workers" / f"{number}.log"
    log.parent.mkdir(exist_ok=True)
    return log
