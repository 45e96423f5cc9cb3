"""A browser slot on a node of a Ray cluster."""

from __future__ import annotations

import io
import os
import shutil
import tarfile
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from agent_e import __version__
from agent_e.errors import AgentEError

from .plan import Answered, BenchPlan, Job
from .worker_process import WorkerProcess, log_file

_LOG_TAIL = 500
"""Characters of a log that explain why a worker does not start."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Begun:
    """The answer to ``begin``; ``problem`` is why the worker does not start."""

    version: str = __version__
    problem: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Done:
    """The result of a job.

    Attributes:
        answer: of the worker; ``None`` when it took too long and was killed.
        archive: tar file of what it wrote.
        log: what it printed meanwhile.
    """

    answer: Answered | None
    archive: bytes
    log: bytes


class NodeSlot:
    """Runs as an actor: one worker process after another, in a folder of its own.

    The process serves its own copies of the suite's sites. It ends when the actor does, however
    that happens.
    """

    def __init__(self, plan: BenchPlan, number: int) -> None:
        self._plan = plan
        self._number = number
        self._temporary = TemporaryDirectory(prefix="agent-e-slot-")
        self._folder = Path(self._temporary.name)
        self._worker: WorkerProcess | None = None

    async def begin(self) -> Begun:
        """Start the worker process."""
        try:
            self._worker = await WorkerProcess.start(self._plan, self._folder, self._number)
        except AgentEError as error:
            log = log_file(self._folder, self._number).read_text(errors="replace")
            return Begun(problem=f"{error} {log[-_LOG_TAIL:].strip()}")
        return Begun()

    async def work(self, job: Job, place: str, limit_s: float) -> Done:
        """Do a job in the folder of this name, which is handed over and removed here.

        Raises:
            BrowserError: no worker process starts any more.
        """
        if self._worker is None or not self._worker.alive:
            self._worker = await WorkerProcess.start(self._plan, self._folder, self._number)
        folder = self._folder / place
        here = job.model_copy(update={"folder": str(folder)})
        answer = await self._worker.ask(here, limit_s=limit_s)
        done = Done(answer=answer, archive=pack(folder), log=self._printed())
        shutil.rmtree(folder, ignore_errors=True)
        return done

    async def end(self) -> None:
        """Stop the worker process and remove the folder."""
        if self._worker is not None:
            await self._worker.stop()
        self._temporary.cleanup()

    def _printed(self) -> bytes:
        path = log_file(self._folder, self._number)
        printed = path.read_bytes()
        # The process appends to it.
        os.truncate(path, 0)
        return printed


def pack(folder: Path) -> bytes:
    """Return the content of a folder as a tar file; pictures make up most of it."""
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w") as tar:
        if folder.exists():
            tar.add(folder, arcname=".")
    return archive.getvalue()


def unpack(archive: bytes, folder: Path) -> None:
    """Create a folder from a tar file; it appears whole or not at all."""
    partial = folder.with_name(f".{folder.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        tar.extractall(partial, filter="data")
    partial.replace(folder)
