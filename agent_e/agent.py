"""The public agent: carries out tasks given as text, in one browser."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from agent_e.config import Settings
from agent_e.errors import ConfigError
from agent_e.types import Task, TaskResult

from .output_type import OutputType

if TYPE_CHECKING:
    from autogen_core.models import ChatCompletionClient

    from agent_e.agent_session import AgentSession
    from agent_e.human import Answerer, Channel, RunControl
    from agent_e.journal import Event, Listener, ResumeState
    from agent_e.models.model import Model
    from agent_e.safety.secrets import OutputRedactor, Vault
    from agent_e.skills import After, Before, Skill

    from .workspace import Opener, RunExposure, Workspace

H = TypeVar("H", bound=Callable[..., Any])


class WebAgent:
    """Carries out tasks in one browser.

        async with WebAgent("openai:gpt-4.1-mini") as agent:
            result = await agent.run("Find the price of the third product", start_url="http://…")

    The first run opens the browser and later ones reuse it. Agents share nothing with
    each other; one agent carries out one task at a time.
    """

    def __init__(
        self,
        model: str | Model | ChatCompletionClient | Settings | None = None,
        *,
        settings: Settings | None = None,
        allow: Sequence[str] = (),
        skills: Sequence[Callable[..., Any] | Path] = (),
        listener: Listener | None = None,
        opener: Opener | None = None,
        vault: Vault | None = None,
        hidden: OutputRedactor | None = None,
        channels: Sequence[Channel] | None = None,
        expose: RunExposure | None = None,
        info: Mapping[str, Any] | None = None,
        models: Mapping[str, Model] | None = None,
    ) -> None:
        """Create an agent; nothing is opened before the first run.

        Args:
            model: as ``provider:model``, ``offline``, an object that answers as one, a client of
                AutoGen, or all settings.
            settings: all of them, beside a model; files and environment are read by
                ``config.load_settings`` only.
            allow: hosts that may be opened beside those of the settings; by default any public one.
            skills: functions and Python files beside those of the settings; see ``as_skill``.
            listener: called with every journal event as it is written; may be async. What it
                raises is logged once, and the run goes on.
            opener: opens its browser session; by default each agent has a browser of its own.
            vault: where secrets are stored; by default the keyring and the environment.
            hidden: redacts the outputs of the caller as well.
            channels: ways to ask the user in human mode; by default the terminal.
            expose: lets other processes reach each run while it is under way.
            info: additional entries of ``run.json``.
            models: models the settings may name beside the known ones; they are not closed.

        Raises:
            TypeError: an argument has another type.
            ConfigError: a function cannot be a skill.
        """
        if isinstance(model, Settings):
            if settings is not None:
                raise TypeError("WebAgent got settings twice: as its first argument and by name.")
            model, settings = None, model
        name, given = _named(model)
        if settings is not None and not isinstance(settings, Settings):
            raise TypeError(f"settings takes Settings of agent_e.config, not {settings!r}.")
        self._settings = _changed(settings or Settings(), name, allow)
        self._skills = _checked(skills)
        self._before: list[Before] = []
        self._after: list[After] = []
        self._answerers: list[Answerer] = []
        self._workspace: Workspace | None = None
        self._result: TaskResult | None = None

        def new_workspace() -> Workspace:
            # The framework and the browser driver take a second to import; only a run needs them.
            from agent_e.skills import ActionHooks

            from .workspace import Workspace

            return Workspace(
                self._settings,
                listener=listener,
                opener=opener,
                vault=vault,
                hidden=hidden,
                channels=channels,
                expose=expose,
                info=info or {},
                models={**(models or {}), **given},
                skills=self._skills,
                hooks=ActionHooks(before=self._before, after=self._after),
                answerers=self._answerers,
            )

        self._new_workspace = new_workspace

    @property
    def settings(self) -> Settings:
        """All settings; from the first run on with its preset and derived values."""
        return self._workspace.settings if self._workspace else self._settings

    @property
    def control(self) -> RunControl | None:
        """Control of the run in progress: pause it, steer it, answer its questions."""
        return self._workspace.control if self._workspace else None

    @property
    def result(self) -> TaskResult | None:
        """Of the last run that has ended."""
        return self._result

    def remember(self, task: str, answer: str) -> None:
        """Let later tasks know of one that was done before, as of those done here."""
        self._opened().remember(task, answer)

    def forget(self) -> None:
        """Let later tasks know of none that was done before."""
        if self._workspace is not None:
            self._workspace.forget()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the browser and the connections to models."""
        if self._workspace is not None:
            await self._workspace.close()

    def before_action(self, hook: Before) -> Before:
        """Decorate a function to be called with every ``ActionCall`` before it is done.

        Plain or async. By raising ``Veto("why")`` it refuses the action, and the model is told. If
        it fails, the action is not done either.
        """
        self._before.append(hook)
        return hook

    def after_action(self, hook: After) -> After:
        """Decorate a function to be called with every ``ActionOutcome``; plain or async.

        What it raises is journaled, and the run goes on.
        """
        self._after.append(hook)
        return hook

    def on_question(self, hook: Answerer) -> Answerer:
        """Decorate a function that answers the agent's questions; plain or async.

        It gets a ``PersonRequest`` and returns the answer, or ``None`` to leave the question to the
        other channels. Runs are in human mode then.
        """
        self._answerers.append(hook)
        return hook

    def skill(self, function: H) -> H:
        """Decorate a function to be offered to the model; see ``as_skill``.

        Raises:
            ConfigError: it cannot be one.
        """
        self._skills.extend(_checked([function]))
        return function

    def stop(self, exit_code: int = 130) -> None:
        """Stop the run in progress: it ends within 2 s with the outcome ``stopped``.

        May be called from a signal handler of the event loop; without a run it does nothing.
        """
        control = self.control
        if control is not None and control.state != "ended":
            control.stop(exit_code=exit_code)

    def abandon(self) -> None:
        """Give up the run in progress as if the process had died; it can be resumed.

        ``run`` is cancelled, and no result is written.
        """
        if self._workspace is not None:
            self._workspace.abandon()

    async def run(
        self,
        task: str | Task,
        *,
        start_url: str | None = None,
        output: Any = None,
        plan: Sequence[str] = (),
        run_dir: Path | None = None,
        before: ResumeState | None = None,
    ) -> TaskResult:
        """Carry out one task.

        Args:
            task: in words, or a ``Task`` (then start page and plan are its own).
            start_url: the page to begin on; by default the one that is open.
            output: type of the answer: a Pydantic class, a TypedDict, another type such as
                ``list[str]``, or a JSON Schema. The result has the answer in it as ``value``.
            plan: steps to follow; empty leaves it to the planner.
            run_dir: folder of the run, made by ``new_run_dir``; by default a new one.
            before: state of that folder's interrupted run, to resume from.

        Raises:
            ConfigError: something is wrong before the run starts, such as another task that is
                under way; nothing was done then. Any later failure is reported in the result.
        """
        return await self._run(task, start_url, output, plan, run_dir, before)

    def run_sync(self, task: str | Task, **options: Any) -> TaskResult:
        """Carry out one task from a script or a notebook, and close the browser.

        Takes what ``run`` takes, and raises as it does.
        """

        async def once() -> TaskResult:
            async with self:
                return await self.run(task, **options)

        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return asyncio.run(once())
        # A notebook's own event loop is busy with the cell that calls this.
        with ThreadPoolExecutor(1) as threads:
            return threads.submit(asyncio.run, once()).result()

    async def stream(
        self,
        task: str | Task,
        *,
        start_url: str | None = None,
        output: Any = None,
        plan: Sequence[str] = (),
    ) -> AsyncIterator[Event]:
        """Carry out one task, and yield what happens: the events of the journal, typed.

        The last one is ``RunEnded``. Leaving the loop stops the run. Takes what ``run`` takes, and
        raises as it does.
        """
        from agent_e.journal import read_event

        events: asyncio.Queue[Mapping[str, Any] | None] = asyncio.Queue()
        run = asyncio.ensure_future(
            self._run(task, start_url, output, plan, listener=events.put_nowait)
        )
        run.add_done_callback(lambda _: events.put_nowait(None))
        try:
            while (event := await events.get()) is not None:
                yield read_event(event)
            await run
        finally:
            if not run.done():
                # Before there is a run to be stopped its preparation is cancelled.
                if self.control is not None:
                    self.stop()
                else:
                    run.cancel()
                # It has a result, or nobody is left to be told why not.
                await asyncio.wait({run})

    @asynccontextmanager
    async def session(
        self, start_url: str | None = None, *, profile: str | None = None
    ) -> AsyncIterator[AgentSession]:
        """Open the browser for several tasks and steps of your own; it is closed at the end.

        Args:
            start_url: the page to begin on.
            profile: name of the saved login to use; see ``agent-e login``.

        Raises:
            ConfigError: the browser is open already with other logins, or a run is under way.
            BrowserError: the browser failed.
            SkillError: the page could not be opened.
        """
        from agent_e.agent_session import AgentSession

        if profile is not None and profile != self.settings.browser.profile:
            if self._workspace is not None:
                raise ConfigError(
                    "The saved login is chosen before the browser opens. Make another WebAgent for "
                    f"the profile {profile}."
                )
            logins = self._settings.browser.model_copy(update={"profile": profile})
            self._settings = self._settings.model_copy(update={"browser": logins})
        workspace = self._opened()
        # A run that is under way keeps its browser.
        workspace.check_idle()
        try:
            await workspace.open_browser(start_url)
            yield AgentSession(self.run, workspace)
        finally:
            await self.close()

    def _opened(self) -> Workspace:
        if self._workspace is None:
            self._workspace = self._new_workspace()
        return self._workspace

    async def _run(
        self,
        task: str | Task,
        start_url: str | None,
        output: Any,
        plan: Sequence[str],
        run_dir: Path | None = None,
        before: ResumeState | None = None,
        *,
        listener: Callable[[Mapping[str, Any]], None] | None = None,
    ) -> TaskResult:
        if isinstance(task, str):
            task = Task(text=task, start_url=start_url, plan=tuple(plan))
        elif not isinstance(task, Task):
            raise TypeError(f"A task is text or a Task of agent_e, not {task!r}.")
        kind = OutputType(task.output_schema if output is None else output)
        task = replace(task, output_schema=kind.schema)
        self._result = kind.read(await self._opened().run(task, run_dir, before, listener))
        return self._result


def _named(
    model: str | Model | ChatCompletionClient | None,
) -> tuple[str | None, dict[str, Model]]:
    """Return the name of a model, and the model by it where it is an object."""
    if model is None or isinstance(model, str):
        return model, {}
    if hasattr(model, "create") and hasattr(model, "model_info"):
        from agent_e.models.autogen_client import AutoGenModel

        model = AutoGenModel(cast("ChatCompletionClient", model))
    name = getattr(model, "name", None)
    if not isinstance(name, str) or not callable(getattr(model, "complete", None)):
        raise TypeError(
            f"WebAgent takes the name of a model, a Model or Settings, not {model!r}. "
            'Write WebAgent("openai:gpt-4.1-mini"), for example.'
        )
    return name, {name: model}


def _changed(settings: Settings, model: str | None, allow: Sequence[str]) -> Settings:
    """Return the settings with a model and more hosts that may be opened."""
    if model is not None:
        settings = settings.model_copy(update={"model": model})
    if isinstance(allow, str) or not all(isinstance(host, str) for host in allow):
        raise TypeError(f'allow takes a list of hosts, such as ["shop.example"], not {allow!r}.')
    if allow:
        hosts = (*settings.safety.allow, *allow)
        safety = settings.safety.model_copy(update={"allow": hosts})
        settings = settings.model_copy(update={"safety": safety})
    return settings


def _checked(skills: Sequence[Callable[..., Any] | Path]) -> list[Skill]:
    if not skills:
        return []
    if callable(skills) or isinstance(skills, str | Path):
        raise TypeError(f"skills takes a list of functions and files, not {skills!r}.")
    # Reading their signatures takes the framework's import; only those who have some wait for it.
    from agent_e.skills import given_skills

    return given_skills(skills)
