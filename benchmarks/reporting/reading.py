"""From a journal to the story of its run: running and killed ones as well."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from agent_e.journal import RunRecord, run_state
from agent_e.journal.effects import deeds, effects_in, read_effects
from agent_e.journal.words import (
    answered_words,
    asked_words,
    checked_words,
    control_words,
    limit_words,
    loop_words,
    model_names,
    note_words,
    plan_authors,
    plan_steps,
    result_words,
    shortened_words,
)
from agent_e.models.registry import total_cost
from agent_e.types import Usage

from .places import Pictured, placed, viewport_of
from .story import Act, Claim, Group, Shot, Step, Story, Total

Event = Mapping[str, Any]

_PLAIN = (None, False, "", "single")
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
    """Tell a run from its journal."""
    told = _Teller()
    for event in record.events:
        told.take(event)
    start = next((each for each in record.events if each.get("kind") == "run.started"), {})
    end = next((each for each in record.events if each.get("kind") == "run.ended"), {})
    result = record.result or end
    times = [each["time"] for each in record.events if isinstance(each.get("time"), int | float)]
    spent = times[-1] - times[0] if len(times) > 1 else None
    given = result.get("evidence")
    effects = result.get("effects")
    totals = tuple(_totals(told.steps))
    return Story(
        run_id=record.run_id,
        task=str(start.get("task") or record.task),
        state=run_state(record),
        started=times[0] if times else None,
        start_url=str(start.get("start_url") or ""),
        architecture=str(start.get("architecture") or ""),
        models=model_names(start.get("models")),
        message=str(result.get("message") or ""),
        answer=result.get("answer"),
        assisted=bool(result.get("assisted")),
        evidence=tuple(_claims(told.facts if given is None else given, told.pictures)),
        deeds=deeds(effects_in(record.events) if effects is None else read_effects(effects)),
        checks=told.checks,
        plan=told.plan,
        plan_authors=plan_authors(record.events),
        groups=[group for group in told.groups if group.steps or group.number is not None],
        totals=totals,
        cost_usd=result["cost_usd"] if "cost_usd" in result else _sum_cost(totals),
        seconds=result.get("seconds", spent),
        steps=sum(1 for step in told.steps if step.number),
        metrics=result.get("metrics") or {},
        end=told.end,
        info=record.info,
    )


class _Teller:
    """Takes the events in order."""

    def __init__(self) -> None:
        self.groups: list[Group] = [Group(title="Start")]
        self.steps: list[Step] = []
        self.facts: list[Event] = []
        self.plan: list[tuple[str, str]] = []
        self.checks: tuple[str, ...] = ()
        self.end: Shot | None = None
        self.pictures: list[Pictured] = []
        self._acts: dict[int, Act] = {}
        self._acted: tuple[float, float] = (0, 0)
        self._began: dict[int, float] = {}
        self._calls: dict[int, Step] = {}
        self._marked: Shot | None = None
        self._shortened = ""
        self._limit = ""
        self._many = False

    def take(self, event: Event) -> None:
        """Take in one event; kinds that say nothing to people are passed over."""
        name = f"_on_{str(event.get('kind', '')).replace('.', '_')}"
        if handler := getattr(self, name, None):
            handler(event)

    @property
    def _step(self) -> Step:
        if not self.steps:
            self._add(Step(number=0))
        return self.steps[-1]

    def _add(self, step: Step) -> None:
        self.steps.append(step)
        self.groups[-1].steps.append(step)

    def _on_answer_checked(self, event: Event) -> None:
        self.checks = (checked_words(event), *note_words(event))

    def _on_plan_updated(self, event: Event) -> None:
        self.plan = plan_steps(event)

    def _on_subtask_started(self, event: Event) -> None:
        self._many = True
        self.groups.append(
            Group(
                title=str(event.get("sub_task", "")),
                number=int(event.get("number") or 0),
                expect=str(event.get("expect") or ""),
                status="running",
            )
        )

    def _on_subtask_ended(self, event: Event) -> None:
        group = next((each for each in reversed(self.groups) if each.number is not None), None)
        if group:
            group.status, group.summary = str(event.get("status", "")), str(event.get("summary"))
        self.facts += [fact for fact in event.get("facts") or () if isinstance(fact, Mapping)]

    def _on_model_called(self, event: Event) -> None:
        role, last = str(event.get("role") or "model"), self.groups[-1]
        ended = last.number is not None and last.status != "running"
        if not self._calls or ended or (role == "planner" and last.number is not None):
            self.groups.append(Group(title="Planning" if role == "planner" else "Steps"))
        number = sum(1 for step in self.steps if step.number) + 1
        step = Step(number=number, role=role, model=str(event.get("model") or ""))
        step.seen, self._marked = self._marked, None
        step.shortened, self._shortened = self._shortened, ""
        step.context = int(event.get("tokens") or 0)
        step.notes += [f"{words}." for words in (step.shortened, self._limit) if words]
        self._limit = ""
        self._add(step)
        self._calls[event["seq"]] = step

    def _on_model_replied(self, event: Event) -> None:
        step = self._calls.get(event.get("call") or 0, self._step)
        usage = Usage(**{key: int(value) for key, value in (event.get("usage") or {}).items()})
        step.replied = True
        step.model = str(event.get("model") or step.model)
        step.words = _said(str(event.get("text") or ""))
        step.calls = tuple(
            (str(call.get("name", "")), _pretty(call.get("arguments")))
            for call in event.get("calls") or ()
        )
        step.tokens_in, step.tokens_out = usage.input_tokens, usage.output_tokens
        step.tokens_cached = usage.cached_tokens
        step.context = usage.input_tokens or step.context
        step.cost_usd = total_cost({step.role: usage}, {step.role: step.model})
        step.milliseconds = event.get("milliseconds")

    def _on_context_shortened(self, event: Event) -> None:
        self._shortened = shortened_words(event)

    def _on_limit_told(self, event: Event) -> None:
        self._limit = limit_words(event)

    def _on_model_retried(self, event: Event) -> None:
        wait = event.get("wait_s", 0)
        self._step.notes.append(f"Asked again after {wait:g} s: {result_words(event)}")

    def _on_model_replaced(self, event: Event) -> None:
        self._step.notes.append(result_words(event))

    def _on_model_failed(self, event: Event) -> None:
        self._step.notes.append(f"The model failed: {result_words(event)}")

    def _on_action_started(self, event: Event) -> None:
        act = Act(
            verb=str(event.get("action") or "action").replace("_", " "),
            target=_target(event.get("target")),
            arguments=tuple(_arguments(event.get("arguments") or {})),
            status="running",
        )
        # The step of the act before it, and its own.
        self._acted = (self._acted[1], self._step.number)
        self._acts[event["seq"]] = act
        self._began[event["seq"]] = float(event.get("time") or 0)
        self._step.acts.append(act)

    def _on_action_ended(self, event: Event) -> None:
        number = event.get("started") or 0
        act = self._acts.get(number)
        if act is None:
            return
        act.status = str(event.get("status", "done"))
        act.brief = result_words(event)
        act.report = str(event.get("words") or event.get("error") or "").strip()
        act.url = str(event.get("url") or "")
        act.milliseconds = (float(event.get("time") or 0) - self._began[number]) * 1000

    def _on_pictured(self, event: Event) -> None:
        act = self._acts.get(event.get("started") or 0)
        if "file" not in event:
            return
        shot = _shot(
            event,
            str(event["file"]),
            "The page before the action" if act else "The page at the end",
        )
        since, until = self._acted[1], float(self._step.number)
        if act:
            act.shot = shot
            since = self._acted[0]
            since, until = (since, until - 1) if since < until else (until - 0.5, until - 0.5)
        else:
            self.end = shot
        self.pictures.append(
            Pictured(
                shot=shot,
                url=str(event.get("url") or ""),
                since=since,
                until=until,
                viewport=viewport_of(event, shot),
            )
        )

    def _on_marked(self, event: Event) -> None:
        suffix = "png" if event.get("media_type") == "image/png" else "jpg"
        self._marked = _shot(event, f"shots/{event['seq']}.{suffix}", "What the model saw")

    def _on_verified(self, event: Event) -> None:
        if self._step.acts:
            words = _VERDICTS.get(str(event.get("verdict")), str(event.get("verdict")))
            self._step.acts[-1].eye = f"{words} ({100 * float(event.get('score') or 0):.1f} %)"

    def _on_extracted(self, event: Event) -> None:
        asked = ", ".join(map(str, event.get("fields") or ()))
        found = f"{event.get('records') or 0} records from {event.get('pages') or 1} pages"
        self._step.acts.append(Act(verb="extract", target=asked, brief=found, report=found))

    def _on_skill_failed(self, event: Event) -> None:
        words = result_words(event)
        if any(words == act.brief for act in self._step.acts):
            return
        verb = str(event.get("skill") or "skill").replace("_", " ")
        report = str(event.get("error") or "")
        self._step.acts.append(Act(verb=verb, status="refused", brief=words, report=report))

    def _on_loop_found(self, event: Event) -> None:
        self._step.notes.append(f"Found a {loop_words(event)}")

    def _on_person_asked(self, event: Event) -> None:
        self._step.notes.append(f"Asked you: {asked_words(event)}")

    def _on_person_answered(self, event: Event) -> None:
        said = "You said" if event.get("action") == "answered" else "No answer"
        self._step.notes.append(f"{said}: {answered_words(event)}")

    def _on_control_steered(self, event: Event) -> None:
        self._step.notes.append(_capital(control_words(event)))

    _on_control_paused = _on_control_resumed = _on_control_stopped = _on_control_steered
    _on_control_taken = _on_control_returned = _on_control_lapsed = _on_control_steered

    def _on_browser_event(self, event: Event) -> None:
        words = _BROWSER.get(str(event.get("what")))
        if words:
            told = event.get("message") or event.get("name") or event.get("file") or ""
            self._step.notes.append(f"{words}: {told}" if told else words)


def _shot(event: Event, file: str, words: str) -> Shot:
    box = event.get("box")
    return Shot(
        file=file,
        width=int(event.get("width") or 1),
        height=int(event.get("height") or 1),
        words=words,
        boxes=((box[0], box[1], box[2], box[3]),) if box and len(box) == 4 else (),
    )


def _target(target: object) -> str:
    if not isinstance(target, Mapping):
        return ""
    name = str(target.get("name") or "")
    return f"{target.get('role', '')} ‘{name}’" if name else str(target.get("role") or "")


def _arguments(arguments: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    for name, value in arguments.items():
        if name == "mmid" or value in _PLAIN:
            continue
        words = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        yield name, words


def _pretty(arguments: object) -> str:
    """Arguments as a model wrote them, set out over lines where they are JSON."""
    try:
        return json.dumps(json.loads(str(arguments)), ensure_ascii=False, indent=2)
    except ValueError:
        return str(arguments)


def _said(text: str) -> str:
    """What a model thought, where it answers with a JSON object; its calls tell the rest."""
    try:
        value = json.loads(text)
    except ValueError:
        return text
    thought = value.get("thought") if isinstance(value, Mapping) else None
    return thought if isinstance(thought, str) else text


def _claims(facts: Sequence[Event], pictures: Sequence[Pictured]) -> Iterable[Claim]:
    for fact in facts:
        step = fact.get("step")
        place, unplaced = placed(fact, pictures)
        yield Claim(
            claim=str(fact.get("claim") or ""),
            quote=str(fact.get("quote") or ""),
            step=step if isinstance(step, int) else None,
            url=str(fact.get("url") or ""),
            found=bool(fact.get("found", True)),
            place=place,
            unplaced=unplaced,
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
