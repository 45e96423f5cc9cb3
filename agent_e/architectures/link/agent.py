"""The link agent: pictures of whole pages, and a few ways to answer (seed: ai-web-agent).

What is wrong with the words of a link is told to the model, which may try others; anything else
that goes wrong ends the run.
"""

from __future__ import annotations

from dataclasses import replace

from agent_e.agents.answer import Answer
from agent_e.agents.chat import Chat
from agent_e.agents.loop_watch import LoopPolicy, watch_of
from agent_e.agents.run_context import RunContext
from agent_e.agents.submission import AnswerSubmission
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
from agent_e.models.registry import sees_pictures
from agent_e.prompts import render
from agent_e.skills import Function, click, describe, handle_dialog, open_url
from agent_e.types import Linked, SkillResult

from .page_tiles import click_on_page
from .protocol import ANSWER, BY_LOOKS, CLICK, URL, LinkActions, by_words

ROLE = "link"
_REPAIR = 'Answer with {"url": "…"}, {"click": "…"}, or with the answer in plain words.'
_TRIED_AGAIN = (ElementGone, ElementBlocked, Interrupted)
_DESCRIBED_AGAIN = (*_TRIED_AGAIN, ActionParseError, BadArgument)
_ALSO = ' {"visual_click": "…"},'
_NEAR = 8
_MAX_DIALOGS = 5
_GOES_ON = " The page goes on below the picture."


class _Unexpected(RunError):
    """What ends the run, for the seed does not go on after it either."""


def prompt_of(role: str, search_url: str, *, by_looks: bool) -> str:
    """The system prompt; ``by_looks``: with the answer that describes what to click."""
    way = f"\n{render('link_visual_click')}" if by_looks else ""
    return render("link", role=role, search=search_url, visual_click=way)


class LinkAgent:
    """One run's agent."""

    def __init__(self, kit: RunContext) -> None:
        if kit.context.links is None:
            raise ValueError("the agent needs a page that is known by words")
        settings = kit.settings.link
        model = kit.models[ROLE]
        self._kit = kit
        self._links = kit.context.links
        self._max_height = settings.max_height
        self._sees = sees_pictures(model.name)
        self._by_looks = kit.context.grounder is not None
        self._linked: list[Linked] = []
        self._acted = 0
        self._missed = 0
        self._answers = AnswerSubmission(kit)
        self._chat = Chat(
            ROLE,
            kit.calls(ROLE, LinkActions(model, by_looks=self._by_looks)),
            system=prompt_of(settings.role, settings.search_url, by_looks=self._by_looks),
            functions=self._functions(),
            max_steps=settings.max_steps,
            budget_tokens=kit.budget_tokens(ROLE),
            report_failure=kit.report_failure,
            control=kit.control,
            repair=lambda _: _REPAIR,
            loops=watch_of(kit, ROLE, LoopPolicy(ends_at=kit.settings.loops.give_up_after)),
        )

    async def run(self) -> Answer:
        """Carry out the task and return the answer.

        Raises:
            RunError: the run cannot go on.
        """
        try:
            first = await self._look()
            answer: Answer = await self._chat.run(
                f"Task: {self._kit.task.text}",
                view=first.view,
                pictures=first.pictures,
                data=first.data,
            )
        except Looping as loop:
            words = f"I could not finish this. {loop}"
            answer = Answer(status="cannot", answer=words, loop=str(loop))
        except _Unexpected as error:
            answer = Answer(status="cannot", answer=str(error))
        return replace(
            answer,
            limit=answer.limit if answer.loop else self._chat.unfinished,
            assisted=not self._sees,
            metrics={"actions": self._acted, "wrong_words": self._missed},
        )

    def _functions(self) -> list[Function]:
        functions = {
            URL: describe(self._open),
            CLICK: describe(self._click),
            BY_LOOKS: describe(self._click_by_looks),
            ANSWER: describe(self._answer, ends=True),
        }
        return [replace(function, name=name) for name, function in functions.items()]

    async def _open(self, url: str) -> SkillResult:
        """Open an address."""
        try:
            done = await open_url(self._kit.context, url)
        except Interrupted:
            raise
        except SkillError as error:
            raise self._unexpected(URL, error) from error
        return await self._seen(done)

    async def _click(self, text: str) -> SkillResult:
        """Click the first link or button that has these words."""
        target = by_words(self._linked, text)
        if target is None:
            self._missed += 1
            raise ElementGone(self._no_such(text))
        await self._links.tell(target.mmid)
        try:
            done = await click(self._kit.context, target.mmid)
        except _TRIED_AGAIN:
            raise
        except SkillError as error:
            raise self._unexpected(CLICK, error) from error
        return await self._seen(done)

    async def _click_by_looks(self, description: str) -> SkillResult:
        """Click what is described, wherever on the picture it is."""
        try:
            done = await click_on_page(self._kit.context, description, self._max_height)
        except _DESCRIBED_AGAIN as error:
            self._missed += isinstance(error, ElementGone)
            raise
        except SkillError as error:
            raise self._unexpected(BY_LOOKS, error) from error
        return await self._seen(done)

    async def _answer(self, text: str) -> Answer:
        """End the task with the answer."""
        limit = self._chat.unfinished
        return await self._answers.submit_words(text, last=bool(limit), limit=limit)

    async def _seen(self, done: SkillResult) -> SkillResult:
        """What an action did, and the page as it is then."""
        self._acted += 1
        self._show(done)
        page = done.report.page if done.report else None
        if page is not None:
            # The next look shows what opened; the report would tell all of it in words.
            done = replace(done, text=done.sight)
        looked = await self._look()
        said = done.sight if looked.pictures else done.text
        text = "\n".join(filter(None, [said, looked.text]))
        return replace(
            done,
            text=text,
            view=looked.view,
            pictures=looked.pictures,
            note=looked.note,
            data=(*done.data, *looked.data),
        )

    async def _look(self) -> SkillResult:
        """Wait for the page, and see it; dialogs are dismissed, for there is no answer to them."""
        dismissed = ""
        for _ in range(_MAX_DIALOGS):
            try:
                return replace(await self._looked(), text=dismissed)
            except DialogOpen:
                dismissed = (await handle_dialog(self._kit.context, accept=False)).text
        return await self._looked()

    async def _looked(self) -> SkillResult:
        context = self._kit.context
        url = context.navigator.url
        if url in ("", "about:blank"):
            self._linked = []
            return SkillResult(view="No page is open yet.")
        busy = await self._links.arrive()
        self._linked = list(await self._links.linked())
        page = await context.observer.observe_cached()
        outline = context.observer.render(page)
        self._show(SkillResult(data=(page,)))
        if not self._sees:
            return SkillResult(view=outline, text=busy, data=(page,))
        boxes = [each.box for each in self._linked]
        shot = await context.eyes().whole_page(boxes, max_height=self._max_height)
        self._kit.journal.write("linked", url=url, boxes=len(boxes), height=shot.height)
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

    def _unexpected(self, action: str, error: SkillError) -> _Unexpected:
        if not error.journaled:
            self._kit.report_failure(action, error)
        return _Unexpected(f"I could not go on: {error}")

    def _show(self, result: SkillResult) -> None:
        kit = self._kit
        kit.evidence.add(result, step=kit.budget.used, url=kit.context.navigator.url)


def _framed(linked: Linked) -> bool:
    """Whether a picture has its frame: links to skip to the content are off the page."""
    x, y, width, height = linked.box
    return bool(linked.text) and x + width > 0 and y + height > 0
