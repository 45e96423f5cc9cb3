"""A task of BrowserGym as the environment of an episode: its setup, its browser, its reward."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from agent_e.benchmarks.sites import RunningSite
from agent_e.benchmarks.tasks.record import BenchTask
from agent_e.config import BROWSERGYM_VARIABLE, BrowserSettings
from agent_e.errors import BrowserError, ConfigError
from agent_e.types import Outcome, TaskResult

from . import THEIRS

if TYPE_CHECKING:
    from agent_e.skills import ActionOutcome

SITE = "browsergym"
"""Name of the site that stands for the task's page; its state is the reward."""
_START_S = 120.0
_STEP_S = 60.0
_STOP_S = 15.0


def ending_of(result: TaskResult) -> dict[str, str]:
    """Return the call that tells BrowserGym of a result, with its text by the call's name.

    Some of its tasks read their answer from there. A run that was cut off says nothing.
    """
    if result.outcome in (Outcome.SUCCESS, Outcome.UNVERIFIED):
        return {"send_message_to_user": str(result.answer)}
    if result.outcome in (Outcome.GAVE_UP, Outcome.DENIED, Outcome.NEEDS_PERSON):
        return {"report_infeasible_instructions": str(result.answer or result.message)}
    return {}


class GymEnvironment:
    """A task of BrowserGym, in a process of its own; as a site's backend it holds the reward."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        """Take a process that is setting its task up; ``begin`` waits for that."""
        self._process = process
        self._owed = 1
        self._begun: Mapping[str, str] = {}
        self._reward: dict[str, Any] = {}

    @property
    def goal(self) -> str:
        """The instruction."""
        return self._begun["goal"]

    @property
    def site(self) -> RunningSite:
        """The task's page; its state is the reward."""
        place = urlsplit(self._begun["tab"])
        address = f"{place.scheme}://{place.netloc}"
        return RunningSite(name=SITE, url=address, port=place.port or 0, backend=self)

    def attached(self, settings: BrowserSettings) -> BrowserSettings:
        """Return the settings of a session in the task's own tab."""
        where = {"cdp_url": self._begun["address"], "cdp_tab": self._begun["tab"]}
        return settings.model_copy(update=where)

    async def begin(self) -> None:
        """Wait until the task is set up."""
        self._begun = await self._answer(_START_S)

    async def look(self, outcome: ActionOutcome) -> None:
        """Have BrowserGym validate after an act, as it does after each step of its own agents."""
        await self._step({})

    async def conclude(self, result: TaskResult) -> None:
        """Tell BrowserGym of the result, and take its last word.

        Raises:
            BrowserError: its process does not answer.
        """
        await self._step(ending_of(result))
        # Nothing comes after it, whether or not the task saw its own end.
        self._reward["done"] = True

    def state(self) -> dict[str, Any]:
        """Return what there was so far: ``done``, ``raw`` (the sum of rewards) and ``reason``."""
        return self._reward

    def reset(self) -> None:
        """Do nothing: every episode has its own."""

    def close(self) -> None:
        """Do nothing: ``gym_environment`` ends the process."""

    async def _step(self, ending: Mapping[str, str]) -> None:
        assert self._process.stdin is not None, "it is a pipe"
        self._process.stdin.write(json.dumps(ending).encode() + b"\n")
        self._owed += 1
        self._reward = await self._answer(_STEP_S)

    async def _answer(self, limit_s: float) -> dict[str, Any]:
        """Return the last answer that is owed; one who asked before may have been cancelled."""
        assert self._process.stdout is not None, "it is a pipe"
        line = b""
        try:
            async with asyncio.timeout(limit_s):
                while self._owed:
                    line = await self._process.stdout.readline()
                    self._owed -= 1
        except TimeoutError as error:
            raise BrowserError(f"BrowserGym did not answer within {limit_s:g} s.") from error
        answer: dict[str, Any] = json.loads(line) if line else {"error": "its process has ended"}
        if "error" in answer:
            raise BrowserError(f"BrowserGym failed: {answer['error']}.")
        return answer


@asynccontextmanager
async def gym_environment(
    task: BenchTask, addresses: Mapping[str, str]
) -> AsyncIterator[GymEnvironment | None]:
    """Set up the task of BrowserGym that a task of ours names, if any, while the block runs.

    Raises:
        ConfigError: BrowserGym's Python is not named.
        BrowserError: the task cannot be set up.
    """
    if task.browsergym is None:
        yield None
        return
    # Only MiniWoB's pages are ours to serve; other benchmarks know where theirs are.
    pages = addresses.get("miniwob")
    process = await asyncio.create_subprocess_exec(
        *_command("run", task.browsergym, str(task.seed or 0)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env=_variables({"MINIWOB_URL": f"{pages}/plain/miniwob/"} if pages else {}),
    )
    environment = GymEnvironment(process)
    try:
        await environment.begin()
        yield environment
    finally:
        await _stop(process)


def registered(name: str) -> list[str]:
    """Return the ids of BrowserGym's tasks of a name, or of those below it.

    Raises:
        ConfigError: there are none, or BrowserGym cannot be asked.
    """
    command = _command("list", name)
    try:
        run = subprocess.run(
            command, env=_variables({}), capture_output=True, text=True, timeout=_START_S
        )
        answer = json.loads(run.stdout.splitlines()[-1])
    except (OSError, subprocess.TimeoutExpired, ValueError, IndexError) as error:
        raise ConfigError(
            f"BrowserGym could not be asked for its tasks by {command[0]}: {error}. Install "
            "browsergym-core and the package of the benchmark there, and name it in "
            f"{BROWSERGYM_VARIABLE}."
        ) from error
    found: list[str] = answer.get("tasks", [])
    if not found:
        why = answer.get("error", "nothing of that name is registered")
        raise ConfigError(f"BrowserGym has no task {name}: {why}. Try browsergym:miniwob.")
    return found


def _command(*arguments: str) -> list[str]:
    python = os.environ.get(BROWSERGYM_VARIABLE)
    if not python:
        raise ConfigError(
            f"Where BrowserGym is installed is not known, as it needs a virtual environment of its "
            f"own. Name the Python of that in {BROWSERGYM_VARIABLE}."
        )
    return [python, "-m", "agent_e_browsergym.environment", *arguments]


def _variables(more: Mapping[str, str]) -> dict[str, str]:
    path = os.pathsep.join(filter(None, [str(THEIRS), os.environ.get("PYTHONPATH")]))
    return {**os.environ, **more, "PYTHONPATH": path}


async def _stop(process: asyncio.subprocess.Process) -> None:
    """Let it tear the task down and close its browser, or kill it, which takes the browser too."""
    assert process.stdin is not None, "it is a pipe"
    process.stdin.close()
    try:
        async with asyncio.timeout(_STOP_S):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()
