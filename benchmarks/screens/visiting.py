"""Opens screens one after another, each in the state a logged-in person sees."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from agent_e.benchmarks.apps import APPS, App, Screen, serve_app_copy
from agent_e.benchmarks.perf.real_pages import PageMissing, npm_packages
from agent_e.benchmarks.perf.record import PerfOptions
from agent_e.benchmarks.perf.serving import PACKAGE, PageFiles, serve_page
from agent_e.benchmarks.perf.shared import cache_folder, opened_session, preparing
from agent_e.benchmarks.runner.agents.oracle import follow
from agent_e.benchmarks.tasks.record import TraceStep
from agent_e.browser import BrowserSession
from agent_e.config import DomSettings
from agent_e.dom import PageObserver
from agent_e.errors import AgentEError, ConfigError

from .static import STATIC, StaticScreen

STATIC_GROUP = "static"
GROUPS = (*APPS, STATIC_GROUP)
"""The applications, and all static screens together."""
_REST_MS = 400
_MAX_REST_MS = 6_000
_REST = """
([quiet, longest]) => new Promise((resolve) => {
  const begun = performance.now();
  let changed = begun;
  const places = () => [...document.querySelectorAll("a, button, input, tr")].slice(0, 300)
    .map((each) => Math.round(each.getBoundingClientRect().top)).join();
  let before = places();
  const observer = new MutationObserver(() => { changed = performance.now(); });
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  observer.observe(document, all);
  const look = () => {
    const now = performance.now();
    const there = places();
    if (there !== before) [before, changed] = [there, now];
    if (now - changed < quiet && now - begun < longest) setTimeout(look, 50);
    else { observer.disconnect(); resolve(); }
  };
  look();
})
"""
"""Waits until nothing has changed or moved for a while, or until the time limit."""


class ScreenFailed(AgentEError):
    """A screen cannot be opened as described."""


@dataclass(kw_only=True)
class Visit:
    """A screen, and the browser it is opened in.

    Attributes:
        name: its group and its own name, such as ``wagtail/pages``.
        group: one of ``GROUPS``.
        url: address of the page on which its steps start.
    """

    name: str
    group: str
    url: str
    session: BrowserSession
    observer: PageObserver
    _steps: Sequence[TraceStep]
    _ready: str = ""

    @property
    def page(self) -> Page:
        """The page that is open."""
        return self.session.active.page

    async def open(self) -> None:
        """Reload the page, do its steps and wait until it is at rest.

        Raises:
            ScreenFailed: a step cannot be done as written, or the page does not answer.
        """
        try:
            # An address that differs from the open page's only after # loads nothing.
            await self.session.goto("about:blank")
            await self.session.goto(self.url)
            try:
                await self._prepare()
            except PlaywrightError:
                # A page that redirects by a script takes its own document away.
                await self.page.wait_for_load_state()
                await self._prepare()
            for step in self._steps:
                await follow(self.session, step)
            await self.rest()
        except (PlaywrightError, AgentEError) as error:
            raise ScreenFailed(f"{self.name}: {str(error).splitlines()[0]}") from error

    async def _prepare(self) -> None:
        await self.page.evaluate(preparing(ready=self._ready))
        await self.rest()

    async def rest(self) -> None:
        """Wait until the page does not change for a while, at most some seconds."""
        checks = [frame.evaluate(_REST, [_REST_MS, _MAX_REST_MS]) for frame in self.page.frames]
        results = await asyncio.gather(*checks, return_exceptions=True)
        # A frame may be removed meanwhile; the page itself may not.
        if isinstance(results[0], BaseException):
            raise results[0]


def chosen_screens(wanted: Sequence[str] | None) -> dict[str, list[str]]:
    """Return the names of the wanted screens by group; ``None`` for all.

    Args:
        wanted: groups, or screens as ``group/name``.

    Raises:
        ConfigError: there is no such group or screen.
    """
    there = {name: [screen.name for screen in app.screens] for name, app in APPS.items()}
    there[STATIC_GROUP] = [screen.name for screen in STATIC]
    if wanted is None:
        return there
    chosen: dict[str, list[str]] = {}
    for each in wanted:
        group, _, name = each.partition("/")
        if group not in there:
            raise ConfigError(f"There are no screens of {group}. There are: {', '.join(there)}.")
        if name and name not in there[group]:
            raise ConfigError(f"{group} has no screen {name}: {', '.join(there[group])}.")
        chosen.setdefault(group, []).extend([name] if name else there[group])
    return chosen


async def visits(options: PerfOptions, wanted: Sequence[str] | None) -> AsyncGenerator[Visit, None]:
    """Yield the wanted screens one after another; the caller opens each.

    Applications are installed if need be, and run as private copies.

    Raises:
        ConfigError: there is no such group or screen.
        AppFailed: an application is unavailable.
        PageMissing: a package is unavailable.
        BrowserError: the browser failed.
    """
    for group, names in chosen_screens(wanted).items():
        screens = (
            _static(options, names) if group == STATIC_GROUP else _of(APPS[group], options, names)
        )
        async with aclosing(screens):
            async for visit in screens:
                yield visit


async def _of(app: App, options: PerfOptions, names: Sequence[str]) -> AsyncGenerator[Visit, None]:
    screens = [screen for screen in app.screens if screen.name in names]
    async with serve_app_copy(app) as site:
        for guest in (True, False):
            some = [screen for screen in screens if screen.guest is guest]
            if not some:
                continue
            async with opened_session(options) as session:
                if not guest:
                    await log_in(app, site.url, session)
                for screen in some:
                    yield _visit(app.name, screen, site.url, session)


def _visit(group: str, screen: Screen, url: str, session: BrowserSession) -> Visit:
    return Visit(
        name=f"{group}/{screen.name}",
        group=group,
        url=url + screen.path,
        session=session,
        observer=PageObserver(session, DomSettings()),
        _steps=screen.steps,
    )


async def log_in(app: App, url: str, session: BrowserSession) -> None:
    """Log in to a copy of an application, as its main user.

    Raises:
        ScreenFailed: a step of it cannot be done as written.
    """
    account = app.account
    try:
        await session.goto(url + account.path)
        for step in account.steps:
            await follow(session, step)
        await session.active.page.evaluate(_REST, [_REST_MS, _MAX_REST_MS])
    except (PlaywrightError, AgentEError) as error:
        raise ScreenFailed(f"{app.name}, logging in: {str(error).splitlines()[0]}") from error


async def _static(options: PerfOptions, names: Sequence[str]) -> AsyncGenerator[Visit, None]:
    cache = cache_folder(options) / "pages"
    async with opened_session(options) as session:
        for screen in STATIC:
            if screen.name not in names:
                continue
            async with _served(screen, cache) as url:
                yield Visit(
                    name=f"{STATIC_GROUP}/{screen.name}",
                    group=STATIC_GROUP,
                    url=url,
                    session=session,
                    observer=PageObserver(session, DomSettings()),
                    _steps=screen.steps,
                    _ready=screen.ready,
                )


@asynccontextmanager
async def _served(screen: StaticScreen, cache: Path) -> AsyncIterator[str]:
    folder = await npm_packages({".": screen.package, **dict(screen.beside)}, cache)
    files = PageFiles(folder=folder, sealed=True, start=f"{PACKAGE}/{screen.path}")
    async with serve_page(files) as url:
        yield url


__all__ = ["GROUPS", "PageMissing", "ScreenFailed", "Visit", "chosen_screens", "visits"]
