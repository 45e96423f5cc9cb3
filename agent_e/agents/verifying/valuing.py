"""Whether a value that is claimed was shown, of what it is claimed of."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .case import TOTAL, Case, Verdict, same_kind
from .claims import Claim
from .computing import (
    adds_up,
    computed,
    computes,
    counts,
    current,
    derives,
    multiplies,
    sums,
)
from .counting import held_count
from .doing import tells_doing
from .labelling import beside_values, right_one
from .scene import Mention
from .values import Value, comparable, same, values_in
from .wording import stems

_DERIVED = frozenset({"date", "time", "number"})
_SLACK = 0.006
_HOURS = 24
_WHEN = re.compile(r"\b(?:when|what time|hours|wann|uhr|quand|cuándo)\b", re.I)
_COMPUTED = frozenset({"money", "measure", "duration", "rating", "percent"})


def held_value(case: Case, claim: Claim, value: Value) -> Verdict:
    """Hold one value of a claim against what was shown of what the claim is about."""
    subjects = case.subjects(claim)
    wanted = stems(f"{claim.text} {claim.around} {case.task}")
    wanted -= frozenset().union(*map(stems, subjects)) if subjects else frozenset()
    mentions = case.scene.with_value(value, about=claim.about)
    own = [m for m in mentions if not subjects or any(map(m.record.about, subjects))]
    if value.kind == "number":
        own = [m for m in own if stems(m.label) & wanted or m.value.kind != "number"]
    asked = f"{case.task} {claim.text}"
    if counts(case.task) and value.kind == "number" and value.amount == int(value.amount):
        return held_count(case, value, claim, own, wanted)
    told = [*claim.values, *values_in(claim.around)]
    if not mentions and adds_up(value, told):
        # What it is the sum of is held by itcase.
        return case.said(claim, "supported", shown=case.shown[-1])
    if computes(asked) and not (own and _tells_result(case, claim, value, asked)):
        verdict = _held_computed(case, claim, value, own, asked)
        if verdict is not None:
            return verdict
    if own:
        return right_one(case, claim, value, own, wanted)
    told = [*claim.values, *values_in(claim.around)]
    prices = [
        mention.value
        for record in case.scene.records
        if any(map(record.about, subjects))
        for mention in current(record, value.kind)
    ]
    if _of_another(case, claim, value, subjects) or multiplies(value, told, prices):
        return case.said(claim, "supported", shown=case.shown[-1])
    found = _elsewhere(case, claim, value, wanted, subjects, mentions)
    if found.said != "unclear" and _derived(case, claim, value):
        why = f"{value.text} could not be computed again"
        return case.said(claim, "unclear", why)
    return found


def _tells_result(case: Case, claim: Claim, value: Value, asked: str) -> bool:
    """Whether a shown value is only told along with what is computed from it."""
    if not computes(case.task) and not sums(claim.text):
        return True
    told = [*claim.values, *values_in(claim.around)]
    if adds_up(value, told):
        return True
    others = [other for other in told if comparable(value, other) and not same(value, other)]
    return any(
        abs(result - amount) <= _SLACK
        for other in others
        for result in computed(other, case.scene, asked)
        for amount in other.amounts
    )


def _of_another(case: Case, claim: Claim, value: Value, subjects: Sequence[str]) -> bool:
    """Whether it is the value of another thing that the task compares."""
    others = [name for name in case.things if name not in subjects]
    if not others or not same_kind(claim, value):
        return False
    mentions = case.scene.with_value(value, about=claim.about)
    return any(mention.record.about(name) for mention in mentions for name in others)


def _derived(case: Case, claim: Claim, value: Value) -> bool:
    """Whether a value that is shown nowhere may well follow from what is."""
    if not value.amount:
        return not tells_doing(claim.text)
    needed = {"money": {"money"}, "percent": _COMPUTED}.get(value.kind, _COMPUTED | _DERIVED)
    if tells_doing(claim.text) or not case.has_kind(needed):
        return False
    if value.kind == "percent":
        return not case.has_kind({"percent"})
    if derives(f"{case.task} {claim.text}"):
        return not _has_total(case, value)
    if value.kind == "number":
        # A number in passing, as in two of the three: what is asked for by number is counted.
        passing = claim.about or not claim.bare or " of " in claim.text
        o_clock = value.amount <= _HOURS and _WHEN.search(case.task)
        return passing or value.text.isalpha() or bool(o_clock)
    return claim.about and value.kind == "measure"


def _has_total(case: Case, value: Value) -> bool:
    """Whether a page tells the total of its kind: then nobody has to compute it."""
    return any(
        stems(mention.label) & TOTAL and mention.value.kind == value.kind
        for record in case.scene.records
        for mention in record.mentions
    )


def _elsewhere(
    case: Case,
    claim: Claim,
    value: Value,
    wanted: frozenset[str],
    subjects: Sequence[str],
    mentions: Sequence[Mention],
) -> Verdict:
    # A bare number is of the kind that it has where it stands.
    kind = mentions[0].value.kind if mentions else value.kind
    others = [
        mention
        for record in case.scene.records
        if any(map(record.about, subjects))
        for mention in current(record, kind)
        if comparable(value, mention.value)
        if mention.value.kind != "number" or stems(mention.label) & wanted
    ]
    if others:
        there = others[-1]
        why = f"of '{subjects[0]}' {there.value.text} is shown, not {value.text}"
        return case.said(claim, "contradicted", why, there.record.shown)
    if mentions and value.kind == "number":
        return case.said(claim, "unclear", f"{value.text} is shown, but of something else")
    if mentions:
        why = f"{value.text} is shown, but not of '{subjects[0]}'"
        return case.said(claim, "unclear", why)
    return case.said(claim, "not_shown", f"{value.text} is on nothing that was shown")


def _held_computed(
    case: Case, claim: Claim, value: Value, own: Sequence[Mention], asked: str
) -> Verdict | None:
    if any(stems(mention.label) & TOTAL for mention in own):
        return None
    totals = [
        mention
        for mention in (beside_values(case, own) if own else ())
        if stems(mention.label) & TOTAL
    ]
    if totals:
        why = f"{totals[0].label[:60]} is shown, not {value.text}"
        return case.said(claim, "contradicted", why, totals[0].record.shown)
    results = computed(value, case.scene, asked)
    slack = 0.05 * value.amount if claim.about else _SLACK
    if any(abs(result - amount) <= slack for result in results for amount in value.amounts):
        return case.said(claim, "supported", shown=case.shown[-1])
    if results and (own or not _derived(case, claim, value)):
        why = f"what was shown comes to {results[0]:g}, not {value.text}"
        return case.said(claim, "contradicted", why)
    kinds = _COMPUTED if value.kind == "number" else {value.kind}
    if not case.has_kind(kinds) and not _derived(case, claim, value):
        return case.said(claim, "not_shown", "nothing it could come from was shown")
    if case.unmet:
        return case.said(claim, "not_shown", f"'{case.unmet}' was never looked at")
    return case.said(claim, "unclear", f"{value.text} could not be computed again")
