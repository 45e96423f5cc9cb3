"""Steps of a trace done by skills, as a model's calls do them."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from playwright.async_api import Locator

from agent_e.benchmarks.tasks.record import TraceStep, Verb
from agent_e.browser import BrowserSession
from agent_e.dom import PageObserver, SelectorSummary
from agent_e.dom.worlds.registry import worlds_of
from agent_e.errors import BadArgument, ElementGone
from agent_e.skills import OCCASIONS, SKILLS, SkillContext, bind
from agent_e.types import SkillResult

from .oracle import located

_STEP_S = 10.0
_CLICKS: dict[Verb, str] = {"click": "click", "double_click": "double", "right_click": "right"}
_ON_ELEMENT = frozenset({"type", "select", "drag", "hover", *_CLICKS})
_SELECTOR = Path(__file__).parents[1] / "js" / "selector.js"


class BySkills:
    """Does steps in a session, each by the skill that a model would call for it."""

    def __init__(
        self, session: BrowserSession, observer: PageObserver, context: SkillContext
    ) -> None:
        """Act by the skills of a context with that observer, in the caller's session."""
        self._session = session
        self._context = context
        self._page = SelectorSummary(session, observer)
        skills = (*SKILLS, *(each.skill for each in OCCASIONS))
        self._skills = {skill.__name__: bind(skill, context) for skill in skills}

    async def follow(self, step: TraceStep) -> SkillResult:
        """Do one step, and return the result as a model would get it.

        Raises:
            SkillError: the skill refuses, or its element is not there.
            PlaywrightError: the element of a selector does not appear in time.
        """
        if step.verb in _ON_ELEMENT:
            return await self._on(await self._mmid(step), step)
        match step.verb:
            case "open":
                return await self._do("open_url", url=step.name)
            case "back":
                return await self._do("history", direction="back")
            case "press":
                on = {"mmid": await self._mmid(step)} if step.selector or step.role else {}
                return await self._do("press_key", key=step.value, **on)
            case "scroll":
                return await self._do("scroll", direction="down")
            case _:
                return await self._do("wait_for", text=step.name)

    async def accept_dialog(self) -> SkillResult:
        """Say yes to the dialog that is open; raises as ``follow``."""
        return await self._do("handle_dialog", accept=True)

    async def _on(self, mmid: int, step: TraceStep) -> SkillResult:
        match step.verb:
            case "type":
                return await self._do("enter_text", mmid=mmid, text=step.value)
            case "select":
                return await self._do("select_option", mmid=mmid, option=step.value)
            case "drag":
                to = await self._mmid(TraceStep(verb="drag", selector=step.value))
                return await self._do("pointer", action="drag", target=mmid, to=to)
            case "hover":
                return await self._do("pointer", action="hover", target=mmid)
            case _:
                return await self._do("pointer", action=_CLICKS[step.verb], target=mmid)

    async def _mmid(self, step: TraceStep) -> int:
        """The number of an element: as observed, else as Playwright finds it."""
        tab = await self._session.ready()
        await tab.loaded(_STEP_S)
        if not step.selector:
            page = await self._context.observer.observe_cached()
            same = [n for n in page.elements if (n.role, n.name) == (step.role, step.name)]
            if len(same) == 1 and same[0].mmid is not None:
                worlds_of(tab).tell(same)
                return same[0].mmid
        return await self._numbered(located(tab.page, step))

    async def _numbered(self, found: Locator) -> int:
        """The number of an element found by Playwright; else by position."""
        handle = await found.element_handle(timeout=_STEP_S * 1000)
        frame = await handle.owner_frame()
        if frame is not None and frame.parent_frame is None:
            script = _SELECTOR.read_text(encoding="utf-8").strip().removesuffix(";")
            with suppress(BadArgument):
                return await self._page.element(await handle.evaluate(script))
        await handle.scroll_into_view_if_needed()
        box = await handle.bounding_box()
        if box is None:
            raise ElementGone("The element of this selector is not shown in its frame.")
        node = await self._context.actor.at_point(
            box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        )
        assert node.mmid is not None
        return node.mmid

    async def _do(self, skill: str, **arguments: object) -> SkillResult:
        function = self._skills[skill]
        given = function.arguments.model_validate(arguments)
        result: SkillResult = await function.run(
            **{name: getattr(given, name) for name in type(given).model_fields}
        )
        return result
