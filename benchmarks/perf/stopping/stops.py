"""Runs stopped at random moments: how long that takes, and what remains of them."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from agent_e.agent import WebAgent
from agent_e.benchmarks.scripted import scripted_server
from agent_e.benchmarks.sites import serve_site
from agent_e.config import Settings
from agent_e.human import Reply
from agent_e.journal import RunRecord, list_runs, read_run
from agent_e.types import PersonRequest
from agent_e.workspace import Opener

from .moments import ASKED, KINDS, Moment, Trigger, endless, moment

_GONE_S = 10.0
_MAX_LINE_LENGTH = 4_000_000
"""Bytes; an event may hold a whole page."""
_NO_LOOPS = {"loops": {"enabled": False}}


@dataclass(frozen=True, kw_only=True, slots=True)
class Stopped:
    """One stopped run.

    Attributes:
        seconds: from the order to the end.
        outcome: in ``result.json``; ``""`` without one.
        exit_code: of the process, or of the result.
        left: number of its processes still there 10 s after the end.
        events: of the journal.
    """

    when: Moment
    seconds: float
    outcome: str
    exit_code: int
    left: int
    events: Sequence[Mapping[str, Any]]


class Silent:
    """A channel that shows a question to somebody who never answers."""

    name = "silent"

    async def show(self, request: PersonRequest, reply: Reply) -> None:
        """Wait forever."""
        await asyncio.Event().wait()


@asynccontextmanager
async def _places(seed: int, *, asks: bool) -> AsyncIterator[tuple[str, str]]:
    """Serve a site and a model for it; yields their addresses."""
    async with serve_site("catalog") as site, scripted_server(endless(seed, asks=asks)) as model:
        yield site.url, model.base_url


async def stop_library(seed: int, runs_dir: Path, opener: Opener) -> Stopped:
    """Stop one run of a ``WebAgent``, perhaps while a question waits."""
    when = moment(seed, (*KINDS, ASKED))
    async with _places(seed, asks=when.kind == ASKED) as (site, model):
        settings = Settings.model_validate(
            {
                "model": "openai:scripted",
                "models": {"base_url": model},
                "mode": "human",
                "runs_dir": runs_dir,
                **_NO_LOOPS,
            }
        )
        stop_times: list[float] = []

        def stop() -> None:
            stop_times.append(time.perf_counter())
            agent.stop()

        trigger = Trigger(when, stop)
        agent = WebAgent(settings, listener=trigger, opener=opener, channels=[Silent()])
        async with agent:
            result = await agent.run("Go on for ever.", start_url=site)
            seconds = time.perf_counter() - stop_times[0]
    record = _record(runs_dir)
    written = record.result or {}
    return Stopped(
        when=when,
        seconds=seconds,
        outcome=str(written.get("outcome", "")),
        exit_code=result.exit_code,
        left=0,
        events=record.events,
    )


async def stop_command(
    seed: int, runs_dir: Path, *, executable: Path | None = None, by: int = signal.SIGINT
) -> Stopped:
    """Stop one ``agent-e run`` by a signal."""
    when = moment(seed)
    async with _places(seed, asks=False) as (site, model):
        config = runs_dir / "config.yaml"
        runs_dir.mkdir(parents=True, exist_ok=True)
        browser = {"browser": {"executable": str(executable)}} if executable else {}
        config.write_text(json.dumps({**_NO_LOOPS, **browser}), encoding="utf-8")
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "agent_e", "run", "Go on for ever.", "--start-url", site),
            *("--model", "openai:scripted", "--base-url", model, "--jsonl"),
            *("--out", str(runs_dir), "--config", str(config)),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=_MAX_LINE_LENGTH,
        )
        seconds, children = await _stopped(process, when, by)
    record = _record(runs_dir)
    return Stopped(
        when=when,
        seconds=seconds,
        outcome=str((record.result or {}).get("outcome", "")),
        exit_code=process.returncode or 0,
        left=await _left(children),
        events=record.events,
    )


async def _stopped(
    process: asyncio.subprocess.Process, when: Moment, by: int
) -> tuple[float, list[psutil.Process]]:
    """Send the signal at its moment; returns the seconds to the end, and its children then."""
    assert process.stdout is not None
    stop_times: list[float] = []
    children: list[psutil.Process] = []

    def stop() -> None:
        children.extend(psutil.Process(process.pid).children(recursive=True))
        stop_times.append(time.perf_counter())
        process.send_signal(by)

    trigger = Trigger(when, stop)
    async for line in process.stdout:
        event = json.loads(line)
        if "seq" in event:
            trigger(event)
    await process.wait()
    return time.perf_counter() - stop_times[0], children


def _record(runs_dir: Path) -> RunRecord:
    (found,) = list_runs(runs_dir)
    return read_run(found.path)


async def _left(processes: Sequence[psutil.Process]) -> int:
    """Wait until all of them are gone; returns the number left."""
    _, alive = await asyncio.to_thread(psutil.wait_procs, processes, timeout=_GONE_S)
    return len(alive)
