"""Wrong answers, and right ones beside them, for the judge. Pure.

Each has the evidence that a careless agent would cite for it. All are made from runs of the suite
``local`` done by their references, and from the right answers there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

from .copying import items_of, rows_of
from .evidence import Case, Quote, Run, Shown

MISTAKES: Mapping[str, int] = {
    "another item": 13,
    "number off by one": 12,
    "not done": 13,
    "other page": 10,
    "part left out": 6,
    "nothing done": 6,
}
"""Number of cases of each kind."""
RIGHT = "right"
_RIGHT = 20
_VALUE = re.compile(r"[$€£]\d[\d,]*\.?\d*|\d+ h \d+ min|\d\d:\d\d|\d[\d,]*\.\d\d|\d+")
_JOINTS = re.compile(r", (?=\D*\d)| on (?=\d)")
_MAX_LINE = 200


def asked(runs: Sequence[Run]) -> list[Case]:
    """Return the judge's cases, shuffled in a fixed order.

    ``kind`` of a case is its mistake, or ``right``.
    """
    runs = [run for run in runs if run.source == "local"]
    found: list[Case] = []
    made: list[tuple[str, int, Callable[[Run], Case | None]]] = [
        ("another item", MISTAKES["another item"], _another_item),
        ("number off by one", MISTAKES["number off by one"], _off_by_one),
        ("not done", MISTAKES["not done"], _not_done),
        ("other page", MISTAKES["other page"], lambda run: _other_page(run, runs)),
        ("part left out", MISTAKES["part left out"], _part_left_out),
        ("nothing done", MISTAKES["nothing done"], _nothing_done),
        (RIGHT, _RIGHT, _right),
    ]
    for kind, count, make in made:
        order = sorted(runs, key=lambda run: Random(f"{kind} {run.id}").random())
        cases = [case for run in order if (case := make(run)) is not None]
        found += [replace(case, kind=kind, id=f"{case.id}, {kind}") for case in cases[:count]]
    return sorted(found, key=lambda case: Random(case.id).random())


def _case(
    run: Run, answer: str, quotes: Sequence[str], shown: Sequence[Shown] | None = None
) -> Case:
    shown = run.shown if shown is None else tuple(shown)
    sent = sum(each.sent for each in shown)
    return Case(
        id=run.id,
        kind="",
        task=run.task,
        answer=answer,
        quotes=tuple((answer, Quote(text=quote, style="line")) for quote in quotes),
        shown=tuple(shown),
        effects=run.effects if shown is run.shown else run.effects[:sent],
        had_to_act=run.deed,
    )


def _lines_with(shown: Sequence[Shown], value: str) -> list[str]:
    """The first line with a value, of the newest page that has it."""
    for each in reversed(shown):
        # The first line after an action describes the action itself.
        candidates = each.lines if each.result.report is None else each.lines[1:]
        lines = [line for line in candidates if value in line and len(line) < _MAX_LINE]
        if lines:
            return lines[:1]
    return []


def _value(text: str) -> str:
    found = _VALUE.findall(text)
    return found[-1] if found else ""


def _supported(run: Run) -> list[str]:
    """Quotes for the parts of the right answer, empty unless each part was shown."""
    lines = [_lines_with(run.shown, part) for part in _JOINTS.split(run.answer)]
    return [each[0] for each in lines] if all(lines) else []


def _right(run: Run) -> Case | None:
    if run.deed:
        last = next((each for each in reversed(run.shown) if each.sent), None)
        if last is None:
            return None
        lines = [line for line in last.lines if " " in line and len(line) < 2 * _MAX_LINE]
        return _case(run, run.answer, lines[:2])
    quotes = [*dict.fromkeys(_supported(run))]
    plain = len(run.answer) > 2 and not re.search(r"more|save|together|total", run.task)
    return _case(run, run.answer, quotes) if quotes and plain else None


def _another_item(run: Run) -> Case | None:
    """The value of another row or item that the run was shown, with its quote."""
    value = _value(run.answer)
    if run.deed or value.isdigit() or not value:
        return None
    shape = re.sub(r"\d+", "0", value)
    for row in _rows(run.shown[::-1]):
        name = row[0].casefold()
        if name in run.task.casefold() or any(value in cell for cell in row) or len(name) < 4:
            continue
        theirs = [each for cell in row[1:] for each in _VALUE.findall(cell)]
        alike = [each for each in theirs if re.sub(r"\d+", "0", each) == shape]
        if alike:
            answer = run.answer.replace(value, alike[0])
            return _case(run, answer, alike[:1])
    return None


def _rows(shown: Sequence[Shown]) -> Iterator[list[str]]:
    for each in shown:
        if each.page is not None:
            yield from rows_of(each.page.nodes)
            yield from items_of(each.page.nodes)


def _off_by_one(run: Run) -> Case | None:
    """The right evidence, misread in one number."""
    value = _value(run.answer)
    quotes = _supported(run)
    if run.deed or not quotes or not value:
        return None
    digits = list(re.finditer(r"\d+", value))[0]
    changed = str(int(digits[0]) + 1).zfill(len(digits[0]))
    other = value[: digits.start()] + changed + value[digits.end() :]
    return _case(run, run.answer.replace(value, other), quotes)


def _not_done(run: Run) -> Case | None:
    """Reported as done before the last form was sent; the quotes are of the page before."""
    sent = [at for at, each in enumerate(run.shown) if each.sent]
    if not run.deed or not sent:
        return None
    shown = run.shown[: sent[-1]]
    lines = [line for line in shown[-1].lines if len(line) < _MAX_LINE]
    return _case(run, run.answer, lines[:1], shown)


def _nothing_done(run: Run) -> Case | None:
    """Reported as done after one look at the first page, without citations."""
    return _case(run, run.answer, [], run.shown[:1]) if run.deed and run.effects else None


def _other_page(run: Run, runs: Sequence[Run]) -> Case | None:
    """Another run's finding, given as the answer to this task."""
    if run.deed:
        return None
    site = run.id.partition("-")[0]
    shape = re.sub(r"\d+", "0", run.answer)
    for other in sorted(runs, key=lambda each: Random(f"{run.id} {each.id}").random()):
        alike = re.sub(r"\d+", "0", other.answer) == shape and other.answer != run.answer
        quotes = _supported(other)
        if other.id.startswith(site) and alike and quotes and not other.deed:
            about = run.answer in " ".join(each.result.text for each in other.shown)
            if not about:
                return _case(run, other.answer, quotes, other.shown)
    return None


def _part_left_out(run: Run) -> Case | None:
    """The first of two things that were asked for."""
    parts = _JOINTS.split(run.answer)
    quotes = _lines_with(run.shown, parts[0])
    if run.deed or len(parts) < 2 or not quotes:
        return None
    return _case(run, parts[0], quotes[:1])
