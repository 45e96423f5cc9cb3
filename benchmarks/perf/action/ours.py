"""Our skills as the executor calls them: in their envelope, from JSON arguments to the text."""

from __future__ import annotations

import json
import time
from typing import Any

from playwright.async_api import Error as PlaywrightError

from agent_e.benchmarks.perf.peers.looking import TOTAL, PeerFailed
from agent_e.benchmarks.perf.shared import preparing
from agent_e.browser import BrowserSession
from agent_e.browser.pdf import PdfDocuments
from agent_e.config import DomSettings
from agent_e.dom import PageActor, PageObserver
from agent_e.errors import SkillError
from agent_e.journal import Journal
from agent_e.safety import AllowAll
from agent_e.skills import SKILLS, SkillContext, bind
from agent_e.types import SkillResult

from .cases import Case
from .counting import counted_messages
from .doing import KNOWN, Act
from .stages import FINISH, Stages


class OurSkills:
    """Acts on the active page of a session through bound skills.

    A page is opened by ``open_url``, so that the first action finds the same as in a run: a page
    that was observed when it had settled.
    """

    name = "ours"
    nothing = "Nothing on the page changed."

    def __init__(self, session: BrowserSession, journal: Journal) -> None:
        """Act through a session and a journal of the caller's."""
        self._session = session
        self._stages = Stages()
        settings = DomSettings()
        self._observer = observer = PageObserver(session, settings)
        actor = PageActor(session, observer, session.settings.action_timeout_s)
        context = SkillContext(
            observer=self._stages.observer(observer),
            actor=self._stages.actor(actor),
            navigator=session,
            gate=AllowAll(),
            journal=journal,
            documents=PdfDocuments(session, budget_characters=settings.budget_characters),
        )
        self._skills = {skill.__name__: bind(skill, context) for skill in SKILLS}
        self._mmid: int | None = None

    async def open(self, url: str, case: Case) -> str:
        """Open the page by the skill and find the element by its name."""
        opened = await self._do("open_url", url=url)
        page = opened.report.page if opened.report else None
        if page is None:
            raise PeerFailed(f"The page did not open: {opened.text}")
        found = [node for node in page.elements if node.name == case.target]
        self._mmid = found[0].mmid if case.target and len(found) == 1 else None
        if case.target and self._mmid is None:
            raise PeerFailed(f"It offers {len(found)} elements called {case.target!r}.")
        # Not the skill's text: for a page opened again that reports only differences.
        return self._observer.render(page)

    async def act(self, case: Case) -> Act:
        """Call the skill; its result is all that a model needs."""
        arguments = self._arguments(case)
        self._stages.milliseconds.clear()
        with counted_messages(self._session.active.page) as messages:
            started = time.perf_counter()
            result = await self._do(case.verb, **arguments)
            took = (time.perf_counter() - started) * 1000
        stages = dict(self._stages.milliseconds)
        inside = dict(result.report.milliseconds) if result.report else {}
        # The report's own settling and observing is part of the watch's end.
        compare = stages.pop(FINISH, 0.0) - sum(inside.values())
        stages |= inside | {"compare": compare}
        stages["envelope"] = took - sum(stages.values())
        return Act(
            milliseconds={TOTAL: took, KNOWN: took, **stages},
            text=result.text,
            messages=messages.sent,
        )

    async def check(self, expression: str) -> None:
        """Wait for it in the page."""
        try:
            await self._session.active.page.evaluate(preparing(ready=expression))
        except PlaywrightError as error:
            raise PeerFailed(f"The page was waited for in vain: {_first_line(error)}") from error

    async def _do(self, skill: str, **arguments: Any) -> SkillResult:
        try:
            result: SkillResult = await self._skills[skill](json.dumps(arguments))
        except SkillError as error:
            raise PeerFailed(str(error)) from error
        return result

    def _arguments(self, case: Case) -> dict[str, Any]:
        match case.verb:
            case "click":
                return {"mmid": self._mmid}
            case "enter_text":
                return {"mmid": self._mmid, "text": case.argument}
            case "select_option":
                return {"mmid": self._mmid, "option": case.argument}
            case "press_key":
                return {"key": case.argument}
            case "scroll":
                return {"direction": "down"}


def _first_line(error: PlaywrightError) -> str:
    return error.message.splitlines()[0]
