"""Whether a thing is the best, or has the place, that a task asks for."""

from __future__ import annotations

from collections.abc import Sequence

from .case import Case, Verdict, has, shows
from .claims import Claim
from .computing import (
    beaten_by,
    best_asked,
    computes,
    current,
)
from .ranking import other_in_place
from .scene import Mention, Record
from .values import Kind


def beaten(case: Case, claim: Claim) -> Verdict | None:
    """Contradict a claim whose thing is not the best, where that is asked for or said."""
    place = _place(case, claim)
    if place is not None:
        why = f"'{place.record.title}' has that place or one before it"
        return case.said(claim, "contradicted", why, place.record.shown)
    best = best_asked(f"{case.task} {claim.text}")
    if best is None or computes(case.task):
        return None
    candidates = _candidates(case, claim)
    if case.scopes and candidates and candidates[0].linked:
        there = [r for r in candidates if any(has(r, s) or s in r.heads for s in case.scopes)]
        if not there:
            why = f"it is not in the list of '{case.scopes[0]}'"
            return case.said(claim, "contradicted", why, candidates[0].shown)
        candidates = there
    beside = _beside(case, candidates, best[0])
    if beside is not None:
        why = f"none of the things compared has it, such as '{beside.record.title}'"
        return case.said(claim, "contradicted", why, beside.record.shown)
    beaten = [beaten_by(each, case.scene, case.task, best) for each in candidates]
    if not candidates or not all(beaten):
        return None
    better = next(each for each in beaten if each is not None)
    name = better.record.title or next(iter(sorted(better.record.heads)), "")
    why = f"'{name}' has {better.value.text}"
    return case.said(claim, "contradicted", why, better.record.shown)


def _place(case: Case, claim: Claim) -> Mention | None:
    """What has the place in a sorted list that is asked for, where the claim is of another."""
    candidates = _candidates(case, claim)
    if not candidates:
        return None
    # The list that is sorted is the longest one that has it.
    longest = max(candidates, key=lambda record: len(case.scene.group(record)))
    return other_in_place(longest, case.scene, case.task)


def _beside(case: Case, candidates: Sequence[Record], kind: Kind) -> Mention | None:
    """What a list on the same look has, where a claim is of something beside the list."""
    if not candidates or any(each.group >= 0 or each.own for each in candidates):
        return None
    orders = {each.order for each in candidates}
    listed = [
        current(record, kind)
        for record in case.scene.records
        if record.order in orders and record.own and record.group >= 0
    ]
    listed = [each for each in listed if each]
    return listed[0][0] if len(listed) > 1 else None


def _candidates(case: Case, claim: Claim) -> list[Record]:
    """The records that have all a claim says, lists before pages."""
    news = case.news(claim)
    named = [name for name in claim.names if not case.known(name)]
    found = [
        record
        for record in case.scene.records
        if all(shows(record, value, about=claim.about) for value in news)
        and all(has(record, name) for name in named)
    ]
    return [record for record in found if record.group >= 0 and record.own] or found
