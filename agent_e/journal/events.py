"""The events of a journal by their kinds, read leniently: the one place that decodes them.

A journal may be of another version, or from somebody else: a member that is missing or has another
type is treated as empty; unknown members stay in ``raw``, and an event of an unknown
kind is a plain ``Event``.

Kinds for people who look into a journal, which nothing here reads:

    hook.failed        hook, type, error (of a listener, or a function around actions)
    observed           view, characters, nodes, milliseconds
    person.missed      id, by (channel), error (why the question could not be put to them so)
    approval.answered  act, allowed, fingerprint (what the gate took the person's answer for)
    approval.repeated  act, like (what the person said yes to for the whole run)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar, cast, dataclass_transform

from agent_e.types import Effect, Usage

E = TypeVar("E", bound="type[Event]")
Record = Mapping[str, Any]
_BY_KIND: dict[str, tuple[type[Event], Mapping[str, Callable[[Any], Any]]]] = {}


@dataclass(frozen=True, kw_only=True)
class Event:
    """Any event; ``raw`` is the journal's record."""

    seq: int = 0
    time: float = 0.0
    kind: str = ""
    raw: Record = field(default_factory=dict, repr=False, compare=False)


def read_event(raw: Record) -> Event:
    """Decode one event of a journal."""
    kind, members = _BY_KIND.get(str(raw.get("kind", "")), _UNKNOWN)
    return kind(**{name: read(raw.get(name)) for name, read in members.items()}, raw=raw)


def event_kinds() -> dict[type[Event], tuple[str, ...]]:
    """Return every event class with the kinds that are read into it, in order."""
    kinds: dict[type[Event], tuple[str, ...]] = {}
    for kind, (record, _) in _BY_KIND.items():
        kinds[record] = (*kinds.get(record, ()), kind)
    return kinds


def read_all(events: Iterable[Record]) -> tuple[Event, ...]:
    """Decode the events of a journal, in order."""
    return tuple(map(read_event, events))


@dataclass_transform(frozen_default=True, kw_only_default=True)
def _of(*kinds: str) -> Callable[[E], E]:
    def register(cls: E) -> E:
        decoded = dataclass(frozen=True, kw_only=True, eq=False)(cls)
        _BY_KIND.update(dict.fromkeys(kinds, (decoded, _members(decoded))))
        return cast(E, decoded)

    return register


def _text(value: Any) -> str:
    return "" if value is None else str(value)


def number(value: Any) -> float | None:
    """The value if it is a number that a float can hold: what a file says may be anything."""
    try:
        return value if isinstance(value, int | float) and math.isfinite(value) else None
    except OverflowError:  # of a whole number with more than 308 digits
        return None


def _record(value: Any) -> Record:
    return value if isinstance(value, Mapping) else {}


def _list(value: Any) -> tuple[Any, ...]:
    return tuple(value) if isinstance(value, list | tuple) else ()


def _records(value: Any) -> tuple[Record, ...]:
    return tuple(each for each in _list(value) if isinstance(each, Mapping))


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(map(str, _list(value)))


def _usage(record: Record) -> Usage:
    return Usage(**{each.name: int(number(record.get(each.name)) or 0) for each in fields(Usage)})


_READERS: Mapping[str, Callable[[Any], Any]] = {
    "str": _text,
    "int": lambda value: int(number(value) or 0),
    "float": lambda value: number(value) or 0.0,
    "float | None": number,
    "bool": bool,
    "bool | None": lambda value: value if isinstance(value, bool) else None,
    "Record": _record,
    "tuple[Record, ...]": _records,
    "tuple[str, ...]": _texts,
    "tuple[Any, ...]": _list,
    "Any": lambda value: value,
}
"""The reader of a member, by its type annotation below."""


def _members(kind: type[Event]) -> dict[str, Callable[[Any], Any]]:
    return {each.name: _READERS[str(each.type)] for each in fields(kind) if each.name != "raw"}


_UNKNOWN = Event, _members(Event)


@_of("run.started", "run.continued")
class RunStarted(Event):
    """A run begins; ``run.continued``: an interrupted one goes on, in a new browser."""

    task: Any = None
    start_url: str = ""
    architecture: str = ""
    mode: str = ""
    models: Any = None
    notes: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The text of the task; early journals have its record."""
        return str(self.task.get("text", "") if isinstance(self.task, Mapping) else self.task or "")

    @property
    def model_names(self) -> tuple[str, ...]:
        """The name of every model in use, each once."""
        names = self.models.values() if isinstance(self.models, Mapping) else self.models or ()
        names = [names] if isinstance(names, str) else names
        return tuple(dict.fromkeys(str(name) for name in names if name))


@_of("run.ended")
class RunEnded(Event):
    """How a run ended."""

    outcome: str = ""
    answer: Any = None
    cost_usd: float | None = None


@_of("run.broken")
class RunBroken(Event):
    """An unforeseen exception."""

    type: str = ""
    traceback: str = ""


@_of("plan.updated")
class PlanUpdated(Event):
    """A version of the plan; ``steps`` are of text and status, in early journals of text alone."""

    version: int = 0
    steps: tuple[Any, ...] = ()
    by: str = ""


@_of("subtask.started")
class SubTaskStarted(Event):
    """A sub-task is given to the navigator; ``expect`` is its expected end."""

    number: int = 0
    sub_task: str = ""
    expect: str = ""


@_of("subtask.ended")
class SubTaskEnded(Event):
    """The outcome of a sub-task."""

    number: int = 0
    status: str = ""
    summary: str = ""
    facts: tuple[Record, ...] = ()
    steps: int = 0
    url: str = ""


@_of("model.called")
class ModelCalled(Event):
    """A model is called.

    Attributes:
        messages: those new since this conversation's last call.
        spare: tools that may be called without being among ``tools``.
        tokens: of the whole request, estimated.
        aside: whether it counts as no step of the run.
    """

    role: str = ""
    model: str = ""
    messages: tuple[Record, ...] = ()
    tools: tuple[str, ...] = ()
    spare: tuple[str, ...] = ()
    tokens: int = 0
    aside: bool = False


@_of("model.replied")
class ModelReplied(Event):
    """A model's reply to the call of this number; ``repairs`` says what was mended to parse it.

    Attributes:
        calls: of tools, each with a name and its arguments as JSON.
    """

    role: str = ""
    call: int = 0
    model: str = ""
    text: str = ""
    calls: tuple[Record, ...] = ()
    usage: Record = field(default_factory=dict)
    cost_usd: float | None = None
    milliseconds: float | None = None

    @property
    def used(self) -> Usage:
        """The tokens it used."""
        return _usage(self.usage)


@_of("model.retried", "model.replaced", "model.failed")
class ModelTrouble(Event):
    """A call of a model failed: it is retried, by this or another model, or given up.

    Attributes:
        reason: of ``model.retried``: rate_limits, server_errors, timeouts, connections or other.
        by: of ``model.replaced``: the model used from now on.
        type: class of the error; not of ``model.retried``.
        usage: of a reply that could not be used.
    """

    role: str = ""
    call: int = 0
    model: str = ""
    reason: str = ""
    error: str = ""
    wait_s: float = 0.0
    by: str = ""
    type: str = ""
    usage: Record = field(default_factory=dict)
    cost_usd: float | None = None

    @property
    def used(self) -> Usage:
        """The tokens it used."""
        return _usage(self.usage)


@_of("context.shortened")
class ContextShortened(Event):
    """A conversation was cut to fewer estimated tokens; ``exchanges`` were removed.

    The journal also has the ``text`` that replaces them.
    """

    role: str = ""
    before: int = 0
    after: int = 0
    exchanges: int = 0


@_of("limit.told")
class LimitTold(Event):
    """A model was told that a limit is near, or that this is its last call.

    Attributes:
        notice: near or last.
        scope: run, sub-task or an agent.
    """

    role: str = ""
    notice: str = ""
    limit: str = ""
    scope: str = ""
    used: float = 0.0
    most: float = 0.0


@_of("limit.raised")
class LimitRaised(Event):
    """The person gave more of a limit; ``by`` how much, ``scope`` as of ``LimitTold``."""

    limit: str = ""
    scope: str = ""
    by: float = 0.0


@_of("action.started")
class ActionStarted(Event):
    """An action is about to start.

    Attributes:
        target: its element, by role and name; ``nth`` counts the earlier ones of both, ``frame`` is
            an address and the number of earlier frames of it, ``box`` its x, y, width and height.
        elements: those that it acts on beside the target, likewise, by their ids.
        tab: number of the tab it is done in.
        marks: what the same act is known by, where it may change something outside.
    """

    action: str = ""
    target: Record = field(default_factory=dict)
    arguments: Record = field(default_factory=dict)
    elements: Record = field(default_factory=dict)
    tab: int = 0
    marks: tuple[str, ...] = ()


@_of("action.ended")
class ActionEnded(Event):
    """The outcome of the action of this number.

    Attributes:
        status: done, refused or broken.
        ghost: nothing changed; ``None``: this was not checked.
        cause: the reason.
        requests: other than GET, each of method, url and status.
        holds: what elements hold now, by their ids, where it is not what the arguments say.
        stopped: it was broken off before its last part, with the fields of the ids ``left``.
    """

    started: int = 0
    status: str = ""
    words: str = ""
    brief: str = ""
    error: str = ""
    url: str = ""
    ghost: bool | None = None
    cause: str = ""
    requests: tuple[Record, ...] = ()
    holds: Record = field(default_factory=dict)
    stopped: bool = False
    left: tuple[Any, ...] = ()


@_of("skill.failed")
class SkillFailed(Event):
    """A skill was refused before it acted, or has a bug."""

    skill: str = ""
    type: str = ""
    error: str = ""


@_of("effect")
class EffectMade(Event):
    """A change outside of the run; see ``types.Effect``.

    Attributes:
        started: number of the action's start.
        late: whether it is a request that was let go after its act was over.
    """

    started: int = 0
    effect: Any = None
    late: bool = False

    @property
    def made(self) -> Effect | None:
        """The effect; ``None`` where the journal holds none."""
        return read_effect(self.effect)


@_of("pictured")
class Pictured(Event):
    """A picture before the action of this number, or at the end; no ``file``: none could be taken.

    Attributes:
        viewport: what it shows: width and height in CSS pixels.
        box: of the target, in its pixels: x, y, width and height.
    """

    started: int = 0
    file: str = ""
    width: int = 0
    height: int = 0
    viewport: tuple[Any, ...] = ()
    box: tuple[Any, ...] = ()
    url: str = ""


@_of("marked")
class Marked(Event):
    """A picture with numbers that was shown to a model."""

    media_type: str = ""
    width: int = 0
    height: int = 0
    box: tuple[Any, ...] = ()


@_of("verified")
class Verified(Event):
    """The visible difference after an action."""

    verdict: str = ""
    score: float = 0.0
    changed: bool = False


@_of("extracted")
class Extracted(Event):
    """Records were read from a page."""

    fields: tuple[str, ...] = ()
    place: str = ""
    records: int = 0
    pages: int = 0


@_of("loop.found")
class LoopFound(Event):
    """An agent is in a loop; ``level`` 1 was reported, higher ones were refused or ended."""

    role: str = ""
    level: int = 0
    words: str = ""


@_of("answer.checked")
class AnswerChecked(Event):
    """The answer was checked.

    Attributes:
        facts: number of cited ones.
        notes: what is missing, each of kind and what.
        verdict: of the judge: yes, no or cannot_tell; empty where it was not asked.
    """

    facts: int = 0
    notes: tuple[Record, ...] = ()
    verdict: str = ""
    why: str = ""


@_of("step.judged")
class StepJudged(Event):
    """An architecture that checks its parts judged what one did in a step."""

    step: int = 0
    component: str = ""
    right: bool = False
    reason: str = ""


@_of("person.asked")
class PersonAsked(Event):
    """A question to the person; ``request`` has the members of ``types.PersonRequest``."""

    request: Record = field(default_factory=dict)


@_of("person.answered")
class PersonAnswered(Event):
    """The end of a question: answered, declined, defaulted, unanswered or withdrawn.

    Attributes:
        value: the answer; for a secret the name under which it is stored.
        by: channel.
    """

    id: str = ""
    action: str = ""
    value: Any = None
    note: str = ""
    by: str = ""


@_of("control.state")
class ControlState(Event):
    """What the run is doing: planning, awaiting_plan, running, paused, awaiting_human, stopping."""

    state: str = ""


@_of(
    "control.paused", "control.resumed", "control.stopped", "control.steered", "control.taken",
    "control.returned", "control.lapsed",
)  # fmt: skip
class Controlled(Event):
    """An order of the person to the run."""

    by: str = ""
    words: str = ""
    note: str = ""


@_of("browser.event")
class BrowserEvent(Event):
    """A spontaneous event of the browser: a tab, a dialog, a download, a crash.

    Attributes:
        tab: number of the tab that opened or went to another address.
        same_document: of such a navigation: only the address changed.
        dialog: alert, confirm, prompt or beforeunload.
        how: a dialog ended: accepted, dismissed, timed out or gone.
    """

    what: str = ""
    name: str = ""
    message: str = ""
    url: str = ""
    file: str = ""
    tab: int = 0
    same_document: bool = False
    dialog: str = ""
    how: str = ""


@_of("security.blocked")
class Blocked(Event):
    """An address was not opened, a request not sent, or a connection not made.

    Attributes:
        url: ``//HOST:PORT`` of a connection; ``//others`` for all after the first hundred hosts.
        where: page, frame, window, request, call or connection.
        count: how often a connection there was refused so far, told at each power of ten.
    """

    url: str = ""
    rule: str = ""
    sentence: str = ""
    where: str = ""
    count: int = 1


@_of("security.tainted")
class Tainted(Event):
    """Material that may steer the agent was read: hidden, orders, marks or unseen letters."""

    signal: str = ""
    quote: str = ""


@_of("gate.judged", "request.judged")
class Judged(Event):
    """The gate's decision on an act, or on a request that waited for it.

    Attributes:
        act: in words.
        tier: R0 to R3.
        decision: notify, ask or deny.
        marks: of a request, as of ``ActionStarted``.
    """

    act: str = ""
    tier: str = ""
    decision: str = ""
    reasons: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()


@_of("effect.classified")
class EffectClassified(Event):
    """A model told what an act would do, where no rule does.

    Attributes:
        effect: the class.
        facts: what the model was told.
        error: why it could not be asked; empty when it was.
    """

    effect: str = ""
    facts: Record = field(default_factory=dict)
    error: str = ""


@_of("grants.read")
class GrantsRead(Event):
    """What the words of the task allow was read: at once where it names an act, else when needed.

    Attributes:
        grants: as text, such as ``order at shop.example, once, at most 40 EUR``.
        rows: the same as the model gave them; a resumed run takes them from here.
        error: why they could not be read; empty when they were.
    """

    grants: tuple[str, ...] = ()
    rows: tuple[Record, ...] = ()
    error: str = ""


@_of("grant.used")
class GrantUsed(Event):
    """An act was allowed by a grant.

    Attributes:
        act: as text.
        grant: as text.
        by: ``task``, ``settings``, ``vault`` or ``person``.
        number: of a grant of the task or the person, from 1.
    """

    act: str = ""
    grant: str = ""
    by: str = ""
    number: int = 0


@_of("act.asked")
class ActAsked(Event):
    """A stateless policy was asked."""

    observation: Record = field(default_factory=dict)


@_of("act.answered")
class ActAnswered(Event):
    """The action that a stateless policy chose."""

    action: Record = field(default_factory=dict)


_EFFECT_TEXTS = ("tier", "action", "target", "page", "url", "method", "grant", "page_message")


def read_effect(row: object) -> Effect | None:
    """Read an effect from its JSON form, as in ``result.json``; ``None`` if invalid."""
    if not isinstance(row, Mapping):
        return None
    texts: dict[str, Any] = {name: str(row.get(name) or "") for name in _EFFECT_TEXTS}
    step, status = row.get("step"), row.get("status")
    return Effect(
        step=step if isinstance(step, int) else 0,
        kind="act" if row.get("kind") == "act" else "request",
        status=status if isinstance(status, int) else None,
        **texts,
    )


@_of("grounded")
class Grounded(Event):
    """A described place was looked for on a screenshot; ``failed``: why it was not found."""

    description: str = ""
    milliseconds: float | None = None
    failed: str = ""
    message: str = ""
