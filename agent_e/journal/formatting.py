"""Formats events, wherever a journal is shown."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import singledispatch

from agent_e.text import clean, format_count

from .events import (
    ActionEnded,
    ActionStarted,
    AnswerChecked,
    Blocked,
    BrowserEvent,
    ContextShortened,
    Controlled,
    Event,
    Extracted,
    GrantsRead,
    GrantUsed,
    Judged,
    LimitTold,
    LoopFound,
    ModelTrouble,
    PersonAnswered,
    PersonAsked,
    PlanUpdated,
    SkillFailed,
    Tainted,
)

PLAN_STATES = {
    "done": "done",
    "current": "current",
    "doing": "current",
    "running": "current",
    "failed": "failed",
    "blocked": "failed",
}
"""The planner's words for the state of a step; anything else is ``pending``."""

PLAN_BOXES = {"done": "[x]", "current": "[>]", "failed": "[!]", "pending": "[ ]"}


def plan_steps(event: PlanUpdated) -> list[tuple[str, str]]:
    """Return text and state (``done``, ``current``, ``failed``, ``pending``) of each step."""
    steps = []
    for step in event.steps:
        if isinstance(step, Mapping):
            state = PLAN_STATES.get(str(step.get("status", "")), "pending")
            steps.append((clean(str(step.get("text", ""))), state))
        else:
            steps.append((clean(str(step)), "pending"))
    return steps


def plan_authors(plans: Iterable[PlanUpdated]) -> str:
    """Say which versions of the plan the person made: ``version 2, yours``; ``""`` for none."""
    yours, newest = dict[int, None](), 0
    for plan in plans:
        newest = plan.version
        if plan.by == "person":
            yours[newest] = None
    if not yours:
        return ""
    if newest in yours:
        return f"version {newest}, yours"
    earlier = ", ".join(map(str, yours))
    were = f"version {earlier} was" if len(yours) == 1 else f"versions {earlier} were"
    return f"version {newest}; {were} yours"


def format_action(event: ActionStarted) -> str:
    """Format an action, such as ``click button 'Add to basket'``."""
    words = [event.action or "action"]
    if target := event.target:
        named = f"({target['hint']})" if target.get("hint") else f"'{target.get('name', '')}'"
        words.append(f"{target.get('role', '')} {named}")
    for name, value in event.arguments.items():
        if name in ("mmid", "onto") or value in (None, False, "", 1):
            continue
        words.append(name if value is True else str(value) if name != "text" else f'"{value}"')
    return clean(" ".join(words))


def format_extract(event: Extracted) -> tuple[str, str]:
    """Format what was to be extracted, and what was found."""
    found = format_count(event.records, "record")
    of = f" from {format_count(event.pages, 'page')}" if event.pages > 1 else ""
    return clean(f"extract {', '.join(event.fields)}"), clean(f"{found}{of}, {event.place}")


def format_error(event: SkillFailed | ModelTrouble) -> str:
    """Format in one line why something was not done, and which model takes over."""
    taken = f" {event.by} takes over." if isinstance(event, ModelTrouble) and event.by else ""
    return clean(_sentence(event.error) + taken)


def format_result(event: ActionEnded) -> str:
    """Format in one line what an action did, or why it did not."""
    if event.error:
        return clean(_sentence(event.error))
    return clean(event.brief or event.words.strip().partition("\n")[0])


def _sentence(error: str) -> str:
    name, colon, sentence = error.partition(": ")
    return sentence if colon and name.isidentifier() else error


def format_asked(event: PersonAsked) -> str:
    """Format a question to the person."""
    return clean(str(event.request.get("question", "")))


def format_answered(event: PersonAnswered) -> str:
    """Format the answer to a question, or why there is none."""
    if event.action in ("declined", "unanswered", "withdrawn"):
        return clean(event.note or "no answer")
    value = event.value
    words = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return clean(f"{words} ({event.note})" if event.note else words)


_CONTROL = {
    "control.paused": "paused",
    "control.resumed": "goes on",
    "control.stopped": "stopped",
    "control.steered": "steered",
    "control.taken": "window taken over",
    "control.returned": "window handed back",
    "control.lapsed": "window kept longer than it was lent",
}
_NOTES = {
    "not_located": "never shown",
    "no_evidence": "nothing is cited",
    "value_not_found": "in nothing that was shown",
    "nothing_done": "nothing was done",
    "limit": "the run met a limit",
}
_VERDICTS = {"yes": "accepts it", "no": "refuses it", "cannot_tell": "cannot tell"}
_BROWSER_EVENTS = {
    "tab_crashed": "a tab crashed",
    "tab_stuck": "a tab did not answer and was given up",
    "dialog_opened": "a dialog opened",
    "download": "downloaded",
    "download_failed": "a download failed",
    "browser_gone": "the browser is gone",
    "browser_reopened": "the earlier browser ended; this is a new one, with its cookies",
    "storage_state_failed": "the login could not be saved",
}


def format_notes(event: AnswerChecked) -> Iterator[str]:
    """Format the gaps that a check of the answer found, one line per note."""
    for note in event.notes:
        what = f'"{note["what"]}" ' if note.get("what") else ""
        yield clean(f"{what}{_NOTES.get(str(note.get('kind')), '')}")


@singledispatch
def format_aside(event: Event) -> str:
    """Format what happened beside the actions of a run; ``""`` for what nobody needs to see."""
    return ""


@format_aside.register
def format_checked(event: AnswerChecked) -> str:
    """Format a check of the answer: ``checked the answer: 2 facts located``."""
    notes = len(event.notes)
    missing = f"; {notes} to clear up" if notes else ""
    verdict = _VERDICTS.get(event.verdict)
    why = f": {event.why}" if event.why and event.verdict == "no" else ""
    judged = f"; the judge {verdict}{why}" if verdict else ""
    return clean(f"checked the answer: {format_count(event.facts, 'fact')}{missing}{judged}")


@format_aside.register
def format_grants(event: GrantsRead) -> str:
    """Format what the task allows: ``by your task: sign in; order, once``."""
    if event.error:
        return clean(f"what your task allows could not be read: {event.error}")
    return clean(f"by your task: {'; '.join(event.grants)}") if event.grants else ""


@format_aside.register
def format_grant(event: GrantUsed) -> str:
    """Format the use of a grant: ``allowed by your task (order, once): click button 'Buy'``."""
    sources = {"settings": "--may", "vault": "your saved login", "person": "you"}
    source = sources.get(event.by, "your task")
    return clean(f"allowed by {source} ({event.grant}): {event.act}")


@format_aside.register
def format_loop(event: LoopFound) -> str:
    """Format a loop: its agent, and what repeats."""
    row = f" ({event.level} in a row)" if event.level > 1 else ""
    return clean(f"loop of the {event.role or 'agent'}{row}: {event.words}")


@format_aside.register
def format_control(event: Controlled) -> str:
    """Format an order of the person, such as ``steered by http: look at the red ones``."""
    words = event.words or event.note
    return clean(f"{_CONTROL[event.kind]} by {event.by}{f': {words}' if words else ''}")


@format_aside.register
def format_shortened(event: ContextShortened) -> str:
    """Format how a conversation was shortened."""
    gone = event.exchanges
    replies = "1 older reply" if gone == 1 else f"{gone:,} older replies"
    return (
        f"{clean(event.role or 'model')}'s conversation shortened: {event.before:,} to "
        f"{event.after:,} tokens, {replies} cut to a line"
    )


@format_aside.register
def format_limit(event: LimitTold) -> str:
    """Format a model's warning about a limit."""
    name = clean((event.limit or "limit").removeprefix("max_").replace("_", " "))
    head = "asked to end" if event.notice == "last" else "told to hurry"
    scope = f"({clean(event.scope or 'run')}: {name})"
    return f"{clean(event.role or 'model')} {head}: {event.used:,.4g} of {event.most:,.4g} {scope}"


@format_aside.register
def _format_judged(event: Judged) -> str:
    if event.decision == "notify":
        return ""
    return clean(f"{event.decision}, {event.tier}: {event.act} ({', '.join(event.reasons)})")


@format_aside.register
def _format_tainted(event: Tainted) -> str:
    signal = clean(event.signal)
    return clean(f"what was read may steer the agent ({signal}): '{event.quote}'")


@format_aside.register
def _format_blocked(event: Blocked) -> str:
    return clean(f"refused: {event.sentence}")


@format_aside.register
def format_browser_event(event: BrowserEvent) -> str:
    """Format a spontaneous event of the browser; ``""`` for the rest, such as navigations."""
    words = _BROWSER_EVENTS.get(event.what)
    if words is None:
        return ""
    detail = event.name or event.message or event.url
    return clean(f"{words}: {detail}") if detail else words


def format_line(event: Event) -> str:
    """Format any event in one line, for views that show events by themselves; ``""`` for none."""
    match event:
        case ActionStarted():
            return format_action(event)
        case ActionEnded():
            return format_result(event)
        case Extracted():
            return ": ".join(format_extract(event))
        case SkillFailed():
            return f"{clean(event.skill)} (refused): {format_error(event)}"
        case ModelTrouble():
            return f"model: {format_error(event)}"
        case PersonAsked():
            return f"asked you: {format_asked(event)}"
        case PersonAnswered():
            return f"answer: {format_answered(event)}"
    return format_aside(event)
