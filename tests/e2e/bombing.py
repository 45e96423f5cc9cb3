"""Runs of the command line on one of the bombs: what became of them, and how long it took."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from agent_e.benchmarks.scripted import Scripted, scripted_server

from .bombs import serve_bombs

NAVIGATION_S = 6
ACTION_S = 4
MAX_MEMORY_MB = 3000
_SETTLED_S = 2.0
_LONGEST_S = 180.0
_GONE_S = 5.0
_BUTTON = re.compile(r"\[(\d+)\] button")
_LINE = 50_000_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Bombed:
    """What became of a run.

    Attributes:
        left_s: how long it took to open another page; ``None`` if that was refused or not reached.
        ended_s: from the signal, or from when the time limit was over, to the end of the process.
        outcome: in ``result.json``, with its message.
        exit_code: of the process.
        memory_mb: most that it and its browser had at a time.
        survivors: processes that were still there some seconds later.
        said: what it wrote to stderr.
    """

    name: str
    left_s: float | None
    ended_s: float
    outcome: str
    message: str
    exit_code: int
    memory_mb: int
    survivors: int
    said: str
    events: list[dict[str, Any]]


def _script(bomb: str, plain: str) -> Any:
    """Look, press, leave, come back, then look and press for ever."""
    turn = iter(range(1_000_000))

    def answer(body: Mapping[str, Any]) -> Scripted:
        offered = {tool["function"]["name"] for tool in body.get("tools", ())}
        if "finish" in offered:
            return Scripted(
                calls=[("browse", {"sub_task": f"Look at it {next(turn)}.", "expect": "x"})]
            )
        shown = "\n".join(str(message["content"]) for message in body["messages"])
        found = _BUTTON.findall(shown)
        press = ("click", {"mmid": int(found[-1]) if found else 1})
        match sum(message["role"] == "assistant" for message in body["messages"]):
            case 0:
                return Scripted(calls=[("get_dom", {"view": "all_fields"})])
            case 1:
                return Scripted(calls=[press])
            case 2:
                return Scripted(calls=[("open_url", {"url": plain})])
            case 3:
                return Scripted(calls=[("open_url", {"url": bomb})])
            case number:
                look = ("get_dom", {"view": "all_fields"})
                return Scripted(calls=[press if number % 2 else look], delay_s=0.1)

    return answer


async def bombed(
    name: str, folder: Path, *, seconds: float | None = None, by: int = signal.SIGTERM
) -> Bombed:
    """Run on the bomb; end it by a signal once it is back there, or by a limit of time."""
    folder.mkdir(parents=True, exist_ok=True)
    async with serve_bombs() as site:
        bomb, plain = f"{site}/{name}", f"{site}/next"
        async with scripted_server(_script(bomb, plain)) as model:
            config = folder / "config.yaml"
            config.write_text(
                json.dumps(
                    {
                        "loops": {"enabled": False},
                        "safety": {"trust": ["127.0.0.1"]},
                        "planner": "always",
                        "browser": {
                            "navigation_timeout_s": NAVIGATION_S,
                            "action_timeout_s": ACTION_S,
                        },
                        "limits": {"seconds": seconds or _LONGEST_S, "max_steps": 500},
                    }
                )
            )
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "agent_e", "run", "Go on.", "--start-url", bomb, "--jsonl"),
                *("--model", "openai:scripted", "--base-url", model.base_url),
                *("--out", str(folder / "runs"), "--config", str(config)),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                limit=_LINE,
            )
            return await _Watch(name, process, bomb, plain, seconds, by).end()


class _Watch:
    def __init__(self, name, process, bomb, plain, seconds, by) -> None:
        self.name, self.process, self.bomb, self.plain, self.by = name, process, bomb, plain, by
        self.seconds = seconds
        self.events: list[dict[str, Any]] = []
        self.asked_at = self.left_s = self.limit_at = None
        self.ordered_at = 0.0
        self.leaving: int | None = None
        self.returning: int | None = None
        self.memory = 0
        self.family: set[psutil.Process] = set()

    async def end(self) -> Bombed:
        watching = asyncio.create_task(self._weigh())
        said = asyncio.create_task(self.process.stderr.read())
        killing = asyncio.get_running_loop().call_later(_LONGEST_S, self._order)
        async for line in self.process.stdout:
            self._note(json.loads(line))
        await self.process.wait()
        over = time.monotonic()
        print("EXIT", f"{time.time():.2f}")
        killing.cancel()
        watching.cancel()
        result = next((e for e in reversed(self.events) if e.get("kind") == "run.ended"), {})
        _, alive = await asyncio.to_thread(psutil.wait_procs, list(self.family), timeout=_GONE_S)
        since = self.limit_at if self.seconds else self.ordered_at
        return Bombed(
            name=self.name,
            left_s=self.left_s,
            ended_s=over - (since or over),
            outcome=str(result.get("outcome", "none")),
            message=str(result.get("message", "")),
            exit_code=self.process.returncode or 0,
            memory_mb=self.memory // 1_000_000,
            survivors=len(alive),
            said=(await said).decode(errors="replace"),
            events=self.events,
        )

    def _note(self, event: dict[str, Any]) -> None:
        self.events.append(event)
        kind = event.get("kind")
        if kind == "run.started" and self.seconds:
            self.limit_at = time.monotonic() + self.seconds
        if kind == "action.started" and event["action"] == "open_url":
            url = event["arguments"]["url"]
            if url == self.plain and self.left_s is None:
                self.leaving, self.asked_at = event["seq"], time.monotonic()
            elif self.leaving and url == self.bomb and self.returning is None:
                self.returning = event["seq"]
                if not self.seconds:
                    asyncio.get_running_loop().call_later(_SETTLED_S, self._order)
        if kind == "action.ended" and event["started"] == self.leaving and self.left_s is None:
            if event["status"] == "done":
                self.left_s = time.monotonic() - self.asked_at

    def _order(self) -> None:
        if not self.ordered_at and self.process.returncode is None:
            self.ordered_at = time.monotonic()
            self.process.send_signal(self.by)
            print("ORDER", f"{time.time():.2f}")

    async def _weigh(self) -> None:
        parent = psutil.Process(self.process.pid)
        while True:
            try:
                family = parent.children(recursive=True)
            except psutil.NoSuchProcess:
                return
            self.family |= set(family)
            total = 0
            for each in family:
                try:
                    info = each.memory_info()
                    total += info.rss - info.shared
                except psutil.Error:
                    continue
            self.memory = max(self.memory, total)
            await asyncio.sleep(0.25)
