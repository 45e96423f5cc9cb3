"""How events and figures are worded, wherever a journal is told."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

Event = Mapping[str, Any]

PLAN_STATES = {
    "done": "done",
    "current": "current",
    "doing": "current",
    "running": "current",
    "failed": "failed",
    "blocked": "failed",
}
"""Words of the planner for the state of a step; anything else is ``pending``."""

PLAN_BOXES = {"done": "[x]", "current": "[>]", "failed": "[!]", "pending": "[ ]"}


def plan_steps(event: Event) -> list[tuple[str, str]]:
    """Return text and state (``done``, ``current``, ``failed``, ``pending``) of each step."""
    steps = []
    for step in event.get("steps", ()):
        if isinstance(step, Mapping):
            state = PLAN_STATES.get(str(step.get("status", "")), "pending")
            steps.append((clean(str(step.get("text", ""))), state))
        else:
            steps.append((clean(str(step)), "pending"))
    return steps


def plan_authors(events: Iterable[Event]) -> str:
    """Say which versions of the plan the person made: ``version 2, yours``; ``""`` for none."""
    yours, newest = dict[int, None](), 0
    for event in events:
        if event.get("kind") == "plan.updated":
            newest = int(event.get("version") or 0)
            if event.get("by") == "person":
                yours[newest] = None
    if not yours:
        return ""
    if newest in yours:
        return f"version {newest}, yours"
    earlier = ", ".join(map(str, yours))
    were = f"version {earlier} was" if len(yours) == 1 else f"versions {earlier} were"
    return f"version {newest}; {were} yours"


def action_words(event: Event) -> str:
    """Word an ``action.started`` event, such as ``click button 'Add to basket'``."""
    words = [str(event.get("action", "action"))]
    target = event.get("target")
    if isinstance(target, Mapping):
        hint = f"({target['hint']})" if target.get("hint") else ""
        named = f"'{target.get('name', '')}'"
        words.append(f"{target.get('role', '')} {hint or named}")
    for name, value in (event.get("arguments") or {}).items():
        if name == "mmid" or value in (None, False, "", 1):
            continue
        words.append(name if value is True else str(value) if name != "text" else f'"{value}"')
    return clean(" ".join(words))


def extract_words(event: Event) -> tuple[str, str]:
    """Word an ``extracted`` event: what was asked for, and what was found."""
    asked = ", ".join(map(str, event.get("fields") or ()))
    found = count_words(int(event.get("records") or 0), "record")
    pages = int(event.get("pages") or 1)
    of = f" from {count_words(pages, 'page')}" if pages > 1 else ""
    return clean(f"extract {asked}"), clean(f"{found}{of}, {event.get('place', '')}")


def result_words(event: Event) -> str:
    """Word in one line what an action did, or why it did not."""
    if error := event.get("error"):
        name, colon, sentence = str(error).partition(": ")
        taken = f" {event['by']} takes over." if event.get("by") else ""
        return clean((sentence if colon and name.isidentifier() else str(error)) + taken)
    return clean(str(event.get("brief") or str(event.get("words", "")).strip().partition("\n")[0]))


def loop_words(event: Event) -> str:
    """Word a ``loop.found`` event: whose it is, and what it goes round."""
    level = int(event.get("level") or 1)
    row = f" ({level} in a row)" if level > 1 else ""
    return clean(f"loop of the {event.get('role', 'agent')}{row}: {event.get('words', '')}")


def judged_words(event: Event) -> str:
    """Word a ``gate.judged`` or ``request.judged`` event; ``""`` for what was only noted."""
    if event.get("decision") == "notify":
        return ""
    reasons = ", ".join(map(str, event.get("reasons") or ()))
    return clean(f"{event.get('decision')}, {event.get('tier')}: {event.get('act')} ({reasons})")


def tainted_words(event: Event) -> str:
    """Word a ``security.tainted`` event: what kind of sign it is, and the page's words."""
    signal = clean(str(event.get("signal", "")))
    return clean(f"what was read may steer the agent ({signal}): '{event.get('quote', '')}'")


def asked_words(event: Event) -> str:
    """Word a ``person.asked`` event: the question."""
    request = event.get("request") or {}
    return clean(str(request.get("question", "")))


def answered_words(event: Event) -> str:
    """Word a ``person.answered`` event: the answer, or why there is none."""
    action, note = event.get("action"), str(event.get("note") or "")
    if action in ("declined", "unanswered", "withdrawn"):
        return clean(note or "no answer")
    value = event.get("value")
    words = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return clean(f"{words} ({note})" if note else words)


CONTROL_WORDS = {
    "control.paused": "paused",
    "control.resumed": "goes on",
    "control.stopped": "stopped",
    "control.steered": "steered",
    "control.taken": "window taken over",
    "control.returned": "window handed back",
    "control.lapsed": "window kept longer than it was lent",
}


def control_words(event: Event) -> str:
    """Word what the person did with the run, such as ``steered by http: look at the red ones``."""
    said = event.get("words") or event.get("note")
    words = f": {said}" if said else ""
    return clean(f"{CONTROL_WORDS.get(str(event['kind']), '')} by {event.get('by', '')}{words}")


_NOTES = {
    "not_located": "never shown",
    "no_evidence": "nothing is cited",
    "value_not_found": "in nothing that was shown",
    "nothing_done": "nothing was done",
    "limit": "the run met a limit",
}
_VERDICTS = {"yes": "accepts it", "no": "refuses it", "cannot_tell": "cannot tell"}


def checked_words(event: Event) -> str:
    """Word an ``answer.checked`` event: ``checked the answer: 2 facts located``."""
    notes = list(note_words(event))
    missing = f"; {len(notes)} to clear up" if notes else ""
    said = _VERDICTS.get(str(event.get("verdict", "")))
    why = f": {event['why']}" if event.get("why") and event.get("verdict") == "no" else ""
    judged = f"; the judge {said}{why}" if said else ""
    facts = count_words(int(event.get("facts", 0)), "fact")
    return clean(f"checked the answer: {facts}{missing}{judged}")


def note_words(event: Event) -> Iterator[str]:
    """Word what an ``answer.checked`` event says is missing, one line a note."""
    for note in event.get("notes") or ():
        if isinstance(note, Mapping):
            what = f'"{note["what"]}" ' if note.get("what") else ""
            yield clean(f"{what}{_NOTES.get(str(note.get('kind')), '')}")


def model_names(models: object) -> str:
    """Word the ``models`` of a ``run.started`` event: each name once."""
    names = models.values() if isinstance(models, Mapping) else models
    if isinstance(names, str) or names is None:
        return clean(names or "")
    return clean(", ".join(dict.fromkeys(str(name) for name in names if name)))  # type: ignore[attr-defined]


def count_words(number: int, noun: str) -> str:
    """Word a count: ``1 step``, ``12,345 tokens``."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def cost_words(dollars: float | None) -> str:
    """Word a cost in US dollars; ``None`` is not known."""
    if dollars is None:
        return "cost unknown"
    if dollars == 0:
        return "$0"
    return f"${dollars:.4f}" if dollars < 0.1 else f"${dollars:.2f}"


def time_words(seconds: float) -> str:
    """Word a duration: ``0.8 s``, ``42 s``, ``3 min 05 s``."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02d} s"


def clean(text: str) -> str:
    """Return the text on one line, without anything that could steer a terminal.

    Escape sequences, other control characters and bidirectional overrides are dropped.
    """
    return " ".join("".join(map(harmless, text)).split())


def harmless(character: str) -> str:
    """Return the character, or what stands for one that cannot be shown."""
    if character.isprintable():
        return character
    return "" if unicodedata.category(character) == "Cf" else " "


def shortened_words(event: Event) -> str:
    """Word a ``context.shortened`` event."""
    before, after = int(event.get("before") or 0), int(event.get("after") or 0)
    gone = int(event.get("exchanges") or 0)
    replies = "1 older reply" if gone == 1 else f"{gone:,} older replies"
    role = clean(str(event.get("role") or "model"))
    return (
        f"{role}'s conversation shortened: {before:,} to {after:,} tokens, {replies} cut to a line"
    )


def limit_words(event: Event) -> str:
    """Word a ``limit.told`` event."""
    used, most = event.get("used") or 0, event.get("most") or 0
    name = clean(str(event.get("limit") or "limit").removeprefix("max_").replace("_", " "))
    whose = clean(str(event.get("whose") or "run"))
    head = "asked to end" if event.get("told") == "last" else "told to hurry"
    role = clean(str(event.get("role") or "model"))
    return f"{role} {head}: {used:,.4g} of {most:,.4g} ({whose}: {name})"
