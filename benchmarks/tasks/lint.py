"""What is wrong with tasks as they are written, before anybody does them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from agent_e.benchmarks.tasks.placeholders import mistakes
from agent_e.benchmarks.tasks.record import BenchTask

CheckTask = Callable[[BenchTask], Iterable[str]]
"""Says what is wrong with a task's evaluators, a sentence each."""

EVALUATORS = frozenset(
    {
        "answer",
        "download",
        "human",
        "js",
        "network",
        "reference",
        "reward",
        "selector",
        "state",
        "status",
        "text",
        "url",
        "webvoyager",
    }
)
"""The types there are; their own keys are checked by ``CheckTask``."""


@dataclass(frozen=True, kw_only=True)
class TaskProblem:
    """One thing that is wrong with one task."""

    task: str
    message: str


def lint(
    tasks: Sequence[BenchTask],
    *,
    known_types: Collection[str] = EVALUATORS,
    known_sites: Collection[str] = (),
    hosts: Collection[str] | None = None,
    check_task: CheckTask | None = None,
) -> list[TaskProblem]:
    """Return everything that is wrong, in the order of the tasks.

    Args:
        tasks: of one suite.
        known_types: of evaluators, where there is no ``check_task``.
        known_sites: names of our sites.
        hosts: where tasks may start; subdomains are meant too. Anywhere if ``None``.
        check_task: says what is wrong with evaluators, their own keys included.
    """
    found: list[TaskProblem] = []
    counts = Counter(task.id for task in tasks)
    for task in tasks:
        messages = [*_start(task, hosts), *_checks(task)]
        if counts[task.id] > 1:
            messages.append(f"its id is used {counts[task.id]} times")
        messages += mistakes(task, frozenset(known_sites))
        messages += [
            f"there is no site {use.name}"
            for use in task.sites
            if known_sites and use.name not in known_sites
        ]
        messages += check_task(task) if check_task else _types(task, known_types)
        found += [TaskProblem(task=task.id, message=message) for message in dict.fromkeys(messages)]
    return found


def _start(task: BenchTask, hosts: Collection[str] | None) -> Iterator[str]:
    if not task.intent.strip():
        yield "its intent is empty"
    if task.start_url is None or task.start_url == "about:blank":
        return
    if any(task.start_url.startswith(f"{{{use.name}}}") for use in task.sites):
        return
    parts = urlsplit(task.start_url)
    host = parts.hostname or ""
    if parts.scheme not in ("http", "https") or not host:
        yield f"it starts at {task.start_url}, which is no address of the web"
    elif hosts is not None and not any(host == one or host.endswith(f".{one}") for one in hosts):
        yield f"it starts on {host}, which is none of the suite's hosts"


def _checks(task: BenchTask) -> Iterator[str]:
    types = [spec.type for spec in task.evaluators]
    if not types:
        yield "nothing says whether it was done: it has no evaluators"
    if not task.feasible and "status" not in types:
        yield "it cannot be done, and no evaluator status asks whether the agent said so"


def _types(task: BenchTask, known_types: Collection[str]) -> Iterator[str]:
    for spec in task.evaluators:
        if spec.type not in known_types:
            yield f"there is no evaluator {spec.type}"
        if spec.type == "reference" and task.reference.answer in (None, ""):
            yield "its evaluator reference needs a reference answer, and there is none"
    if task.evaluators and not any(spec.required for spec in task.evaluators):
        yield "none of its evaluators is required, so that any end would be a success"
