"""The navigator's part: works through the goals of a sub-task and reports."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from agent_e.models.model import Message

from . import acting, choosing, dragging, filling, forms, reading, trips
from .asking import ASK, can_pass, pass_door
from .changes import Step
from .controls import best
from .doors import find_door
from .goals import Goal, Kind, goals
from .language import coverage, fit
from .missing import find_missing, supply
from .outline import Page
from .pages import page_in
from .parts import top_heading
from .planner import Fact, Result, answer_of
from .replay import Batch, Call, Policy, exchanges, replay
from .scene import Found, Moves, Report, Scene
from .ways import go_nearer

_SUB_TASK = re.compile(
    r"Sub-task:\s*(?P<text>.*?)(?:\n(?:Expected result:|Today is \w+ \d|What the person keeps"
    r"|Saved secrets for).*)?",
    re.S,
)
_SECRETS = re.compile(r"^Saved secrets for this site.*$", re.M)
_SAVED = re.compile(
    r"(?P<name>[\w.-]+) \((?P<kind>password|one-time code|text for a single line)\)"
)
_LOGIN_NAME = re.compile(r"user|login|member|mail|name|account", re.I)
_MOST_DOORS = 4
_UNTOLD = "The task does not tell what to answer, and there is nobody to ask."

_STRATEGIES: Mapping[Kind, Callable[[Scene, Goal], Moves[Report]]] = {
    "count": reading.count,
    "attribute": reading.attribute,
    "question": reading.question,
    "difference": reading.difference,
    "search": forms.search,
    "arrange": forms.arrange,
    "choose": choosing.choose,
    "check": forms.check,
    "login": forms.login,
    "fill": filling.fill,
    "open": acting.open_thing,
    "find": acting.find,
    "add": acting.add,
    "remove": acting.remove,
    "quantity": acting.quantity,
    "move": acting.move,
    "drag": dragging.drag,
    "send": acting.send,
    "trip": trips.travel,
}
_EVERYTHING = re.compile(
    r"\b(?:in|on|of|at) (?:the |this )?(?:whole |entire )?"
    r"(?:shop|store|site|website|catalog(?:ue)?|range)\b"
    r"|\boverall\b|\baltogether\b",
    re.I,
)


def next_calls(messages: Sequence[Message], *, last: bool, offered: Iterable[str] = ()) -> Batch:
    """Return the calls of the navigator's next reply; ``last``: it must report now."""
    first = next((each for each in messages if each.role == "user"), Message(role="user"))
    parts = _SUB_TASK.fullmatch(first.text)
    sub_task = parts["text"] if parts else first.text
    saved = _saved(" ".join(_SECRETS.findall(first.text)))
    page = page_in(first.data) or Page()
    scene = Scene(page=page, offered=frozenset(offered), saved=saved)
    wanted = replay(lambda: policy(scene, sub_task), exchanges(messages), scene.take)
    if last and (not wanted or wanted[0].name != "report"):
        summary = f"Out of steps before it was finished: {sub_task[:200]}"
        report = Report(status="failed", summary=summary, facts=tuple(scene.found))
        return (_report(report, sub_task),)
    return wanted


def policy(scene: Scene, sub_task: str) -> Policy[list[Step]]:
    """Work through the goals of a sub-task; the last call is ``report``."""
    reports: list[Report] = []
    if scene.page.dialog:
        # Whoever clicked a link means to leave; what else a page asks is not agreed to unread.
        agrees = scene.page.dialog.kind in ("alert", "beforeunload")
        yield from scene.do("handle_dialog", accept=agrees)
        yield from scene.look()
    yield from scene.clear_way(consent_only=True)
    for goal in goals(sub_task):
        reports.append((yield from _reach(scene, goal)))
        if reports[-1].status != "done":
            break
    report = _joined(reports, scene)
    yield (_report(report, sub_task),)
    # It was refused: what is wrong with the facts cannot be mended by rules.
    return (_report(replace(report, facts=()), sub_task),)


def _reach(scene: Scene, goal: Goal) -> Moves[Report]:
    """Work on a goal, through the doors that stand before it."""
    report = yield from _try(scene, goal)
    for _ in range(_MOST_DOORS):
        door = find_door(scene.page)
        over = report.status == "done" and goal.kind != "login"
        refused = report.status == "failed" and goal.kind == "login"
        if door is None or over or refused:
            break
        if not can_pass(scene, door):
            return Report(status="blocked", summary=f"{door.reason} {_UNTOLD}")
        shut = yield from pass_door(scene, goal, door)
        if shut is not None:
            return shut
        if goal.kind == "login":
            report = Report(status="done", summary=f"Logged in. Now at '{scene.page.title}'.")
        else:
            report = yield from _try(scene, goal)
    missing = find_missing(scene.page) if report.status == "failed" else None
    if missing is not None and ASK in scene.offered:
        return (yield from supply(scene, missing, report))
    return report


def _try(scene: Scene, goal: Goal) -> Moves[Report]:
    """Work on a goal where things stand; what is not there may be one link further."""
    report = yield from _here(scene, goal)
    if report.status == "failed" and find_door(scene.page) is None:
        nearer = yield from go_nearer(scene, goal)
        if nearer and find_door(scene.page) is None:
            return (yield from _here(scene, goal))
    return report


def _here(scene: Scene, goal: Goal) -> Moves[Report]:
    if not (yield from _enter_scope(scene, goal)):
        return Report(status="failed", summary=f"There is no '{goal.scope}' on the page.")
    scene.found.clear()
    return (yield from _STRATEGIES[goal.kind](scene, goal))


def _enter_scope(scene: Scene, goal: Goal) -> Moves[bool]:
    """Go to the part of the site a goal is about; says whether it is open now."""
    scope = goal.scope
    if not scope and goal.question and _EVERYTHING.search(goal.text):
        scope = f"all {goal.target}"
    page = (yield from scene.known()) if scope else scene.page
    titles = [page.title, *(line.name for line in page.headings if line.level == 1)]
    if not scope or any(fit(scope, title) >= 0.6 for title in titles):
        return True
    ways = [
        line
        for line in page.lines
        if line.role in ("link", "button", "tab", "menuitem", "radio", "checkbox")
    ]
    if not goal.scope:
        every = next(
            (n for n in ways if re.match(r"all\b", n.name, re.I) and fit(scope, n.name) > 0.6), None
        )
        return every is None or (yield from scene.click(every)).changed
    if control := best(ways, scope):
        return (yield from scene.click(control)).changed
    for line in page.lines:
        option = max(line.options, key=lambda each: fit(scope, each), default="")
        if line.mmid is not None and fit(scope, option) >= 0.6:
            return (yield from scene.do("select_option", mmid=line.mmid, option=option)).changed
    return any(coverage(scope, line.name) >= 0.99 for line in page.headings)


def _joined(reports: Sequence[Report], scene: Scene) -> Report:
    """One report of all goals: the last one's status, every summary, the facts in order."""
    if not reports:
        return Report(status="failed", summary="The sub-task says nothing that could be done.")
    last = reports[-1]
    facts = tuple(found for report in reports for found in report.facts if found.quote)
    if last.status == "done" and not facts and (shown := top_heading(scene.page)):
        facts = (Found(claim=f"after that the page shows: {shown}", quote=shown),)
    summary = " ".join(report.summary for report in reports)
    return Report(status=last.status, summary=summary, facts=facts)


def _saved(told: str) -> dict[str, str]:
    """The names of saved secrets by what they are, the first of each."""
    found: dict[str, str] = {}
    for each in _SAVED.finditer(told):
        if not each["kind"].startswith("text") or _LOGIN_NAME.search(each["name"]):
            found.setdefault(each["kind"], each["name"])
    return found


def _report(report: Report, sub_task: str) -> Call:
    """The call that ends it; of a function that takes the answer too, with that."""
    facts = [{"claim": found.claim, "quote": found.quote} for found in report.facts]
    claims = tuple(Fact(number=n, claim=found.claim) for n, found in enumerate(report.facts, 1))
    result = Result(status=report.status, summary=report.summary, facts=claims)
    answer = answer_of(sub_task, result)
    return Call(
        name="report",
        arguments={
            "status": report.status, "summary": report.summary, "facts": facts, "answer": answer,
        },
    )  # fmt: skip
