"""The web-browser-agent seed's three categories on our own sites; tasks in mind2web3.jsonl."""

from __future__ import annotations

from pathlib import Path

from agent_e.benchmarks.suites.suite import Suite, SuiteOptions
from agent_e.benchmarks.tasks.jsonl import read_tasks
from agent_e.benchmarks.tasks.record import BenchTask, TaskLimits

NAME = "mind2web3"
_CATEGORIES = (("retrieval", 4), ("navigation", 4), ("form-filling", 4))


def _read(options: SuiteOptions) -> list[BenchTask]:
    tasks = read_tasks(Path(__file__).with_suffix(".jsonl"), NAME)
    return [task for task in tasks if options.split in (None, task.tags["category"])]


MIND2WEB3 = Suite(
    name=NAME,
    summary="Retrieval, navigation and form filling on the shop and the catalogue.",
    licence="MIT",
    read=_read,
    limits=TaskLimits(steps=15),
    epochs=3,
    splits=_CATEGORIES,
)
