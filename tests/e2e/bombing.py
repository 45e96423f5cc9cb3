"""Runs of the command line on one of the bombs: what became of them, and how long it took."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from agent_e.benchmarks.runner.memory import MemoryWatch
from agent_e.benchmarks.scripted import Script, Scripted, scripted_server

from .bombs import serve_bombs

SETTINGS: dict[str, Any] = {
    "loops": {"enabled": False},
    "safety": {"trust": ["127.0.0.1"]},
    "planner": "always",
    "journal": {"screenshots": "none"},
    "browser": {"navigation_timeout_s": 5, "action_timeout_s": 3, "max_memory_mb": 2000},
}
_SETTLED_S = 2.0
_LONGEST_S = 150.0
_GONE_S = 5.0
_BUTTON = re.compile(r"\[(\d+)\] button")
_LINE = 50_000_000


@dataclass(kw_only=True)
class Bombed:
    """What became of a run.

    Attributes:
        left_s: how long opening another page took; ``None`` if the run did not get there.
        ended_s: from the signal, or the time at which the limit was over, to the run's end.
        exited_s: the same to the end of its process.
        memory_mb: most that it and its browser had at a time.
        survivors: processes of it that were there some seconds later.
    """

    left_s: float | None = None
    ended_s: float = 0.0
    exited_s: float = 0.0
    outcome: str = ""
    message: str = ""
    exit_code: int = 0
    memory_mb: float = 0.0
    survivors: int = 0
    events: list[Mapping[str, Any]] = field(default_factory=list)


def _script(bomb: str, plain: str) -> Script:
    """Look, press, leave, come back, then look and press for ever."""

    def answer(body: Mapping[str, Any]) -> Scripted:
        if "finish" in {tool["function"]["name"] for tool in body.get("tools", ())}:
            return Scripted(calls=[("browse", {"sub_task": "Look at it.", "expect": "x"})])
        shown = "\n".join(str(message["content"]) for message in body["messages"])
        found = _BUTTON.findall(shown)
        press = ("click", {"mmid": int(found[-1]) if found else 1})
        look = ("get_dom", {"view": "all_fields"})
        steps = [look, press, ("open_url", {"url": plain}), ("open_url", {"url": bomb})]
        made = sum(message["role"] == "assistant" for message in body["messages"])
        if made < len(steps):
            return Scripted(calls=[steps[made]])
        return Scripted(calls=[press if made % 2 else look], delay_s=0.1)

    return answer


async def bombed(name: str, folder: Path, *, seconds: float | None = None) -> Bombed:
    """Run on a bomb; end it by a signal when it is there once more, or by a limit of time."""
    config = folder / "config.json"
    limits = {"max_steps": 500, "seconds": seconds or _LONGEST_S}
    config.write_text(json.dumps({**SETTINGS, "limits": limits}))
    async with serve_bombs() as site:
        bomb, plain = f"{site}/{name}", f"{site}/next"
        async with scripted_server(_script(bomb, plain)) as model:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "agent_e", "run", "Go on.", "--start-url", bomb),
                *("--model", "openai:scripted", "--base-url", model.base_url, "--jsonl"),
                *("--out", str(folder / "runs"), "--config", str(config)),
                stdin=DEVNULL,
                stdout=PIPE,
                stderr=DEVNULL,
                limit=_LINE,
            )
            return await _Watch(process, bomb, plain, seconds).end()


class _Watch:
    """Follows a run by its events."""

    def __init__(self, process: Process, bomb: str, plain: str, seconds: float | None) -> None:
        self._process = process
        self._bomb, self._plain, self._seconds = bomb, plain, seconds
        self._found = Bombed()
        self._due = 0.0
        self._leaving: tuple[int, float] | None = None
        self._family: set[psutil.Process] = set()

    async def end(self) -> Bombed:
        found = self._found
        assert self._process.stdout is not None
        killing = asyncio.get_running_loop().call_later(_LONGEST_S, self._stop)
        async with MemoryWatch(self._process.pid) as memory:
            async for line in self._process.stdout:
                self._note(json.loads(line))
            found.exit_code = await self._process.wait()
        found.exited_s = time.time() - self._due if self._due else 0.0
        killing.cancel()
        found.memory_mb = memory.peak_mb
        _, alive = await asyncio.to_thread(psutil.wait_procs, list(self._family), timeout=_GONE_S)
        found.survivors = len(alive)
        return found

    def _note(self, event: Mapping[str, Any]) -> None:
        self._found.events.append(event)
        match event["kind"]:
            case "run.started" if self._seconds:
                self._due = event["time"] + self._seconds
            case "run.ended":
                self._found.outcome, self._found.message = event["outcome"], event["message"]
                self._found.ended_s = event["time"] - self._due if self._due else 0.0
            case "action.started" if event["action"] == "open_url":
                self._family |= set(psutil.Process(self._process.pid).children(recursive=True))
                url = event["arguments"]["url"]
                if url == self._plain and self._leaving is None:
                    self._leaving = event["seq"], event["time"]
                elif url == self._bomb and self._leaving and not self._seconds:
                    asyncio.get_running_loop().call_later(_SETTLED_S, self._stop)
            case "action.ended" if self._leaving and event["started"] == self._leaving[0]:
                if event["status"] != "broken":
                    self._found.left_s = event["time"] - self._leaving[1]

    def _stop(self) -> None:
        if not self._due and self._process.returncode is None:
            self._due = time.time()
            self._process.send_signal(signal.SIGTERM)
