"""Base of third-party applications: installed from a registry, seeded, started, read."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from agent_e.benchmarks.tasks.record import TraceStep


@dataclass(frozen=True, kw_only=True, slots=True)
class Copy:
    """Where one copy of an application lives.

    Attributes:
        home: its programs, the same for all copies; read-only after installation.
        data: this copy's own data.
        port: on 127.0.0.1, where people reach it.
    """

    home: Path
    data: Path
    port: int

    @property
    def url(self) -> str:
        """Its address, without a trailing slash."""
        return f"http://127.0.0.1:{self.port}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Service:
    """A program that runs while a copy is up.

    Attributes:
        command: the program and its arguments.
        environment: in addition to the machine's own.
        folder: its working directory; the copy's data if ``None``.
    """

    command: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)
    folder: Path | None = None


@dataclass(frozen=True, slots=True)
class Screen:
    """A screen to look at: an address, and the steps that open a menu, dialog or editor on it.

    Attributes:
        name: unique in its application.
        path: address below the copy's.
        steps: done after the page has loaded.
        guest: whether it is viewed without logging in.
    """

    name: str
    path: str
    _: KW_ONLY
    steps: tuple[TraceStep, ...] = ()
    guest: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Account:
    """A user of an application, and the steps from ``path`` that log in as them."""

    user: str
    password: str
    path: str
    steps: tuple[TraceStep, ...]


class App(ABC):
    """A third-party application.

    Attributes:
        name: identifier.
        summary: one sentence.
        front: kind of front end, in a few words.
        version: the installed one; another is installed beside it.
        licence: of the application.
        debian: Debian packages that the machine must have.
        ready: path that answers with a page when it is up.
        patience_s: seconds after which a start has failed.
        screens: to look at, logged in.
        account: its main user, who also views the screens.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    front: ClassVar[str]
    version: ClassVar[str]
    licence: ClassVar[str]
    debian: ClassVar[tuple[str, ...]] = ()
    ready: ClassVar[str] = "/"
    patience_s: ClassVar[float] = 90.0
    screens: ClassVar[tuple[Screen, ...]] = ()
    account: ClassVar[Account]

    @abstractmethod
    def install(self, home: Path) -> None:
        """Put its programs into an empty folder; the one step that may use the network."""

    @abstractmethod
    def seed(self, copy: Copy) -> None:
        """Fill an empty data folder, the same each time.

        The data may contain neither the folder nor the port: other copies get it unchanged.
        """

    def configure(self, copy: Copy) -> None:  # noqa: B027
        """Write settings that contain the folder or the port; called before each start."""

    @abstractmethod
    def services(self, copy: Copy) -> tuple[Service, ...]:
        """Return the programs to run, in order; the last one listens on the port."""

    @abstractmethod
    def state(self, copy: Copy) -> dict[str, Any]:
        """Return its state as JSON-able data, read from its own database or files.

        Called while it runs. It changes nothing, and excludes what a log-in or mere browsing leaves
        (sessions, time of the last visit, view counts), and the time of writing.
        """
