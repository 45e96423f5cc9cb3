"""Looks at many screens: failures are reported, and the others are looked at all the same."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing

from playwright.async_api import Error as PlaywrightError

from agent_e.benchmarks.apps import AppFailed
from agent_e.benchmarks.screens import ScreenFailed, Visit, chosen_screens, visits
from agent_e.errors import SkillError

from .real_pages import PageMissing
from .record import PerfOptions, PerfRow
from .shared import telling


async def look_at_screens(
    options: PerfOptions, chosen: Sequence[str] | None, look: Callable[[Visit], Awaitable[None]]
) -> list[PerfRow]:
    """Look at each chosen screen, as of ``chosen_screens``; returns the failures.

    Raises:
        ConfigError: there is no such group or screen.
        BrowserError: the browser failed.
    """
    problems: list[PerfRow] = []

    def failed(about: str, error: Exception) -> None:
        words = (str(error) or type(error).__name__).splitlines()[0]
        telling(options, about)(words)
        problems.append(PerfRow(about, "not looked at", None, note=words))

    for group, names in chosen_screens(chosen).items():
        try:
            async with aclosing(visits(options, [f"{group}/{name}" for name in names])) as opened:
                async for visit in opened:
                    try:
                        await look(visit)
                    except (PlaywrightError, ScreenFailed, SkillError, TimeoutError) as error:
                        failed(visit.name, error)
        except (AppFailed, PageMissing, ScreenFailed) as error:
            failed(group, error)
    return problems
