"""A run's journal as a stream of events."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

from sse_starlette import ServerSentEvent

from .managed_run import ManagedRun

HEARTBEAT_S = 15
"""Seconds between heartbeats while nothing happens."""


async def stream(
    run: ManagedRun, after: int, closing: asyncio.Event
) -> AsyncIterator[ServerSentEvent]:
    """Yield every event of a run after one number, as it is written, and its result at the end.

    Args:
        run: the run.
        after: number of the last known event.
        closing: ends the stream when the server ends.
    """
    tail = _Tail(run.path / "events.jsonl")
    last = after
    while True:
        # Created before reading: an event in between must not be missed.
        news = asyncio.create_task(run.news())
        ended = run.state == "ended"
        for line in tail.lines():
            number = int(json.loads(line)["seq"])
            if number > last:
                last = number
                yield ServerSentEvent(data=line, id=str(number))
        if ended:
            news.cancel()
            yield ServerSentEvent(data=_result(run), event="result", id=str(last))
            return
        closed = asyncio.create_task(closing.wait())
        await asyncio.wait({news, closed}, return_when=asyncio.FIRST_COMPLETED)
        news.cancel()
        closed.cancel()
        if closing.is_set():
            return


def nothing_after(run: ManagedRun, after: int) -> bool:
    """Whether a run has ended and its journal holds nothing after an event."""
    if run.state != "ended":
        return False
    lines = list(_Tail(run.path / "events.jsonl").lines())
    return bool(lines) and int(json.loads(lines[-1])["seq"]) <= after


def _result(run: ManagedRun) -> str:
    return json.dumps(run.result, ensure_ascii=False)


class _Tail:
    """Reads a growing file; a line counts once it is complete."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._at = 0

    def lines(self) -> Iterator[Any]:
        """Yield the lines added since the last call."""
        if not self._path.exists():
            return
        with self._path.open("rb") as file:
            file.seek(self._at)
            for line in file:
                if not line.endswith(b"\n"):
                    return
                self._at += len(line)
                yield line.decode("utf-8").rstrip("\n")
