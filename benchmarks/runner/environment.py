"""The environment of an episode: our sites, served by the worker itself, and a browser session."""

from __future__ import annotations

import asyncio
import json
import re
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import httpx
from playwright.async_api import Error as PlaywrightError

from agent_e.benchmarks.apps import APPS, serve_app_copy
from agent_e.benchmarks.browsergym.environment import GymEnvironment
from agent_e.benchmarks.episodes.record import HAR_FILE
from agent_e.benchmarks.evaluators.webarena_verified import WEBARENA_VERIFIED
from agent_e.benchmarks.sites import RunningSite, serve_site
from agent_e.benchmarks.tasks.record import BenchTask, SiteUse
from agent_e.browser import BrowserSession, SharedBrowser
from agent_e.config import BrowserSettings
from agent_e.errors import BrowserError
from agent_e.safety.secrets import OutputRedactor, Redactor

from .network import NetworkRecorder

_MAX_SERVED = 8
_ANSWER_S = 20.0
_NO_FILE = re.compile(
    r"^(?![^?#]*\.(?:css|js|png|jpe?g|gif|svg|woff2?|ttf|ico|webp)(?:[?#]|$))", re.IGNORECASE
)


class SiteUnreachable(BrowserError):
    """A site at a given address does not answer; never the agent's fault."""


class Sites:
    """Copies of sites and applications for this worker alone, started on demand.

    Sites that run already are used where they are: these are shared, keep their state, and do not
    reveal it.
    """

    def __init__(self, given: Mapping[str, str] | None = None) -> None:
        """``given`` is the addresses of sites that run already, by name."""
        self._given = given or {}
        self._served: OrderedDict[str, tuple[RunningSite, AsyncExitStack]] = OrderedDict()

    def addresses(self, uses: Sequence[SiteUse]) -> dict[str, str]:
        """Return the given ones among the addresses of these sites, by name."""
        return {use.name: self._given[use.name] for use in uses if use.name in self._given}

    async def check(self, uses: Sequence[SiteUse]) -> None:
        """Check that those of these sites that run already answer, with whatever status.

        Raises:
            SiteUnreachable: one does not.
        """
        given = self.addresses(uses)
        if not given:
            return
        # A certificate is the browser's business.
        async with httpx.AsyncClient(timeout=_ANSWER_S, verify=False) as client:
            for name, address in given.items():
                try:
                    async with client.stream("GET", f"{address}/"):
                        pass
                except httpx.HTTPError as error:
                    why = str(error) or type(error).__name__
                    raise SiteUnreachable(
                        f"The site {name} at {address} does not answer ({why}). Start it, or give "
                        "another address with --sites."
                    ) from error

    async def use(self, uses: Sequence[SiteUse]) -> dict[str, RunningSite]:
        """Return the copies by name, and their companions, in the state of their seed data.

        Raises:
            ConfigError: there is no such site, or it does not know an option.
        """
        found: dict[str, RunningSite] = {}
        for use in uses:
            if use.name in self._given:
                continue
            site = await self._site(use)
            found |= {use.name: site, **site.beside}
        while len(self._served) > max(_MAX_SERVED, len(found)):
            _, (_, stack) = self._served.popitem(last=False)
            await stack.aclose()
        return found

    async def close(self) -> None:
        """Stop serving."""
        while self._served:
            _, (_, stack) = self._served.popitem()
            await stack.aclose()

    async def _site(self, use: SiteUse) -> RunningSite:
        key = f"{use.name} {json.dumps(use.options, sort_keys=True)}"
        if key in self._served:
            self._served.move_to_end(key)
            site = self._served[key][0]
            if use.name in APPS:
                # External programs are restarted: the loop must not block on it.
                await asyncio.to_thread(site.reset)
            else:
                site.reset()
            return site
        stack = AsyncExitStack()
        options: dict[str, Any] = dict(use.options)
        app = APPS.get(use.name)
        opened = serve_app_copy(app) if app else serve_site(use.name, **options)
        site = await stack.enter_async_context(opened)
        self._served[key] = site, stack
        return site


class Place:
    """The environment of one episode.

    Attributes:
        task: with its texts resolved.
        sites: our copies, by name.
        addresses: of all its sites, by name; also of those that run already.
        network: every request of the session's context.
        hidden: redacts every output of the agent.
        browser_settings: of the episode's session.
        gym: BrowserGym's environment, if the task is one of its.
        session: once opened.
    """

    def __init__(
        self,
        task: BenchTask,
        sites: dict[str, RunningSite],
        browser: SharedBrowser,
        settings: BrowserSettings,
        folder: Path,
        *,
        addresses: Mapping[str, str] | None = None,
        hidden: OutputRedactor | None = None,
        trace: bool = False,
        gym: GymEnvironment | None = None,
    ) -> None:
        self.hidden = hidden or OutputRedactor()
        self.task = task
        self.sites = sites
        self.addresses = {name: site.url for name, site in sites.items()} | dict(addresses or {})
        self.folder = folder
        self.network = NetworkRecorder()
        self.session: BrowserSession | None = None
        self._browser = browser
        self.gym = gym
        self.browser_settings = gym.attached(settings) if gym else settings
        self._trace = trace
        self._stack = AsyncExitStack()

    @asynccontextmanager
    async def open(
        self, settings: BrowserSettings, *, downloads_dir: Path, on_event: Callable[..., None]
    ) -> AsyncIterator[BrowserSession]:
        """Open the episode's session for an agent of ours; ``close`` closes it, not the agent.

        Its final state is captured after the agent has released it.
        """
        shared = self._browser if self.gym is None else None
        self.session = await self._stack.enter_async_context(
            BrowserSession.open(
                settings, downloads_dir=downloads_dir, on_event=on_event, shared=shared
            )
        )
        self.network.listen(self.session.context)
        if any(spec.type == WEBARENA_VERIFIED.name for spec in self.task.evaluators):
            await self._stack.enter_async_context(self._recorded(self.session))
        if self._trace:
            await self._stack.enter_async_context(self._traced(self.session))
        yield self.session

    async def begin(self) -> BrowserSession:
        """Open the session on the task's start page, for agents without their own browser.

        Raises:
            BrowserError: the browser failed.
            NavigationFailed: the start page cannot be opened.
        """
        opening = self.open(
            self.browser_settings,
            downloads_dir=self.folder / "downloads",
            on_event=lambda _what, **_fields: None,
        )
        session = await self._stack.enter_async_context(opening)
        if self.task.start_url:
            await session.goto(self.task.start_url)
        return session

    @asynccontextmanager
    async def _traced(self, session: BrowserSession) -> AsyncIterator[None]:
        tracing = session.context.tracing
        # The pictures of a trace cannot be redacted.
        await tracing.start(screenshots=not self.secrets.source, snapshots=True)
        try:
            yield
        finally:
            # A browser that is gone has no trace; the rest of the episode counts all the same.
            with suppress(PlaywrightError), TemporaryDirectory() as aside:
                raw = Path(aside, "trace.zip")
                await tracing.stop(path=raw)
                await asyncio.to_thread(_redacted_zip, raw, self.folder / "trace.zip", self.secrets)

    @asynccontextmanager
    async def _recorded(self, session: BrowserSession) -> AsyncIterator[None]:
        """Record requests with their headers and bodies, without those of files like pictures."""
        with TemporaryDirectory() as aside:
            raw = Path(aside, HAR_FILE)
            tracing = session.context.tracing
            await tracing.start_har(raw, content="embed", url_filter=_NO_FILE)
            try:
                yield
            finally:
                with suppress(PlaywrightError):  # a browser that is gone has recorded nothing
                    await tracing.stop_har()
                    text = await asyncio.to_thread(raw.read_text, "utf-8")
                    (self.folder / HAR_FILE).write_text(self.secrets(text), encoding="utf-8")

    @property
    def secrets(self) -> Redactor:
        """Redacts the vault's secrets in evidence.

        Typed text stays: it comes from the task, and evaluators look for it.
        """
        return self.hidden.secrets

    async def close(self) -> None:
        """Close the session."""
        await self._stack.aclose()


def _redacted_zip(raw: Path, redacted: Path, secrets: Redactor) -> None:
    """Copy an archive without the secrets in its members and in their names."""
    with ZipFile(raw) as source, ZipFile(redacted, "w", ZIP_DEFLATED) as goal:
        for name in source.namelist():
            goal.writestr(secrets(name), secrets.data(source.read(name)))
