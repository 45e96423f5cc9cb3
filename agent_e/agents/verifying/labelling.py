"""Whether, of several values of a thing, one is that which is asked for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .case import Case, Verdict
from .claims import Claim
from .computing import (
    chooses,
    current,
)
from .scene import Mention
from .values import Value, same
from .wording import plain, stems, within

_CAPITAL = re.compile(r"(?<=[\w,] )[^\W\d_a-z]\w{2,}")
_CHOICES = (["radio"], ["option"], ["checkbox"], ["tab"], ["button"])


def right_one(
    case: Case, claim: Claim, value: Value, own: Sequence[Mention], wanted: frozenset[str]
) -> Verdict:
    """Whether, of several values of a thing, it is the one whose label is meant."""
    old = [m for m in own if m not in current(m.record, m.value.kind)]
    if len(old) == len(own) and not {"befor", "old", "origi", "was"} & wanted:
        newer = next(iter(current(own[-1].record, own[-1].value.kind)), None)
        told = newer is not None and any(same(each, newer.value) for each in claim.values)
        if newer is not None and not told:
            why = f"{value.text} is what was before {newer.value.text}"
            return case.said(claim, "contradicted", why, own[-1].record.shown)
    rival = (
        _better_labelled(case, own, value, wanted)
        or _other_choice(case, own, claim)
        or _asked_for(case, own, claim, wanted)
    )
    if rival is not None:
        why = f"{rival.value.text} stands where that is asked for, not {value.text}"
        return case.said(claim, "contradicted", why, rival.record.shown)
    best = max(own, key=lambda m: (len(stems(m.label) & wanted), m.record.order))
    return case.said(claim, "supported", shown=best.record.shown)


def _better_labelled(
    case: Case, own: Sequence[Mention], value: Value, wanted: frozenset[str]
) -> Mention | None:
    """A value of the same kind, on the same look, whose label fits better what is asked."""
    if value.kind == "number" or any(m.record.own and m.record.group >= 0 for m in own):
        return None
    fits = [stems(m.label) & wanted for m in own]
    foreign = min(len(stems(m.segment) - wanted) for m in own)
    for mention in beside_values(case, own):
        theirs = stems(mention.label) & wanted
        if all(fit < theirs for fit in fits):
            return mention
        if not any(fits) and foreign > 1 and not stems(mention.segment):
            return mention
    return None


def _other_choice(case: Case, own: Sequence[Mention], claim: Claim) -> Mention | None:
    """Return the choice that the task names, where the value is of the one beside it."""
    named = {word.casefold() for word in _CAPITAL.findall(case.task)}
    said = set(" ".join(f"{m.label} {m.record.title}" for m in own).split())
    for mention in beside_values(case, own):
        told = any(same(value, mention.value) for value in claim.values)
        beside = not told and any(_alike(mention, m) for m in own)
        if beside and named & set(mention.segment.split()) - said:
            return mention
    return None


def _asked_for(
    case: Case, own: Sequence[Mention], claim: Claim, wanted: frozenset[str]
) -> Mention | None:
    """Return what the newest look has where the value is of things that nobody named."""
    text = f"{case.plain_task} {plain(claim.text)} {plain(claim.around)}"
    strange = all(
        m.record.linked and m.record.title and not within(m.record.title, text) for m in own
    )
    if not strange or own[0].value.kind == "number" or chooses(f"{case.task} {claim.text}"):
        return None
    order = max(record.order for record in case.scene.records)
    rivals = [
        mention
        for record in case.scene.records
        if record.order == order and not record.linked
        for mention in current(record, own[0].value.kind)
        if stems(mention.label) & wanted
    ]
    return rivals[-1] if rivals else None


def beside_values(case: Case, own: Sequence[Mention]) -> list[Mention]:
    """Other values of the kind on the same looks, those of lists of things left out."""
    orders = {m.record.order for m in own}
    return [
        mention
        for record in case.scene.records
        if record.order in orders and not (record.own and record.group >= 0)
        for mention in current(record, own[0].value.kind)
        if not same(own[0].value, mention.value)
    ]


def _alike(one: Mention, other: Mention) -> bool:
    """Whether both are of choices that stand beside each other: radio buttons, options, tabs."""
    roles = one.segment.split()[:1], other.segment.split()[:1]
    return one.record.order == other.record.order and roles[0] == roles[1] and roles[0] in _CHOICES
