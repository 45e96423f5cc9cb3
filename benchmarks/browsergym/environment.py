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
from agent_e.types import TaskResult

from . import THEIRS
from .endings import ending_of

if TYPE_CHECKING:
    from agent_e.skills import ActionOutcome

SITE = "browsergym"
"""Name of the site that stands for the task's page; its state is the reward."""
_MODULE = "agent_e_browsergym.environment"
_START_S = 120.0
_STEP_S = 60.0
_STOP_S = 15.0


class _Reward:
    """What BrowserGym has given so far: ``done``, ``raw`` (the sum) and ``reason``."""

    def __init__(self) -> None:
        self.standing: dict[str, Any] = {}

    def state(self) -> dict[str, Any]:
        return self.standing

    def reset(self) -> None:
        self.standing = {}

    def close(self) -> None:
        """Hold nothing."""


class GymEnvironment:
    """A task of BrowserGym that is set up, in a process of its own.

    Attributes:
        goal: the instruction.
        site: the task's page; its state is the reward.
    """

    def __init__(self, process: asyncio.subprocess.Process, begun: Mapping[str, str]) -> None:
        self.goal = begun["goal"]
        self._process = process
        self._address, self._tab = begun["address"], begun["tab"]
        self._reward = _Reward()
        place = urlsplit(self._tab)
        self.site = RunningSite(
            name=SITE,
            url=f"{place.scheme}://{place.netloc}",
            port=place.port or 0,
            backend=self._reward,
        )

    def attached(self, settings: BrowserSettings) -> BrowserSettings:
        """Return the settings of a session in the task's own tab."""
        return settings.model_copy(update={"cdp_url": self._address, "cdp_tab": self._tab})

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
        self._reward.standing["done"] = True

    async def _step(self, ending: Mapping[str, str]) -> None:
        self._reward.standing = await _asked(self._process, ending, _STEP_S)


@asynccontextmanager
async def gym_environment(
    task: BenchTask, sites: Mapping[str, RunningSite]
) -> AsyncIterator[GymEnvironment | None]:
    """Set up the task of BrowserGym that a task of ours names, if any, while the block runs.

    Raises:
        ConfigError: BrowserGym's Python is not named.
        BrowserError: the task cannot be set up.
    """
    if task.browsergym is None:
        yield None
        return
    served = sites.get("miniwob")
    process = await asyncio.create_subprocess_exec(
        *_command("run", task.browsergym, str(task.seed or 0)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env=_variables({"MINIWOB_URL": f"{served.url}/plain/miniwob/"} if served else {}),
    )
    try:
        yield GymEnvironment(process, await _asked(process, None, _START_S))
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
    return [python, "-m", _MODULE, *arguments]


def _variables(more: Mapping[str, str]) -> dict[str, str]:
    path = os.pathsep.join(filter(None, [str(THEIRS), os.environ.get("PYTHONPATH")]))
    return {**os.environ, **more, "PYTHONPATH": path}


async def _asked(
    process: asyncio.subprocess.Process, message: Mapping[str, str] | None, limit_s: float
) -> dict[str, Any]:
    """Send a message, if any, and return the answer."""
    assert process.stdin is not None and process.stdout is not None, "both are pipes"
    try:
        async with asyncio.timeout(limit_s):
            if message is not None:
                process.stdin.write(json.dumps(message).encode() + b"\n")
                await process.stdin.drain()
            line = await process.stdout.readline()
    except (TimeoutError, ConnectionError) as error:
        raise BrowserError(f"BrowserGym did not answer within {limit_s:g} s.") from error
    answer: dict[str, Any] = json.loads(line) if line else {"error": "its process has ended"}
    if "error" in answer:
        raise BrowserError(f"BrowserGym failed: {answer['error']}.")
    return answer


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
