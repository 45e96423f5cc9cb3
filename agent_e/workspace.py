"""Runs of one agent: the state shared between them, and the inputs of each."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from agent_e.agents.run_context import PreviousTask
from agent_e.architectures import ARCHITECTURES, with_preset
from agent_e.browser.launch import check_browser
from agent_e.browser.session import BrowserSession
from agent_e.config import BrowserSettings, Settings
from agent_e.dom import is_password, last_seen
from agent_e.errors import ConfigError
from agent_e.human import (
    Answerer,
    Channel,
    FunctionChannel,
    RunControl,
    TerminalChannel,
    read_answers,
)
from agent_e.journal import (
    GuardedListener,
    Journal,
    Listener,
    ResumeState,
    Webhook,
    new_run_dir,
    run_spans,
    tracing_note,
)
from agent_e.mcp_client import read_servers
from agent_e.memory.user_profile import Profile, load_profile
from agent_e.models.model import Model
from agent_e.safety import (
    TaskGuard,
    UntrustedContent,
    UrlCheck,
    granted_place,
    read_grants,
    read_guard,
    read_headers,
    read_uploads,
    url_check,
)
from agent_e.safety.secrets import OutputRedactor, RunSecrets, TypedPasswords, Vault
from agent_e.safety.secrets.names import MIN_LENGTH
from agent_e.skills import ActionHooks, Skill, load_skills
from agent_e.types import Task, TaskResult

from .composition import download_limits
from .run import RunExecution
from .run_inputs import (
    ModelPool,
    RunInputs,
    check_address,
    check_grants,
    check_prices,
    check_schema,
    network_note,
    with_order,
    with_person,
    with_plan,
    without_secrets,
)

RunExposure = Callable[[Path, RunControl], AbstractAsyncContextManager[object]]
"""Lets other processes reach a run, by its folder and its control, while the block runs."""


class Opener(Protocol):
    """Opens the browser session of an agent, such as ``BrowserSession.open``."""

    def __call__(
        self, settings: BrowserSettings, *, downloads_dir: Path, on_event: Callable[..., None]
    ) -> AbstractAsyncContextManager[BrowserSession]:
        """Open a session that lives as long as the block."""


class Workspace:
    """What one agent keeps from task to task: the browser, the models, the earlier tasks."""

    def __init__(
        self,
        settings: Settings,
        *,
        listener: Listener | None,
        opener: Opener | None,
        vault: Vault | None,
        hidden: OutputRedactor | None,
        channels: Sequence[Channel] | None,
        expose: RunExposure | None,
        info: Mapping[str, Any],
        models: Mapping[str, Model] | None,
        skills: Sequence[Skill],
        hooks: ActionHooks,
        answerers: Sequence[Answerer],
    ) -> None:
        self.settings = settings
        self._listener = listener
        self._opener = opener or BrowserSession.open
        self._shared = opener is not None
        self._vault = vault
        self._hidden = hidden or OutputRedactor()
        self._channels = channels
        self._expose = expose or (lambda run_dir, control: nullcontext())
        self._info = info
        self._skills = skills
        self._hooks = hooks
        self._answerers = answerers
        self._resources = AsyncExitStack()
        self._models = ModelPool(self._hidden.secrets, models)
        self._session: BrowserSession | None = None
        self._journal: Journal | None = None
        self._execution: RunExecution | None = None
        self._busy = False
        self._earlier: list[PreviousTask] = []
        self._secrets: RunSecrets | None = None
        self._own_places: set[tuple[str, int]] = set()
        self._first_url: str | None = None
        self._between: tempfile.TemporaryDirectory[str] | None = None

    @property
    def control(self) -> RunControl | None:
        """Of the run in progress: pauses and steers it, answers its questions."""
        return self._execution.control if self._execution is not None else None

    async def close(self) -> None:
        """Close the browser and the connections to models."""
        self._session = None
        try:
            await self._resources.aclose()
        finally:
            if self._between is not None:
                self._between.cleanup()
                self._between = None
            await self._models.close()

    def remember(self, task: str, answer: str) -> None:
        """Add a task that was done before."""
        self._earlier.append(PreviousTask(task=task, answer=answer))

    def forget(self) -> None:
        """Drop the tasks done before."""
        self._earlier.clear()

    def abandon(self) -> None:
        """Give the run in progress up; see ``WebAgent.abandon``."""
        if self._execution is not None:
            self._execution.abandon()

    def check_idle(self) -> None:
        """Raise ``ConfigError`` while a run is under way."""
        if self._busy:
            raise ConfigError(
                "This agent is carrying out another task. Wait for its end, or make a second "
                "WebAgent to run two at once."
            )

    async def run(
        self,
        task: Task,
        run_dir: Path | None,
        before: ResumeState | None,
        listener: Callable[[Mapping[str, Any]], None] | None = None,
    ) -> TaskResult:
        """Carry out one task; see ``WebAgent.run``.

        ``listener`` gets the events of this run, beside the agent's own; it must not raise.
        """
        self.check_idle()
        self._busy = True
        try:
            return await self._run(task, run_dir, before, listener)
        except Exception as error:
            self._hidden.clean(error)
            raise
        finally:
            self._busy = False

    @property
    def browser(self) -> BrowserSession:
        """The browser that is open, after ``open_browser``; a run may have replaced one that died.

        Raises:
            ConfigError: it is closed.
        """
        if self._session is None:
            raise ConfigError("The browser is closed: the session has ended.")
        return self._session

    async def open_browser(self, url: str | None = None) -> None:
        """Open the browser outside of runs, held to the URL policy.

        Args:
            url: to open, as the person's own; allowed from now on, in runs too.

        Raises:
            ConfigError: a run is under way, or the address may not be opened.
            BrowserError: the browser failed.
            SkillError: the address could not be opened.
        """
        self.check_idle()
        begun = url or await self._given_address()
        urls = self._url_check(begun, read_guard(self.settings.safety.refused_tasks))
        if self._session is None and not self._shared:
            await check_browser(self.settings.browser)
        session = await self._browser(self._downloads_between())
        await session.restrict_urls(urls)
        if url is not None:
            await session.goto(url)

    async def _run(
        self,
        task: Task,
        run_dir: Path | None,
        before: ResumeState | None,
        listener: Callable[[Mapping[str, Any]], None] | None,
    ) -> TaskResult:
        given = await self._given_address()
        opened = given is not None and (task.start_url is None or before is not None)
        if opened:
            task = replace(task, start_url=given)
        inputs = replace(self._prepare(task), opened=opened)
        if self._session is None and not self._shared:
            await check_browser(self.settings.browser)
        run_dir = run_dir or new_run_dir(self.settings.runs_dir)
        typed = TypedPasswords(self._is_password, self._any_password, self._hidden.typed)
        journal = Journal(run_dir, redact=self._hidden.value, mask=typed.masked)
        guarded = [GuardedListener(each, journal.write) for each in self._listeners(run_dir.name)]
        for listen in guarded:
            journal.subscribe(listen)
        if listener is not None:
            journal.subscribe(listener)
        self._journal = journal
        execution = self._execution = RunExecution(
            inputs,
            self.settings,
            journal,
            browser=partial(self._browser, journal.run_dir / "downloads"),
            hidden=self._hidden,
            earlier=self._earlier,
            info=self._info,
            before=before,
        )
        try:
            async with self._expose(run_dir, execution.control):
                result = await execution.run()
        finally:
            self._journal = self._execution = None
            try:
                for listen in guarded:
                    await listen.close()
            finally:
                journal.close()
        self.remember(inputs.task.text, str(result.answer))
        return result

    def _downloads_between(self) -> Path:
        """Where files go that come between runs; it is removed with the browser."""
        if self._between is None:
            self._between = tempfile.TemporaryDirectory(prefix="agent-e-")
        return Path(self._between.name)

    async def _given_address(self) -> str | None:
        """Address of the person's tab to work in, once the browser is attached to."""
        browser = self.settings.browser
        if browser.cdp_tab is None or (self._session is not None and not self._session.gone):
            return None
        await check_browser(browser)
        address = (await self._browser(self._downloads_between())).url
        if address == "about:blank":
            return None
        self._own(address)
        return address

    def _own(self, address: str) -> None:
        """Allow the place of an address of the person's, from now on."""
        if place := granted_place(address):
            self._own_places.add(place)
            self._first_url = self._first_url or address

    def _listeners(self, run: str) -> Iterator[Listener]:
        if self._listener is not None:
            yield self._listener
        if self.settings.notify is not None:
            yield Webhook(self.settings.notify, run)
        if (spans := run_spans(run)) is not None:
            yield spans

    def _prepare(self, task: Task) -> RunInputs:
        chosen = with_order(with_preset(self.settings, ARCHITECTURES))
        settings = self.settings = with_person(chosen, task, answered=bool(self._answerers))
        if not task.text.strip():
            raise ConfigError("The task is empty. Say in words what to do.")
        guard = read_guard(settings.safety.refused_tasks)
        urls = self._url_check(task.start_url, guard, own=task.by_person)
        if task.output_schema is not None:
            check_schema(task.output_schema)
        fence = UntrustedContent()
        roles = ARCHITECTURES[settings.architecture].roles
        models, note = self._models.of_roles(roles, settings, fence)
        check_prices(settings, models.values())
        wallet = self._secrets = self._wallet(urls)
        task, told = without_secrets(with_plan(task), wallet)
        check_grants(task)
        return RunInputs(
            task=task,
            urls=urls,
            wallet=wallet,
            guard=guard,
            uploads=read_uploads(settings.safety.uploads, self._first_url),
            allowed=read_grants(settings.safety.may, settings.safety.on),
            fence=fence,
            models=models,
            own_skills=(*load_skills(settings.skills), *self._skills),
            hooks=self._hooks,
            servers=read_servers(settings.mcp),
            notes=tuple(
                filter(None, [note, network_note(settings.browser), tracing_note(), *told])
            ),
            profile=load_profile() if settings.about_me else Profile(),
            channels=self._asked_by(settings.human.answers),
        )

    def _asked_by(self, answers: Path | None) -> Sequence[Channel]:
        """The channels that ask the person, those first that answer at once.

        Raises:
            ConfigError: the file cannot be read.
        """
        channels: Sequence[Channel] = [FunctionChannel(each) for each in self._answerers]
        if self._channels is not None:
            channels = [*channels, *self._channels]
        elif not channels:
            channels = [TerminalChannel()]
        return channels if answers is None else [read_answers(answers), *channels]

    def _wallet(self, urls: UrlCheck) -> RunSecrets:
        def granted(host: str, port: int) -> bool:
            return (host, port) in urls.policy.granted

        return RunSecrets(
            self._vault or Vault(),
            self._hidden.secrets,
            granted=granted,
            keep_task=self.settings.safety.keep_task,
            earlier=self._secrets,
        )

    def _url_check(self, start_url: str | None, guard: TaskGuard, *, own: bool = True) -> UrlCheck:
        """Return the URL check; the person's own addresses stay allowed for later tasks."""
        address = check_address(start_url) if start_url is not None else "about:blank"
        if own:
            self._own(address)
        settings = self.settings
        check = url_check(settings.safety, self._own_places)
        check.headers = read_headers(
            settings.browser.headers, self._first_url, settings.safety.allow, self._header_secret
        )
        for each in check.headers.all:
            # Shorter ones are in too many texts.
            if len(each.credentials) >= MIN_LENGTH:
                self._hidden.secrets.add(each.credentials, f"header {each.name}")
        # The run itself reports a task that the guard refuses.
        if not (decision := check.now(address)).allowed and not guard.blocks(address):
            raise ConfigError(f"The start page cannot be opened. {decision.sentence}")
        return check

    def _header_secret(self, name: str) -> tuple[str, str]:
        """Return value and site of a secret in a header; it is hidden from now on."""
        vault = self._vault or Vault()
        value = vault.value(name)
        entry = next(each for each in vault.entries() if each.name == name.lower())
        if entry.kind == "code":
            raise ConfigError(f"The secret {name} makes one-time codes, which no header can hold.")
        self._hidden.secrets.add(value, f"secret {entry.name}")
        return value, entry.site

    async def _browser(self, downloads: Path) -> BrowserSession:
        """Return the browser; a new one if there is none yet, or in place of one that died."""
        lost = self._session
        if lost is not None and lost.gone:
            self._browser_event("browser_reopened", url=lost.kept.url)
            await self._resources.aclose()
        if lost is None or lost.gone:
            session = await self._resources.enter_async_context(
                self._opener(
                    self.settings.browser, downloads_dir=downloads, on_event=self._browser_event
                )
            )
            if lost is not None:
                await session.restore(lost.kept)
            self._session = session
        assert self._session is not None
        # The last run may have ended while the person had the window.
        self._session.take_back()
        self._session.start_run(
            downloads, download_limits(self.settings.safety), redact=self._hidden.secrets.value
        )
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
