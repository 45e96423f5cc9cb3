"""All evaluators by type, and validation of checks."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any

from agent_e.benchmarks.tasks.record import BenchTask, EvaluatorSpec

from .answer import ANSWER
from .base import Evaluator
from .download import DOWNLOAD
from .first_act import FIRST_ACT
from .gaia import GAIA
from .human import HUMAN
from .js import JS, LAST, js_key
from .kept import KEPT
from .network import NETWORK
from .reference import REFERENCE
from .reward import REWARD
from .rubric import RUBRIC
from .selector import SELECTOR
from .state import STATE
from .status import STATUS
from .text import TEXT
from .unharmed import UNHARMED
from .url import URL
from .webarena import WEBARENA_ANSWER, WEBARENA_PAGE
from .webarena_verified import WEBARENA_VERIFIED
from .webjudge import WEBJUDGE
from .webvoyager import WEBVOYAGER

EVALUATORS: Mapping[str, Evaluator[Any]] = {
    each.name: each
    for each in (
        URL, TEXT, SELECTOR, JS, NETWORK, STATE, DOWNLOAD, ANSWER, REWARD, STATUS, REFERENCE,
        WEBVOYAGER, WEBJUDGE, RUBRIC, HUMAN, KEPT, UNHARMED, WEBARENA_ANSWER, WEBARENA_PAGE,
        WEBARENA_VERIFIED, FIRST_ACT, GAIA,
    )
}  # fmt: skip
_OF_A_SITE = ("state", "reward", "first_act")


def check(spec: EvaluatorSpec) -> list[str]:
    """Return the mistakes in how a check is written, one sentence each."""
    evaluator = EVALUATORS.get(spec.type)
    if evaluator is None:
        near = difflib.get_close_matches(spec.type, EVALUATORS, n=1)
        hint = f"Did you mean {near[0]}?" if near else f"There are: {', '.join(EVALUATORS)}."
        return [f"There is no evaluator {spec.type}. {hint}"]
    return evaluator.check(spec)


def asks(spec: EvaluatorSpec) -> bool:
    """Whether a check may ask a judge."""
    return spec.type in EVALUATORS and EVALUATORS[spec.type].asks


def js_expressions(task: BenchTask) -> dict[str, tuple[str, str]]:
    """Return what a harness has to evaluate at the end: address and expression by key.

    Raises:
        EvaluationError: a check is malformed.
    """
    js = [JS.read(spec) for spec in task.evaluators if spec.type == JS.name]
    pages = [WEBARENA_PAGE.read(spec) for spec in task.evaluators if spec.type == "webarena_page"]
    acts = [FIRST_ACT.read(spec) for spec in task.evaluators if spec.type == FIRST_ACT.name]
    wanted = [
        *((each.url, each.expression) for each in js),
        *((LAST, each.expression) for each in acts if each.selector is not None),
        *((each.url, each.expression) for each in pages if not each.helper),
    ]
    return {js_key(url, expression): (url, expression) for url, expression in wanted}


def check_task(task: BenchTask) -> list[str]:
    """Return the mistakes in the checks of a task, one sentence each."""
    problems = [problem for spec in task.evaluators for problem in check(spec)]
    ours = {use.name for use in task.sites} | ({"browsergym"} if task.browsergym else set())
    for spec in task.evaluators:
        site = spec.own.get("site")
        if spec.type in _OF_A_SITE and isinstance(site, str) and site not in ours:
            problems.append(f"The check {spec.type} reads the site {site}, which the task has not.")
        if spec.type == REFERENCE.name and task.reference.answer in (None, ""):
            problems.append("The check reference has no answer to compare with.")
    if not task.evaluators:
        problems.append(
            'It has no check, so nothing can judge it. Give it evaluators, such as [{"type": '
            f'"answer", …}}]; types are {", ".join(EVALUATORS)}.'
        )
    elif not any(spec.required for spec in task.evaluators):
        problems.append("No check is required, so nothing could fail.")
    return problems
