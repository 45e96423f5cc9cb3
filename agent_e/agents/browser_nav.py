"""The browser-navigation agent: a fresh chat for every sub-task (seed: Agent-E, section 2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from textwrap import shorten
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from agent_e.errors import (
    BadArgument,
    BadReply,
    ContextOverflow,
    LimitReached,
    Looping,
    ModelRefused,
    Superseded,
)
from agent_e.prompts import render
from agent_e.skills import (
    OCCASIONS,
    SKILLS,
    Function,
    Skill,
    ask_user,
    bind,
    describe,
    fill_secret,
    offer,
    visual_click,
)
from agent_e.skills.offer import MOST
from agent_e.types import Fact, Node, Observation, SkillResult, SubTaskReport

from .chat import Chat
from .executor import SHOWS_PAGE
from .kit import Kit
from .loop_watch import REPORT_NOW, Manners, watch_of
from .quotes import Shown, find_quote, in_full, shown_of
from .table import sees_pictures

ROLE = "navigator"
_PLANNER = "planner"
_LONGEST_CHANGE = 240
_OUTLINE_WORDS = re.compile(
    r"^(?:row|item|text)(?: \([^)]*\))?: |\[\d+\] | \((?:bold|heading \d|over [^)]*)\)"
)
_FILLED_IN = frozenset({"textbox", "combobox", "spinbutton", "listbox"})
_NUMBER = re.compile(r"\[\d+\] ")


class GivenFact(BaseModel):
    """One thing that was asked for."""

    claim: Annotated[str, Field(description="A sentence with item and value.")]
    quote: Annotated[str, Field(description="Copied; for a field its line.")]


class Navigation:
    """One sub-task: its chat, what it was shown and how it ended."""

    def __init__(self, kit: Kit, number: int) -> None:
        self._kit = kit
        self._number = number
        self._shown: list[Shown] = []
        self._warned = False
        self._told_first: set[str] = set()
        self._told: set[str] = set()
        self._last_change = ""
        self._chat: Chat | None = None
        self._loops = watch_of(kit, ROLE, Manners(ends_at=2, last_words=REPORT_NOW))

    @property
    def loop(self) -> str:
        """The loop that ended the sub-task, if one did."""
        return self._loops.over if self._loops else ""

    async def run(self, sub_task: str, expect: str) -> SubTaskReport:
        """Carry out the sub-task on the page that is open."""
        kit = self._kit
        kit.trodden.begin_sub_task()
        kit.journal.write("subtask.started", number=self._number, sub_task=sub_task, expect=expect)
        observation = await kit.context.observer.observe()
        page = kit.context.observer.render(observation)
        self._note(SkillResult(text=page, data=(observation,)))
        chat = self._chat = self._new_chat(self._functions(self._offered(sub_task, observation)))
        expected = f"\nExpected result: {expect}" if expect else ""
        known = kit.known_of_person(sub_task, _labels(observation.elements), self._told_first)
        known = f"\n{known}" if known else ""
        self._forget()
        known += kit.context.saved_secrets(observation)
        try:
            first = f"Sub-task: {sub_task}{expected}{known}"
            report = await self._held(chat, first, page, observation)
        except LimitReached as error:
            report = SubTaskReport(status="failed", summary=f"Not finished: {error.what}")
        except Superseded as error:
            report = SubTaskReport(status="superseded", summary=str(error))
        except (BadReply, ContextOverflow, Looping, ModelRefused) as error:
            # Another sub-task is another conversation, which may fare better.
            report = SubTaskReport(status="failed", summary=str(error))
        report = replace(
            report,
            url=kit.context.navigator.url,
            title=await kit.context.navigator.title(),
            last_change=self._last_change,
            steps=chat.steps,
        )
        kit.journal.write(
            "subtask.ended",
            number=self._number,
            status=report.status,
            summary=report.summary,
            facts=[asdict(fact) for fact in report.facts],
            steps=report.steps,
            url=report.url,
        )
        return report

    async def _held(
        self, chat: Chat, first: str, page: str, observation: Observation
    ) -> SubTaskReport:
        """Hold the chat; it is ended from outside when it takes longer than a sub-task may."""
        seconds = self._kit.settings.limits.navigator_seconds
        try:
            async with self._kit.control.waits.limit(seconds) as limit:
                report: SubTaskReport = await chat.run(first, page, data=(observation,))
        except TimeoutError as error:
            if not limit.expired():
                raise
            raise LimitReached(
                f"The sub-task took longer than its {seconds:g} s.",
                limit="seconds",
                value=seconds or 0,
            ) from error
        return report

    def _new_chat(self, functions: Sequence[Function]) -> Chat:
        kit = self._kit
        return Chat(
            ROLE,
            kit.calls(ROLE, budget=kit.budget.sub_task(kit.settings.limits)),
            system=render("browser_nav", person=kit.person_rules),
            functions=functions,
            max_steps=kit.settings.limits.navigator_steps,
            # The planner must be able to end the run with what was found.
            leave_to=_PLANNER,
            budget_tokens=kit.budget_tokens(ROLE),
            note=self._note,
            report_failure=kit.report_failure,
            control=kit.control,
            nested=True,
            loops=self._loops,
            forgotten=self._forget,
        )

    def _forget(self) -> None:
        """What was told of the person beside pages goes with these; the first message stays."""
        self._told = set(self._told_first)

    def _offered(self, sub_task: str, page: Observation) -> tuple[Skill, ...]:
        context = self._kit.context
        # What the person types when they are asked is filled in by a skill of its own.
        ask: tuple[Skill, ...] = (ask_user, fill_secret) if context.asker is not None else ()
        most = MOST + len(ask)
        sees = context.vision is not None and sees_pictures(self._kit.models[ROLE].name)
        ask += (fill_secret,) if not ask and context.saved_secrets(page) else ()
        ask += (visual_click,) if context.grounder is not None else ()
        always = (*SKILLS, *ask)
        ours = offer(always, OCCASIONS, sub_task=sub_task, page=page, sees=sees, most=most)
        return (*ours, *self._kit.own_skills)

    def _functions(self, offered: Sequence[Skill]) -> list[Function]:
        skills = [self._helped(bind(skill, self._kit.context)) for skill in offered]

        async def report(
            status: Literal["done", "failed", "blocked"],
            summary: Annotated[str, "What was done and where things stand; one or two sentences."],
            facts: list[GivenFact] = [],  # noqa: B006 - copied by pydantic, never changed
        ) -> SubTaskReport:
            """End the sub-task."""
            return SubTaskReport(status=status, summary=summary, facts=self._checked(facts))

        return [*skills, describe(report, ends=True)]

    def _helped(self, function: Function) -> Function:
        """The function, its result with what the person keeps for the fields that came up."""

        async def run(**arguments: Any) -> SkillResult:
            result: SkillResult = await function.run(**arguments)
            labels = _labels(await self._came_up(function.name, result))
            known = self._kit.known_of_person("", labels, self._told)
            # Beside the text: what the person said of themselves was not shown on a page.
            return replace(result, view=f"{result.view}\n{known}".strip()) if known else result

        return replace(function, run=run)

    async def _came_up(self, name: str, result: SkillResult) -> Sequence[Node]:
        """The elements that a result has shown for the first time, or again."""
        report = result.report
        if report is not None:
            return report.page.elements if report.page else report.added
        if name != SHOWS_PAGE:
            return ()
        return (await self._kit.context.observer.current()).elements

    def _note(self, result: SkillResult) -> None:
        url = self._kit.context.navigator.url
        shown = shown_of(result, self._kit.budget.used, url)
        self._shown.append(shown)
        self._kit.shown.append(shown)
        if result.report is not None:
            self._last_change = _in_short(result.text)

    def _checked(self, given: list[GivenFact]) -> tuple[Fact, ...]:
        """Say of each fact where its quote was shown; one that was not may be mended once."""
        facts = tuple(map(self._located, given))
        missing = next((fact for fact in facts if not fact.found), None)
        # On the last step there is none left to mend it: all of the report would be lost.
        last = self._chat is not None and bool(self._chat.unfinished)
        if missing is not None and not self._warned and not last:
            self._warned = True
            raise BadArgument(
                f"This quote is on nothing you were shown: '{missing.quote}'. Report again with it "
                "copied as it stands in an outline; for a field that is its whole line."
            )
        return facts

    def _located(self, fact: GivenFact) -> Fact:
        quote = _OUTLINE_WORDS.sub("", " ".join(fact.quote.split()))
        shown = find_quote(fact.quote, self._shown, claim=fact.claim)
        if shown is None:
            step = self._kit.budget.used
            return Fact(claim=fact.claim, quote=quote, step=step, url="", found=False)
        full = " ".join(in_full(fact.quote, shown, claim=fact.claim).split())
        quote = _OUTLINE_WORDS.sub("", full)
        return Fact(claim=fact.claim, quote=quote, step=shown.step, url=shown.url)


def _labels(nodes: Iterable[Node]) -> list[str]:
    """What those are called that something can be written into or chosen in."""
    return [node.name for node in nodes if node.role in _FILLED_IN and node.name]


def _in_short(text: str) -> str:
    """The first line of a change, without the numbers only the navigator can use."""
    line = _NUMBER.sub("", text.partition("\n")[0]).strip()
    if line.endswith(":"):
        # What it announces stands on the next lines, which are left out.
        line = line.rpartition(". ")[0] or line[:-1]
    return shorten(line, _LONGEST_CHANGE, placeholder=" …")
