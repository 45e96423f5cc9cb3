"""A model for the measured tasks: it opens the product and answers with its price.

It keeps nothing between requests, so that episodes of several workers may ask in any order.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from agent_e.benchmarks.scripted import Script, Scripted, ScriptEnded
from agent_e.benchmarks.suites import SUITES, SuiteOptions
from agent_e.benchmarks.tasks.record import BenchTask

TEMPLATE = "price-of-nth"
_TASK = re.compile(r"^Task: (.+)$", re.MULTILINE)
_PRICE = re.compile(r"^Fact 1: its price.*?([$€£][\d.,]*\d)", re.MULTILINE)

_Call = tuple[str, dict[str, Any]]


def measured_tasks() -> list[BenchTask]:
    """The tasks that the model does in four calls: ten catalogues, one price on each."""
    tasks = SUITES["catalog"].load(SuiteOptions())
    return [task for task in tasks if task.template_id == TEMPLATE]


def waiting_model(tasks: Sequence[BenchTask], latency_s: float) -> Script:
    """Return a script that does these tasks and waits before each reply."""

    def answer(body: Mapping[str, Any]) -> Scripted:
        shown = [str(message["content"]) for message in body["messages"]]
        offered = {tool["function"]["name"] for tool in body["tools"]}
        begun = any(message["role"] == "assistant" for message in body["messages"])
        if "finish" in offered:
            call = _finish(shown[-1]) if begun else _browse(shown[-1])
        else:
            task = _task_of(tasks, "\n".join(shown))
            call = _report(task) if begun else _open(task, shown[-1])
        return Scripted(calls=[call], delay_s=latency_s)

    return answer


def _task_of(tasks: Sequence[BenchTask], shown: str) -> BenchTask:
    """The task whose text and product appear in what the navigator is shown."""
    for task in tasks:
        if task.intent in shown and _product(task) in shown:
            return task
    raise ScriptEnded("A request shows none of the tasks that are measured.")


def _product(task: BenchTask) -> str:
    return task.reference.trace[0].name


def _browse(shown: str) -> _Call:
    return "browse", {"sub_task": _found(_TASK, shown), "expect": "a price"}


def _open(task: BenchTask, shown: str) -> _Call:
    name = re.escape(_product(task))
    # The number stands before the name, or at the end of the product's row.
    opener = re.compile(rf"\[(\d+)\][^\n\[]*{name}|{name}[^\n\[]*\[(\d+)\]")
    return "click", {"mmid": int(_found(opener, shown))}


def _report(task: BenchTask) -> _Call:
    fact = {"claim": "its price", "quote": str(task.reference.answer)}
    return "report", {"status": "done", "summary": "Opened it.", "facts": [fact]}


def _finish(shown: str) -> _Call:
    return "finish", {"status": "done", "answer": _found(_PRICE, shown), "evidence": [1]}


def _found(pattern: re.Pattern[str], shown: str) -> str:
    found = pattern.search(shown)
    if found is None:
        raise ScriptEnded(f"What the model is shown has no {pattern.pattern}.")
    return str(found[found.lastindex or 0])
