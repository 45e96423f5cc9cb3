"""What an application of others is: installed from a package registry, seeded, started, read."""

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
        home: its programs, the same for all copies; nothing is written there once it is installed.
        data: what it keeps, this copy's alone.
        port: of 127.0.0.1, on which people reach it.
    """

    home: Path
    data: Path
    port: int

    @property
    def url(self) -> str:
        """Its address, no slash at the end."""
        return f"http://127.0.0.1:{self.port}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Service:
    """A program that runs as long as a copy is up.

    Attributes:
        command: the program and its arguments.
        environment: beside the machine's own.
        folder: it runs in; the copy's data if ``None``.
    """

    command: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)
    folder: Path | None = None


@dataclass(frozen=True, slots=True)
class Screen:
    """One thing to look at: an address, and what opens the menu, dialog or editor on it.

    Attributes:
        name: unique in its application.
        path: address below the copy's.
        steps: done after the page has loaded.
        guest: whether it is looked at without logging in.
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
    """An application that nobody here wrote.

    Attributes:
        name: by which it is asked for.
        summary: one sentence.
        front: kind of front end, in a few words.
        version: what is installed; another one is installed beside it.
        licence: of the application.
        debian: packages of Debian that the machine must have.
        ready: path that answers with a page when it is up.
        patience_s: after which a start has failed.
        screens: to look at, logged in.
        account: its main user; who looks at the screens.
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

        What is written may name neither the folder nor the port: other copies get it as it is.
        """

    def configure(self, copy: Copy) -> None:  # noqa: B027
        """Write what names the folder or the port; done before each start."""

    @abstractmethod
    def services(self, copy: Copy) -> tuple[Service, ...]:
        """Return the programs to run, in order; the last is the one that answers on the port."""

    @abstractmethod
    def state(self, copy: Copy) -> dict[str, Any]:
        """Return what it holds as JSON-able data, read from its own database or files.

        Called while it runs. It changes nothing, and holds nothing that a log-in or mere looking
        leaves behind (sessions, time of the last visit, counts of views), nor the time of writing.
        """
