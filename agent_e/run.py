"""The agent as its users hold it: one browser, and tasks from words to a ``TaskResult``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, nullcontext
from functools import partial
from pathlib import Path
from typing import Any, Protocol, Self

from agent_e.agents.kit import Earlier
from agent_e.agents.model import Model
from agent_e.architectures import ARCHITECTURES, with_preset
from agent_e.browser.session import BrowserSession
from agent_e.config import BrowserSettings, Settings
from agent_e.dom import is_password, last_seen
from agent_e.errors import ConfigError
from agent_e.human import Channel, RunControl, TerminalChannel, read_answers
from agent_e.journal import Journal, Unfinished, new_run_dir
from agent_e.memory.profile import Profile, load_profile
from agent_e.safety import (
    Fence,
    TaskGuard,
    UrlCheck,
    granted_place,
    read_guard,
    read_uploads,
    url_check,
)
from agent_e.safety.secrets import Hidden, TypedPasswords, Vault, Wallet
from agent_e.skills import load_skills
from agent_e.types import Task, TaskResult

from .preparing import (
    Models,
    Prepared,
    check_address,
    check_prices,
    check_schema,
    with_order,
    with_person,
    with_plan,
)
from .running import Running
from .wiring import download_limits

Listener = Callable[[Mapping[str, Any]], None]
Reach = Callable[[Path, RunControl], AbstractAsyncContextManager[object]]
"""Lets others reach a run, by its folder and its control, as long as the block runs."""


class Opener(Protocol):
    """Opens the browser session of an agent, such as ``BrowserSession.open``."""

    def __call__(
        self, settings: BrowserSettings, *, downloads_dir: Path, on_event: Callable[..., None]
    ) -> AbstractAsyncContextManager[BrowserSession]:
        """Open a session that lives as long as the block."""


class WebAgent:
    """Carries out tasks in one browser.

        async with WebAgent() as agent:
            result = await agent.run("Find the price of the third product", start_url="http://…")

    The browser is opened by the first run and kept for the next ones. Agents share nothing with
    each other; one agent carries out one task at a time.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        listener: Listener | None = None,
        opener: Opener = BrowserSession.open,
        vault: Vault | None = None,
        hidden: Hidden | None = None,
        channels: Sequence[Channel] | None = None,
        reach: Reach | None = None,
        info: Mapping[str, Any] | None = None,
        models: Mapping[str, Model] | None = None,
    ) -> None:
        """Make an agent.

        Args:
            settings: all of them; files and environment are read by ``config.load_settings`` only.
            listener: called with every journal event as it is written.
            opener: of its browser session; by default each agent has a browser of its own.
            vault: where secrets are kept; by default the keyring and the environment.
            hidden: told of what no output may show, for who writes outputs of their own.
            channels: by which the person is asked in human mode; by default the terminal.
            reach: lets other processes reach each run as long as it is under way.
            info: what ``run.json`` says besides.
            models: that the settings may name beside the known ones; they are not closed.
        """
        self.settings = settings or Settings()
        self._listener = listener
        self._opener = opener
        self._vault = vault
        self._hidden = hidden or Hidden()
        self._channels = channels
        self._reach = reach or (lambda run_dir, control: nullcontext())
        self._info = info or {}
        self._resources = AsyncExitStack()
        self._models = Models(self._hidden.secrets, models)
        self._session: BrowserSession | None = None
        self._journal: Journal | None = None
        self._running: Running | None = None
        self._earlier: list[Earlier] = []
        self._own_places: set[tuple[str, int]] = set()
        self._first_url: str | None = None

    @property
    def control(self) -> RunControl | None:
        """Of the run in progress: to pause it, steer it, answer what it asks."""
        return self._running.control if self._running is not None else None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the browser and the connections to models."""
        self._session = None
        try:
            await self._resources.aclose()
        finally:
            await self._models.close()

    def stop(self, exit_code: int = 130) -> None:
        """Stop the run in progress: it ends within 2 s with the outcome ``stopped``.

        May be called from a signal handler of the event loop; without a run it does nothing.
        """
        control = self.control
        if control is not None and control.state != "ended":
            control.stop(exit_code=exit_code)

    def leave(self) -> None:
        """Let go of the run in progress as if the process had died; it can be continued.

        ``run`` is cancelled, and no result is written.
        """
        if self._running is not None:
            self._running.leave()

    async def run(
        self,
        task: str | Task,
        *,
        start_url: str | None = None,
        output_schema: Mapping[str, Any] | None = None,
        plan: Sequence[str] = (),
        run_dir: Path | None = None,
        before: Unfinished | None = None,
    ) -> TaskResult:
        """Carry out one task.

        Args:
            task: in words, or a ``Task`` (then the other arguments are not used).
            start_url: the page to begin on.
            output_schema: JSON Schema the answer must meet.
            plan: steps to go by; empty leaves it to the planner.
            run_dir: folder of the run, made by ``new_run_dir``; by default a new one.
            before: what was done of it in that folder before it was cut off.

        Raises:
            ConfigError: something is wrong before the run starts; nothing was done then. Whatever
                goes wrong later is told by the result.
        """
        if isinstance(task, str):
            task = Task(
                text=task, start_url=start_url, output_schema=output_schema, plan=tuple(plan)
            )
        try:
            return await self._run(task, run_dir, before)
        except Exception as error:
            self._hidden.clean(error)
            raise

    async def _run(self, task: Task, run_dir: Path | None, before: Unfinished | None) -> TaskResult:
        prepared = self._prepare(task)
        run_dir = run_dir or new_run_dir(self.settings.runs_dir)
        typed = TypedPasswords(self._is_password, self._any_password, self._hidden.typed)
        journal = Journal(run_dir, redact=self._hidden.value)
        journal.mask = typed.masked
        if self._listener is not None:
            journal.subscribe(self._listener)
        self._journal = journal
        running = self._running = Running(
            prepared,
            self.settings,
            journal,
            browser=partial(self._browser, journal),
            hidden=self._hidden,
            earlier=self._earlier,
            info=self._info,
            before=before,
        )
        try:
            async with self._reach(run_dir, running.control):
                result = await running.run()
        finally:
            self._journal = self._running = None
            journal.close()
        self._earlier.append(Earlier(task=prepared.task.text, answer=str(result.answer)))
        return result

    def _prepare(self, task: Task) -> Prepared:
        chosen = with_order(with_preset(self.settings, ARCHITECTURES))
        settings = self.settings = with_person(chosen, task)
        if not task.text.strip():
            raise ConfigError("The task is empty. Say in words what to do.")
        guard = read_guard(settings.safety.refused_tasks)
        urls = self._url_check(task.start_url, guard)
        if task.output_schema is not None:
            check_schema(task.output_schema)
        fence = Fence()
        roles = ARCHITECTURES[settings.architecture].roles
        models, note = self._models.of_roles(roles, settings, fence)
        check_prices(settings, models.values())
        return Prepared(
            task=with_plan(task),
            urls=urls,
            wallet=self._wallet(urls),
            guard=guard,
            uploads=read_uploads(settings.safety.uploads, self._first_url),
            fence=fence,
            models=models,
            own_skills=load_skills(settings.skills),
            notes=(note,) if note else (),
            profile=load_profile() if settings.profile else Profile(),
            channels=self._asked_by(settings.human.answers),
        )

    def _asked_by(self, answers: Path | None) -> Sequence[Channel]:
        """The channels by which the person is asked, those first that answer at once.

        Raises:
            ConfigError: the file cannot be read.
        """
        channels = [TerminalChannel()] if self._channels is None else self._channels
        return channels if answers is None else [read_answers(answers), *channels]

    def _wallet(self, urls: UrlCheck) -> Wallet:
        def granted(host: str, port: int) -> bool:
            return (host, port) in urls.policy.granted

        return Wallet(self._vault or Vault(), self._hidden.secrets, granted=granted)

    def _url_check(self, start_url: str | None, guard: TaskGuard) -> UrlCheck:
        """Return what decides on addresses; those of the person's own stay for later tasks."""
        address = check_address(start_url) if start_url is not None else "about:blank"
        if place := granted_place(address):
            self._own_places.add(place)
            self._first_url = self._first_url or address
        check = url_check(self.settings.safety, self._own_places)
        # Of a task that the guard refuses the run says so.
        if not (decision := check.now(address)).allowed and not guard.bars(address):
            raise ConfigError(f"The start page cannot be opened. {decision.sentence}")
        return check

    async def _browser(self, journal: Journal) -> BrowserSession:
        """Return the browser, opened if this is the first run or the last one lost it."""
        downloads = journal.run_dir / "downloads"
        if self._session is None:
            self._session = await self._resources.enter_async_context(
                self._opener(
                    self.settings.browser, downloads_dir=downloads, on_event=self._browser_event
                )
            )
        # The last run may have ended while the window was the person's.
        self._session.take_back()
        self._session.downloads_dir = downloads
        self._session.redact = self._hidden.secrets.value
        self._session.limit_downloads(download_limits(self.settings.safety))
        return self._session

    def _is_password(self, target: int | str) -> bool | None:
        seen = last_seen(self._session.active) if self._session is not None else None
        if isinstance(target, str):
            return is_password(seen, target) if seen is not None else None
        node = seen.node(target) if seen is not None else None
        return node is not None and "password" in node.states

    def _any_password(self) -> bool:
        seen = last_seen(self._session.active) if self._session is not None else None
        return seen is not None and any("password" in node.states for node in seen.elements)

    def _browser_event(self, what: str, **fields: Any) -> None:
        if self._journal is None:
            return
        if what == "blocked":
            self._journal.write("security.blocked", **fields)
        else:
            self._journal.write("browser.event", what=what, **fields)
