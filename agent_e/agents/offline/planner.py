"""The planner's part: splits the task, hands out sub-tasks, answers from what comes back."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent_e.models.model import Message, ToolSchema
from agent_e.types import Data, SubTaskReport

from .goals import SEND, Goal, goals, parse_goal, to_be_sent
from .language import telling
from .phrases import QUOTED, clauses
from .replay import Batch, Call, Exchange, Policy, exchanges, replay
from .schema import fill_schema

_TASK = re.compile(
    r"^Task:\s*(?P<task>.*?)"
    r"(?=\n(?:What the person keeps|Begun before|Start page|Open page|No page is open"
    r"|The person's plan)\b|\Z)",
    re.S | re.M,
)
_PLAN = re.compile(r"^The person's plan, to go by:\n((?:\d+\. .*(?:\n|\Z))+)", re.M)
_PLANNED = re.compile(r"^\d+\. (.*)$", re.M)
_ACTS = re.compile(
    r"(?:please )?(?:place|send|submit) (?:the|my|an?) (?:\w+ )?(?:order|message|e?mail|reply)\b"
    r"|(?:order|pay|delete|publish|post|cancel)\b(?! (?:by|in|of|the (?:list|results))\b)",
    re.I,
)
"""What changes something outside, where it is done."""
_OTHER_WORDS = {
    "the basket": "the cart", "the cart": "the basket", "open": "go to", "click": "press",
    "search for": "look for", "find": "locate", "price": "cost", "rating": "score",
    "how many": "count the", "log in": "sign in", "sign in": "log in", "fill in": "enter",
    "choose": "select", "select": "choose", "add": "put", "tell me": "report",
}  # fmt: skip


@dataclass(frozen=True, kw_only=True, slots=True)
class Fact:
    """A fact; they are numbered in the order they came, over all sub-tasks."""

    number: int
    claim: str

    @property
    def value(self) -> str:
        """What the claim comes to: the words after its label."""
        label, mark, value = self.claim.partition(": ")
        return value.strip() if mark and label and value.strip() else self.claim


@dataclass(frozen=True, kw_only=True, slots=True)
class Result:
    """What a sub-task came to."""

    status: str
    summary: str
    facts: tuple[Fact, ...] = ()


def next_calls(
    messages: Sequence[Message], tools: Sequence[ToolSchema], *, last: bool, before: int = 0
) -> Batch:
    """Return the calls of the planner's next reply.

    Args:
        messages: the conversation.
        tools: what is offered.
        last: whether it must finish now.
        before: how many facts were reported before this conversation.
    """
    first = next((message.text for message in messages if message.role == "user"), "")
    found = list(_TASK.finditer(first))
    task = found[-1]["task"].strip() if found else first.strip()
    planned_by = _PLAN.search(first)
    steps = _PLANNED.findall(planned_by[1]) if planned_by else sub_tasks(task)
    nowhere = bool(re.search(r"\bno page is open\b", first, re.I))
    planned = any(tool.name == "update_plan" for tool in tools)
    schema = _answer_schema(tools)
    told: list[Result] = []
    known = before

    def take(batch: tuple[Exchange, ...]) -> Result:
        nonlocal known
        for each in batch:
            for report in reports(each.result.data):
                told.append(_result(report, known))
                known += len(report.facts)
                return told[-1]
        return Result(status="failed", summary=batch[-1].result.words)

    wanted = replay(lambda: policy(steps, planned, schema, nowhere), exchanges(messages), take)
    if last and wanted[-1].name != "finish":
        summary = " ".join(["Out of steps.", *(result.summary for result in told)])
        return (_cannot(summary, told),)
    return wanted


def reports(data: Sequence[Data]) -> list[SubTaskReport]:
    """Those of sub-tasks among what a text was made from."""
    return [each for each in data if isinstance(each, SubTaskReport)]


def _result(report: SubTaskReport, known: int) -> Result:
    facts = [Fact(number=n, claim=f.claim) for n, f in enumerate(report.facts, known + 1)]
    done = report.status if report.status != "superseded" else "failed"
    return Result(status=done, summary=report.summary, facts=tuple(facts))


def sub_tasks(task: str) -> list[str]:
    """Split a task into sub-tasks; what fills one form stays together."""
    joined: list[str] = []
    goal: Goal | None = None
    for part in clauses(task):
        before, goal = goal.kind if goal else "", parse_goal(part)
        if {before, goal.kind} <= {"fill", "choose", "check"}:
            joined[-1] += f"; {part}"
        else:
            joined.append(part)
    if goal is not None and to_be_sent(task, goal):
        joined[-1] += f"; {SEND}"
    return joined or [task]


def policy(
    steps: Sequence[str], planned: bool, schema: Mapping[str, Any], nowhere: bool
) -> Policy[Result | None]:
    """Hand out the parts of a task; the last call is ``finish``.

    Args:
        steps: the parts, in words.
        planned: whether there is a function to tell the plan.
        schema: of the answer; empty when words are wanted.
        nowhere: whether no page is open.
    """
    results, subject = list[Result](), ""
    if nowhere and not re.search(r"https?://|www\.|\blocalhost\b", steps[0]):
        return (_cannot("No page is open, and the task names no address to begin at.", results),)
    before: Goal | None = None
    for step in steps:
        goal, sub_task = parse_goal(step), _with_subject(step, subject, before)
        expect = (
            "The answer, in the page's own words."
            if goal.question
            else "The page shows it is done."
        )
        for attempt in (sub_task, reworded(sub_task)):
            plan = Call(name="update_plan", arguments={"steps": list(steps)})
            asked: dict[str, Any] = {"sub_task": attempt, "expect": expect}
            asked |= {"acts": True} if _ACTS.match(step) else {}
            asked |= {"final": True} if len(steps) == 1 and not schema else {}
            browse = Call(name="browse", arguments=asked)
            result = yield (plan, browse) if planned and not results else (browse,)
            results.append(result or Result(status="failed", summary="Nothing came back."))
            if results[-1].status != "failed":
                break
        if results[-1].status != "done":
            return (_cannot(results[-1].summary, results),)
        named = [fact.value for fact in results[-1].facts if fact.claim.startswith("name")]
        told = goal.target if telling(goal.target) and not goal.question else subject
        if goal.kind == "open" and not telling(goal.target):
            told = ""  # "it" is now what was opened, which only the page can name
        subject, before = next(iter(named), told), goal
    finish = _finish(steps, [result for result in results if result.status == "done"], schema)
    yield (finish,)
    # It was refused, and rules cannot make the answer better.
    return (_cannot(f"It was done, but not confirmed: {results[-1].summary}", results),)


def _with_subject(step: str, subject: str, before: Goal | None) -> str:
    """Say the name of what was found before in the place of "it"."""
    goal = parse_goal(step)
    if not subject or telling(goal.target):
        return step
    if goal.kind == "quantity" and before is not None and before.kind == "add":
        where = re.search(r"(?:to|in|into) (?:the |my )?(\w+)\W*$", before.text)
        into = where[1] if where else "basket"
        return f"set the quantity of {subject} to {goal.value} in the {into}"
    if goal.kind not in ("add", "remove", "open", "attribute"):
        return step
    return re.sub(
        r"\b(?:it|(?:that|this) (?:one|item|product))\b", lambda _: subject, step, count=1
    )


def reworded(sub_task: str) -> str:
    """The same in other words; what stands in quotation marks is untouched."""
    for word, other in _OTHER_WORDS.items():
        for found in re.finditer(rf"\b{word}\b", sub_task, re.I):
            if not any(q.start() < found.start() < q.end() for q in QUOTED.finditer(sub_task)):
                return sub_task[: found.start()] + other + sub_task[found.end() :]
    return f"Please {sub_task[:1].lower()}{sub_task[1:]}"


def _finish(steps: Sequence[str], done: Sequence[Result], schema: Mapping[str, Any]) -> Call:
    pairs = list(zip(steps, done, strict=True))
    asked = [pair for pair in pairs if parse_goal(pair[0]).question] or pairs[-1:]
    every = [fact for result in done for fact in result.facts]
    facts = [fact for _step, result in asked for fact in result.facts] or every
    answer: Any = "; ".join(answer_of(step, result) for step, result in asked)
    if schema.get("type", "string") != "string" or "properties" in schema:
        answer = fill_schema(schema, [(fact.claim, fact.value) for fact in facts])
        if answer is None:
            return _cannot(
                f"What was found does not fill the form asked for: {done[-1].summary}", done
            )
    evidence = [fact.number for fact in facts][:20]
    return Call(name="finish", arguments={"status": "done", "answer": answer, "evidence": evidence})


def answer_of(step: str, result: Result) -> str:
    """The values that were asked for, else the summary."""
    goal = next((goal for goal in goals(step) if goal.question), None)
    if goal is None or not result.facts:
        return result.summary
    return ", ".join(fact.value for fact in result.facts[: max(len(goal.attributes), 1)])


def _cannot(reason: str, results: Sequence[Result]) -> Call:
    evidence = [fact.number for fact in results[-1].facts][:20] if results else []
    answer = reason.strip() or "It could not be done."
    return Call(
        name="finish", arguments={"status": "cannot", "answer": answer, "evidence": evidence}
    )


def _answer_schema(tools: Sequence[ToolSchema]) -> Mapping[str, Any]:
    """The schema of ``finish.answer`` with its definitions; empty when words are wanted."""
    finish = next(tool.parameters for tool in tools if tool.name == "finish")
    properties = finish.get("properties", {})
    answer = properties.get("answer") if isinstance(properties, Mapping) else None
    if not isinstance(answer, Mapping) or not answer.keys() & {
        "type",
        "properties",
        "$ref",
        "anyOf",
    }:
        return {}
    return {"$defs": finish.get("$defs", {}), **answer}
