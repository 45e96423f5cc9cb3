"""The planner role: splits the task, delegates sub-tasks, answers from their reports."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent_e.types import Data, SubTaskReport
from agent_e.types.conversation import Message, ToolSchema

from .goals import goals, parse_goal
from .language import clauses, fit, telling
from .replay import Batch, Call, Exchange, Policy, exchanges, replay
from .values import measure, price, rating

_TASK = re.compile(
    r"^Task:\s*(?P<task>.*?)"
    r"(?=\n(?:What the person keeps|Begun before|Start page|Open page|No page is open"
    r"|The person's plan)\b|\Z)",
    re.S | re.M,
)
_PLAN = re.compile(r"^The person's plan, to go by:\n((?:\d+\. .*(?:\n|\Z))+)", re.M)
_PLANNED = re.compile(r"^\d+\. (.*)$", re.M)
_ACTS = re.compile(r"(?:(?:place the )?order|book|pay|delete|cancel|send|publish|post)\b", re.I)
"""Steps that change something outside: they are reported when nothing was done."""


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of a sub-task; ``first`` is the number of its first fact, over all sub-tasks."""

    status: str
    summary: str
    claims: tuple[str, ...] = ()
    first: int = 1

    @property
    def evidence(self) -> list[int]:
        """The numbers of its facts."""
        return [*range(self.first, self.first + len(self.claims))]


def next_calls(
    messages: Sequence[Message], tools: Sequence[ToolSchema], *, last: bool, before: int = 0
) -> Batch:
    """Return the calls of the planner's next reply; ``before``: facts reported earlier."""
    first = next((message.text for message in messages if message.role == "user"), "")
    found = list(_TASK.finditer(first))
    task = found[-1]["task"].strip() if found else first.strip()
    planned_by = _PLAN.search(first)
    steps = _PLANNED.findall(planned_by[1]) if planned_by else clauses(task) or [task]
    nowhere = bool(re.search(r"\bno page is open\b", first, re.I))
    planned = any(tool.name == "update_plan" for tool in tools)
    schema = _answer_schema(tools)
    results: list[Result] = []
    known = before

    def take(batch: tuple[Exchange, ...]) -> Result:
        nonlocal known
        for each in batch:
            for report in reports(each.result.data):
                status = report.status if report.status != "superseded" else "failed"
                claims = tuple(fact.claim for fact in report.facts)
                results.append(Result(status, report.summary, claims, known + 1))
                known += len(claims)
                return results[-1]
        return Result(status="failed", summary=batch[-1].result.words)

    calls = replay(lambda: policy(steps, planned, schema, nowhere), exchanges(messages), take)
    if last and calls[-1].name != "finish":
        summary = " ".join(["Out of steps.", *(result.summary for result in results)])
        return (_cannot(summary, results),)
    return calls


def reports(data: Sequence[Data]) -> list[SubTaskReport]:
    """The sub-task reports among the sources of a text."""
    return [each for each in data if isinstance(each, SubTaskReport)]


def policy(
    steps: Sequence[str], planned: bool, schema: Mapping[str, Any], nowhere: bool
) -> Policy[Result | None]:
    """Delegate the parts of a task; the last call is ``finish``.

    ``nowhere``: no page is open; ``planned``: there is a function to report the plan.
    """
    results, subject = list[Result](), ""
    if nowhere and not re.search(r"https?://|www\.|\blocalhost\b", steps[0]):
        return (_cannot("No page is open, and the task names no address to begin at.", results),)
    for step in steps:
        goal, sub_task = parse_goal(step), _with_subject(step, subject)
        about = "The answer, in the page's own words." if goal.question else "It is done."
        arguments: dict[str, Any] = {"sub_task": sub_task, "expect": about}
        arguments |= {"acts": True} if _ACTS.match(step) else {}
        arguments |= {"final": True} if len(steps) == 1 and not schema else {}
        plan = Call(name="update_plan", arguments={"steps": list(steps)})
        browse = Call(name="browse", arguments=arguments)
        result = yield (plan, browse) if planned and not results else (browse,)
        results.append(result or Result(status="failed", summary="Nothing came back."))
        if results[-1].status != "done":
            return (_cannot(results[-1].summary, results),)
        named = [value_of(each) for each in results[-1].claims if each.startswith("name")]
        name = goal.target if telling(goal.target) and not goal.question else subject
        # Something opened by position can only be named by the page.
        name = "" if goal.kind == "open" and not telling(goal.target) else name
        subject = next(iter(named), name)
    finish = _finish(steps, [result for result in results if result.status == "done"], schema)
    yield (finish,)
    # It was refused, and rules cannot improve the answer.
    return (_cannot(f"It was done, but not confirmed: {results[-1].summary}", results),)


def _with_subject(step: str, subject: str) -> str:
    """Replace "it" by the name of what was found before."""
    goal = parse_goal(step)
    if not subject or telling(goal.target) or goal.kind not in ("add", "attribute"):
        return step
    return re.sub(r"\bit\b", lambda _: subject, step, count=1)


def _finish(steps: Sequence[str], done: list[Result], schema: Mapping[str, Any]) -> Call:
    pairs = list(zip(steps, done, strict=True))
    answering = [pair for pair in pairs if parse_goal(pair[0]).question] or pairs[-1:]
    results = [result for _step, result in answering]
    results = results if any(result.claims for result in results) else done
    claims = [claim for result in results for claim in result.claims]
    answer: Any = "; ".join(answer_of(step, result) for step, result in answering)
    if schema.get("type", "string") != "string":
        answer = fill_schema(schema, [(claim, value_of(claim)) for claim in claims])
        if answer is None:
            return _cannot(f"It does not fill the form asked for: {done[-1].summary}", done)
    evidence = [number for result in results for number in result.evidence][:20]
    return Call(name="finish", arguments={"status": "done", "answer": answer, "evidence": evidence})


def value_of(claim: str) -> str:
    """The value of a claim: the words after its label."""
    return claim.partition(": ")[2].strip() or claim


def answer_of(step: str, result: Result) -> str:
    """The requested values, else the summary."""
    goal = next((goal for goal in goals(step) if goal.question), None)
    if goal is None or not result.claims:
        return result.summary
    return ", ".join(value_of(claim) for claim in result.claims[: max(len(goal.attributes), 1)])


def _cannot(reason: str, results: Sequence[Result]) -> Call:
    evidence = results[-1].evidence[:20] if results else []
    arguments = {"status": "cannot", "answer": reason.strip() or "No.", "evidence": evidence}
    return Call(name="finish", arguments=arguments)


def _answer_schema(tools: Sequence[ToolSchema]) -> Mapping[str, Any]:
    """The schema of ``finish.answer`` with its definitions; empty when text is wanted."""
    finish = next(tool.parameters for tool in tools if tool.name == "finish")
    answer = finish.get("properties", {}).get("answer")
    if isinstance(answer, Mapping) and "anyOf" in answer:
        # The second choice is a sentence on why there is no answer.
        answer = answer["anyOf"][0]
    if not isinstance(answer, Mapping) or not answer.keys() & {"type", "properties", "$ref"}:
        return {}
    return {"$defs": finish.get("$defs", {}), **answer}


Claims = Sequence[tuple[str, str]]
"""Claims with their values, the most important first."""


def fill_schema(schema: Mapping[str, Any], claims: Claims) -> Any:
    """Return a value for the schema; ``None`` when the claims do not provide one."""
    kind = schema.get("type") if isinstance(schema, Mapping) else None
    if not claims:
        return None
    if kind == "object":
        return _object(schema, claims)
    if kind == "array":
        return [fill_schema(schema.get("items", {}), (claim,)) for claim in claims]
    value = claims[0][1]
    if kind in ("integer", "number"):
        number = (price(value) or rating(value) or measure(value)).number
        whole = number is not None and number == int(number)
        return int(number) if whole else number if kind == "number" else None  # type: ignore[arg-type]
    return value if kind in ("string", None) else None


def _object(schema: Mapping[str, Any], claims: Claims) -> dict[str, Any] | None:
    """Each property from the claim whose label shares most with its name."""
    filled: dict[str, Any] = {}
    for name, member in schema.get("properties", {}).items():
        spaced = name.replace("_", " ")
        best = max(claims, key=lambda claim: fit(spaced, claim[0].partition(": ")[0]))
        alone = len(schema["properties"]) == 1
        nested = isinstance(member, Mapping) and member.get("type") in ("object", "array")
        if nested or alone or fit(spaced, best[0].partition(": ")[0].partition(" of ")[0]) >= 0.5:
            value = fill_schema(member, claims if nested else (best,))
            filled |= {} if value is None else {name: value}
    return filled if all(name in filled for name in schema.get("required", ())) else None
