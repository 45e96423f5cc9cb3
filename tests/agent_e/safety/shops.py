"""A shop that counts what reaches it, hands at a real gate, and a person who answers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from agent_e.config import SafetySettings
from agent_e.dom import ActReader
from agent_e.safety import (
    ApprovalSettings,
    Approver,
    EffectClass,
    RiskGate,
    UnclearEffect,
    granted_place,
    url_check,
)
from agent_e.types import ApprovalRequest, Effect
from tests.browsers import Chromium
from tests.skills.called import Skills
from tests.skills.room import Room, room

FRAME = """<script>onmessage = ({data}) => fetch('/log?d=' + encodeURIComponent(data))</script>"""
"""A frame that reports to its own site what it is told."""


@dataclass(frozen=True)
class Arrived:
    """A request that reached the server."""

    method: str
    host: str
    path: str
    query: str
    body: str
    referrer: str


class Person:
    """Answers, and can do something to the page before."""

    def __init__(self) -> None:
        self.allows = False
        self.asked: list[ApprovalRequest] = []
        self.meanwhile: Any = None

    async def approve(self, request: ApprovalRequest, until: Any = None) -> bool:
        self.asked.append(request)
        if self.meanwhile is not None:
            await self.meanwhile()
        return self.allows


class Shop:
    """A server, a browser that is kept within it, and skills whose every act passes the gate.

    The server answers to a second name, ``localhost``, which is another site.
    """

    def __init__(self, here: Room, arrived: list[Arrived]) -> None:
        self.here = here
        self.arrived = arrived
        self.person = Person()
        self.effect: EffectClass = "unclear"
        self.classified: list[UnclearEffect] = []
        self.gate = self.begin()

    def begin(
        self, person: bool = True, approver: Approver | None = None, **rules: Any
    ) -> RiskGate:
        """Begin a run: its gate remembers nothing."""
        session, events = self.here.session, self.here.context.journal
        self.gate = RiskGate(
            ApprovalSettings(**rules),
            ActReader(session).read,
            events.write,
            approver=approver or (self.person if person else None),
            intercept=session.intercept,
            patience=session.patience.asking,
            classify=self._classify,
            document=lambda: session.active.document_id,
            received=session.received,
        )
        session.set_request_policy(self.gate.backstop)
        self._skills = Skills(session, events, self.gate)  # type: ignore[arg-type]
        return self.gate

    async def _classify(self, effect: UnclearEffect) -> EffectClass:
        self.classified.append(effect)
        return self.effect

    @property
    def other(self) -> str:
        """The same server as another site."""
        return self.here.base.replace("127.0.0.1", "localhost")

    @property
    def done(self) -> list[str]:
        """Paths of what was sent there otherwise than by GET."""
        return [each.path for each in self.arrived if each.method != "GET"]

    @property
    def effects(self) -> tuple[Effect, ...]:
        """What stands in the ledger since the run began."""
        return self._skills.context.effects.all

    async def show(self, html: str, *, effect: EffectClass = "unclear", **rules: Any) -> None:
        """Show a page in a new run; ``effect`` is the class of what no rule tells."""
        self.effect = effect
        self.classified.clear()
        self.person.asked.clear()
        self.person.meanwhile = None
        self.person.allows = False
        self.begin(**rules)
        await self.here.open("/")
        await self.here.write(html.replace("OTHER", self.other))
        self.here.forget()
        self.arrived.clear()

    async def only(self, role: str = "button") -> int:
        """The number of the only element of a role."""
        observer = self._skills.context.observer
        page = await observer.observe()
        observer.render(page)
        (found,) = [node for node in page.elements if node.role == role]
        assert found.mmid is not None
        return found.mmid

    async def do(self, skill: str, **arguments: Any) -> Any:
        return await self._skills.do(skill, **arguments)


@asynccontextmanager
async def opened_shop(chromium: Chromium, folder: Path) -> AsyncIterator[Shop]:
    arrived: list[Arrived] = []

    async def answer(request: Request) -> HTMLResponse:
        body = (await request.body()).decode("utf-8", "replace")
        if request.url.path not in ("/", "/favicon.ico"):
            url = request.url
            referrer = request.headers.get("referer", "")
            arrived.append(
                Arrived(request.method, url.hostname or "", url.path, url.query, body, referrer)
            )
        headers = {"access-control-allow-origin": "*", "access-control-allow-headers": "*"}
        page = FRAME if request.url.path == "/frame" else "<title>Shop</title><p>Here it is</p>"
        return HTMLResponse(page, headers=headers)

    routes = [Route("/{path:path}", answer, methods=["GET", "POST", "PUT", "DELETE", "OPTIONS"])]
    async with room(chromium, folder, routes) as here:
        places = [
            granted_place(here.base),
            granted_place(here.base.replace("127.0.0.1", "localhost")),
        ]
        await here.session.restrict_urls(url_check(SafetySettings(), filter(None, places)))
        yield Shop(here, arrived)
