"""A run told from its journal: task, plan, actions, answer, evidence, usage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

from agent_e.journal.effects import (
    deeds,
    effects_in,
    format_deed,
    notified_words,
    read_effects,
)
from agent_e.journal.words import (
    CONTROL_WORDS,
    PLAN_BOXES,
    Event,
    action_words,
    answered_words,
    asked_words,
    checked_words,
    control_words,
    cost_words,
    count_words,
    extract_words,
    judged_words,
    limit_words,
    loop_words,
    model_names,
    note_words,
    plan_authors,
    plan_steps,
    result_words,
    shortened_words,
    tainted_words,
    time_words,
)
from agent_e.types import Effect, Fact

from .output import clean, clean_lines, shorten
from .progress import browser_words
from .summary import BEHALF, answer_text, fact_words

if TYPE_CHECKING:
    from agent_e.journal import RunRecord

RESULT_WIDTH = 160
_ASIDE = {
    "browser.event": browser_words,
    "security.blocked": browser_words,
    "security.tainted": tainted_words,
    "gate.judged": judged_words,
    "request.judged": judged_words,
    "context.shortened": shortened_words,
    "limit.told": limit_words,
    "effect": notified_words,
    "loop.found": loop_words,
    "answer.checked": checked_words,
    **dict.fromkeys(CONTROL_WORDS, control_words),
}


def story_lines(record: RunRecord, state: str) -> Iterator[Text]:
    """Yield the story, a line at a time."""
    yield Text(clean(record.task), style="bold")
    yield Text(f"{record.run_id}, {state.replace('_', ' ')}", style="dim")
    yield from _setup(record.events)
    yield from _plan(record.events)
    yield from _actions(record.events)
    if record.result is not None:
        yield from _ending(record.result, record.events)
    else:
        yield from _effects(effects_in(record.events))


def _setup(events: Sequence[Event]) -> Iterator[Text]:
    start = next((event for event in events if event.get("kind") == "run.started"), None)
    if start is None:
        return
    parts = [str(start.get("architecture") or ""), model_names(start.get("models"))]
    parts.append(str(start.get("start_url") or ""))
    yield Text(", ".join(clean(part) for part in parts if part), style="dim")


def _plan(events: Sequence[Event]) -> Iterator[Text]:
    plans = [event for event in events if event.get("kind") == "plan.updated"]
    if not plans:
        return
    authors = plan_authors(events)
    yield _heading(f"Plan ({authors})" if authors else "Plan")
    for text, status in plan_steps(plans[-1]):
        yield Text(f"  {PLAN_BOXES[status]} {text}")


def _actions(events: Sequence[Event]) -> Iterator[Text]:
    """Tell sub-tasks, actions, refusals and questions in order."""
    ends = {event["started"]: event for event in events if event.get("kind") == "action.ended"}
    told: set[str] = set()
    yield _heading("Actions")
    for event in events:
        match event.get("kind"):
            case "subtask.started":
                yield Text(
                    f"  {event.get('number', '')}. {clean(str(event.get('sub_task', '')))}",
                    style="cyan",
                )
            case "subtask.ended":
                words = f"{event.get('status', '')}: {clean(str(event.get('summary', '')))}"
                yield Text(f"     {words}", style="cyan")
            case "action.started":
                end = ends.get(event["seq"])
                told.add(result_words(end) if end else "")
                yield _action(event, end)
            case "extracted":
                asked, found = extract_words(event)
                yield _line(asked, "", found)
            case "skill.failed" if result_words(event) not in told:
                yield _line(str(event.get("skill", "skill")), "refused", result_words(event))
            case "model.retried" | "model.replaced" | "model.failed":
                yield _line("model", str(event["kind"]).partition(".")[2], result_words(event))
            case "person.asked" | "person.answered":
                yield _person(event)
            case kind if (word := _ASIDE.get(str(kind))) and (words := word(event)):
                yield Text(f"     {words}", style="dim")


def _person(event: Event) -> Text:
    if event["kind"] == "person.asked":
        return Text(f"     asked you: {asked_words(event)}")
    said = "you said" if event.get("action") == "answered" else "no answer"
    return Text(f"     {said}: {answered_words(event)}")


def _action(event: Event, end: Event | None) -> Text:
    if end is None:
        return _line(action_words(event), "not finished", "")
    status = str(end.get("status", "done"))
    return _line(action_words(event), "" if status == "done" else status, result_words(end))


def _line(words: str, status: str, result: str) -> Text:
    text = Text("     " + clean(words))
    if status:
        text.append(f" ({status})", style="red")
    if result:
        text.append("  " + shorten(result, RESULT_WIDTH), style="dim")
    return text


def _ending(result: dict[str, Any], events: Sequence[Event]) -> Iterator[Text]:
    if result.get("answer") is not None:
        yield _heading("Answer")
        yield Text("  " + clean_lines(answer_text(result["answer"])).replace("\n", "\n  "))
    if result.get("message"):
        yield _heading(str(result.get("outcome", "end")).replace("_", " ").capitalize())
        yield Text("  " + clean(str(result["message"])))
    if result.get("evidence"):
        yield _heading("Evidence")
        for fact in result["evidence"]:
            words = {name: fact.get(name, "") for name in ("claim", "quote", "url")}
            yield Text("  " + fact_words(Fact(step=fact.get("step", 0), **words)))
    yield from _effects(read_effects(result.get("effects") or ()))
    checks = [event for event in events if event.get("kind") == "answer.checked"]
    if checks:
        yield _heading("Checked")
        yield Text("  " + checked_words(checks[-1]))
        for note in note_words(checks[-1]):
            yield Text("  " + note)
    yield _heading("Usage")
    for role, usage in (result.get("usage") or {}).items():
        tokens = int(usage.get("input_tokens", 0)) + int(usage.get("output_tokens", 0))
        calls = count_words(int(usage.get("calls", 0)), "model call")
        yield Text(f"  {clean(role)}: {calls}, {count_words(tokens, 'token')}")
    steps = count_words(int(result.get("steps", 0)), "step")
    seconds = time_words(float(result.get("seconds", 0)))
    yield Text(f"  {steps}, {seconds}, {cost_words(result.get('cost_usd'))}")
    figures = (result.get("metrics") or {}).items()
    if figures:
        told = (f"{clean(name).replace('_', ' ')} {value:g}" for name, value in figures)
        yield Text("  " + ", ".join(told))
    if result.get("assisted"):
        yield Text("  assisted: the model cannot see, and was given the pages in words")


def _effects(effects: Sequence[Effect]) -> Iterator[Text]:
    if effects:
        yield _heading(BEHALF)
    for deed in deeds(effects):
        yield Text("  " + format_deed(deed))


def _heading(words: str) -> Text:
    return Text(f"\n{words}", style="bold")
