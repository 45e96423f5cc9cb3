"""Whether as many things were shown as an answer counts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .case import Case, Verdict, shows
from .claims import Claim
from .computing import (
    counted,
    limited_by,
)
from .scene import Mention
from .values import Value, values_in
from .wording import plain, stems


def held_count(
    case: Case, value: Value, claim: Claim, own: Sequence[Mention], wanted: frozenset[str]
) -> Verdict:
    """Hold a number against what was shown and can be counted."""
    expected, complete = counted(case.scene, case.task, case.things)
    number = int(value.amount)
    # A place may be written in another way there: what was counted in full tells more.
    if case.unseen and not (complete and number in expected):
        return case.said(claim, "not_shown", f"'{case.unseen}' was never looked at")
    if number in expected:
        return case.said(claim, "supported", shown=case.shown[-1])
    wanted |= stems(case.task)
    nouns = [m for m in own if m.value.kind == "number" and _noun(m) in wanted | {""}]
    if nouns and not expected:
        return case.said(claim, "supported", shown=own[-1].record.shown)
    kinds = limited_by(case.task)
    if kinds and not case.has_kind(kinds):
        return case.said(claim, "not_shown", "nothing that it could be counted by was shown")
    if case.scene.left_out():
        return case.said(claim, "unclear", "some of what is counted was not shown")
    if expected and complete:
        why = f"{' or '.join(map(str, sorted(expected)))} of those shown fit, not {number}"
        return case.said(claim, "contradicted", why)
    other = _other_count(case, wanted)
    if number == _rows_named(
        case,
    ) or (other is not None and other.value.amount == number):
        return case.said(claim, "supported", shown=case.shown[-1])
    if other is not None:
        why = f"{other.label[:60]} is shown, not {number}"
        return case.said(claim, "contradicted", why, other.record.shown)
    return case.said(claim, "unclear", f"{number} could not be counted again")


def _rows_named(case: Case) -> int:
    """How many rows have all the names and dates of the task that any row has."""
    rows = {record.text: record for record in case.scene.records if record.group >= 0}
    names = [name for name in Claim(text=case.task).names if any(name in row for row in rows)]
    days = [value for value in values_in(case.task) if value.kind == "date"]
    if not names and not days:
        return -1
    return sum(
        all(name in text for name in names) and all(shows(row, day) for day in days)
        for text, row in rows.items()
    )


def _other_count(case: Case, wanted: frozenset[str]) -> Mention | None:
    """The newest number that stands with the words of what is counted."""
    for record in reversed(case.scene.records):
        for mention in record.mentions if case.is_of(record) else ():
            near = len(stems(mention.label) & wanted) > 1 or stems(mention.segment) & wanted
            counted_by = not _noun(mention) or _noun(mention) in wanted
            if mention.value.kind == "number" and near and counted_by:
                return mention
    return None


def _noun(mention: Mention) -> str:
    """What a number counts: the stem of the word behind it, ``""`` where that tells nothing."""
    number = re.escape(plain(mention.value.text))
    word = re.search(rf"(?<![\w.,]){number}\s+([^\W\d_]{{3,}})", mention.segment)
    return next(iter(stems(word[1])), "") if word else ""
