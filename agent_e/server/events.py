"""A run's journal as a stream of events."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

from sse_starlette import ServerSentEvent

from .brief_events import brief
from .folder_run import FolderRun
from .journal_tail import JournalTail, Line, last_line
from .managed_run import ManagedRun

HEARTBEAT_S = 15
"""Seconds between heartbeats while nothing happens."""


async def stream(
    run: ManagedRun | FolderRun, after: int, closing: asyncio.Event, *, is_brief: bool = False
) -> AsyncIterator[ServerSentEvent]:
    """Yield every event of a run after one number, as it is written, and its result at the end.

    Args:
        run: the run.
        after: number of the last known event.
        closing: ends the stream when the server ends.
        is_brief: leave out what is not shown; see ``brief_events``.
    """
    tail = JournalTail(run.path)
    shown = brief if is_brief else _whole
    last = after
    while True:
        # Created before reading: an event in between must not be missed.
        news = asyncio.create_task(run.news())
        ended = run.state == "ended"
        for line in tail.lines():
            if line.seq > last:
                last = line.seq
                if text := shown(line):
                    yield ServerSentEvent(data=text, id=str(line.seq))
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


def nothing_after(run: ManagedRun | FolderRun, after: int) -> bool:
    """Whether a run has ended and its journal holds nothing after an event."""
    if run.state != "ended":
        return False
    last = last_line(run.path / "events.jsonl")
    return last is not None and last.seq <= after


def _whole(line: Line) -> str:
    return line.text.decode("utf-8", "replace").rstrip("\n") if line.kind else ""


def _result(run: ManagedRun | FolderRun) -> str:
    return json.dumps(run.result)
