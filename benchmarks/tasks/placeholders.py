"""Insert addresses of our sites and dates into a task: ``{shop}``, ``{today}``, ``{today+30d}``."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta
from typing import Any

from agent_e.benchmarks.tasks.record import BenchTask, EvaluatorSpec
from agent_e.errors import ConfigError

# Whatever starts like a date is one, so that a typo is reported and not passed to the agent.
_DATE = re.compile(r"\{(today\b[^{}]*)\}")
_DATE_PARTS = re.compile(
    r"today(?:(?P<sign>[+-])(?P<count>\d{1,4})(?P<unit>[dwmy]))?(?::(?P<form>.+))?"
)


def resolve(task: BenchTask, sites: Mapping[str, str], today: date) -> BenchTask:
    """Return the task with every placeholder replaced; other braces stay.

    Args:
        task: from its suite.
        sites: the address of each of the task's sites, without a trailing slash.
        today: value of ``{today}``.

    Raises:
        ConfigError: an address is missing, or a date cannot be read.
    """
    missing = [use.name for use in task.sites if use.name not in sites]
    if missing:
        raise ConfigError(
            f"Task {task.id} is done on {missing[0]}, which is not served. Serve it, or leave the "
            "task out."
        )
    own = {use.name: sites[use.name] for use in task.sites}

    def fill(text: str) -> str:
        for name, address in own.items():
            text = text.replace(f"{{{name}}}", address)
        return _DATE.sub(lambda found: _write_date(found[1], today, task.id), text)

    return task.model_copy(
        update={
            "intent": fill(task.intent),
            "start_url": None if task.start_url is None else fill(task.start_url),
            "evaluators": tuple(_fill_evaluator(spec, fill) for spec in task.evaluators),
            "reference": task.reference.model_copy(
                update={
                    "answer": _fill(task.reference.answer, fill),
                    "notice": fill(task.reference.notice),
                    "trace": tuple(
                        step.model_copy(
                            update={key: fill(getattr(step, key)) for key in _STEP_TEXTS}
                        )
                        for step in task.reference.trace
                    ),
                }
            ),
        }
    )


_STEP_TEXTS = ("name", "value", "selector")


def mistakes(task: BenchTask, known_sites: frozenset[str] = frozenset()) -> Iterator[str]:
    """Report each placeholder that ``resolve`` could not fill, or would not.

    Args:
        task: from its suite.
        known_sites: names of sites; one of them in braces has to be among the task's.
    """
    own = {use.name for use in task.sites}
    for text in _texts(task):
        for found in _DATE.finditer(text):
            if not _is_date(found[1]):
                yield f"the date {found[0]} cannot be read"
        for found in re.finditer(r"\{([\w-]+)\}", text):
            if found[1] in known_sites - own:
                yield f"{found[0]} is an address, but {found[1]} is not among its sites"
    if task.start_url:
        for found in re.finditer(r"\{([^{}]*)\}", task.start_url):
            if found[1] not in own | known_sites and not found[1].startswith("today"):
                yield f"nothing is put in the place of {found[0]} in its start_url"


def add_months(day: date, months: int) -> date:
    """Return the same day of another month, or the last day of a shorter month."""
    years, month = divmod(day.month - 1 + months, 12)
    year = day.year + years
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def long_form(day: date) -> str:
    """Return a date such as ``3 May 2026``."""
    return f"{day.day} {calendar.month_name[day.month]} {day.year}"


def _write_date(text: str, today: date, task_id: str) -> str:
    parts = _DATE_PARTS.fullmatch(text)
    if parts is None:
        raise ConfigError(
            f"Task {task_id} has the date {{{text}}}, which cannot be read. Write it like "
            "{today+30d}, {today-2w}, {today+1m} or {today+1y:%Y-%m-%d}."
        )
    day = _move(today, parts)
    return day.strftime(parts["form"]) if parts["form"] else long_form(day)


def _move(today: date, parts: re.Match[str]) -> date:
    if not parts["count"]:
        return today
    count = int(parts["count"]) * (-1 if parts["sign"] == "-" else 1)
    if parts["unit"] in "dw":
        return today + timedelta(days=count * (7 if parts["unit"] == "w" else 1))
    return add_months(today, count * (12 if parts["unit"] == "y" else 1))


def _is_date(text: str) -> bool:
    return _DATE_PARTS.fullmatch(text) is not None


def _fill_evaluator(spec: EvaluatorSpec, fill: Callable[[str], str]) -> EvaluatorSpec:
    return spec.model_copy(update={key: _fill(value, fill) for key, value in spec.own.items()})


def _fill(value: Any, fill: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return fill(value)
    if isinstance(value, Mapping):
        return {key: _fill(inner, fill) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_fill(inner, fill) for inner in value]
    return value


def _texts(task: BenchTask) -> Iterator[str]:
    yield task.intent
    if task.start_url:
        yield task.start_url
    for step in task.reference.trace:
        yield from (getattr(step, key) for key in _STEP_TEXTS)
    for value in (task.reference.answer, *(spec.own for spec in task.evaluators)):
        yield from _strings(value)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _strings(inner)
