"""Holding a claim against what was shown, by code."""

from __future__ import annotations

from dataclasses import replace

from agent_e.agents.quotes import find_quote

from .case import Case, Verdict
from .choosing import beaten
from .claims import Claim, in_unit
from .dictated import only_dictated
from .doing import entered_amount, held_doing, tells_doing
from .naming import apart, held_name, parted
from .values import same, values_in
from .valuing import held_value
from .wording import plain, stems, within


def hold(case: Case, claim: Claim) -> Verdict:
    """Say of one claim what code can."""
    if only_dictated(claim.text, case.shown):
        return case.said(claim, "not_shown", "only a text that orders this answer says so")
    if tells_doing(claim.text):
        done = held_doing(claim.text, _done_to(case, claim), case.shown)
        if done.said != "supported":
            return Verdict(claim=claim.text, said=done.said, why=done.why, shown=done.shown)
        amiss = _other_amount(case, claim)
        if amiss is not None:
            return amiss
    found = replace(_held(case, in_unit(claim, case.task)), claim=claim.text)
    if found.said == "unclear" and case.unseen:
        why = f"'{case.unseen}' was never looked at"
        return case.said(claim, "not_shown", why)
    return found


def _other_amount(case: Case, claim: Claim) -> Verdict | None:
    """Contradict a deed that is told with another amount than was filled in for it."""
    entered = entered_amount(case.shown)
    numbers = [value for value in claim.values if value.kind == "number"]
    if entered is None or len(numbers) != 1:
        return None
    amount, where = entered
    named = case.named(plain(claim.text))
    about = plain(f"{where.url} {where.text}").replace("-", " ")
    if numbers[0].amount == amount or not all(within(name, about) for name in named):
        return None
    if not any(same(value, numbers[0]) for value in values_in(case.task)):
        why = f"{amount} was filled in, not {numbers[0].text}"
        return case.said(claim, "contradicted", why, where)
    return None


def _done_to(case: Case, claim: Claim) -> tuple[str, ...]:
    """What a deed was done to or with: things, codes and quotes that the claim names."""
    return tuple(dict.fromkeys([*case.named(plain(claim.text)), *claim.names]))


def _held(case: Case, claim: Claim) -> Verdict:
    verdicts = [held_value(case, claim, value) for value in case.news(claim)]
    verdicts += [held_name(case, claim, name) for name in claim.names if not case.known(name)]
    if not verdicts:
        return _words(case, claim)
    for said in ("contradicted", "not_shown", "unclear"):
        found = next((each for each in verdicts if each.said == said), None)
        if found is not None:
            return found
    return apart(case, claim) or parted(case, claim) or beaten(case, claim) or verdicts[0]


def _words(case: Case, claim: Claim) -> Verdict:
    """Hold a claim without a value or a name of its own."""
    at = find_quote(claim.text, case.shown)
    if at is not None:
        return case.said(claim, "supported", shown=at)
    if not case.shown:
        return case.said(claim, "not_shown", "nothing was shown")
    words = stems(claim.text) - stems(case.task)
    if tells_doing(claim.text) or (not words and not claim.polar):
        return case.said(claim, "supported", shown=case.shown[-1])
    return case.said(claim, "unclear", "it is said in words of its own")
