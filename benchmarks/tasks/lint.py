"""Mistakes in tasks as written, found before anybody does them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from agent_e.benchmarks.evaluators.table import check_task
from agent_e.benchmarks.tasks.placeholders import mistakes
from agent_e.benchmarks.tasks.record import BenchTask


@dataclass(frozen=True, kw_only=True)
class TaskProblem:
    """One mistake in one task."""

    task: str
    message: str


def lint(
    tasks: Sequence[BenchTask],
    *,
    known_sites: Collection[str] = (),
    hosts: Collection[str] | None = None,
) -> list[TaskProblem]:
    """Return all mistakes, in the order of the tasks.

    Args:
        tasks: of one suite.
        known_sites: names of our sites.
        hosts: where tasks may start, subdomains included. Anywhere if ``None``.
    """
    found: list[TaskProblem] = []
    counts = Counter(task.id for task in tasks)
    for task in tasks:
        messages = [*_start(task, hosts), *_refusal(task)]
        if counts[task.id] > 1:
            messages.append(f"its id is used {counts[task.id]} times")
        messages += mistakes(task, frozenset(known_sites))
        messages += [
            f"there is no site {use.name}"
            for use in task.sites
            if known_sites and use.name not in known_sites
        ]
        messages += check_task(task)
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


def _refusal(task: BenchTask) -> Iterator[str]:
    if not task.feasible and all(spec.type != "status" for spec in task.evaluators):
        yield "it cannot be done, and no evaluator status asks whether the agent said so"
