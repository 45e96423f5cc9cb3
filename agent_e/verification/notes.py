"""Notes what is missing from the support of an answer, by structure alone. Pure.

A note refuses nothing: it is the reason to ask the judge.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from agent_e.types import Effect, Fact

from .evidence_log import EvidenceLog

Kind = Literal["not_located", "no_evidence", "value_not_found", "nothing_done", "limit"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Note:
    """One gap in the support.

    Attributes:
        kind: ``not_located`` (a cited quote that was never shown), ``no_evidence`` (nothing is
            cited), ``value_not_found`` (of a typed answer, in nothing that was shown),
                ``nothing_done`` (the planner announced a change, and no effect is known),
                ``limit`` (a limit ended the run).
        what: the quote, value or limit.
    """

    kind: Kind
    what: str = ""


def notes_for(
    answer: Any,
    facts: Sequence[Fact],
    *,
    log: EvidenceLog,
    effects: Sequence[Effect],
    had_to_act: bool,
    limit: str = "",
) -> list[Note]:
    """Note what an answer lacks.

    Args:
        answer: text, or a value by the person's schema.
        facts: it rests on.
        log: everything that was shown.
        effects: what the run has changed.
        had_to_act: whether the planner announced a change.
        limit: that ended the run early, as text.
    """
    notes = [Note(kind="not_located", what=fact.quote) for fact in facts if not fact.found]
    if not facts and not effects:
        notes.append(Note(kind="no_evidence"))
    if not isinstance(answer, str):
        missing = (value for value in _leaves(answer) if not any(map(log.locate, _forms(value))))
        notes += [Note(kind="value_not_found", what=value) for value in missing]
    if had_to_act and not effects:
        notes.append(Note(kind="nothing_done"))
    if limit:
        notes.append(Note(kind="limit", what=limit))
    return notes


def _leaves(value: Any) -> Iterator[str]:
    """The texts and numbers in a value; true, false and null appear on no page."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _leaves(each)
    elif value is not None and not isinstance(value, bool) and str(value).strip():
        yield str(value)


def _forms(value: str) -> Iterator[str]:
    """How a page may write a value: a number with grouped digits, or with two decimals."""
    yield value
    try:
        number = float(value)
    except ValueError:
        return
    for form in ("{:,.0f}", "{:.2f}", "{:,.2f}") if number.is_integer() else ("{:.2f}", "{:,.2f}"):
        written = form.format(number)
        yield written
        yield written.translate(str.maketrans(",.", ".,"))
