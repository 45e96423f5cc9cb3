"""Copies of applications: created from the seed, started, reset, stopped."""

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
    """Install and seed an application if that is still to be done; return its folder.

    The folder holds ``home`` and ``seed``. One process works at a time, others wait for it;
    interrupted work is restarted.

    Raises:
        AppFailed: a package is unavailable, or the application fails.
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

    Running copies are also recorded beside their data, so that another process can stop them.

    Attributes:
        app: the application.
        copy: its location.
    """

    def __init__(self, app: App, place: Path, port: int = 0) -> None:
        """Set the folder ``place`` of the copy; port 0 takes a free one."""
        self.app = app
        self._seed = prepared(app) / "seed"
        self._place = place
        self._programs = Programs(place)
        self.copy = Copy(
            home=self._seed.parent / "home", data=place / "data", port=port or free_port()
        )

    @property
    def url(self) -> str:
        """Its address, without a trailing slash."""
        return self.copy.url

    def start(self) -> None:
        """Create the copy from the seed and wait until it answers.

        Raises:
            AppFailed: it does not; the message contains its last output.
        """
        self.stop()
        _emptied(self._place)
        shutil.copytree(self._seed, self.copy.data, symlinks=True)
        self.app.configure(self.copy)
        self._programs.start(self.app, self.copy, self.app.ready, self.app.patience_s)

    def stop(self) -> None:
        """Stop its programs, whoever started them."""
        self._programs.end()

    def state(self) -> dict[str, Any]:
        """Return what the application holds; see `App.state`."""
        return self.app.state(self.copy)

    def reset(self) -> None:
        """Restore the seed."""
        self.start()

    def close(self) -> None:
        """Stop, and delete the copy."""
        self.stop()
        clear(self._place)


def clear(place: Path) -> None:
    """Stop the copy in a folder, and delete the folder."""
    Programs(place).end()
    shutil.rmtree(place, ignore_errors=True)


def standing(app: App) -> Path:
    """Return the folder of the copy started by `agent-e apps up`."""
    return apps_folder() / app.name / "up"


def port_in_use(app: App) -> int | None:
    """Return the port of the copy started by `agent-e apps up`; ``None`` if it is not up."""
    return Programs(standing(app)).port


def free_port() -> int:
    """Return an unused port."""
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
