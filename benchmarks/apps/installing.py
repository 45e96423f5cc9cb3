"""Where applications are installed, and how packages get there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import platformdirs

from agent_e.config import APPS_VARIABLE
from agent_e.errors import BrowserError, ConfigError

_SHOWN_LINES = 12


class AppFailed(BrowserError):
    """An application cannot be installed, seeded or started; never the agent's fault."""


def apps_folder() -> Path:
    """Return the folder of all applications: the environment's, else one in the user's cache."""
    if named := os.environ.get(APPS_VARIABLE):
        return Path(named).absolute()
    return Path(platformdirs.user_cache_path("agent-e", appauthor=False)) / "apps"


def execute(
    command: Sequence[str | Path],
    *,
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
    given: str | None = None,
) -> str:
    """Run a program to its end and return what it printed on stdout.

    Raises:
        AppFailed: it is missing or fails; the message contains its last lines of output.
    """
    words = [str(word) for word in command]
    try:
        done = subprocess.run(
            words,
            cwd=folder,
            env={**os.environ, **(environment or {})},
            input=given,
            stdin=subprocess.DEVNULL if given is None else None,
            capture_output=True,
            text=True,
            errors="replace",
        )
    except OSError as error:
        raise AppFailed(f"{words[0]} cannot be run: {error.strerror}.") from error
    if done.returncode:
        output = "\n".join((done.stdout + done.stderr).strip().splitlines()[-_SHOWN_LINES:])
        raise AppFailed(f"`{' '.join(words)[:200]}` ended with {done.returncode}:\n{output}")
    return done.stdout


def python_packages(home: Path, *packages: str, python: str = sys.executable) -> Path:
    """Create a virtual environment ``venv`` with PyPI packages; return its folder of programs."""
    execute([python, "-m", "venv", home / "venv"])
    programs = home / "venv/bin"
    execute([programs / "pip", "install", "--quiet", "--disable-pip-version-check", *packages])
    return programs


def node_packages(home: Path, *packages: str) -> Path:
    """Install npm packages; return the folder ``node_modules``."""
    (home / "package.json").write_text('{"private": true}\n', encoding="utf-8")
    execute(
        ["npm", "install", "--no-audit", "--no-fund", "--loglevel=error", *packages], folder=home
    )
    return home / "node_modules"


def debian_packages(*packages: str) -> None:
    """Ensure that the machine has Debian packages.

    Raises:
        ConfigError: they are missing and only root can install them.
    """
    missing = [each for each in packages if not _has(each)]
    if not missing:
        return
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        raise ConfigError(
            f"The machine lacks {', '.join(missing)}. "
            f"Install what is missing: sudo apt-get install {' '.join(missing)}"
        )
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    execute(["apt-get", "update", "-qq"], environment=quiet)
    # Another installation may be running.
    waiting = ("-o", "DPkg::Lock::Timeout=300")
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *waiting, *missing]
    execute(install, environment=quiet)


def _has(package: str) -> bool:
    if shutil.which("dpkg-query") is None:
        return False
    status = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Status}", package], capture_output=True, text=True
    )
    return status.stdout.endswith("ok installed")
