"""The story of a run, from its journal: task, plan, actions, answer, evidence, usage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

from agent_e.journal.effects import deeds, format_deed, read_effects
from agent_e.journal.events import (
    ActionEnded,
    ActionStarted,
    AnswerChecked,
    Event,
    Extracted,
    ModelTrouble,
    PersonAnswered,
    PersonAsked,
    SkillFailed,
    SubTaskEnded,
    SubTaskStarted,
)
from agent_e.journal.formatting import (
    PLAN_BOXES,
    format_action,
    format_answered,
    format_aside,
    format_asked,
    format_checked,
    format_error,
    format_extract,
    format_notes,
    format_result,
    plan_authors,
    plan_steps,
)
from agent_e.text import format_cost, format_count, format_time
from agent_e.types import Effect, Fact

from .output import clean, clean_lines, shorten
from .summary import BEHALF, answer_text, format_fact

if TYPE_CHECKING:
    from agent_e.journal import RunRecord, RunTranscript

RESULT_WIDTH = 160


def story_lines(record: RunRecord, state: str) -> Iterator[Text]:
    """Yield the story, line by line."""
    yield Text(clean(record.task), style="bold")
    yield Text(f"{record.run_id}, {state.replace('_', ' ')}", style="dim")
    run = record.transcript
    parts = [run.start.architecture, ", ".join(run.start.model_names), run.start.start_url]
    if any(parts):
        yield Text(", ".join(clean(part) for part in parts if part), style="dim")
    yield from _plan(run)
    yield _heading("Actions")
    yield from _actions(run)
    if record.result is not None:
        yield from _ending(record.result, run)
    else:
        yield from _effects(run.effects)


def _plan(run: RunTranscript) -> Iterator[Text]:
    if run.plans:
        authors = plan_authors(run.plans)
        yield _heading(f"Plan ({authors})" if authors else "Plan")
        for text, status in plan_steps(run.plans[-1]):
            yield Text(f"  {PLAN_BOXES[status]} {text}")


def _actions(run: RunTranscript) -> Iterator[Text]:
    """Yield sub-tasks, actions, refusals and questions in order."""
    shown_results: set[str] = set()
    for event in run.events:
        match event:
            case ActionStarted():
                end = run.ends.get(event.seq)
                shown_results.add(format_result(end) if end else "")
                yield _action(event, end)
            case Extracted():
                query, found = format_extract(event)
                yield _line(query, "", found)
            case SkillFailed():
                if (words := format_error(event)) not in shown_results:
                    yield _line(event.skill or "skill", "refused", words)
            case ModelTrouble():
                yield _line("model", event.kind.partition(".")[2], format_error(event))
            case _:
                yield from _beside_actions(event)


def _beside_actions(event: Event) -> Iterator[Text]:
    match event:
        case SubTaskStarted():
            yield Text(f"  {event.number}. {clean(event.sub_task)}", style="cyan")
        case SubTaskEnded():
            yield Text(f"     {event.status}: {clean(event.summary)}", style="cyan")
        case PersonAsked():
            yield Text(f"     asked you: {format_asked(event)}")
        case PersonAnswered():
            label = "you said" if event.action == "answered" else "no answer"
            yield Text(f"     {label}: {format_answered(event)}")
        case _ if words := format_aside(event):
            yield Text(f"     {words}", style="dim")


def _action(event: ActionStarted, end: ActionEnded | None) -> Text:
    if end is None:
        return _line(format_action(event), "not finished", "")
    status = "" if end.status == "done" else end.status
    return _line(format_action(event), status, format_result(end))


def _line(words: str, status: str, result: str) -> Text:
    text = Text("     " + clean(words))
    if status:
        text.append(f" ({status})", style="red")
    if result:
        text.append("  " + shorten(result, RESULT_WIDTH), style="dim")
    return text


def _ending(result: dict[str, Any], run: RunTranscript) -> Iterator[Text]:
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
            yield Text("  " + format_fact(Fact(step=fact.get("step", 0), **words)))
    yield from _effects(read_effects(result.get("effects") or ()))
    if checks := run.of(AnswerChecked):
        yield _heading("Checked")
        yield Text("  " + format_checked(checks[-1]))
        for note in format_notes(checks[-1]):
            yield Text("  " + note)
    yield _heading("Usage")
    for role, usage in (result.get("usage") or {}).items():
        tokens = int(usage.get("input_tokens", 0)) + int(usage.get("output_tokens", 0))
        calls = format_count(int(usage.get("calls", 0)), "model call")
        yield Text(f"  {clean(role)}: {calls}, {format_count(tokens, 'token')}")
    steps = format_count(int(result.get("steps", 0)), "step")
    seconds = format_time(float(result.get("seconds", 0)))
    yield Text(f"  {steps}, {seconds}, {format_cost(result.get('cost_usd'))}")
    figures = (result.get("metrics") or {}).items()
    if figures:
        parts = (f"{clean(name).replace('_', ' ')} {value:g}" for name, value in figures)
        yield Text("  " + ", ".join(parts))
    if result.get("assisted"):
        yield Text("  assisted: the model cannot see, and was given the pages in words")


def _effects(effects: Sequence[Effect]) -> Iterator[Text]:
    if effects:
        yield _heading(BEHALF)
    for deed in deeds(effects):
        yield Text("  " + format_deed(deed))


def _heading(words: str) -> Text:
    return Text(f"\n{words}", style="bold")
