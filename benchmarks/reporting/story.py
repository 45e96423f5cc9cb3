"""The contents of a run's page, as records; ``reading`` builds them from the journal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from agent_e.journal.effects import Deed

_OPEN = ("running", "waiting", "paused", "interrupted", "unfinished", "unverified")

Box = tuple[float, float, float, float]
"""x, y, width and height."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Shot:
    """One picture of the journal.

    Attributes:
        file: in the run folder.
        width: of the original picture, pixels; ``height`` likewise.
        boxes: of the target, or of a fact's quote, in those pixels.
        words: its caption.
        seq: number of its event.
    """

    file: str
    width: int
    height: int
    words: str
    seq: int = 0
    boxes: tuple[Box, ...] = ()

    @property
    def out_of_view(self) -> str:
        """Where the first box is, when none is on the picture; else ``""``."""
        where = [self._beyond(box) for box in self.boxes]
        return where[0] if where and all(where) else ""

    @property
    def strip(self) -> tuple[float, float]:
        """Top and height of the part with the boxes, at least two fifths of the picture."""
        seen = [box for box in self.boxes if not self._beyond(box)]
        top = max(min((y for _, y, _, _ in seen), default=0), 0)
        bottom = min(max((y + height for _, y, _, height in seen), default=0), self.height)
        height = min(max(bottom - top + 0.1 * self.height, 0.4 * self.height), self.height)
        return min(max((top + bottom - height) / 2, 0), self.height - height), height

    def _beyond(self, box: Box) -> str:
        x, y, width, height = box
        if y >= self.height:
            return "below"
        if y + height <= 0:
            return "above"
        return "beside" if x >= self.width or x + width <= 0 else ""


@dataclass(kw_only=True, slots=True)
class Act:
    """One action, or another event of a step.

    Attributes:
        verb: the action; ``target`` its object, ``arguments`` the rest.
        status: ``done``, ``refused``, ``broken`` or ``running``.
        report: the complete outcome; ``brief`` its first line.
        eye: the visible difference, where checked.
        seq: number of its event.
    """

    verb: str
    target: str = ""
    arguments: tuple[tuple[str, str], ...] = ()
    status: str = "done"
    brief: str = ""
    report: str = ""
    eye: str = ""
    url: str = ""
    milliseconds: float | None = None
    shot: Shot | None = None
    seq: int = 0


@dataclass(kw_only=True, slots=True)
class Step:
    """One model call and what followed; number 0 is what happened before the first.

    Attributes:
        context: tokens of the request; estimated where no reply counted them.
        shortened: what was removed from the conversation before it.
        calls_in_short: its calls in short, such as of a report, which lead to no action.
        seq: number of the call's event.
        moment: the run's step as evidence counts it: without calls beside the steps.
    """

    number: int
    role: str = ""
    model: str = ""
    words: str = ""
    calls: tuple[tuple[str, str], ...] = ()
    calls_in_short: tuple[str, ...] = ()
    acts: list[Act] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    tokens_in: int = 0
    tokens_cached: int = 0
    tokens_out: int = 0
    context: int = 0
    shortened: str = ""
    cost_usd: float | None = None
    milliseconds: float | None = None
    replied: bool = False
    seen: Shot | None = None
    seq: int = 0
    moment: int = 0

    @property
    def acted_ms(self) -> float:
        """Duration of its actions."""
        return sum(act.milliseconds or 0 for act in self.acts)


@dataclass(kw_only=True, slots=True)
class Group:
    """Related steps: of the planner, or of one sub-task (then it has a number)."""

    title: str = ""
    number: int | None = None
    expect: str = ""
    status: str = ""
    summary: str = ""
    steps: list[Step] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True, slots=True)
class Claim:
    """A claim of the answer and its support.

    Attributes:
        place: the page with the quote marked; ``unplaced`` says why there is none.
        seq: number of the event at whose time it was seen, of the picture if there is one.
        number: of the step of the page that it was seen in.
    """

    claim: str
    quote: str
    step: int | None
    url: str
    found: bool
    place: Shot | None = None
    unplaced: str = ""
    seq: int | None = None
    number: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Total:
    """Totals of one role."""

    role: str
    model: str
    calls: int
    tokens_in: int
    tokens_cached: int
    tokens_out: int
    cost_usd: float | None
    seconds: float


State = Literal["success", "bad", "open"]


@dataclass(kw_only=True, slots=True)
class Story:
    """A run, ready for display.

    Attributes:
        state: the outcome, or as of ``run_state``.
        steps: number of model calls.
        allowed: what the words of the task allowed, as one line; ``""`` for nothing.
        deeds: changes made outside.
        end: the final look of the page.
        info: ``run.json``.
    """

    run_id: str
    task: str
    state: str
    started: float | None = None
    start_url: str = ""
    architecture: str = ""
    models: str = ""
    message: str = ""
    answer: Any = None
    assisted: bool = False
    evidence: tuple[Claim, ...] = ()
    checks: tuple[str, ...] = ()
    plan: list[tuple[str, str]] = field(default_factory=list)
    plan_authors: str = ""
    groups: list[Group] = field(default_factory=list)
    totals: tuple[Total, ...] = ()
    cost_usd: float | None = None
    seconds: float | None = None
    steps: int = 0
    allowed: str = ""
    deeds: Sequence[Deed] = ()
    metrics: Mapping[str, Any] = field(default_factory=dict)
    end: Shot | None = None
    info: Mapping[str, Any] = field(default_factory=dict)

    @property
    def kind(self) -> State:
        """Whether that is a good end, a bad one, or none yet."""
        if self.state in _OPEN:
            return "open"
        return "success" if self.state == "success" else "bad"

    @property
    def tokens(self) -> int:
        """Input and output tokens of all roles."""
        return sum(total.tokens_in + total.tokens_out for total in self.totals)

    @property
    def calls(self) -> list[Step]:
        """Every model call, in order."""
        return [step for group in self.groups for step in group.steps if step.number]

    @property
    def slowest_ms(self) -> float:
        """Duration of the slowest step; at least 1."""
        every = [step for group in self.groups for step in group.steps]
        return max([(step.milliseconds or 0) + step.acted_ms for step in every], default=0) or 1
