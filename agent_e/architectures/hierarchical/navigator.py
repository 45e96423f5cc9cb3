"""The browser-navigation agent: a fresh chat for every sub-task (seed: Agent-E, section 2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from textwrap import shorten
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from agent_e.agents.chat import Chat
from agent_e.agents.run_context import RunContext
from agent_e.agents.submission import AnswerSubmission, boxed, with_answer_schema
from agent_e.dom.render.items import KEPT
from agent_e.dom.render.similar_roles import FIELDS
from agent_e.errors import (
    BadArgument,
    BadReply,
    ContextOverflow,
    LimitReached,
    Looping,
    ModelRefused,
    SkillError,
    Superseded,
)
from agent_e.loops.guard import REPORT_NOW, LoopPolicy
from agent_e.models.model_table import sees_pictures
from agent_e.prompts import render
from agent_e.skills import (
    BY_LOOKS,
    OCCASIONS,
    SKILLS,
    Function,
    Skill,
    ask_user,
    bind,
    describe,
    fill_secret,
    select_skills,
    visual_click,
)
from agent_e.skills.select_skills import MAX_OFFERED, Offer
from agent_e.types import Fact, Node, Observation, SkillResult, SubTaskReport

ROLE = "navigator"
_PLANNER = "planner"
_MAX_CHANGE = 240
_MAX_TOOLS = 10
"""Tools of MCP servers that are listed; the others are spare."""


class GivenFact(BaseModel):
    """One thing that was asked for."""

    claim: Annotated[str, Field(description="A sentence with item and value.")]
    quote: Annotated[str, Field(description="Copied, or foreseen of a last act.")] = ""


class Navigation:
    """One sub-task: its chat and how it ended.

    Attributes:
        unread: whether its report ends a reply that acted, and none of its foreseen quotes held.
    """

    def __init__(
        self, context: RunContext, number: int, answers: AnswerSubmission | None = None
    ) -> None:
        """Prepare a sub-task.

        Args:
            context: of the run.
            number: of the sub-task, from 1.
            answers: takes the answer, where the sub-task is the whole task.
        """
        self.unread = False
        self._context = context
        self._number = number
        self._answers = answers
        self._located: dict[str, Fact] = {}
        self._warned = False
        self._reread = False
        self._shown_first: set[str] = set()
        self._shown_profile_keys: set[str] = set()
        self._last_change = ""
        self._chat: Chat | None = None
        self._loops = context.loop_guard(ROLE, LoopPolicy(ends_at=2, last_words=REPORT_NOW))

    @property
    def loop(self) -> str:
        """The loop that ended the sub-task, if any."""
        return self._loops.over if self._loops else ""

    async def _first_look(self) -> Observation:
        """Observe the page; one that cannot be read, as it is stuck or never stays, can be left."""
        skills = self._context.skill_context
        try:
            return await skills.observer.observe_cached()
        except SkillError as error:
            note = f"{error} Open another address, or go back."
            title = await skills.navigator.title()
            return Observation(url=skills.navigator.url, title=title, notes=(note,))

    async def run(self, sub_task: str, expect: str) -> SubTaskReport:
        """Carry out the sub-task on the page that is open."""
        context = self._context
        context.loop_state.begin_sub_task()
        context.journal.write(
            "subtask.started", number=self._number, sub_task=sub_task, expect=expect
        )
        observation = await self._first_look()
        page = context.skill_context.observer.render(observation)
        self._note(SkillResult(text=page, data=(observation,)))
        chat = self._chat = self._new_chat(self._offer(observation))
        expected = f"\nExpected result: {expect}" if expect else ""
        known = context.profile_lines(sub_task, _labels(observation.elements), self._shown_first)
        known = f"\n{known}" if known else ""
        if self._answers is not None:
            # A planner writes dates into its sub-tasks; a whole task has them as they are.
            known = f"\nToday is {context.today}.{known}"
        self._forget()
        known += context.skill_context.saved_secrets(observation)
        try:
            first = f"Sub-task: {sub_task}{expected}{known}"
            report = await self._held(chat, first, page, observation)
        except LimitReached as error:
            report = SubTaskReport(status="failed", summary=f"Not finished: {error.what}")
        except Superseded as error:
            report = SubTaskReport(status="superseded", summary=str(error))
        except (BadReply, ContextOverflow, Looping, ModelRefused) as error:
            # Another sub-task is a new conversation, which may fare better.
            report = SubTaskReport(status="failed", summary=str(error))
        report = replace(
            report,
            url=context.skill_context.navigator.url,
            title=await context.skill_context.navigator.title(),
            last_change=self._last_change,
            steps=chat.steps,
        )
        context.journal.write(
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
        """Hold the chat; a sub-task that exceeds its time limit is ended from outside."""
        seconds = self._context.settings.limits.navigator_seconds
        try:
            async with self._context.control.waits.limit(seconds) as limit:
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

    def _new_chat(self, offered: Offer) -> Chat:
        context = self._context
        return Chat(
            ROLE,
            context.calls(ROLE, budget=context.budget.sub_task(context.settings.limits)),
            system=render("browser_nav", person=context.person_rules),
            functions=self._functions(offered.listed),
            spare=[
                *(self._bound(each) for each in offered.spare),
                *context.tools[_MAX_TOOLS:],
            ],
            max_steps=context.settings.limits.navigator_steps,
            # The planner must be able to end the run with what was found.
            leave_to=_PLANNER,
            budget_tokens=context.budget_tokens(ROLE),
            note=self._note,
            report_failure=context.report_failure,
            control=context.control,
            nested=True,
            loops=self._loops,
            forgotten=self._forget,
        )

    def _forget(self) -> None:
        """Forget profile lines shown with removed results; the first message stays."""
        self._shown_profile_keys = set(self._shown_first)

    def _offer(self, page: Observation) -> Offer:
        skill_context = self._context.skill_context
        # What the person types when they are asked is filled in by a skill of its own.
        ask: tuple[Skill, ...] = (ask_user, fill_secret) if skill_context.asker is not None else ()
        most = MAX_OFFERED + len(ask)
        sees = skill_context.vision is not None and sees_pictures(self._context.models[ROLE].name)
        ask += (fill_secret,) if not ask and skill_context.saved_secrets(page) else ()
        ask += (visual_click,) if skill_context.grounder is not None else ()
        always = (*SKILLS, *ask)
        by_looks = (BY_LOOKS,) if skill_context.fallback_grounder is not None else ()
        occasions = (*OCCASIONS, *by_looks)
        return select_skills(always, occasions, page=page, sees=sees, limit=most)

    def _functions(self, listed: Sequence[Skill]) -> list[Function]:
        skills = [self._bound(skill) for skill in (*listed, *self._context.own_skills)]

        ending = describe(self._report, ends=True, follows_acts=True)
        ending = replace(ending, name="report")
        changed: dict[str, Any]
        if self._answers is not None:
            ending = with_answer_schema(ending, self._context.task.output_schema)
            # Required, so that a model that only reads says so: a default would hide a missing act.
            changed = {"required": [*ending.parameters["required"], "acts"]}
        else:
            known = ending.parameters["properties"].items()
            changed = {"properties": {k: v for k, v in known if k not in ("answer", "acts")}}
        ending = replace(ending, parameters={**ending.parameters, **changed})
        return [*skills, *self._context.tools[:_MAX_TOOLS], ending]

    async def _report(
        self,
        status: Literal["done", "failed", "blocked"],
        summary: Annotated[str, "What was done and where things stand; one or two sentences."],
        facts: list[GivenFact] = [],  # noqa: B006 - copied by pydantic, never changed
        answer: Annotated[Any, "When done: for the person, short and complete."] = None,
        acts: Annotated[bool, "It was to change something: order, send, save, delete."] = False,
    ) -> SubTaskReport:
        """End the sub-task."""
        self._context.partial_result.had_to_act |= acts
        if self._answers is None or status != "done":
            answer = None
        elif answer is not None:
            answer = self._answers.fitted(answer, last=self._is_last)
        await self._read_again()
        checked = await boxed(self._context, self._checked(facts))
        return SubTaskReport(status=status, summary=summary, facts=checked, answer=answer)

    def _bound(self, skill: Skill) -> Function:
        """A skill as a function whose result carries profile lines for fields that came up."""
        function = bind(skill, self._context.skill_context)

        async def run(**arguments: Any) -> SkillResult:
            result: SkillResult = await function.run(**arguments)
            labels = _labels(_came_up(result))
            known = self._context.profile_lines("", labels, self._shown_profile_keys)
            # In `view`, not `text`: the person's own data was not shown on a page.
            return replace(result, view=f"{result.view}\n{known}".strip()) if known else result

        return replace(function, run=run)

    def _note(self, result: SkillResult) -> None:
        context = self._context
        context.evidence.add(
            result, step=context.budget.used, url=context.skill_context.navigator.url
        )
        if result.report is not None and result.report.page is not None:
            # The planner is told which page is open anyway.
            self._last_change = ""
        elif result.report is not None:
            words = result.short or result.text.partition("\n")[0]
            self._last_change = shorten(words, _MAX_CHANGE, placeholder=" …")

    async def _read_again(self) -> None:
        """Send a report back once where items have appeared since the page was read.

        A list that is read before its results arrive looks empty.
        """
        if self._reread or self._is_last:
            return
        observer = self._context.skill_context.observer
        since = await observer.watch().since_seen()
        if since is None or not any(node.role in KEPT for node in since.added):
            return
        self._reread = True
        late = BadArgument(
            f"The page has changed since you read it. {observer.describe(since)}\n"
            "Report again, with what it shows now."
        )
        late.report = since
        raise late

    @property
    def _is_last(self) -> bool:
        """Whether no step is left to mend anything: what is sent back now would be lost."""
        return self._chat is not None and bool(self._chat.unfinished)

    def _checked(self, given: list[GivenFact]) -> tuple[Fact, ...]:
        """Locate the quotes of a report; those that are found nowhere may be mended once."""
        latest = self._context.evidence.latest
        fresh = latest is not None and latest.step == self._context.budget.used
        self.unread = fresh and not any(
            self._context.evidence.newly_says(fact.quote) for fact in given if fact.quote.strip()
        )
        facts = [self._fact(fact) for fact in given]
        missing = [fact.quote for fact in facts if not fact.found]
        if missing and not self._warned and not self._is_last:
            self._warned = True
            self._located = {fact.claim: fact for fact in facts if fact.found}
            raise BadArgument(_not_found(missing, stand=len(facts) - len(missing)))
        # What was located before need not be repeated.
        known = self._located | {fact.claim: fact for fact in facts}
        return tuple(known.values())

    def _fact(self, given: GivenFact) -> Fact:
        # Its line breaks tell one row from another.
        quote = given.quote.strip()
        log = self._context.evidence
        place = log.locate(quote, given.claim) if quote else log.newest()
        if place is None:
            step = self._context.budget.used
            return Fact(claim=given.claim, quote=quote, step=step, url="", found=False)
        return Fact.at(given.claim, place)


def _not_found(quotes: Sequence[str], *, stand: int) -> str:
    """Name the quotes that were never shown, and say what becomes of the others."""
    named = "; ".join(f"'{shorten(quote, _MAX_CHANGE, placeholder=' …')}'" for quote in quotes)
    one = len(quotes) == 1
    rest = f" The other {stand} stand and need not be repeated." if stand else ""
    return (
        f"{'This quote is' if one else 'These quotes are'} on nothing you were shown: {named}."
        f"{rest} Report again with {'it' if one else 'them'} copied as the page has it."
    )


def _came_up(result: SkillResult) -> Sequence[Node]:
    """The elements that a result has shown for the first time, or again."""
    report = result.report
    if report is not None:
        return report.page.elements if report.page else report.added
    return [node for page in result.data if isinstance(page, Observation) for node in page.elements]


def _labels(nodes: Iterable[Node]) -> list[str]:
    """The names of the elements that can be filled in or chosen from."""
    return [node.name for node in nodes if node.role in FIELDS and node.name]
