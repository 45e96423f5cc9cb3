"""Faults in an episode, counted by kind."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from agent_e.journal.events import ActAnswered, ActAsked, Event, Record, SkillFailed

from .answers import Answers
from .attempts import CONTROL, Attempt
from .material import Material

Figures = dict[str, float | None]

_COVERED = re.compile(r"\bcover(s|ed)\b")
_MISSED = re.compile(r"\bclick landed on\b")
_INERT = re.compile(r"\blistens to\b")
"""The wording of ``dom/actions`` for this kind, which has no other record."""


def own_mistakes(answers: Answers, attempts: Sequence[Attempt], material: Material) -> Figures:
    """Count the faults in a journal of ours."""
    events = material.events or ()
    invalid = _invalid(answers, attempts, events)
    unseen = answers.unseen_ids
    ids = None if unseen is None else unseen + _unseen_selectors(events)
    claims = None if material.result is None else _unsupported(material.result)
    parts = [each for each in (ids, answers.unseen_addresses, claims) if each is not None]
    return {
        **_of_clicks(attempts),
        **_of_timeouts(attempts, _run_timed_out(material)),
        **invalid,
        "invalid_actions": sum(invalid.values()),
        "hallucinated_ids": ids,
        "hallucinated_addresses": answers.unseen_addresses,
        "unsupported_claims": claims,
        "hallucinations": sum(parts) if len(parts) == 3 else None,
    }


def _invalid(
    answers: Answers, attempts: Sequence[Attempt], events: Sequence[Event]
) -> dict[str, int]:
    aside = {*CONTROL, *answers.unknown_tools}
    failed = (each for each in events if isinstance(each, SkillFailed))
    kinds = Counter(each.type for each in failed if each.skill not in aside)
    kinds.update(each.error for each in attempts if each.begun)
    return {
        "invalid_parse": answers.unreadable.total() + kinds["ActionParseError"],
        "invalid_tool": len(answers.unknown_tools),
        "invalid_arguments": kinds["BadArgument"],
        "invalid_id": kinds["ElementGone"],
    }


def _of_clicks(attempts: Sequence[Attempt]) -> Figures:
    """Ghost clicks; nothing where the effects of clicks were not checked."""
    clicks = [each for each in attempts if each.verb == "click"]
    done = [click for click in clicks if click.status == "done"]
    if done and all(click.ghost is None for click in done):
        return {}
    failures = [click.message or click.cause for click in clicks if not click.worked]
    return {
        "ghost_clicks": sum(bool(click.ghost) for click in done),
        "clicks_covered": sum(bool(_COVERED.search(words)) for words in failures),
        "clicks_off_target": sum(bool(_MISSED.search(words)) for words in failures),
        "clicks_inert": sum(bool(_INERT.search(words)) for words in failures),
    }


def _of_timeouts(attempts: Sequence[Attempt], run: int | None) -> Figures:
    kinds = Counter(
        {"open": "page", "back": "page", "wait": "wait"}.get(each.verb, "action")
        for each in attempts
        if each.error == "ActionTimeout"
    )
    return {
        "timeouts": kinds.total() + (run or 0),
        "timeouts_action": kinds["action"],
        "timeouts_page": kinds["page"],
        "timeouts_wait": kinds["wait"],
        "timeouts_run": run,
    }


def _run_timed_out(material: Material) -> int | None:
    """Whether the run reached its time limit; unknown for one that was killed."""
    result, limit_s = material.result, material.limit_s
    if result is None:
        return None
    ended = result.get("outcome") == "limit"
    return int(ended and limit_s is not None and result.get("seconds", 0.0) >= limit_s)


def _unsupported(result: Record) -> int:
    """Facts of the answer that no page showed; an answer without support counts as one."""
    evidence = result.get("evidence") or ()
    missing = sum(not fact.get("found", True) for fact in evidence)
    return missing or int(result.get("outcome") == "unverified")


def _unseen_selectors(events: Sequence[Event]) -> int:
    """Number of selectors named by a policy that were not among the elements just sent to it."""
    elements: frozenset[str] = frozenset()
    unseen = 0
    for event in events:
        if isinstance(event, ActAsked):
            summary = event.observation["dom_summary"]
            elements = frozenset(element["selector"] for element in summary)
        elif isinstance(event, ActAnswered):
            selector = event.action.get("selector")
            unseen += selector is not None and selector not in elements
    return unseen
