"""The public agent: carries out tasks given as text, in one browser."""

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

    The first run opens the browser and later ones reuse it. Agents share nothing with
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
            opener: opens its browser session; by default each agent has a browser of its own.
            vault: where secrets are stored; by default the keyring and the environment.
            hidden: redacts the outputs of the caller as well.
            channels: ways to ask the user in human mode; by default the terminal.
            expose: lets other processes reach each run while it is under way.
            info: additional entries of ``run.json``.
            models: models the settings may name beside the known ones; they are not closed.

        Raises:
            TypeError: ``settings`` is not a ``Settings``.
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
        """All settings; from the first run on with its preset and derived values."""
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
            before: state of that folder's interrupted run, to resume from.

        Raises:
            ConfigError: something is wrong before the run starts, such as another task that is
                under way; nothing was done then. Any later failure is reported in the result.
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
    """Return the result with its answer parsed into the class, where it validates."""
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
