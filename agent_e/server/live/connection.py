"""A run's browser, live: its picture for those who watch, its control for one who takes it over."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from contextlib import ExitStack, suppress
from hashlib import sha256
from typing import Any

from fastapi import APIRouter
from starlette.responses import JSONResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from agent_e.browser import BrowserSession
from agent_e.browser.remote_window import News
from agent_e.errors import AgentEError, AnswerConflict, BadArgument
from agent_e.human import RunControl

from ..managed_run import ManagedRun
from ..runs import Runs
from .orders import Give, Hello, Order, Take, read_order
from .outbox import Outbox
from .person import LivePerson
from .view import LiveView

_TICK_S = 0.1
_HELLO_S = 10.0
_NORMAL, _GOING_AWAY, _POLICY = 1000, 1001, 1008
_NOT_YOURS = "The window is not yours to use: take it over first."
_GONE = "The browser has ended. Hand the window back, and the run goes on in a new one."
router = APIRouter()


@router.websocket("/runs/{id}/live")
async def live(socket: WebSocket, id: str) -> None:
    """Show a run's browser, and let one person at a time use it."""
    runs: Runs = socket.app.state.runs
    run = await runs.look_at(id)
    if run is None:
        words = "There is no such run. GET /runs lists them."
        await socket.send_denial_response(JSONResponse({"error": words}, status_code=404))
        return
    await socket.accept()
    with suppress(WebSocketDisconnect):
        hello = await _greeted(socket)
        if hello is None:
            await socket.close(_POLICY, "The first message is {do: hello, tab_id}.")
            return
        if isinstance(run, ManagedRun):
            await _Connection(socket, run, hello.tab_id).serve(runs.closing)
            return
        # It has ended, or its browser is another process's.
        await socket.send_json({"kind": "ended"})
        await socket.close()


async def _greeted(socket: WebSocket) -> Hello | None:
    with suppress(TimeoutError, BadArgument, KeyError):
        async with asyncio.timeout(_HELLO_S):
            order = read_order(await socket.receive_text())
            return order if isinstance(order, Hello) else None
    return None


class _Connection:
    """One page of the console that looks at one run."""

    def __init__(self, socket: WebSocket, run: ManagedRun, tab_id: str) -> None:
        self._socket = socket
        self._run = run
        self._name = f"console {sha256(tab_id.encode()).hexdigest()[:8]}"
        self._outbox = Outbox(socket)
        self._person: LivePerson | None = None
        self._taking: asyncio.Task[None] | None = None
        self._giving: asyncio.Task[None] | None = None

    async def serve(self, closing: asyncio.Event) -> None:
        """Serve it until the page, the run's browser or the server has gone."""
        work = (self._watch(), self._read(), self._outbox.send(), closing.wait())
        tasks = [asyncio.ensure_future(each) for each in work]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            ends = await asyncio.gather(*tasks, return_exceptions=True)
            await self._let_go()
        for end in ends:
            if isinstance(end, Exception):
                raise end
        await self._socket.close(_GOING_AWAY if closing.is_set() else _NORMAL)

    async def _let_go(self) -> None:
        """What was pressed is released; a window that is not theirs yet stays the agents'."""
        if self._person is not None:
            self._person.release()
        if self._taking is not None:
            self._taking.cancel()
        if moving := {task for task in (self._taking, self._giving) if task is not None}:
            await asyncio.wait(moving)

    async def _read(self) -> None:
        while (message := await self._socket.receive())["type"] != "websocket.disconnect":
            try:
                self._obey(read_order(message.get("text") or ""))
            except AgentEError as error:
                self._outbox.refuse(error)

    def _obey(self, order: Order) -> None:
        """Carry an order out, or begin to; raises one of our errors where it cannot be."""
        match order:
            case Hello():
                return
            case Take():
                self._taking = self._moved(self._taking, self._take(self._control()))
            case Give():
                control = self._control()
                if control.holder != self._name:
                    raise AnswerConflict(_NOT_YOURS)
                self._giving = self._moved(self._giving, self._give(control, order.note))
            case _ if self._person is None or not self._drives(self._person.session):
                raise AnswerConflict(_NOT_YOURS)
            case _:
                self._person.do(order)

    def _control(self) -> RunControl:
        if self._run.control is None:
            raise AnswerConflict("The run is not under way: it has no window to take over.")
        return self._run.control

    def _moved(
        self, before: asyncio.Task[None] | None, work: Coroutine[Any, Any, None]
    ) -> asyncio.Task[None]:
        if before is not None and not before.done():
            work.close()
            raise AnswerConflict("The window is just changing hands. Try again in a moment.")
        return asyncio.create_task(self._outbox.told(work))

    async def _take(self, control: RunControl) -> None:
        lapsed = (control.held_until or 0.0) <= time.time()
        if control.holder != self._name or lapsed:
            await control.take_over(self._name)

    async def _give(self, control: RunControl, note: str) -> None:
        await control.hand_back(note, self._name)

    @property
    def _holder(self) -> str:
        control = self._run.control
        return control.holder if control is not None else ""

    def _drives(self, session: BrowserSession) -> bool:
        control = self._run.control
        mine = control is not None and control.holder == self._name and not control.changing_hands
        return mine and session.lending.lent

    def _sees(self) -> bool:
        """What somebody else does in the window is not shown."""
        return self._holder in ("", self._name)

    async def _watch(self) -> None:
        """Show the run's browser, and one that takes its place, until it has none any more."""
        run = self._run
        while run.state not in ("ended", "interrupted"):
            if run.session is not None and not run.session.gone:
                await self._attend(run.session)
            self._tell_holder()
            await asyncio.sleep(_TICK_S)
        self._outbox.put("ended")
        await self._outbox.sent()

    async def _attend(self, session: BrowserSession) -> None:
        """Show one browser as long as it lives."""
        self._person = person = LivePerson(session, self._outbox)
        view = LiveView(
            session, self._outbox, sees=self._sees, drives=lambda: self._drives(session)
        )
        with ExitStack() as stack:
            if session.remote is not None:
                stack.enter_context(session.remote.heard(self._hear))
            if self._run.control is not None:
                # Later it would be done in the window of whoever has it then.
                stack.enter_context(self._run.control.parting(person.release))
            showing = asyncio.ensure_future(view.show())
            try:
                while self._run.session is session and not showing.done():
                    self._tell_holder()
                    await asyncio.sleep(_TICK_S)
            finally:
                showing.cancel()
                await asyncio.wait({showing})
        if not showing.cancelled():
            showing.result()
        if session.gone and self._holder == self._name:
            self._outbox.refuse(_GONE)

    def _hear(self, news: News) -> None:
        if self._person is not None and self._drives(self._person.session):
            self._person.hear(news)

    def _tell_holder(self) -> None:
        control = self._run.control
        self._outbox.put_state(
            "holder",
            by=self._holder,
            mine=self._holder == self._name,
            until=control.held_until if control else None,
            taking=control.changing_hands if control else False,
        )
