"""Copies of applications: made from the seed, started, reset, stopped."""

from __future__ import annotations

import fcntl
import shutil
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .app import App, Copy
from .installing import apps_folder, debian_packages
from .programs import Programs


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
        self._programs = Programs(place)
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
        self._programs.start(self.app, self.copy, self.app.ready, self.app.patience_s)

    def stop(self) -> None:
        """End its programs, whoever started them."""
        self._programs.end()

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


def clear(place: Path) -> None:
    """Stop the copy that is kept in a folder, and delete the folder."""
    Programs(place).end()
    shutil.rmtree(place, ignore_errors=True)


def standing(app: App) -> Path:
    """Return the folder of the copy that `agent-e apps up` starts."""
    return apps_folder() / app.name / "up"


def port_in_use(app: App) -> int | None:
    """Return the port of the copy that `agent-e apps up` started; ``None`` if it is not up."""
    return Programs(standing(app)).port


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _emptied(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
