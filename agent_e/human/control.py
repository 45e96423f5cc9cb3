"""Control of a live run by the person: pause, steer, stop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from typing import Literal

from agent_e.errors import AnswerConflict, Interrupted
from agent_e.types import SAYS_NOW, HandoverResult

from .pausable_clock import PausableClock
from .plan import PlanHistory
from .question_broker import QuestionBroker
from .window import Window, WindowLease

State = Literal[
    "planning", "awaiting_plan", "running", "paused", "awaiting_human", "stopping", "ended"
]
MAX_WORDS_LENGTH = 4_000
"""Characters per message: it goes to models unchanged."""
_SPOKEN = "the person has spoken meanwhile; read first what they say."
_HANDED_BACK = "the person has had the window meanwhile; read first how things stand."
_CHANGED = "the person has changed the plan meanwhile; read it first."


class RunControl:
    """The state of one run, and the person's control over it.

    The agents call ``checkpoint`` before every model call and every action; a paused run waits
    there. The leading agent reads the person's new messages before its next model call, and
    whatever it had decided before them is dropped.

    Attributes:
        plan: the plan and its versions.
        waits: the clock that pauses while the run waits for the person.
        messages: from the person in this run, oldest first; ``taken`` of them were delivered.
    """

    def __init__(
        self,
        journal: Callable[..., int],
        *,
        waits: PausableClock | None = None,
        stop: Callable[[int], None] = lambda code: None,
        withhold: Callable[[str], str] = str,
    ) -> None:
        """Create it.

        Args:
            journal: writes an event.
            waits: the clock of the run.
            stop: ends the run with the given exit code.
            withhold: puts names in place of the secrets in what the person says.
        """
        self.waits = waits or PausableClock()
        self.plan = PlanHistory(journal, edited=self._plan_edited, withhold=withhold)
        self._broker: QuestionBroker | None = None
        self._limit: asyncio.Timeout | None = None
        self.messages: list[str] = []
        self.taken = 0
        self._journal = journal
        self._stop = stop
        self._withhold = withhold
        self._back: list[HandoverResult] = []
        self._holding = WindowLease(journal, lambda: bool(self._broker and self._broker.pending))
        self._go = asyncio.Event()
        self._go.set()
        self._held = ExitStack()
        self._deciding = self._begun = self._closed = self._stopping = self._ended = False
        self._state: State = "planning"

    @property
    def state(self) -> State:
        """What the run is doing."""
        if self._ended:
            return "ended"
        if self._stopping:
            return "stopping"
        if not self._go.is_set():
            return "paused"
        kinds = {each.kind for each in self.broker.pending.values()} if self.broker else set()
        if kinds:
            return "awaiting_plan" if kinds == {"plan"} else "awaiting_human"
        return "running" if self._begun else "planning"

    @property
    def broker(self) -> QuestionBroker | None:
        """Where questions wait; ``None`` where nobody can be asked."""
        return self._broker

    def use_broker(self, broker: QuestionBroker) -> None:
        """Use this broker for the run's questions."""
        self._broker = broker

    @asynccontextmanager
    async def time_limit(self, seconds: float) -> AsyncIterator[asyncio.Timeout]:
        """Limit the block's time, not counting waits for the person."""
        async with self.waits.limit(seconds) as self._limit:
            yield self._limit

    def extend_time_limit(self, seconds: float) -> None:
        """Extend the run's time limit."""
        if self._limit is not None:
            self.waits.extend(self._limit, seconds)

    @property
    def has_unread(self) -> bool:
        """Whether there are messages that the agents have not received yet."""
        return self.taken < len(self.messages)

    @property
    def can_take_over(self) -> bool:
        """Whether there is a window for the person to take."""
        return self._holding.window is not None and not (self._ended or self._stopping)

    @property
    def holder(self) -> str:
        """Who has taken over the window; ``""`` while the agents have it."""
        return self._holding.by

    @property
    def held_until(self) -> float | None:
        """When another may take the window, in seconds since the epoch; ``None`` if at once."""
        return self._holding.until

    @property
    def changing_hands(self) -> bool:
        """Whether the window is just being taken over or handed back."""
        return self._holding.moving

    @contextmanager
    def parting(self, part: Callable[[], None]) -> Iterator[None]:
        """While the block runs, call this just before the window leaves who has it."""
        self._holding.partings.append(part)
        try:
            yield
        finally:
            self._holding.partings.remove(part)

    async def drop_window(self) -> None:
        """Clean up after lending the window: the run is over."""
        if self._holding.window is not None:
            await self._holding.window.drop()

    def show(self, window: Window, lease_s: float) -> None:
        """Let the person take over this window, for ``lease_s`` seconds at least."""
        self._holding.window, self._holding.lease_s = window, lease_s

    def pause(self, by: str = "person") -> None:
        """Hold the run before its next action or model call; a current one finishes first.

        Raises:
            AnswerConflict: the run has ended or is ending.
        """
        self._check_open()
        if self._go.is_set():
            self._go.clear()
            self._held.enter_context(self.waits.waiting())
            self._journal("control.paused", by=by)
            self.changed()

    def resume(self, by: str = "person") -> None:
        """Let a paused run go on.

        Raises:
            AnswerConflict: it is not paused, or the person has the window.
        """
        self._check_open()
        if self._go.is_set():
            raise AnswerConflict("The run is not paused.")
        if self.holder:
            raise AnswerConflict("The window is taken over. Hand it back, then the run goes on.")
        self._held.close()
        self._go.set()
        self._journal("control.resumed", by=by)
        self.changed()

    async def take_over(self, by: str = "person") -> None:
        """Give the window to the person; the run is paused until ``hand_back``.

        Returns when it is theirs: a current action finishes first. Nothing that happens in it is
        recorded. After ``human.take_over_s`` another person may take it; the run never does.

        Raises:
            AnswerConflict: there is no window, somebody has it, an action waits for an answer, or
                the run has ended.
        """
        self._check_open()
        self._holding.check(by)
        held = not self._go.is_set()
        self.pause(by)
        try:
            await self._holding.take(by)
        except BaseException:
            if not held and not self._go.is_set() and not (self._ended or self._stopping):
                self.resume(by)
            raise

    async def hand_back(self, note: str = "", by: str = "person") -> HandoverResult:
        """Return the window to the agents with a report of what changed; the run resumes.

        Args:
            note: for the agents.
            by: who returns it.

        Returns:
            The report for the agents.

        Raises:
            AnswerConflict: it is not taken over, or the run has ended.
        """
        self._check_open()
        back = await self._holding.give_back(self._withhold(" ".join(note.split())), by)
        self._back.append(back)
        if not (self._ended or self._stopping):
            self.resume(by)
        return back

    def steer(self, words: str, by: str = "person") -> None:
        """Say what is wanted now; it replaces current work, pending questions included.

        Raises:
            AnswerConflict: the run has ended, is ending, or has its answer; or the words are empty
                or too long.
        """
        self._check_open()
        if self._closed:
            raise AnswerConflict("The run has come to its answer. Give it a new task instead.")
        words = " ".join(words.split())
        if not words:
            raise AnswerConflict("There are no words to steer by. Say what is wanted now.")
        if len(words) > MAX_WORDS_LENGTH:
            raise AnswerConflict(
                f"These are {len(words):,} characters, and at most {MAX_WORDS_LENGTH:,} are taken. "
                "Say it shorter."
            )
        words = self._withhold(words)
        self._journal("control.steered", words=words, by=by)
        self.messages.append(words)
        self._withdraw()

    def stop(self, by: str = "person", exit_code: int = 130) -> None:
        """End the run within 2 s; repeated calls change nothing.

        Raises:
            AnswerConflict: it has ended.
        """
        if self._ended:
            raise AnswerConflict("The run has ended.")
        if self._stopping:
            # Cancelling the first call's cleanup would leave it half done.
            return
        self._stopping = True
        self._journal("control.stopped", by=by)
        self.changed()
        self._stop(exit_code)

    def ended(self) -> None:
        """Note and journal that the run is over."""
        self._ended = True
        self._held.close()
        self._holding.over()

    def close(self) -> None:
        """Note that the answer is there: later messages would not be read."""
        self._closed = True

    def begin(self) -> None:
        """Note that the first sub-task or action is under way."""
        if not self._begun:
            self._begun = True
            self.changed()

    def changed(self) -> None:
        """Journal the state if it changed, and withdraw a question that is too late."""
        self._holding.changed()
        if self._deciding and self.has_unread:
            self._withdraw()
        if (state := self.state) != self._state:
            self._state = state
            self._journal("control.state", state=state)

    async def checkpoint(self) -> None:
        """Wait while the run is paused."""
        await self._go.wait()

    async def before_action(self) -> None:
        """Wait while the run is paused; call before every action.

        Raises:
            Interrupted: the person has sent a message since it was decided.
        """
        await self.checkpoint()
        if self._deciding:
            self.begin()
        self.raise_if_superseded()

    def raise_if_superseded(self) -> None:
        """Check that an action is still wanted.

        Raises:
            Interrupted: the person has spoken, or had the window, since it was decided.
        """
        # The start page is opened before anything was decided.
        if self._deciding and (self.has_unread or self._back):
            raise Interrupted(
                "Not done: the person has stepped in meanwhile. What they say is told next."
            )

    def superseded_by(self, *, nested: bool) -> str:
        """Say why a proposed action must be dropped; ``""`` if it need not.

        Args:
            nested: whether a sub-agent proposed it.
        """
        if self.has_unread:
            return _SPOKEN
        if self._back:
            return _HANDED_BACK
        return _CHANGED if self.plan.unread and not nested else ""

    def drain_messages(self) -> str:
        """Return, once, what is new for the leading agent; ``""`` for nothing."""
        self._deciding = True
        words, self.taken = self.messages[self.taken :], len(self.messages)
        parts = [*map(SAYS_NOW.format, words)]
        if parts:
            parts.append("This comes before what was asked earlier: go on by it.")
        if self.plan.unread:
            parts.append(self.plan.read_newest())
        return "\n".join(parts)

    def effective_task(self, task: str) -> str:
        """Return the task with the person's messages delivered so far."""
        return "\n".join([task, *map(SAYS_NOW.format, self.messages[: self.taken])])

    def _withdraw(self) -> None:
        if self.broker is not None:
            self.broker.withdraw("the person has said something else instead")

    def _plan_edited(self) -> None:
        if self.broker is not None:
            self.broker.withdraw("the person has changed the plan by another way", kind="plan")

    def handed_back(self) -> list[HandoverResult]:
        """Return, once, the reports on the window for the agents."""
        back, self._back = self._back, []
        return back

    def _check_open(self) -> None:
        if self._ended or self._stopping:
            raise AnswerConflict("The run has ended." if self._ended else "The run is ending.")
