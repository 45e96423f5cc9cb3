"""``/console/stream``: all runs as they change, and the events of the one that is followed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterable, Mapping
from typing import Any

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketDisconnected

from ..brief_events import brief
from ..journal_tail import JournalTail
from ..models import info_of
from ..run_news import Watcher
from ..runs import Runs

LISTED = 500
"""Runs that a client is told of at once."""
APART_S = 0.2
"""Shortest time between two messages about one run."""
BURST_S = 0.05
"""Shortest time between two looks for news."""
UNREAD_S = 60.0
"""A client that takes nothing for so long is let go."""
_AT_ONCE = 256 * 1024
"""Bytes of the journal in one message, about."""
_UNFIT, _ENDING = 1007, 1001
_GONE = (WebSocketDisconnect, WebSocketDisconnected, TimeoutError)
"""What is raised when the page has left, or takes nothing any more."""
router = APIRouter()


@router.websocket("/console/stream")
async def console_stream(socket: WebSocket) -> None:
    """Tell a page of the console what happens until it leaves, or the server ends."""
    runs: Runs = socket.app.state.runs
    await socket.accept()
    async with runs.news.watched() as watcher:
        client = _Client(socket, runs, watcher)
        work = [
            asyncio.create_task(each)
            for each in (client.read(), client.write(), runs.closing.wait())
        ]
        try:
            await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in work:
                each.cancel()
            ends = await asyncio.gather(*work, return_exceptions=True)
        if runs.closing.is_set():
            await client.end()
    for end in ends:
        if isinstance(end, Exception) and not isinstance(end, _GONE):
            raise end


class _Client:
    """One page.

    Nothing is kept for it but the ids of runs that changed: how they stand, and the events of the
    run that it follows, are read when it takes the next message.
    """

    def __init__(self, socket: WebSocket, runs: Runs, watcher: Watcher) -> None:
        self._socket = socket
        self._runs = runs
        self._watcher = watcher
        self._told: dict[str, float] = {}
        self._followed = ""
        self._after = 0
        self._tail: JournalTail | None = None

    async def read(self) -> None:
        """Take what the page sends, until it leaves."""
        async for text in self._socket.iter_text():
            match json.loads(text):
                case {"follow": str(id_), "after": int(after)}:
                    self._followed, self._after, self._tail = id_, after, None
                    self._watcher.wake.set()
                case {"follow": str(id_), **more} if "after" not in more:
                    self._followed, self._after, self._tail = id_, 0, None
                    self._watcher.wake.set()
                case _:
                    await self._socket.close(_UNFIT, 'Send {"follow": ID, "after": SEQ}.')
                    return

    async def write(self) -> None:
        """Tell what happens, as fast as the page takes it."""
        watcher = self._watcher
        watcher.anew = True
        while True:
            watcher.wake.clear()
            if watcher.anew:
                watcher.anew = False
                newest = await self._runs.newest(LISTED)
                await self._send("runs", runs=[_told(run) for run in newest])
            wait = await self._tell_changes()
            async for events in self._news_of_followed():
                await self._send_events(events)
            # Events come in bursts; a message for each would cost more than they do.
            await asyncio.sleep(BURST_S)
            try:
                async with asyncio.timeout(wait):
                    await watcher.wake.wait()
            except TimeoutError:
                pass  # the time of a run that was told of just before has come

    async def end(self) -> None:
        """Say that the server ends."""
        try:
            async with asyncio.timeout(APART_S):
                await self._send("gone")
                await self._socket.close(_ENDING)
        except _GONE:
            return  # it takes nothing any more, or has left

    async def _tell_changes(self) -> float | None:
        """Tell of runs that changed; returns when one will be due that was told of just before."""
        loop, changed = asyncio.get_running_loop(), self._watcher.changed
        self._told = {id_: at for id_, at in self._told.items() if at + APART_S > loop.time()}
        next_due: float | None = None
        for id_ in list(changed):
            due = self._told.get(id_, 0.0) + APART_S
            if (early := due - loop.time()) > 0:
                next_due = early if next_due is None else min(next_due, early)
                continue
            del changed[id_]
            run = await self._runs.look_at(id_)
            if run is not None:
                self._told[id_] = loop.time()
                await self._send("run", run=_told(run))
        return next_due

    async def _news_of_followed(self) -> AsyncIterator[list[str]]:
        """Yield the events that were written since, some at a time."""
        while followed := self._followed:
            if self._tail is None:
                run = await self._runs.look_at(followed)
                if run is None:
                    self._followed = ""
                    await self._send("unknown", run=followed)
                    return
                if followed != self._followed:
                    continue  # it follows another since
                self._tail = JournalTail(run.path)
            tail = self._tail
            lines = list(tail.lines(_AT_ONCE))
            new = [line for line in lines if line.seq > self._after]
            if new:
                self._after = new[-1].seq
            if shown := [text for text in map(brief, new) if text]:
                yield shown
            if not lines:
                return
            await asyncio.sleep(0)  # a long journal must not hold up the others

    async def _send_events(self, events: Iterable[str]) -> None:
        # They are JSON already.
        head = json.dumps({"kind": "events", "run": self._followed})[:-1]
        await self._send_text(f'{head}, "events": [{", ".join(events)}]}}')

    async def _send(self, kind: str, **members: Any) -> None:
        await self._send_text(json.dumps({"kind": kind, **members}))

    async def _send_text(self, text: str) -> None:
        async with asyncio.timeout(UNREAD_S):
            await self._socket.send_text(text)


def _told(run: Any) -> Mapping[str, Any]:
    return info_of(run).model_dump(mode="json")
