"""Copies of applications: made from the seed, started, reset, stopped."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import psutil

from .app import App, Copy
from .installing import AppFailed, apps_folder, debian_packages

_LOOK_EVERY_S = 0.2
_STOP_S = 5.0
_SHOWN_LINES = 12


def prepared(app: App) -> Path:
    """Install and seed an application where that is still to be done; return its folder.

    The folder holds ``home`` and ``seed``. One process works at a time, others wait for it; what
    was interrupted is begun anew.

    Raises:
        AppFailed: a package cannot be had, or the application does not do as it should.
        ConfigError: the machine lacks packages that only root can install.
    """
    folder = apps_folder() / app.name / app.version
    home, seed = folder / "home", folder / "seed"
    folder.mkdir(parents=True, exist_ok=True)
    with _alone(folder / "lock"):
        if not (folder / "installed").exists():
            _emptied(home)
            debian_packages(*app.debian)
            app.install(home)
            (folder / "installed").touch()
        if not (folder / "seeded").exists():
            _emptied(seed)
            app.seed(Copy(home=home, data=seed, port=free_port()))
            (folder / "seeded").touch()
    return folder


def is_prepared(app: App) -> bool:
    """Whether it is installed and seeded."""
    return (apps_folder() / app.name / app.version / "seeded").exists()


class RunningApp:
    """One copy of an application, up from `start` to `stop`.

    What is up is also written down beside its data, so that another process can stop it.

    Attributes:
        app: what runs.
        copy: where.
    """

    def __init__(self, app: App, place: Path, port: int = 0) -> None:
        """Name a copy that is kept in the folder ``place``; port 0 takes a free one."""
        self.app = app
        self._seed = prepared(app) / "seed"
        self._place = place
        self._programs: list[subprocess.Popen[bytes]] = []
        self.copy = Copy(
            home=self._seed.parent / "home", data=place / "data", port=port or free_port()
        )

    @property
    def url(self) -> str:
        """Its address, no slash at the end."""
        return self.copy.url

    def start(self) -> None:
        """Make the copy from the seed and wait until it answers.

        Raises:
            AppFailed: it does not; what it printed last is in the message.
        """
        self.stop()
        _emptied(self._place)
        shutil.copytree(self._seed, self.copy.data, symlinks=True)
        self.app.configure(self.copy)
        try:
            self._begin()
            self._wait()
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """End its programs, whoever started them."""
        _stop(self._place)
        # The system keeps those of this process until somebody has asked how they ended.
        for program in self._programs:
            program.poll()
        self._programs.clear()

    def state(self) -> dict[str, Any]:
        """Return what the application holds; see `App.state`."""
        return self.app.state(self.copy)

    def reset(self) -> None:
        """Go back to the seed."""
        self.start()

    def close(self) -> None:
        """Stop, and forget the copy."""
        self.stop()
        clear(self._place)

    def _begin(self) -> None:
        """Start the programs, each in a group of its own so that its children end with it."""
        noted = []
        for service in self.app.services(self.copy):
            with (self._place / "log").open("ab") as log:
                process = subprocess.Popen(
                    service.command,
                    cwd=service.folder or self.copy.data,
                    env={**os.environ, **service.environment},
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                )
            self._programs.append(process)
            noted.append({"pid": process.pid, "started": psutil.Process(process.pid).create_time()})
            up = {"port": self.copy.port, "programs": noted}
            (self._place / "up.json").write_text(json.dumps(up), encoding="utf-8")

    def _wait(self) -> None:
        address = self.url + self.app.ready
        end = time.monotonic() + self.app.patience_s
        while time.monotonic() < end:
            with suppress(httpx.HTTPError):
                if httpx.get(address, follow_redirects=True, timeout=30).is_success:
                    return
            if not all(_noted(self._place / "up.json")):
                break
            time.sleep(_LOOK_EVERY_S)
        lines = (self._place / "log").read_text(errors="replace").splitlines()[-_SHOWN_LINES:]
        said = "\n".join(lines)
        raise AppFailed(f"{self.app.name} does not answer at {address}. It printed last:\n{said}")


def clear(place: Path) -> None:
    """Stop the copy that is kept in a folder, and delete the folder."""
    _stop(place)
    shutil.rmtree(place, ignore_errors=True)


def standing(app: App) -> Path:
    """Return the folder of the copy that `agent-e apps up` starts."""
    return apps_folder() / app.name / "up"


def port_in_use(app: App) -> int | None:
    """Return the port of the copy that `agent-e apps up` started; ``None`` if it is not up."""
    note = standing(app) / "up.json"
    if not any(_noted(note)):
        return None
    return int(json.loads(note.read_text(encoding="utf-8"))["port"])


def _stop(place: Path) -> None:
    for process in reversed(_noted(place / "up.json")):
        _end(process)
    (place / "up.json").unlink(missing_ok=True)


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _noted(note: Path) -> list[psutil.Process | None]:
    """The programs of a copy; ``None`` for each that has ended."""
    try:
        programs = json.loads(note.read_text(encoding="utf-8"))["programs"]
    except FileNotFoundError:
        return []
    found: list[psutil.Process | None] = []
    for each in programs:
        alive = None
        with suppress(psutil.Error):
            process = psutil.Process(each["pid"])
            # A number is given again to another program once its owner has ended.
            if (
                process.create_time() == each["started"]
                and process.status() != psutil.STATUS_ZOMBIE
            ):
                alive = process
        found.append(alive)
    return found


def _end(process: psutil.Process | None) -> None:
    """Ask a program and its group to end, then make them; wait until it is gone."""
    if process is None:
        return
    for sign in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, sign)
        with suppress(psutil.TimeoutExpired):
            process.wait(_STOP_S)
            # What it started may outlive it for a moment and hold the port.
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            return


def _emptied(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
