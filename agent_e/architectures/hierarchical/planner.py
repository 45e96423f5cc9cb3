"""The planner: breaks the task into sub-tasks, checks what comes back, answers.

It sees reports, never pages; each sub-task is carried out by a navigator that starts with an empty
conversation and the current page. The first one is the task itself, unless the planner is to
begin.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from textwrap import shorten
from typing import Annotated, Any, Literal

from agent_e.agents.answer import Answer
from agent_e.agents.chat import Chat
from agent_e.agents.run_context import RunContext
from agent_e.agents.submission import AnswerSubmission, with_answer_schema
from agent_e.errors import BadArgument, Interrupted, Looping
from agent_e.journal.effects import format_effects
from agent_e.models.model import ToolCall
from agent_e.prompts import render
from agent_e.skills import Function, ask_user, bind, describe
from agent_e.types import Effect, PageText, SkillResult, SubTaskReport

from .navigator import Navigation
from .plan_review import PlanReview
from .subtask_guard import SubtaskLoopGuard
from .superseded_subtasks import SupersededSubTasks

ROLE = "planner"
_MAX_SUB_TASK = 160


class Planner:
    """One run's planner and its functions."""

    def __init__(self, context: RunContext) -> None:
        self._context = context
        self._sub_tasks = context.before.sub_tasks if context.before else 0
        self._plan = context.control.plan
        self._superseded = SupersededSubTasks()
        self._review = PlanReview(context)
        self._answers = AnswerSubmission(context)
        self._dropped_steps: tuple[str, ...] = ()
        self._rounds = SubtaskLoopGuard(context)
        self._chat = Chat(
            ROLE,
            context.calls(ROLE),
            system=render(ROLE, today=context.today, person=context.person_rules),
            functions=[*self._functions(), *context.tools],
            max_steps=context.settings.limits.planner_steps,
            budget_tokens=context.budget_tokens(ROLE),
            note=self._note,
            report_failure=context.report_failure,
            control=context.control,
            news=context.grants.news,
            sees_pages=False,
            overtaken=self._note_overtaken,
        )

    async def run(self) -> Answer:
        """Carry out the task and return the answer."""
        try:
            task, page = await self._first_words()
            answer: Answer = await self._chat.run(task, page=page, opening=self._opening())
        except Looping as loop:
            partial_result = self._context.partial_result
            if partial_result.sent_back:
                return replace(partial_result.sent_back[-1], loop=str(loop))
            words = f"I could not finish this. {loop}"
            found = tuple(partial_result.facts)
            return Answer(status="cannot", answer=words, evidence=found, loop=str(loop))
        return replace(answer, limit=self._chat.unfinished)

    @property
    def _last(self) -> bool:
        """Whether no step is left for mending anything: what is sent back now would be lost."""
        return bool(self._chat.unfinished)

    def _opening(self) -> tuple[ToolCall, ...]:
        """The first reply where no model is needed for it: most tasks are one sub-task."""
        context = self._context
        words_go_before = context.before or context.earlier or context.task.plan
        # Rules split a task better than they carry it out whole, and cost nothing.
        begins = context.settings.planner == "always" or context.models[ROLE].name == "offline"
        if begins or words_go_before or context.settings.human.plan_review:
            return ()
        arguments = json.dumps({"sub_task": context.task.text, "final": True}, ensure_ascii=False)
        return (ToolCall(id="first", name="browse", arguments=arguments),)

    def _note(self, result: SkillResult) -> None:
        """Keep what a tool of its own has shown; reports of sub-tasks rest on what they saw."""
        context = self._context
        url = context.skill_context.navigator.url
        context.evidence.add(result, step=context.budget.used, url=url)

    async def _first_words(self) -> tuple[str, PageText]:
        """The task, and the accompanying text that comes from pages."""
        context = self._context
        lines = [f"Task: {context.task.text}"]
        if context.task.plan and not self._plan.versions:
            self._plan.write(context.task.plan, 0, by="person")
            lines.append(f"The person's plan, to go by:\n{self._plan.numbered}")
        if known := context.profile_lines(context.task.text, (), set()):
            lines.append(known)
        page, url = [], context.skill_context.navigator.url
        if url in ("", "about:blank"):
            lines.append("No page is open yet.")
        else:
            page.append(f"Open page: '{await context.skill_context.navigator.title()}' at {url}")
        if context.before:
            lines.append(context.before.prompt_text)
            page += [context.before.page, f"The plan so far:\n{self._plan.numbered}"]
        page += [
            f"Earlier task: {each.task}\nIts answer: {each.answer}" for each in context.earlier
        ]
        return "\n".join(lines), PageText.joined(*page)

    def _functions(self) -> list[Function]:
        schema = self._context.task.output_schema
        finish = with_answer_schema(describe(self._finish, ends=True), schema)
        functions = [describe(self._update_plan, informs=False), describe(self._browse)]
        if self._context.skill_context.asker is not None:
            functions.append(bind(ask_user, self._context.skill_context))
        named = [*functions, finish]
        return [replace(function, name=function.name.lstrip("_")) for function in named]

    async def _update_plan(
        self, steps: list[str], done: Annotated[int, "How many of these are done."] = 0
    ) -> SkillResult:
        """Write down the plan, or a changed one."""
        self._check_current()
        dropped = self._plan.dropped(steps)
        if dropped and dropped != self._dropped_steps:
            # There may be a reason, but a person's step must not be lost by carelessness.
            self._dropped_steps = dropped
            named = "; ".join(f'"{each}"' for each in dropped)
            return SkillResult(
                note=f"Not noted: the person wrote these steps, and they are not in it: {named}. "
                "Send the plan with them, or once more as it is if they cannot be done."
            )
        self._plan.write(steps, done)
        return SkillResult(note="Noted.")

    async def _browse(
        self,
        sub_task: str,
        expect: Annotated[str, "The expected result, if the sub-task does not say."] = "",
        acts: Annotated[bool, "It is to change something: order, send, save, delete."] = False,
        final: Annotated[bool, "It is the whole task: its report is the answer."] = False,
    ) -> SkillResult | Answer:
        """Have the navigator carry out a sub-task in the browser."""
        self._refuse_superseded(sub_task)
        self._rounds.before(sub_task)
        try:
            review = await self._review.of(sub_task)
            if review.stop:
                return review
            # A sub-task must not begin while the run is paused, nor after a new message.
            await self._context.control.checkpoint()
            self._check_current()
        except Interrupted:
            self._put_aside(sub_task)
            raise
        self._context.partial_result.had_to_act |= acts
        return await self._carry_out(sub_task, expect, note=review.note, final=final)

    async def _carry_out(
        self, sub_task: str, expect: str, *, note: str, final: bool
    ) -> SkillResult | Answer:
        """Run a sub-task; return what the planner is told of it, or the answer that it gives."""
        self._sub_tasks += 1
        navigation = Navigation(self._context, self._sub_tasks, self._answers if final else None)
        before = len(self._context.effects)
        self._context.control.begin()
        self._plan.running(True)
        try:
            report = await navigation.run(sub_task, expect)
        finally:
            self._plan.running(False)
        if report.status == "superseded":
            self._put_aside(sub_task)
            return _broken_off(sub_task, report)
        first = len(self._context.facts) + 1
        self._context.facts.extend(report.facts)
        if report.status == "done":
            # A default until the planner says otherwise: most plans have one step per sub-task.
            self._plan.tick(self._plan.done + 1)
        notes, quotes = [note], PageText()
        if report.status == "done" and report.answer is not None:
            answer = await self._accepted(report, unread=navigation.unread)
            if isinstance(answer, Answer):
                return answer
            quotes = answer
        if report.status != "done" and self._context.skill_context.gate.refused_for_good:
            # Another sub-task would come to the same refusal.
            facts = tuple(self._context.facts)
            return Answer(status="cannot", answer=report.summary, evidence=facts)
        loop = self._rounds.after(sub_task, report, navigation.loop)
        notes.append(loop.own)
        # Its result decides what comes next: a second browse in the same reply would be blind.
        found = _found(report, first)
        request = shorten(sub_task, _MAX_SUB_TASK, placeholder=" …")
        return SkillResult(
            text="\n".join([*found, *_done(self._context.effects[before:]), *_where(report)]),
            note="\n".join(filter(None, notes)),
            quotes=PageText.joined(quotes, loop.tried),
            stop="read the result above first.",
            short=f"{request}: {' '.join(found)}",
            data=(report,),
        )

    async def _accepted(self, report: SubTaskReport, *, unread: bool) -> Answer | PageText:
        """End with the report of a sub-task that is the task, where nothing speaks against it.

        What the judge would be asked in any case is asked at once, and its yes ends the run. A
        quote that was not found is left to the planner, as is the outcome of a last act that was
        not read and that no judge checks (``unread``).

        Returns:
            The answer; or why not, for the planner, when the decision is left to it.
        """
        given = Answer(status="done", answer=report.answer, evidence=report.facts)
        doubts = bool(self._answers.notes(given))
        judged = doubts and self._context.settings.verify != "never"
        if not all(fact.found for fact in report.facts) or (doubts or unread) and not judged:
            return PageText()
        try:
            answer = await self._answers.submit(given, last=self._last, sure=doubts)
        except BadArgument as error:
            # It repeats what the judge says of pages.
            return PageText(str(error))
        self._plan.tick(len(self._plan.steps))
        return answer

    async def _finish(
        self,
        status: Literal["done", "cannot"],
        answer: Annotated[Any, "For the person; with cannot: what is missing."],
        evidence: Annotated[list[int], "Which facts it rests on, such as [1, 2]."] = [],  # noqa: B006
    ) -> Answer:
        """End the task with the answer."""
        facts = self._context.facts
        unknown = [number for number in evidence if not 1 <= number <= len(facts)]
        if unknown and not self._last:
            raise BadArgument(f"There is no fact {unknown[0]}; there are {len(facts)}.")
        if status == "done":
            answer = self._answers.fitted(answer, last=self._last)
        elif not isinstance(answer, str):
            # A small model fills in the form all the same.
            answer = json.dumps(answer, ensure_ascii=False)
        known = [number for number in dict.fromkeys(evidence) if number not in unknown]
        # An answer that names no facts rests on all that were found.
        cited = [facts[number - 1] for number in known] or [fact for fact in facts if fact.found]
        given = Answer(status=status, answer=answer, evidence=tuple(cited))
        given = await self._answers.submit(given, last=self._last, limit=self._chat.unfinished)
        if status == "done":
            self._plan.tick(len(self._plan.steps))
        return given

    def _check_current(self) -> None:
        """Refuse what was proposed before the person spoke or changed the plan."""
        if why := self._context.control.superseded_by(nested=False):
            raise Interrupted(f"Not done: {why}")

    def _note_overtaken(self, call: ToolCall) -> None:
        """Put aside a sub-task that was proposed, but not begun, when the person has spoken."""
        if call.name != "browse" or not self._context.control.has_unread:
            return
        with suppress(json.JSONDecodeError, AttributeError):
            sub_task = json.loads(call.arguments).get("sub_task")
            if isinstance(sub_task, str):
                self._put_aside(sub_task)

    def _put_aside(self, sub_task: str) -> None:
        control = self._context.control
        if control.has_unread:
            self._superseded.add(sub_task, taken=control.taken, messages=control.messages)

    def _refuse_superseded(self, sub_task: str) -> None:
        """Refuse a sub-task that the person has replaced."""
        if self._superseded.refuses(sub_task, self._context.control.messages):
            raise BadArgument(
                "The person has put something else in the place of this sub-task. Give one that "
                "does what they said, and say in it what they want now."
            )


def _broken_off(sub_task: str, report: SubTaskReport) -> SkillResult:
    request = shorten(sub_task, _MAX_SUB_TASK, placeholder=" …")
    return SkillResult(
        text="\n".join(_where(report)),
        note="This sub-task was broken off: the person wants something else now. Do not send it "
        "again.",
        stop="read first what the person says.",
        short=f"{request}: broken off",
        data=(report,),
    )


def _found(report: SubTaskReport, first: int) -> list[str]:
    """How a sub-task ended and what was found, its facts numbered from ``first``."""
    lines = [f"{report.status}: {report.summary}"]
    for number, fact in enumerate(report.facts, first):
        where = f'"{fact.quote}", {fact.url}' if fact.found else f'quote not found: "{fact.quote}"'
        lines.append(f"Fact {number}: {fact.claim} ({where})")
    if not report.facts:
        lines.append("No facts were reported.")
    if report.answer is not None:
        answer = report.answer
        text = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
        lines.append(f"Proposed answer: {text}")
    return lines


def _done(effects: Sequence[Effect]) -> list[str]:
    """What a sub-task has changed on sites."""
    lines = format_effects(effects)
    return ["Changed on the site:", *(f"- {line}" for line in lines)] if lines else []


def _where(report: SubTaskReport) -> list[str]:
    lines = [f"Page now: '{report.title}' at {report.url}"]
    if report.last_change:
        lines.append(f"Last change: {report.last_change}")
    return lines
