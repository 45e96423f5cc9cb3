"""One open browser, for tasks in words and steps of a program's own."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from playwright.async_api import Page

from agent_e.dom import PageObserver
from agent_e.errors import TaskFailed
from agent_e.snapshot import Snapshot, look
from agent_e.types import Outcome, TaskResult

from .workspace import Workspace

T = TypeVar("T")
_READ = "Read from the page that is open what the form of the answer asks for."


class Run(Protocol):
    """Carries out a task as ``WebAgent.run`` does."""

    async def __call__(self, task: str, *, output: Any = None) -> TaskResult:
        """Return its result."""
        ...


class AgentSession:
    """The browser of a ``WebAgent`` while ``WebAgent.session`` lasts.

    Steps in words are runs of the agent: with its gate, its journal and its limits. ``goto`` and
    ``page`` are the program's own: nobody is asked about them.
    """

    def __init__(self, run: Run, workspace: Workspace) -> None:
        """Use ``WebAgent.session`` to get one."""
        self._run = run
        self._workspace = workspace

    @property
    def page(self) -> Page:
        """Playwright's own page of the active tab, for what needs no model."""
        return self._workspace.browser.active.page

    async def goto(self, url: str) -> None:
        """Open an address; tasks may open its host from now on.

        Raises:
            ConfigError: it may not be opened, or a run is under way.
            SkillError: it could not be opened.
        """
        await self._workspace.open_browser(url)

    async def act(self, task: str) -> TaskResult:
        """Carry out a task, beginning on the open page; returns and raises as ``WebAgent.run``."""
        return await self._run(task)

    async def extract(self, output: type[T], what: str = "") -> T:
        """Return what pages say, beginning with the open one, as an instance of a type.

        Args:
            output: such as ``list[Offer]``, of a Pydantic class ``Offer``.
            what: to read, in words; by default what the type asks for.

        Raises:
            TaskFailed: there is no such answer; it has the result of the run.
            ConfigError: as ``WebAgent.run``.
        """
        result = await self._run(what or _READ, output=output)
        if result.outcome is not Outcome.SUCCESS:
            raise TaskFailed(result)
        value: T = result.value
        return value

    async def observe(self, *, find: str = "") -> Snapshot:
        """Look at the open page as a model would see it.

        Args:
            find: only the parts of the page with these words.

        Raises:
            SkillError: the page does not answer.
        """
        return await look(
            PageObserver(self._workspace.browser, self._workspace.settings.dom), find=find
        )
