"""The planner: breaks the task into sub-tasks, checks what comes back, answers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from textwrap import shorten
from typing import Annotated, Any, Literal

import jsonschema

from agent_e.errors import BadArgument, BadOutput, Interrupted, Looping
from agent_e.memory.superseded import SupersededSubTasks
from agent_e.prompts import render
from agent_e.skills import Function, ask_user, bind, describe
from agent_e.types import SkillResult, SubTaskReport

from .answer import Answer
from .answer_review import AnswerReview
from .browser_nav import Navigation
from .chat import Chat
from .kit import Kit
from .messages import ProposedCall
from .plan_review import PlanReview
from .rounds import Rounds
from .verifier import Verifier

ROLE = "planner"
_LONGEST_SUB_TASK = 160


class Planner:
    """One run's planner and its functions."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._sub_tasks = kit.before.sub_tasks if kit.before else 0
        self._plan = kit.control.plan
        self._superseded = SupersededSubTasks()
        self._review = PlanReview(kit)
        self._answers = AnswerReview(kit)
        self._kept_plan: tuple[str, ...] = ()
        self._misfits = 0
        self._warned = False
        self._rounds = Rounds(kit)
        self._verifier = Verifier(kit)
        timezone = kit.settings.browser.timezone or datetime.now().astimezone().tzname() or "UTC"
        self._chat = Chat(
            ROLE,
            kit.calls(ROLE),
            system=render(
                ROLE,
                today=f"{datetime.now():%A %Y-%m-%d}",
                timezone=timezone,
                person=kit.person_rules,
            ),
            functions=self._functions(),
            max_steps=kit.settings.limits.planner_steps,
            budget_tokens=kit.budget_tokens(ROLE),
            report_failure=kit.report_failure,
            control=kit.control,
            sees_pages=False,
            overtaken=self._note_overtaken,
        )

    async def run(self) -> Answer:
        """Carry out the task and return the answer.

        Raises:
            RunError: the run cannot go on.
        """
        try:
            task, page = await self._first_words()
            answer: Answer = await self._chat.run(task, page=page)
        except Looping as loop:
            kept = self._kit.kept
            if kept.sent_back:
                return replace(kept.sent_back[-1], loop=str(loop))
            words = f"I could not finish this. {loop}"
            found = tuple(kept.facts)
            return Answer(status="cannot", answer=words, evidence=found, loop=str(loop))
        return replace(answer, limit=self._chat.unfinished)

    @property
    def _last(self) -> bool:
        """Whether no step is left for mending anything: what is sent back now would be lost."""
        return bool(self._chat.unfinished)

    async def _first_words(self) -> tuple[str, str]:
        """The task, and what is told beside it that comes from pages."""
        kit = self._kit
        lines = [f"Task: {kit.task.text}"]
        if kit.task.plan and not self._plan.versions:
            self._plan.write(kit.task.plan, 0, by="person")
            lines.append(f"The person's plan, to go by:\n{self._plan.told}")
        if known := kit.known_of_person(kit.task.text, (), set()):
            lines.append(known)
        page, url = [], kit.context.navigator.url
        if url in ("", "about:blank"):
            lines.append("No page is open yet.")
        else:
            page.append(f"Open page: '{await kit.context.navigator.title()}' at {url}")
        if kit.before:
            lines.append(kit.before.told)
            page += [kit.before.page, f"The plan so far:\n{self._plan.told}"]
        page += [f"Earlier task: {each.task}\nIts answer: {each.answer}" for each in kit.earlier]
        return "\n".join(lines), "\n".join(filter(None, page))

    def _functions(self) -> list[Function]:
        schema = self._kit.task.output_schema
        finish = _with_schema(describe(self._finish, ends=True), schema or {"type": "string"})
        functions = [describe(self._update_plan, informs=False), describe(self._browse)]
        if self._kit.context.asker is not None:
            functions.append(bind(ask_user, self._kit.context))
        named = [*functions, finish]
        return [replace(function, name=function.name.lstrip("_")) for function in named]

    async def _update_plan(
        self, steps: list[str], done: Annotated[int, "How many of these are done."] = 0
    ) -> SkillResult:
        """Write down the plan, or a changed one."""
        self._check_current()
        dropped = self._plan.dropped(steps)
        if dropped and dropped != self._kept_plan:
            # There may be a reason, but a person's step is not lost by carelessness.
            self._kept_plan = dropped
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
    ) -> SkillResult:
        """Have the navigator carry out a sub-task in the browser."""
        self._refuse_superseded(sub_task)
        self._rounds.before(sub_task)
        try:
            said = await self._review.of(sub_task)
            if said.stop:
                return said
            # A sub-task must not begin while the run is paused, nor after other words.
            await self._kit.control.point()
            self._check_current()
        except Interrupted:
            self._put_aside(sub_task)
            raise
        self._sub_tasks += 1
        navigation = Navigation(self._kit, self._sub_tasks)
        self._kit.control.begin()
        self._plan.running(True)
        try:
            report = await navigation.run(sub_task, expect)
        finally:
            self._plan.running(False)
        if report.status == "superseded":
            self._put_aside(sub_task)
            return SkillResult(
                text="\n".join(_where(report)),
                note="This sub-task was broken off: the person wants something else now. Do not "
                "send it again.",
                stop="read first what the person says.",
                short=f"{shorten(sub_task, _LONGEST_SUB_TASK, placeholder=' …')}: broken off",
            )
        first = len(self._kit.facts) + 1
        self._kit.facts.extend(report.facts)
        told = "\n".join(
            filter(None, [said.note, self._rounds.after(sub_task, report, navigation.loop)])
        )
        if report.status == "done":
            # Until the planner says more: most plans have one step a sub-task.
            self._plan.tick(self._plan.done + 1)
        # Its result decides what comes next: a second browse in the same reply would be blind.
        found = _found(report, first)
        asked = shorten(sub_task, _LONGEST_SUB_TASK, placeholder=" …")
        return SkillResult(
            text="\n".join([*found, *_where(report)]),
            note=told,
            stop="read the result above first.",
            short=f"{asked}: {' '.join(found)}",
            data=(report,),
        )

    async def _finish(
        self,
        status: Literal["done", "cannot"],
        answer: Annotated[Any, "For the person; with cannot: what is missing."],
        evidence: Annotated[list[int], "Which facts it rests on, such as [1, 2]."] = [],  # noqa: B006
    ) -> Answer:
        """End the task with the answer."""
        facts = self._kit.facts
        unknown = [number for number in evidence if not 1 <= number <= len(facts)]
        if unknown and not self._last:
            raise BadArgument(f"There is no fact {unknown[0]}; there are {len(facts)}.")
        schema = self._kit.task.output_schema
        if schema is not None and status == "done":
            answer = self._fitted(answer, schema)
        elif schema is not None and not isinstance(answer, str):
            # A small model fills in the form all the same.
            answer = json.dumps(answer, ensure_ascii=False)
        elif not isinstance(answer, str) or not answer.strip():
            raise BadArgument("The answer must be words for the person.")
        known = [number for number in dict.fromkeys(evidence) if number not in unknown]
        cited = tuple(facts[number - 1] for number in known)
        given = Answer(status=status, answer=answer, evidence=cited)
        if status == "done":
            given = await self._answers.of(await self._held(given), last=self._last)
            self._plan.tick(len(self._plan.steps))
        return given

    async def _held(self, given: Answer) -> Answer:
        """Hold an answer against its facts and the pages; the first time it may be mended."""
        facts = self._kit.facts
        if not any(fact.found for fact in given.evidence):
            given = replace(given, verified=False)
            if not self._warned and not self._last:
                self._warned = True
                raise self._back(
                    given,
                    "Name the numbers of the facts the answer rests on in evidence."
                    if any(fact.found for fact in facts)
                    else "No fact supports an answer yet. Browse for it, or finish with cannot.",
                )
            return given
        doubt = (await self._verifier.check(given.answer)).doubt
        given = replace(given, verified=not doubt, doubt=doubt)
        if doubt and self._verifier.may_send_back(last=self._last):
            raise self._back(
                given,
                f"The answer was held against the pages. {doubt} Correct it, or browse for it.",
            )
        return given

    def _back(self, given: Answer, why: str) -> BadArgument:
        """The error that sends an answer back; should no better one come, it is all there is."""
        self._kit.kept.sent_back.append(given)
        return BadArgument(why)

    def _check_current(self) -> None:
        """Refuse what was proposed before the person has spoken, or has changed the plan.

        Raises:
            Interrupted: they have.
        """
        if why := self._kit.control.overtaken(nested=False):
            raise Interrupted(f"Not done: {why}")

    def _note_overtaken(self, call: ProposedCall) -> None:
        """Put aside a sub-task that was proposed, but not begun, when the person has spoken."""
        if call.name != "browse" or not self._kit.control.spoken:
            return
        with suppress(json.JSONDecodeError, AttributeError):
            sub_task = json.loads(call.arguments).get("sub_task")
            if isinstance(sub_task, str):
                self._put_aside(sub_task)

    def _put_aside(self, sub_task: str) -> None:
        control = self._kit.control
        if control.spoken:
            self._superseded.add(sub_task, taken=control.taken, said=control.said)

    def _refuse_superseded(self, sub_task: str) -> None:
        """Refuse what the person has put something else in the place of.

        Raises:
            BadArgument: it is that, perhaps in other words.
        """
        if self._superseded.refuses(sub_task, self._kit.control.said):
            raise BadArgument(
                "The person has put something else in the place of this sub-task. Give one that "
                "does what they said, and say in it what they want now."
            )

    def _fitted(self, answer: Any, schema: Mapping[str, Any]) -> Any:
        """Return the answer if it fits the person's schema; the first misfit may be repaired."""
        validator = jsonschema.Draft202012Validator(schema)
        if isinstance(answer, str) and not validator.is_valid(answer):
            # Small models write the object as JSON text.
            with suppress(json.JSONDecodeError):
                answer = json.loads(answer)
        error = jsonschema.exceptions.best_match(validator.iter_errors(answer))
        if error is None:
            return answer
        where = "/".join(str(part) for part in error.absolute_path) or "the answer"
        self._misfits += 1
        if self._misfits > 1 or self._last:
            raise BadOutput(
                f"The answer does not fit the output schema: {where}: {error.message}. "
                f"The answer was {json.dumps(answer, ensure_ascii=False)[:300]}."
            )
        raise BadArgument(f"The answer does not fit its schema: {where}: {error.message}.")


def _with_schema(finish: Function, schema: Mapping[str, Any]) -> Function:
    """Put the person's schema in the place of ``answer``; its definitions move to the root.

    Words fit beside it: a provider that holds the model to its schema must let it say ``cannot``.
    """
    own = {key: value for key, value in schema.items() if key not in ("$defs", "$schema", "$id")}
    properties = dict(finish.parameters["properties"])
    if own.get("type") != "string":
        own = {"anyOf": [own, {"type": "string", "description": "With cannot only."}]}
    properties["answer"] = {**properties["answer"], **own}
    parameters = {**finish.parameters, "properties": properties}
    if "$defs" in schema:
        parameters["$defs"] = schema["$defs"]
    return replace(finish, parameters=parameters)


def _found(report: SubTaskReport, first: int) -> list[str]:
    """How a sub-task ended and what was found, its facts numbered from ``first``."""
    lines = [f"{report.status}: {report.summary}"]
    for number, fact in enumerate(report.facts, first):
        where = f'"{fact.quote}", {fact.url}' if fact.found else f'quote not found: "{fact.quote}"'
        lines.append(f"Fact {number}: {fact.claim} ({where})")
    if not report.facts:
        lines.append("No facts were reported.")
    return lines


def _where(report: SubTaskReport) -> list[str]:
    lines = [f"Page now: '{report.title}' at {report.url}"]
    # That the page opened is said by the line before.
    if report.last_change and not (report.title and f'"{report.title}"' in report.last_change):
        lines.append(f"Last change: {report.last_change}")
    return lines
