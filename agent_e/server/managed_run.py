"""One run of the server: in progress, interrupted, or ended."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from agent_e.agent import WebAgent
from agent_e.browser import BrowserSession
from agent_e.browser.remote_window import RemoteWindow
from agent_e.config import BrowserSettings, Settings
from agent_e.errors import AnswerConflict, Unexpected
from agent_e.human import HttpChannel, PlanHistory, RunControl, State
from agent_e.human.commands import obey, requests
from agent_e.journal import ResumeState, RunTranscript, read_events, read_unfinished
from agent_e.safety.secrets import OutputRedactor, Vault
from agent_e.types import Task
from agent_e.workspace import Opener

from .journal_tail import JournalTail
from .run_figures import RunFigures

ServedState = State | Literal["interrupted"]
"""``interrupted`` is a run that was cut off and not resumed; one that waits for a browser is
``planning``."""

_WAITING = ("awaiting_human", "awaiting_plan", "paused")
_LOG = logging.getLogger(__name__)


class ManagedRun:
    """A run that belongs to the server and not to a connection.

    Attributes:
        path: its folder; the folder's name is its id.
        task: its task.
        settings: its settings.
        problem: why it could not be resumed, if it could not.
        figures: how far it has come.
    """

    served = True

    def __init__(
        self,
        path: Path,
        task: Task,
        settings: Settings,
        *,
        opener: Opener,
        vault: Vault,
        changed: Callable[[str], None] = lambda id_: None,
    ) -> None:
        """Create the run; ``start`` begins or resumes it.

        Args:
            path: its folder.
            task: its task.
            settings: its settings.
            opener: opens its browser session.
            vault: keeps its secrets.
            changed: called with its id when it stands differently.
        """
        self.path = path
        self.task = task
        self.settings = settings
        self.problem = ""
        self.figures = RunFigures()
        self.figures.read(JournalTail(path))
        self._changed = changed
        self._opener = opener
        self._vault = vault
        self._hidden = OutputRedactor()
        self._agent: WebAgent | None = None
        self._session: BrowserSession | None = None
        self._work: asyncio.Task[None] | None = None
        self._plan: PlanHistory | None = None
        self._news = asyncio.Event()

    @property
    def id(self) -> str:
        """Identifies it in the API."""
        return self.path.name

    @property
    def control(self) -> RunControl | None:
        """Of the run while it is in progress."""
        return self._agent.control if self._agent else None

    @property
    def session(self) -> BrowserSession | None:
        """Its browser, while it has one."""
        return self._session

    @property
    def working(self) -> bool:
        """Whether any part of it is in progress, including the closing of its browser."""
        return self._work is not None and not self._work.done()

    @property
    def state(self) -> ServedState:
        """Its current state."""
        if self.control is not None:
            return self.control.state
        if self.result is not None:
            return "ended"
        return "planning" if self.working else "interrupted"

    @property
    def result(self) -> Mapping[str, Any] | None:
        """Its result; ``None`` before its end."""
        path = self.path / "result.json"
        return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None

    @property
    def plan(self) -> PlanHistory:
        """Its plan."""
        if self.control is not None:
            return self.control.plan
        if self._plan is None or self.result is None:
            self._plan = PlanHistory(lambda kind, **fields: 0)
            self._plan.recall(RunTranscript.read(read_events(self.path)).plans)
        return self._plan

    @property
    def task_text(self) -> str:
        """What it is to do, without its secrets."""
        return str(self.hide(self.task.text))

    @property
    def start_url(self) -> str | None:
        """The page it began on, without its secrets."""
        url: str | None = self.hide(self.task.start_url)
        return url

    @property
    def architecture(self) -> str:
        """How its agent is put together."""
        return self.settings.architecture

    @property
    def mode(self) -> Literal["autonomous", "human"]:
        """Whether it may ask."""
        return self.settings.mode

    @property
    def models(self) -> Mapping[str, str]:
        """Names of its models by role."""
        return self.figures.models

    @property
    def limits(self) -> Mapping[str, Any]:
        """Its limits, named as in the settings."""
        return self.settings.limits.model_dump()

    @property
    def plan_version(self) -> int:
        """Number of its plan's newest version."""
        return self.figures.plan_version

    @property
    def can_take_over(self) -> bool:
        """Whether the person can take over its window."""
        return self.control is not None and self.control.can_take_over

    @property
    def holder(self) -> str:
        """Who has taken over its window; ``""`` while the agents have it."""
        return self.control.holder if self.control is not None else ""

    @property
    def requests(self) -> list[dict[str, Any]]:
        """Open questions to the person."""
        return requests(self.control) if self.control is not None else []

    def hide(self, value: Any) -> Any:
        """Redact secrets from what is shown of it."""
        return self._hidden.value(value)

    async def start(self, before: ResumeState | None = None) -> None:
        """Begin; returns as soon as it is in progress.

        Args:
            before: its state before an interruption.

        Raises:
            ConfigError: something is wrong before it starts.
        """
        begun = asyncio.Event()

        def on_event(event: Mapping[str, Any]) -> None:
            if not begun.is_set():
                # With names in place of its secrets.
                self.task = replace(self.task, text=event.get("task", self.task.text))
            begun.set()
            self.figures.add(event)
            self._tell()

        self._plan = None
        self._hidden = OutputRedactor()
        agent = self._agent = WebAgent(
            self.settings,
            listener=on_event,
            opener=self._opened,
            vault=self._vault,
            hidden=self._hidden,
            channels=[HttpChannel()],
            info={"served": True},
        )
        self._work = asyncio.create_task(self._run(agent, before))
        waiting = asyncio.create_task(begun.wait())
        await asyncio.wait({self._work, waiting}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if begun.is_set():
            # Including its preset, and values derived from other settings.
            self.settings = agent.settings
            self._work.add_done_callback(self._over)
        else:
            await self._work

    async def resume(self, by: str) -> None:
        """Let a paused or interrupted run go on.

        Raises:
            AnswerConflict: it is neither.
            ConfigError: as ``start``.
        """
        if self.control is not None or self.state != "interrupted":
            await self.order({"do": "resume"}, by=by)
            return
        self.problem = ""
        await self.start(read_unfinished(read_events(self.path)))

    async def order(self, order: Mapping[str, Any], *, by: str) -> None:
        """Carry out an order; see ``human/commands.py``.

        Raises:
            AnswerConflict: it does not fit the run's state.
            BadArgument: the answer does not fit its question.
        """
        obey(self._controlled(), order, by=by)

    def edit_plan(self, steps: list[str], version: int) -> None:
        """Change steps that were not begun.

        Raises:
            AnswerConflict: the plan has changed meanwhile, or the run is not in progress.
        """
        self._controlled().plan.edit(steps, version)

    async def news(self) -> None:
        """Return when something was written or has ended."""
        await self._news.wait()

    def let_go(self) -> None:
        """End it because the server ends; one that waits for the person stays resumable."""
        if self._agent is None or self.control is None:
            return
        if self.control.state in _WAITING:
            self._agent.abandon()
        else:
            self.control.stop(by="server", exit_code=143)

    async def over(self, seconds: float) -> None:
        """Wait until no part of it is in progress; after the given seconds it is cancelled."""
        if self._work is None:
            return
        _, late = await asyncio.wait({self._work}, timeout=seconds)
        if late:
            self._work.cancel()
            await asyncio.wait({self._work})

    async def _run(self, agent: WebAgent, before: ResumeState | None) -> None:
        try:
            async with agent:
                await agent.run(self.task, run_dir=self.path, before=before)
                self._tell()
        finally:
            self._agent = None
            self._tell()

    def _over(self, work: asyncio.Task[None]) -> None:
        """Report an unforeseen error: the caller that began the run no longer waits for it."""
        error = None if work.cancelled() else work.exception()
        if isinstance(error, Exception):
            self.problem = self._hidden(str(Unexpected(error, hint="The server's log has more.")))
            _LOG.error("run %s broke", self.id, exc_info=error)
        self._tell()

    @asynccontextmanager
    async def _opened(
        self, settings: BrowserSettings, *, downloads_dir: Path, on_event: Callable[..., None]
    ) -> AsyncIterator[BrowserSession]:
        """Open its browser session; its time limit is suspended while it waits for its turn."""
        assert self.control is not None, "the run opens it"
        opening = self._opener(settings, downloads_dir=downloads_dir, on_event=on_event)
        async with AsyncExitStack() as stack:
            with self.control.waits.waiting():
                session = await stack.enter_async_context(opening)
            session.remote = RemoteWindow()
            self._session = session
            try:
                yield session
            finally:
                self._session = None

    def _controlled(self) -> RunControl:
        if self.control is not None:
            return self.control
        if self.result is not None:
            raise AnswerConflict("The run has ended.")
        if self.working:
            raise AnswerConflict("The run is beginning or ending. Try again.")
        raise AnswerConflict("The run was cut off. Let it go on first: POST /runs/ID/resume.")

    def _tell(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()
        self._changed(self.id)
