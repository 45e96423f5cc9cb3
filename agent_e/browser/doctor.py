"""Checks that this machine has what agent-e needs, and installs what it can."""

from __future__ import annotations

import asyncio
import os
import platform
import shlex
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from dotenv import dotenv_values

from agent_e.config import Settings
from agent_e.errors import AgentEError, BrowserError, ConfigError

from .chromium import is_root
from .errors import mapped_errors
from .launch import launched

MODEL_KEYS = (
    "OPENAI_API_KEY", "AZURE_OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY",
    "AWS_BEARER_TOKEN_BEDROCK", "MISTRAL_API_KEY", "OPENROUTER_API_KEY",
)  # fmt: skip
"""Environment variables that hold the keys of model providers."""

_FIX = "Run agent-e doctor --fix."


@dataclass(frozen=True, kw_only=True, slots=True)
class Check:
    """The result of one check.

    ``detail`` says what was found. If it is not ``ok``, ``fix`` says what to do about it and
    ``exit_code`` is the command's.
    """

    name: str
    ok: bool
    detail: str
    fix: str = ""
    exit_code: int = BrowserError.exit_code


async def checks(
    settings: Settings | None = None,
    *,
    environment: Mapping[str, str] | None = None,
    default_model: str = "",
) -> list[Check]:
    """Check everything a run needs; starts the browser briefly.

    Args:
        settings: name the browser and run folder to check; by default the defaults.
        environment: where to look for keys; by default the process's own and ``.env``.
        default_model: the model used when none is named, reported with the keys.
    """
    settings = settings or Settings()
    return [
        _check_python(),
        Check(name="Playwright", ok=True, detail=version("playwright")),
        await _check_browser(settings),
        _check_folder(settings.runs_dir),
        _check_keys(settings.model or default_model, environment),
    ]


async def fix(settings: Settings | None = None) -> AsyncIterator[str]:
    """Install a Chromium unless one works already; yields progress lines.

    Tries Playwright's own, then, for root on Debian and the like, the distribution's.
    Run ``checks`` to see whether it helped.
    """
    settings = settings or Settings()
    found = await _check_browser(settings)
    if found.ok:
        yield f"Chromium: nothing to do, {found.detail} works."
        return
    yield f"Chromium: {found.detail}."
    if found.fix != _FIX:
        yield found.fix
        return
    for what, commands in _remedies():
        yield f"Trying {what}."
        for command in commands:
            yield f"$ {shlex.join(command)}"
            async for line in _run(command):
                yield f"  {line}"
        found = await _check_browser(settings)
        if found.ok:
            yield f"Chromium: {found.detail} works."
            return
        yield f"That did not help: {found.detail}."
    yield (
        "No Chromium could be installed. Install Google Chrome or Chromium by hand, "
        "or name one with browser.executable."
    )


def _check_python() -> Check:
    enough = sys.version_info >= (3, 11)
    remedy = "" if enough else "Install Python 3.11 or newer."
    return Check(name="Python", ok=enough, detail=platform.python_version(), fix=remedy)


async def _check_browser(settings: Settings) -> Check:
    """Start the browser a run would use, without its profile, and evaluate in a page."""
    plain = dict.fromkeys(("profile", "profile_directory", "storage_state", "user_data_dir"))
    browser = settings.browser.model_copy(update={"headed": False, **plain})
    try:
        async with launched(browser) as ours:
            with mapped_errors("evaluating a page"):
                page = await ours.context.new_page()
                works = await page.evaluate("() => 6 * 7") == 42
    except ConfigError as error:
        return Check(name="Chromium", ok=False, detail=_bare(error), fix="Correct that setting.")
    except AgentEError as error:
        return Check(name="Chromium", ok=False, detail=_bare(error), fix=_FIX)
    return Check(name="Chromium", ok=works, detail=f"version {ours.version}, {ours.place}")


def _check_folder(folder: Path) -> Check:
    there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    try:
        with tempfile.TemporaryFile(dir=there):
            pass
    except OSError as error:
        remedy = "Name another place with --out, AGENT_E_RUNS or runs_dir."
        detail = f"{folder} cannot be written: {error.strerror}"
        return Check(name="Run folder", ok=False, detail=detail, fix=remedy)
    return Check(name="Run folder", ok=True, detail=f"{folder.absolute()} can be written")


def _check_keys(model: str, environment: Mapping[str, str] | None) -> Check:
    if environment is None:
        from_file = {name: value for name, value in dotenv_values(".env").items() if value}
        environment = {**from_file, **os.environ}
    names = [name for name in MODEL_KEYS if environment.get(name)]
    detail = f"set: {', '.join(names)}" if names else "none is set"
    default = f"; the default model is {model}" if model else ""
    return Check(name="Model keys", ok=True, detail=detail + default)


def _remedies() -> Iterator[tuple[str, list[list[str]]]]:
    yield "Playwright's Chromium", [[sys.executable, "-m", "playwright", "install", "chromium"]]
    if is_root() and shutil.which("apt-get"):
        commands = [["apt-get", "update"], ["apt-get", "install", "-y", "chromium"]]
        yield "the Chromium of this distribution", commands


async def _run(command: Sequence[str]) -> AsyncIterator[str]:
    """Run it and yield its output; a failure is the last line."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        env=quiet,
    )
    assert process.stdout is not None
    try:
        async for line in process.stdout:
            if words := line.decode(errors="replace").rstrip():
                yield words
        code = await process.wait()
        if code:
            yield f"ended with exit code {code}"
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def _bare(error: AgentEError) -> str:
    return str(error).removesuffix(f" {_FIX}").rstrip(".")
