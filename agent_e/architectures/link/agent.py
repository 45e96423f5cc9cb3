"""The link agent: pictures of whole pages, and a few ways to answer (seed: ai-web-agent).

A link text that does not match is reported to the model, which may try others; any other
failure ends the run.
"""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import replace

from agent_e.agents.answer import Answer
from agent_e.agents.chat import Chat
from agent_e.agents.run_context import RunContext
from agent_e.errors import (
    ActionParseError,
    BadArgument,
    DialogOpen,
    ElementBlocked,
    ElementGone,
    Interrupted,
    Looping,
    RunError,
    SkillError,
)
from agent_e.loops.guard import LoopPolicy
from agent_e.models.model_table import sees_pictures
from agent_e.models.tool_messages import flatten_tool_messages
from agent_e.prompts import render
from agent_e.skills import SkillContext, click, describe, handle_dialog, open_url, visual_click
from agent_e.skills.scroll import scroll
from agent_e.types import Linked, SkillResult

from ..chat_agent import ChatAgent, WordedCalls, named, not_shown
from .protocol import ANSWER, BY_LOOKS, CLICK, URL, by_words, read_link

ROLE = "link"
_REPAIR = 'Answer with {"url": "…"}, {"click": "…"}, or with the answer in plain words.'
_TRIED_AGAIN = (ElementGone, ElementBlocked, Interrupted)
_DESCRIBED_AGAIN = (*_TRIED_AGAIN, ActionParseError, BadArgument)
_ALSO = ' {"visual_click": "…"},'
_NEAR = 8
_MAX_DIALOGS = 5
_GOES_ON = " The page goes on below the picture."


class _Unexpected(RunError):
    """Ends the run, as the seed does not go on after it either."""


def prompt_of(role: str, search_url: str, *, by_looks: bool) -> str:
    """The system prompt; ``by_looks``: with the option to describe what to click."""
    way = f"\n{render('link_visual_click')}" if by_looks else ""
    return render("link", role=role, search=search_url, visual_click=way)


class LinkAgent(ChatAgent):
    """One run's agent."""

    def __init__(self, context: RunContext) -> None:
        if context.skill_context.links is None:
            raise ValueError("the agent needs a page that is known by words")
        settings = context.settings.link
        model = context.models[ROLE]
        super().__init__(context)
        self._links = context.skill_context.links
        self._max_height = settings.max_height
        self._sees = sees_pictures(model.name)
        self._by_looks = context.skill_context.grounder is not None
        self._linked: list[Linked] = []
        self._acted = 0
        self._missed = 0
        self._chat = Chat(
            ROLE,
            context.calls(ROLE, WordedCalls(model, flatten_tool_messages, self._read)),
            system=prompt_of(settings.role, settings.search_url, by_looks=self._by_looks),
            functions=named(
                {
                    URL: describe(self._open),
                    CLICK: describe(self._click),
                    BY_LOOKS: describe(self._click_by_looks),
                    ANSWER: describe(self._done, ends=True),
                }
            ),
            max_steps=settings.max_steps,
            budget_tokens=context.budget_tokens(ROLE),
            report_failure=context.report_failure,
            control=context.control,
            repair=lambda _: _REPAIR,
            loops=context.loop_guard(
                ROLE, LoopPolicy(ends_at=context.settings.loops.give_up_after)
            ),
        )

    async def run(self) -> Answer:
        """Carry out the task and return the answer.

        Raises:
            RunError: the run cannot go on.
        """
        try:
            first = await self._look()
            answer: Answer = await self._chat.run(
                f"Task: {self._context.task.text}",
                view=first.view,
                pictures=first.pictures,
                data=first.data,
            )
        except Looping as loop:
            words = f"I could not finish this. {loop}"
            answer = Answer(status="cannot", answer=words, loop=str(loop))
        except _Unexpected as error:
            answer = Answer(status="cannot", answer=str(error))
        metrics = {"actions": self._acted, "wrong_words": self._missed}
        return self._ended(answer, assisted=not self._sees, metrics=metrics)

    def _read(self, reply: str) -> tuple[str, dict[str, str]] | None:
        return read_link(reply, by_looks=self._by_looks)

    async def _open(self, url: str) -> SkillResult:
        """Open an address."""
        return await self._seen(URL, open_url(self._context.skill_context, url), (Interrupted,))

    async def _click(self, text: str) -> SkillResult:
        """Click the first link or button that has these words."""
        target = by_words(self._linked, text)
        if target is None:
            self._missed += 1
            raise ElementGone(self._no_such(text))
        await self._links.tell(target.mmid)
        return await self._seen(
            CLICK, click(self._context.skill_context, target.mmid), _TRIED_AGAIN
        )

    async def _click_by_looks(self, description: str) -> SkillResult:
        """Click what is described, wherever on the picture it is."""
        work = _click_on_page(self._context.skill_context, description, self._max_height)
        return await self._seen(BY_LOOKS, work, _DESCRIBED_AGAIN)

    async def _seen(
        self, action: str, work: Awaitable[SkillResult], again: tuple[type[SkillError], ...]
    ) -> SkillResult:
        """Perform an action; returns what it did, and the page afterwards.

        After errors of ``again`` the model may retry; any other ends the run.
        """
        try:
            done = await work
        except again as error:
            self._missed += action == BY_LOOKS and isinstance(error, ElementGone)
            raise
        except SkillError as error:
            if not error.journaled:
                self._context.report_failure(action, error)
            raise _Unexpected(f"I could not go on: {error}") from error
        self._acted += 1
        self._show(done)
        page = done.report.page if done.report else None
        if page is not None:
            # The next look shows what opened; the report would repeat all of it as text.
            done = replace(done, text=done.sight)
        looked = await self._look()
        outcome = done.sight if looked.pictures else done.text
        text = "\n".join(filter(None, [outcome, looked.text]))
        return replace(
            done,
            text=text,
            view=looked.view,
            pictures=looked.pictures,
            note=looked.note,
            data=(*done.data, *looked.data),
        )

    async def _look(self) -> SkillResult:
        """Wait for the page and observe it; dialogs are dismissed, as nothing answers them."""
        dismissed = ""
        for _ in range(_MAX_DIALOGS):
            try:
                return replace(await self._looked(), text=dismissed)
            except DialogOpen:
                dismissed = (await handle_dialog(self._context.skill_context, accept=False)).text
        return await self._looked()

    async def _looked(self) -> SkillResult:
        skill_context = self._context.skill_context
        url = skill_context.navigator.url
        if url in ("", "about:blank"):
            self._linked = []
            return SkillResult(view="No page is open yet.")
        try:
            return await self._seen_page(url)
        except DialogOpen:
            raise
        except SkillError as error:
            self._linked = []
            return not_shown(error)

    async def _seen_page(self, url: str) -> SkillResult:
        skill_context = self._context.skill_context
        busy = await self._links.arrive()
        self._linked = list(await self._links.linked())
        page = await skill_context.observer.observe_cached()
        outline = skill_context.observer.render(page)
        self._show(SkillResult(data=(page,)))
        if not self._sees:
            return SkillResult(view=outline, text=busy, data=(page,))
        boxes = [each.box for each in self._linked]
        shot = await skill_context.eyes().whole_page(boxes, max_height=self._max_height)
        self._context.journal.write("linked", url=url, boxes=len(boxes), height=shot.height)
        note = render("link_look", visual_click=_ALSO if self._by_looks else "")
        note += _GOES_ON if page.scroll.height > shot.height else ""
        return SkillResult(pictures=(shot.picture,), text=busy, note=note, data=(page,))

    def _no_such(self, text: str) -> str:
        words = set(text.lower().split())
        there = list(dict.fromkeys(each.text or "" for each in self._linked if _framed(each)))
        near = sorted(there, key=lambda each: -len(words & set(each.split())))[:_NEAR]
        names = "; ".join(f"'{each[:60]}'" for each in near) or "none"
        names += f"; and {len(there) - len(near)} more" if len(there) > len(near) else ""
        return f"Link with text not found: '{text}'. There are: {names}. Try another."


def _framed(linked: Linked) -> bool:
    """Whether a picture can frame it: links to skip to the content are off the page."""
    x, y, width, height = linked.box
    return bool(linked.text) and x + width > 0 and y + height > 0


async def _click_on_page(ctx: SkillContext, description: str, max_height: int) -> SkillResult:
    """Click what is described on the first screen, from the top of the page, that shows it."""
    place = (await ctx.observer.observe_cached()).scroll
    if place.y:
        # Twice the distance, as a turn of the wheel scrolls less than a screen.
        await scroll(ctx, "up", 2 * place.y / place.viewport_height)
    while True:
        try:
            return await visual_click(ctx, description)
        except ElementGone:
            if not await _further_down(ctx, max_height):
                raise


async def _further_down(ctx: SkillContext, max_height: int) -> bool:
    """Scroll to the next screen; ``False`` on the last one."""
    place = (await ctx.observer.observe_cached()).scroll
    if place.y + place.viewport_height >= min(place.height, max_height):
        return False
    await scroll(ctx, "down")
    return (await ctx.observer.observe_cached()).scroll.y > place.y
