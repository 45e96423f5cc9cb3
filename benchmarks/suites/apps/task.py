"""Builds tasks on third-party applications."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import JsonValue

from agent_e.benchmarks.apps.app import App
from agent_e.benchmarks.tasks.checks import claims_cannot, unchanged
from agent_e.benchmarks.tasks.record import BenchTask, EvaluatorSpec, Reference, SiteUse, TraceStep

SUITE = "apps"
_ALONE = frozenset({"number", "money"})
Kind = Literal["retrieve", "change", "several", "across", "infeasible"]


def app_task(
    app: App,
    kind: Kind,
    name: str,
    intent: str,
    *,
    checks: Sequence[EvaluatorSpec],
    answer: JsonValue = None,
    trace: Sequence[TraceStep] = (),
    path: str = "/",
    log_in: bool = True,
    beside: Sequence[App] = (),
) -> BenchTask:
    """Make a task.

    Args:
        app: where it starts.
        kind: ``retrieve`` asks for something, ``change`` does one thing, ``several`` more than
            one, ``across`` also uses ``beside``, ``infeasible`` cannot be done.
        name: unique in the application.
        intent: in the words of a person.
        checks: what proves it. Added for questions and infeasible tasks: that nothing has
            changed; for infeasible ones also that the agent says so.
        answer: the right one, as the oracle gives it.
        trace: one short way to do it, for the oracle; logging in comes before it.
        path: where it starts.
        log_in: whether the account is needed, and so included in the intent.
        beside: other applications it needs.
    """
    account = app.account
    if log_in:
        intent += f" (Log in as {account.user} with the password {account.password}.)"
    proofs = list(checks)
    if {each.own["kind"] in _ALONE for each in proofs if each.type == "answer"} == {True}:
        # An explanation of a figure contains figures, too, but only the requested one counts.
        intent += " Give nothing but this figure as the answer."
    if kind == "infeasible":
        proofs.append(claims_cannot())
    if kind in ("retrieve", "infeasible"):
        proofs += [unchanged(each.name) for each in (app, *beside)]
    if log_in and trace:
        opened = TraceStep(verb="open", name=f"{{{app.name}}}{account.path}")
        trace = (opened, *account.steps, *trace)
    return BenchTask(
        id=f"{app.name}-{name}",
        suite=SUITE,
        intent=intent,
        start_url=f"{{{app.name}}}{path}",
        sites=tuple(SiteUse(name=each.name) for each in (app, *beside)),
        template_id=f"{app.name}-{name}",
        tags={
            "site": app.name,
            "category": kind,
            "mutating": kind not in ("retrieve", "infeasible"),
        },
        feasible=kind != "infeasible",
        evaluators=tuple(proofs),
        reference=Reference(answer=answer, trace=tuple(trace)),
    )
