"""The navigator role: works through the goals of a sub-task and reports."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from textwrap import shorten

from agent_e.types.conversation import Message

from . import acting, reading, trips
from .controls import best
from .goals import Goal, Kind, goals
from .language import coverage, fit
from .page import Page, Step, page_in
from .planner import Result, answer_of
from .replay import Batch, Call, Policy, exchanges, replay
from .scene import Found, Moves, Report, Scene, top_heading

_SUB_TASK = re.compile(
    r"Sub-task:\s*(?P<text>.*?)(?:\n(?:Expected result:|Today is \w+ \d|What the person keeps"
    r"|Saved secrets for).*)?",
    re.S,
)
_STRATEGIES: Mapping[Kind, Callable[[Scene, Goal], Moves[Report]]] = {
    "count": reading.count,
    "attribute": reading.attribute,
    "question": reading.question,
    "difference": reading.difference,
    "search": acting.search,
    "open": acting.open_thing,
    "add": acting.add,
    "quantity": acting.quantity,
    "log_in": acting.log_in,
    "trip": trips.travel,
}


def next_calls(messages: Sequence[Message], *, last: bool) -> Batch:
    """Return the calls of the navigator's next reply; ``last``: it must report now."""
    first = next((each for each in messages if each.role == "user"), Message(role="user"))
    parts = _SUB_TASK.fullmatch(first.text)
    sub_task = parts["text"] if parts else first.text
    scene = Scene(page=page_in(first.data) or Page())
    calls = replay(lambda: policy(scene, sub_task), exchanges(messages), scene.take)
    if last and (not calls or calls[0].name != "report"):
        task = shorten(sub_task, 200, placeholder=" …")
        summary = f"Out of steps before it was finished: {task}"
        report = Report(status="failed", summary=summary, facts=tuple(scene.found))
        return (_report(report, sub_task),)
    return calls


def policy(scene: Scene, sub_task: str) -> Policy[list[Step]]:
    """Work through the goals of a sub-task; the last call is ``report``."""
    reports: list[Report] = []
    for goal in goals(sub_task):
        reports.append((yield from _here(scene, goal)))
        if reports[-1].status != "done":
            break
    report = _joined(reports, scene)
    yield (_report(report, sub_task),)
    # The report was refused: rules cannot fix what is wrong with its facts.
    return (_report(replace(report, facts=()), sub_task),)


def _here(scene: Scene, goal: Goal) -> Moves[Report]:
    if not (yield from _enter_scope(scene, goal)):
        return Report(status="failed", summary=f"There is no '{goal.scope}' on the page.")
    scene.found.clear()
    return (yield from _STRATEGIES[goal.kind](scene, goal))


def _enter_scope(scene: Scene, goal: Goal) -> Moves[bool]:
    """Go to the part of the site a goal is about; returns whether it is open now."""
    scope = goal.scope
    page = (yield from scene.known()) if scope else scene.page
    titles = [page.title, *(line.name for line in page.headings if line.level == 1)]
    if not scope or any(fit(scope, title) >= 0.6 for title in titles):
        return True
    if control := best(page.lines, scope):
        return (yield from scene.click(control)).changed
    return any(coverage(scope, line.name) >= 0.99 for line in page.headings)


def _joined(reports: Sequence[Report], scene: Scene) -> Report:
    """One report for all goals: the last one's status, every summary, the facts in order."""
    if not reports:
        return Report(status="failed", summary="The sub-task says nothing that could be done.")
    last = reports[-1]
    facts = tuple(found for report in reports for found in report.facts if found.quote)
    if last.status == "done" and not facts and (shown := top_heading(scene.page)):
        facts = (Found(claim=f"after that the page shows: {shown}", quote=shown),)
    summary = " ".join(report.summary for report in reports)
    return Report(status=last.status, summary=summary, facts=facts)


def _report(report: Report, sub_task: str) -> Call:
    """The call that ends the sub-task, with the answer where the function takes one."""
    facts = [{"claim": found.claim, "quote": found.quote} for found in report.facts]
    claims = tuple(found.claim for found in report.facts)
    answer = answer_of(sub_task, Result(report.status, report.summary, claims))
    arguments = {"status": report.status, "summary": report.summary}
    return Call(name="report", arguments={**arguments, "facts": facts, "answer": answer})
