"""The description of one demonstration page of a component library."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass

from agent_e.benchmarks.tasks.record import TraceStep


@dataclass(frozen=True, slots=True)
class StaticScreen:
    """One page of a package, and what opens the menu, dialog or picker on it.

    Attributes:
        name: unique among these.
        package: of npm, with its version, such as ``uikit@3.21.0``.
        path: of the page, from the package's folder.
        ready: JavaScript expression that is true once the page is ready; ``""`` for its load event.
        beside: packages that the page refers to: folder below the package's to npm package.
        steps: done after the page has loaded.
        licence: of the package.
    """

    name: str
    package: str
    path: str
    _: KW_ONLY
    ready: str = ""
    beside: tuple[tuple[str, str], ...] = ()
    steps: tuple[TraceStep, ...] = ()
    licence: str = "MIT"
