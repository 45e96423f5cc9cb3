"""The agent as its users hold it: tasks in words, carried out in one browser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from pydantic import BaseModel, ValidationError

from agent_e.config import Settings
from agent_e.types import Outcome, Task, TaskResult

if TYPE_CHECKING:
    from agent_e.human import Channel, RunControl
    from agent_e.journal import Listener, ResumeState
    from agent_e.models.model import Model
    from agent_e.safety.secrets import OutputRedactor, Vault

    from .workspace import Opener, RunExposure, Workspace


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
            settings: all of them; files and environment are read by ``config.load_settings`` only.
            listener: called with every journal event as it is written; may be async. What it
                raises is logged once, and the run goes on.
            opener: of its browser session; by default each agent has a browser of its own.
            vault: where secrets are kept; by default the keyring and the environment.
            hidden: redacts the outputs of the caller as well.
            channels: by which the user is asked in human mode; by default the terminal.
            expose: lets other processes reach each run while it is under way.
            info: additional entries of ``run.json``.
            models: that the settings may name beside the known ones; they are not closed.

        Raises:
            TypeError: ``settings`` are none.
        """
        if settings is not None and not isinstance(settings, Settings):
            raise TypeError(
                f"WebAgent takes Settings, not {settings!r}. Write WebAgent(Settings(model="
                '"offline")), with Settings from agent_e.config.'
            )
        chosen = settings or Settings()

        def new_workspace() -> Workspace:
            # The framework and the browser driver take a second to import; only a run needs them.
            from .workspace import Workspace

            return Workspace(
                chosen,
                listener=listener,
                opener=opener,
                vault=vault,
                hidden=hidden,
                channels=channels,
                expose=expose,
                info=info or {},
                models=models,
            )

        self._settings = chosen
        self._new_workspace = new_workspace
        self._workspace: Workspace | None = None

    @property
    def settings(self) -> Settings:
        """All settings; from the first run on with its preset and what follows from one another."""
        return self._workspace.settings if self._workspace else self._settings

    @property
    def control(self) -> RunControl | None:
        """Control of the run in progress: pause it, steer it, answer its questions."""
        return self._workspace.control if self._workspace else None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the browser and the connections to models."""
        if self._workspace is not None:
            await self._workspace.close()

    def stop(self, exit_code: int = 130) -> None:
        """Stop the run in progress: it ends within 2 s with the outcome ``stopped``.

        May be called from a signal handler of the event loop; without a run it does nothing.
        """
        control = self.control
        if control is not None and control.state != "ended":
            control.stop(exit_code=exit_code)

    def abandon(self) -> None:
        """Give the run in progress up as if the process had died; it can be resumed.

        ``run`` is cancelled, and no result is written.
        """
        if self._workspace is not None:
            self._workspace.abandon()

    async def run(
        self,
        task: str | Task,
        *,
        start_url: str | None = None,
        output_schema: Mapping[str, Any] | type[BaseModel] | None = None,
        plan: Sequence[str] = (),
        run_dir: Path | None = None,
        before: ResumeState | None = None,
    ) -> TaskResult:
        """Carry out one task.

        Args:
            task: in words, or a ``Task`` (then the other arguments are not used).
            start_url: the page to begin on.
            output_schema: JSON Schema the answer must meet, or a Pydantic class; then the result
                has an instance of it as ``parsed``.
            plan: steps to follow; empty leaves it to the planner.
            run_dir: folder of the run, made by ``new_run_dir``; by default a new one.
            before: what was done of it in that folder before it was cut off.

        Raises:
            ConfigError: something is wrong before the run starts, such as another task that is
                under way; nothing was done then. Any later failure is told by the result.
        """
        record = None
        if isinstance(output_schema, type):
            record, output_schema = output_schema, output_schema.model_json_schema()
        if isinstance(task, str):
            task = Task(
                text=task, start_url=start_url, output_schema=output_schema, plan=tuple(plan)
            )
        if self._workspace is None:
            self._workspace = self._new_workspace()
        result = await self._workspace.run(task, run_dir, before)
        return _parsed(result, record) if record is not None else result


def _parsed(result: TaskResult, record: type[BaseModel]) -> TaskResult:
    """Return the result with its answer as an instance, where it is an object that fits."""
    if not isinstance(result.answer, Mapping):
        return result
    try:
        return replace(result, parsed=record.model_validate(result.answer))
    except ValidationError as error:
        # A validator of the class asks for more than its JSON Schema says.
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the answer"
        return replace(
            result,
            outcome=Outcome.BAD_OUTPUT,
            exit_code=Outcome.BAD_OUTPUT.exit_code,
            message=f"The answer is no {record.__name__}: {where}: {first['msg']}. Ask again, or "
            "loosen the class.",
        )
