"""Builds the story of a run from its journal: also for running and killed ones."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import singledispatchmethod
from typing import Any

from agent_e.journal import RunRecord, events, run_state
from agent_e.journal.effects import deeds, read_effects
from agent_e.journal.events import (
    ActionEnded,
    ActionStarted,
    AnswerChecked,
    BrowserEvent,
    ContextShortened,
    Controlled,
    Event,
    Extracted,
    GrantsRead,
    LimitTold,
    LoopFound,
    Marked,
    ModelCalled,
    ModelReplied,
    ModelTrouble,
    PersonAnswered,
    PersonAsked,
    Record,
    RunEnded,
    SkillFailed,
    SubTaskEnded,
    SubTaskStarted,
    Verified,
)
from agent_e.journal.formatting import (
    format_answered,
    format_asked,
    format_checked,
    format_control,
    format_error,
    format_grants,
    format_limit,
    format_loop,
    format_notes,
    format_result,
    format_shortened,
    plan_authors,
    plan_steps,
)
from agent_e.models.model_table import total_cost
from agent_e.text import clean

from .places import Pictured, placed, viewport_of
from .story import Act, Claim, Group, Shot, Step, Story, Total

_PLAIN = (None, False, "", "single")
_PLANNING = ("planner", "grants")
_BROWSER = {
    "tab_crashed": "A tab crashed.",
    "tab_stuck": "A tab did not answer and was given up.",
    "dialog_opened": "A dialog opened",
    "download": "Downloaded",
    "download_failed": "A download failed",
    "browser_gone": "The browser is gone.",
}
_VERDICTS = {
    "none": "nothing changed",
    "focus_lost": "only a field lost the focus",
    "only_animation": "only what moves by itself changed",
    "local": "changed at the target",
    "remote": "changed away from the target",
    "global": "most of the page changed",
    "address": "another page is shown",
    "unseen": "nothing changed to the eye",
}


def read_story(record: RunRecord) -> Story:
    """Build the story of a run from its journal."""
    run = record.transcript
    builder = _StoryBuilder()
    for event in run.events:
        builder.take(event)
    result = record.result or next((each.raw for each in run.of(RunEnded)), {})
    times = [event.time for event in run.events if event.time]
    spent = times[-1] - times[0] if len(times) > 1 else None
    given = result.get("evidence")
    effects = result.get("effects")
    totals = tuple(_totals(builder.steps))
    return Story(
        run_id=record.run_id,
        task=run.start.text or record.task,
        state=run_state(record),
        started=times[0] if times else None,
        start_url=run.start.start_url,
        architecture=run.start.architecture,
        models=clean(", ".join(run.start.model_names)),
        message=str(result.get("message") or ""),
        answer=result.get("answer"),
        assisted=bool(result.get("assisted")),
        evidence=tuple(
            _claims(builder.facts if given is None else given, builder.pictures, builder.steps)
        ),
        allowed=next((format_grants(each) for each in reversed(run.of(GrantsRead))), ""),
        deeds=deeds(run.effects if effects is None else read_effects(effects)),
        checks=builder.checks,
        plan=plan_steps(run.plans[-1]) if run.plans else [],
        plan_authors=plan_authors(run.plans),
        groups=[group for group in builder.groups if group.steps or group.number is not None],
        totals=totals,
        cost_usd=result["cost_usd"] if "cost_usd" in result else _sum_cost(totals),
        seconds=result.get("seconds", spent),
        steps=sum(1 for step in builder.steps if step.number),
        metrics=result.get("metrics") or {},
        end=builder.end,
        info=record.info,
    )


class _StoryBuilder:
    """Processes the events in order."""

    def __init__(self) -> None:
        self.groups: list[Group] = [Group(title="Start")]
        self.steps: list[Step] = []
        self.facts: list[Record] = []
        self.checks: tuple[str, ...] = ()
        self.end: Shot | None = None
        self.pictures: list[Pictured] = []
        self._acts: dict[int, Act] = {}
        self._acted: tuple[float, float] = (0, 0)
        self._began: dict[int, float] = {}
        self._calls: dict[int, Step] = {}
        self._marked: Shot | None = None
        self._moment = 0
        self._shortened = ""
        self._limit = ""

    @singledispatchmethod
    def take(self, event: Event) -> None:
        """Process one event; kinds without interest to people are skipped."""

    @property
    def _step(self) -> Step:
        if not self.steps:
            self._add(Step(number=0))
        return self.steps[-1]

    def _add(self, step: Step) -> None:
        self.steps.append(step)
        self.groups[-1].steps.append(step)

    @take.register
    def _checked(self, event: AnswerChecked) -> None:
        self.checks = (format_checked(event), *format_notes(event))

    @take.register
    def _sub_task_started(self, event: SubTaskStarted) -> None:
        self.groups.append(
            Group(title=event.sub_task, number=event.number, expect=event.expect, status="running")
        )

    @take.register
    def _sub_task_ended(self, event: SubTaskEnded) -> None:
        group = next((each for each in reversed(self.groups) if each.number is not None), None)
        if group:
            group.status, group.summary = event.status, event.summary
        self.facts += event.facts

    @take.register
    def _called(self, event: ModelCalled) -> None:
        role, last = event.role or "model", self.groups[-1]
        ended = last.number is not None and last.status != "running"
        if not self._calls or ended or (role == "planner" and last.number is not None):
            self.groups.append(Group(title="Planning" if role in _PLANNING else "Steps"))
        number = sum(1 for step in self.steps if step.number) + 1
        self._moment += not event.aside
        step = Step(
            number=number,
            role=role,
            model=event.model,
            context=event.tokens,
            seq=event.seq,
            moment=self._moment,
        )
        step.seen, self._marked = self._marked, None
        step.shortened, self._shortened = self._shortened, ""
        step.notes += [f"{words}." for words in (step.shortened, self._limit) if words]
        self._limit = ""
        self._add(step)
        self._calls[event.seq] = step

    @take.register
    def _replied(self, event: ModelReplied) -> None:
        step, usage = self._calls.get(event.call, self._step), event.used
        step.replied = True
        step.model = event.model or step.model
        step.words = _thoughts(event.text)
        step.calls = tuple(
            (str(call.get("name", "")), _pretty(call.get("arguments"))) for call in event.calls
        )
        step.calls_in_short = tuple(
            _in_short(str(call.get("name", "")), call.get("arguments")) for call in event.calls
        )
        step.tokens_in, step.tokens_out = usage.input_tokens, usage.output_tokens
        step.tokens_cached = usage.cached_tokens
        step.context = usage.input_tokens or step.context
        step.cost_usd = total_cost({step.role: usage}, {step.role: step.model})
        step.milliseconds = event.milliseconds

    @take.register
    def _was_shortened(self, event: ContextShortened) -> None:
        self._shortened = format_shortened(event)

    @take.register
    def _limited(self, event: LimitTold) -> None:
        self._limit = format_limit(event)

    @take.register
    def _troubled(self, event: ModelTrouble) -> None:
        before = {
            "model.retried": f"Asked again after {event.wait_s:g} s: ",
            "model.failed": "The model failed: ",
        }
        self._step.notes.append(before.get(event.kind, "") + format_error(event))

    @take.register
    def _action_started(self, event: ActionStarted) -> None:
        act = Act(
            verb=(event.action or "action").replace("_", " "),
            target=_target(event.target),
            arguments=tuple(_arguments(event.arguments)),
            status="running",
            seq=event.seq,
        )
        # The step of the previous act, and its own.
        self._acted = (self._acted[1], self._step.moment)
        self._acts[event.seq] = act
        self._began[event.seq] = event.time
        self._step.acts.append(act)

    @take.register
    def _action_ended(self, event: ActionEnded) -> None:
        act = self._acts.get(event.started)
        if act is None:
            return
        act.status = event.status or "done"
        act.brief = format_result(event)
        act.report = (event.words or event.error).strip()
        act.url = event.url
        act.milliseconds = (event.time - self._began[event.started]) * 1000

    @take.register
    def _pictured(self, event: events.Pictured) -> None:
        act = self._acts.get(event.started)
        if not event.file:
            return
        words = "The page before the action" if act else "The page at the end"
        shot = _shot(event, event.file, words)
        since, until = self._acted[1], float(self._step.moment)
        if act:
            act.shot = shot
            since = self._acted[0]
            since, until = (since, until - 1) if since < until else (until - 0.5, until - 0.5)
        else:
            self.end = shot
        self.pictures.append(
            Pictured(
                shot=shot,
                url=event.url,
                since=since,
                until=until,
                viewport=viewport_of(event.viewport, shot),
            )
        )

    @take.register
    def _was_marked(self, event: Marked) -> None:
        suffix = "png" if event.media_type == "image/png" else "jpg"
        self._marked = _shot(event, f"shots/{event.seq}.{suffix}", "What the model saw")

    @take.register
    def _verified(self, event: Verified) -> None:
        if self._step.acts:
            words = _VERDICTS.get(event.verdict, event.verdict)
            self._step.acts[-1].eye = f"{words} ({100 * event.score:.1f} %)"

    @take.register
    def _extracted(self, event: Extracted) -> None:
        found = f"{event.records} records from {event.pages or 1} pages"
        fields = ", ".join(event.fields)
        self._step.acts.append(
            Act(verb="extract", target=fields, brief=found, report=found, seq=event.seq)
        )

    @take.register
    def _skill_failed(self, event: SkillFailed) -> None:
        words = format_error(event)
        if any(words == act.brief for act in self._step.acts):
            return
        verb = (event.skill or "skill").replace("_", " ")
        self._step.acts.append(
            Act(verb=verb, status="refused", brief=words, report=event.error, seq=event.seq)
        )

    @take.register
    def _looped(self, event: LoopFound) -> None:
        self._step.notes.append(f"Found a {format_loop(event)}")

    @take.register
    def _asked(self, event: PersonAsked) -> None:
        self._step.notes.append(f"Asked you: {format_asked(event)}")

    @take.register
    def _answered(self, event: PersonAnswered) -> None:
        label = "You said" if event.action == "answered" else "No answer"
        self._step.notes.append(f"{label}: {format_answered(event)}")

    @take.register
    def _controlled(self, event: Controlled) -> None:
        self._step.notes.append(_capital(format_control(event)))

    @take.register
    def _of_the_browser(self, event: BrowserEvent) -> None:
        if words := _BROWSER.get(event.what):
            detail = event.message or event.name or event.file
            self._step.notes.append(f"{words}: {detail}" if detail else words)


def _shot(event: events.Pictured | Marked, file: str, words: str) -> Shot:
    boxes = (event.box,) if len(event.box) == 4 else ()
    return Shot(
        file=file,
        width=event.width or 1,
        height=event.height or 1,
        words=words,
        boxes=boxes,
        seq=event.seq,
    )


def _target(target: Record) -> str:
    name = str(target.get("name") or "")
    return f"{target.get('role', '')} ‘{name}’" if name else str(target.get("role") or "")


def _arguments(arguments: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    for name, value in arguments.items():
        if name == "mmid" or value in _PLAIN:
            continue
        words = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        yield name, words


def _pretty(arguments: object) -> str:
    """A model's arguments, pretty-printed where they are JSON."""
    try:
        return json.dumps(json.loads(str(arguments)), ensure_ascii=False, indent=2)
    except ValueError:
        return str(arguments)


def _in_short(name: str, arguments: object) -> str:
    """A call and its text arguments, such as ``report: done · The price is $12.``."""
    try:
        values = json.loads(str(arguments))
    except ValueError:
        values = {}
    given = values.values() if isinstance(values, Mapping) else ()
    words = [
        each if isinstance(each, str) else "; ".join(each) for each in given if _is_words(each)
    ]
    return f"{name.replace('_', ' ')}: {' · '.join(words)}" if words else name.replace("_", " ")


def _is_words(value: object) -> bool:
    if isinstance(value, list):
        return bool(value) and all(isinstance(each, str) for each in value)
    return isinstance(value, str) and bool(value)


def _thoughts(text: str) -> str:
    """A model's thoughts, where it answers with a JSON object; its calls show the rest."""
    try:
        value = json.loads(text)
    except ValueError:
        return text
    thought = value.get("thought") if isinstance(value, Mapping) else None
    return thought if isinstance(thought, str) else text


def _claims(
    facts: Sequence[Record], pictures: Sequence[Pictured], steps: Sequence[Step]
) -> Iterable[Claim]:
    # The first call of a moment is the step itself; what it did may stand at a call beside it.
    numbers = {each.moment: each.number for each in reversed(steps) if each.number}
    last: dict[int, int] = {}
    for each in steps:
        last[each.moment] = each.acts[-1].seq if each.acts else last.get(each.moment, each.seq)
    for fact in facts:
        step = fact.get("step")
        place, unplaced = placed(fact, pictures)
        moment = step if isinstance(step, int) else -1
        yield Claim(
            claim=str(fact.get("claim") or ""),
            quote=str(fact.get("quote") or ""),
            step=step if isinstance(step, int) else None,
            url=str(fact.get("url") or ""),
            found=bool(fact.get("found", True)),
            place=place,
            unplaced=unplaced,
            seq=place.seq if place else last.get(moment),
            number=numbers.get(moment),
        )


def _totals(steps: Sequence[Step]) -> Iterable[Total]:
    by_role: dict[str, list[Step]] = defaultdict(list)
    for step in steps:
        if step.number:
            by_role[step.role].append(step)
    for role, made in by_role.items():
        costs = [step.cost_usd for step in made if step.replied]
        yield Total(
            role=role,
            model=", ".join(dict.fromkeys(step.model for step in made)),
            calls=len(made),
            tokens_in=sum(step.tokens_in for step in made),
            tokens_cached=sum(step.tokens_cached for step in made),
            tokens_out=sum(step.tokens_out for step in made),
            cost_usd=None if None in costs else sum(cost or 0 for cost in costs),
            seconds=sum(step.milliseconds or 0 for step in made) / 1000,
        )


def _sum_cost(totals: Sequence[Total]) -> float | None:
    costs = [total.cost_usd for total in totals]
    return None if None in costs else sum(cost or 0 for cost in costs)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
