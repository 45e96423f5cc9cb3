"""One ``agent-e`` process of a chaos run, followed by its journal, and what is left of it."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil

from agent_e.errors import AnswerConflict, BadArgument
from agent_e.human import socket

_LOOK_S = 0.02
_LEFT_S, _LOOKS = 10.0, 50
"""How long processes may take to be gone after the one that started them, and looks meanwhile."""
_MARK = "CHAOS_RUN"


class Process:
    """A process, what it printed, and its journal.

    Attributes:
        runs_dir: where its run folder is.
    """

    def __init__(self, folder: Path, runs_dir: Path) -> None:
        """Create it; ``folder`` is for what it prints."""
        self.runs_dir = runs_dir
        self._mark = secrets.token_hex(8)
        self._folder = folder
        self._seen: set[psutil.Process] = set()
        self._offset = 0
        self._terminal: int | None = None
        self._process: asyncio.subprocess.Process

    async def start(
        self, arguments: Sequence[str], *, module: Sequence[str] = ("agent_e",), asked: bool = False
    ) -> None:
        """Start ``agent-e``, at a terminal where somebody is to be asked."""
        ours, theirs = os.openpty() if asked else (None, os.open(os.devnull, os.O_RDWR))
        with (self._folder / "out").open("wb") as out, (self._folder / "err").open("ab") as err:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", *module, *arguments),
                stdin=theirs,
                stdout=out,
                stderr=theirs if asked else err,
                env={**os.environ, _MARK: self._mark, "AGENT_E_RUNS": str(self.runs_dir)},
                start_new_session=True,
            )
        os.close(theirs)
        if ours is not None:
            self._terminal = ours
            # What nobody reads would hold the process up.
            asyncio.get_running_loop().add_reader(ours, self._drain, ours)

    def _drain(self, terminal: int) -> None:
        try:
            shown = os.read(terminal, 65_536)
        except OSError:  # Linux's way to say that the other end is closed
            shown = b""
        with (self._folder / "err").open("ab") as err:
            err.write(shown)
        if not shown:
            asyncio.get_running_loop().remove_reader(terminal)

    @property
    def pid(self) -> int:
        """Its number."""
        return self._process.pid

    @property
    def code(self) -> int | None:
        """Its exit code, ``None`` while it runs."""
        return self._process.returncode

    @property
    def run_dir(self) -> Path | None:
        """The run's folder, once it has a journal."""
        return next((each.parent for each in self.runs_dir.glob("*/events.jsonl")), None)

    def printed(self) -> tuple[str, str]:
        """What it wrote to standard output, and all of the run to standard error or terminals."""
        out, err = (self._folder / name for name in ("out", "err"))
        return out.read_text(encoding="utf-8"), err.read_text(encoding="utf-8", errors="replace")

    async def events(self) -> AsyncIterator[Mapping[str, Any]]:
        """Yield the events of the journal that are new, as they are written, until its end."""
        while self.code is None:
            for line in self._lines():
                yield json.loads(line)
            await asyncio.sleep(_LOOK_S)

    def _lines(self) -> list[bytes]:
        run_dir = self.run_dir
        if run_dir is None:
            return []
        with (run_dir / "events.jsonl").open("rb") as file:
            file.seek(self._offset)
            whole = file.read().rpartition(b"\n")[0]
        self._offset += len(whole) + 1 if whole else 0
        return whole.splitlines()

    def children(self) -> list[psutil.Process]:
        """All processes that it started and that run, those nearer to it first."""
        try:
            found = psutil.Process(self.pid).children(recursive=True)
        except psutil.NoSuchProcess:
            found = []
        self._seen.update(found)
        return found

    async def wait(self, seconds: float) -> bool:
        """Wait for its end, and kill it if that does not come in time; whether it came."""
        try:
            async with asyncio.timeout(seconds):
                await self._process.wait()
        except TimeoutError:
            return False
        finally:
            if self.code is None:
                self.children()
                self._process.kill()
                await self._process.wait()
            if self._terminal is not None:
                asyncio.get_running_loop().remove_reader(self._terminal)
                os.close(self._terminal)
                self._terminal = None
        return True

    async def answer(self) -> bool:
        """Say yes to all that the run asks, until it has ended; whether it asked anything."""
        asked = False
        while self.code is None:
            with suppress(AnswerConflict, BadArgument):  # it is not asking yet, or ends just now
                if (run_dir := self.run_dir) is not None:
                    status = await socket.order(run_dir, {"do": "status"})
                    for each in status["requests"]:
                        order = {"do": "answer", "id": each["id"], "value": "yes"}
                        await socket.order(run_dir, order)
                        asked = True
            await asyncio.sleep(0.1)
        return asked

    async def left(self) -> list[str]:
        """Return the names of its processes that are still there after a while; kill them."""
        for _ in range(_LOOKS):
            if not (left := self._alive()):
                break
            await asyncio.sleep(_LEFT_S / _LOOKS)
        names = []
        for each in left:
            with suppress(psutil.NoSuchProcess):
                names.append(each.name())
                each.kill()
        return names

    def _alive(self) -> list[psutil.Process]:
        found = []
        for each in {*psutil.process_iter(), *self._seen}:
            with suppress(psutil.Error):
                ours = each in self._seen or each.environ().get(_MARK) == self._mark
                if ours and each.is_running() and each.status() != psutil.STATUS_ZOMBIE:
                    found.append(each)
        return found
