"""What a person does with a run under way: pause it, steer it, stop it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager
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
"""Characters of what is said at once: it is told to models as it is."""
_SPOKEN = "the person has spoken meanwhile; read first what they say."
_HANDED_BACK = "the person has had the window meanwhile; read first how things stand."
_CHANGED = "the person has changed the plan meanwhile; read it first."


class RunControl:
    """The state of one run, and what the person may change of it.

    The agents call ``checkpoint`` before every model call and every action; a paused run waits
    there. The leading agent reads new messages of the person before its next model call, and
    whatever it had decided before them is not done any more.

    Attributes:
        plan: the plan and its versions.
        waits: the clock that stands still while the person is waited for.
        messages: what the person has said in this run, oldest first; ``taken`` of these were heard.
    """

    def __init__(
        self,
        journal: Callable[..., int],
        *,
        waits: PausableClock | None = None,
        stop: Callable[[int], None] = lambda code: None,
    ) -> None:
        """Make it.

        Args:
            journal: writes an event.
            waits: the clock of the run.
            stop: ends the run, with the exit code it is to have.
        """
        self.waits = waits or PausableClock()
        self.plan = PlanHistory(journal, edited=self._plan_edited)
        self._broker: QuestionBroker | None = None
        self._limit: asyncio.Timeout | None = None
        self.messages: list[str] = []
        self.taken = 0
        self._journal = journal
        self._stop = stop
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
        """Have questions of the run wait here."""
        self._broker = broker

    @asynccontextmanager
    async def time_limit(self, seconds: float) -> AsyncIterator[asyncio.Timeout]:
        """Limit the block to so much time, without that in which the person is waited for."""
        async with self.waits.limit(seconds) as self._limit:
            yield self._limit

    def extend_time_limit(self, seconds: float) -> None:
        """Give the run so many seconds more."""
        if self._limit is not None:
            self.waits.extend(self._limit, seconds)

    @property
    def has_unread(self) -> bool:
        """Whether the person has said something that the agents have not heard yet."""
        return self.taken < len(self.messages)

    @property
    def can_take_over(self) -> bool:
        """Whether there is a window that the person could have."""
        return self._holding.window is not None and not (self._ended or self._stopping)

    @property
    def holder(self) -> str:
        """Who has taken the window over; ``""`` while it is the agents'."""
        return self._holding.by

    async def drop_window(self) -> None:
        """End what lending the window takes: the run is over."""
        if self._holding.window is not None:
            await self._holding.window.drop()

    def show(self, window: Window, lease_s: float) -> None:
        """Let the person take this window over from now on, for so long at least."""
        self._holding.window, self._holding.lease_s = window, lease_s

    def pause(self, by: str = "person") -> None:
        """Hold the run before its next action or model call; one under way is ended first.

        Raises:
            AnswerConflict: the run has ended, or is told to.
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

        Returns when it is theirs: an action under way is ended first. Nothing of what happens in it
        is kept. After ``human.take_over_s`` another may take it; the run never does by itself.

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
        """Give the window back to the agents, who are told what is otherwise; the run goes on.

        Args:
            note: what they are to know.
            by: who gives it back.

        Returns:
            What the agents are told.

        Raises:
            AnswerConflict: it is not taken over, or the run has ended.
        """
        self._check_open()
        back = await self._holding.give_back(" ".join(note.split()), by)
        self._back.append(back)
        if not (self._ended or self._stopping):
            self.resume(by)
        return back

    def steer(self, words: str, by: str = "person") -> None:
        """Say what is wanted now; it takes the place of what is under way, questions too.

        Raises:
            AnswerConflict: the run has ended, is told to, or has its answer; or the words are empty
                or too many.
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
        self._journal("control.steered", words=words, by=by)
        self.messages.append(words)
        self._withdraw()

    def stop(self, by: str = "person", exit_code: int = 130) -> None:
        """End the run within 2 s; said again it changes nothing.

        Raises:
            AnswerConflict: it has ended.
        """
        if self._ended:
            raise AnswerConflict("The run has ended.")
        if self._stopping:
            # To cancel what cleans up after the first one would leave it half done.
            return
        self._stopping = True
        self._journal("control.stopped", by=by)
        self.changed()
        self._stop(exit_code)

    def ended(self) -> None:
        """Note that the run is over; that is journaled as such."""
        self._ended = True
        self._held.close()
        self._holding.over()

    def close(self) -> None:
        """Note that the answer is there: nothing that is said from now on would be heard."""
        self._closed = True

    def begin(self) -> None:
        """Note that the first sub-task or action is under way."""
        if not self._begun:
            self._begun = True
            self.changed()

    def changed(self) -> None:
        """Journal the state if it is another, and withdraw a question that comes too late."""
        self._holding.changed()
        if self._deciding and self.has_unread:
            self._withdraw()
        if (state := self.state) != self._state:
            self._state = state
            self._journal("control.state", state=state)

    async def checkpoint(self) -> None:
        """Wait here while the run is paused."""
        await self._go.wait()

    async def before_action(self) -> None:
        """Wait here while the run is paused; before every action.

        Raises:
            Interrupted: the person has spoken since it was decided on.
        """
        await self.checkpoint()
        if self._deciding:
            self.begin()
        self.raise_if_superseded()

    def raise_if_superseded(self) -> None:
        """Check that an action is still wanted.

        Raises:
            Interrupted: the person has spoken, or had the window, since it was decided on.
        """
        # The start page is opened before anybody has decided on anything.
        if self._deciding and (self.has_unread or self._back):
            raise Interrupted(
                "Not done: the person has stepped in meanwhile. What they say is told next."
            )

    def superseded_by(self, *, nested: bool) -> str:
        """Say why what was proposed must not be done any more; ``""`` when it may.

        Args:
            nested: whether it was proposed by an agent that another one leads.
        """
        if self.has_unread:
            return _SPOKEN
        if self._back:
            return _HANDED_BACK
        return _CHANGED if self.plan.unread and not nested else ""

    def drain_messages(self) -> str:
        """Return, once, what the leading agent is to be told; ``""`` for nothing."""
        self._deciding = True
        words, self.taken = self.messages[self.taken :], len(self.messages)
        told = [*map(SAYS_NOW.format, words)]
        if told:
            told.append("This comes before what was asked earlier: go on by it.")
        if self.plan.unread:
            told.append(self.plan.read_newest())
        return "\n".join(told)

    def effective_task(self, task: str) -> str:
        """Return the task with what the person has said since and was heard."""
        return "\n".join([task, *map(SAYS_NOW.format, self.messages[: self.taken])])

    def _withdraw(self) -> None:
        if self.broker is not None:
            self.broker.withdraw("the person has said something else instead")

    def _plan_edited(self) -> None:
        if self.broker is not None:
            self.broker.withdraw("the person has changed the plan by another way", kind="plan")

    def handed_back(self) -> list[HandoverResult]:
        """Return, once, what the agents are to be told of the window."""
        back, self._back = self._back, []
        return back

    def _check_open(self) -> None:
        if self._ended or self._stopping:
            raise AnswerConflict("The run has ended." if self._ended else "The run is ending.")
