"""The browser session: one context of its own, its tabs, and what happens in them."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, BrowserContext, BrowserType, Download, Page
from playwright.async_api import Dialog as PlaywrightDialog
from playwright.async_api import Error as PlaywrightError

from agent_e.config import BrowserSettings
from agent_e.errors import ActionDenied, AgentEError, BrowserError, NavigationFailed, SkillError
from agent_e.types import Dialog, Navigation, Outgoing, RequestScope, TabInfo

from . import navigate
from .addresses import resolve
from .background_tabs import TabsBeside, WindowsBeside
from .background_tasks import Background, to_the_end
from .dialogs import Dialogs
from .downloads import DownloadLimits, Downloads, SavedFile
from .ended_requests import EndedRequests
from .errors import first_line, mapped_errors
from .kept_state import KeptState
from .launch import Launched, SharedBrowser, close_limit_s, launched
from .lease import BrowserLease
from .open_tab import ContextEvents
from .pausable_timeout import PausableTimeout
from .profiles import storage_state_to_load, write_storage_state
from .recorder import Recorder
from .remote_window import RemoteWindow
from .request_interceptor import Check, Refused, RequestInterceptor, RequestPolicy
from .sandbox import Sealed
from .screencast import Screencast
from .tab import BrowserGone, Tab, TabServices
from .tabs import Tabs
from .timeline import ActionEvents, Mark, Timeline

_DISMISS_S = 1.0
_SAVE_S = 5.0
_SEALED_S = 0.7
_CLOSE_S = 3.0
_KEEP_S = 0.5
_SAY_SO_S = 0.2
"""How long after what it broke the browser's end may be reported."""
_STUCK_S = 1.0
"""How long a page that was not left may take to answer before its tab is given up."""
_MAX_REFUSED = 50
"""Refused addresses remembered during one navigation."""


class BrowserSession:
    """One browser context and its tabs.

    Attributes:
        settings: what it was opened with.
        version: the browser's version.
        patience: knows when a person is asked, which pauses limits on pages.
        lending: knows who holds the window; agents take turns through it.
        sealed: runs code that may only read its input.
        beside: background tabs, opened to be read and closed again.
        kept: what a new browser is given if this one dies.
        screencast: the active tab's picture, for those who look on.
        remote: set where the person may take the window over from afar.
    """

    def __init__(
        self,
        ours: Launched,
        settings: BrowserSettings,
        *,
        downloads_dir: Path,
        on_event: Callable[..., None],
        stored: bool = False,
    ) -> None:
        """Take over a context; use ``open`` to get a session."""
        self.settings = settings
        self._redact: Callable[[Any], Any] = lambda state: state
        self.version = ours.version
        self.patience = PausableTimeout()
        self.lending = BrowserLease()
        self.kept = KeptState()
        self.screencast = Screencast(self)
        self.remote: RemoteWindow | None = None
        self._context = ours.context
        self._browser = ours.browser
        self._alone = ours.alone
        self._proxied = ours.proxied
        self._proxy = ours.proxy
        self._driver = ours.driver
        self.sealed = Sealed(self._browser_type, settings.executable)
        self._on_event = on_event
        self._stored = stored
        self._closing = False
        self._scope: RequestScope = "documents"
        self._read_beside = False
        self._border: RequestInterceptor | None = None
        self._warden: RequestPolicy | None = None
        self._lent = ExitStack()
        self._refused: deque[Refused] = deque(maxlen=_MAX_REFUSED)
        self._gone = BrowserGone()
        self._timeline = Timeline()
        self._recorder = Recorder(self._timeline, on_event, self.lending)
        self._background = Background()
        if ours.proxy is not None:
            ours.proxy.on_refused = self._recorder.unreached
        self._dialogs = Dialogs(
            background=self._background,
            patience=self.patience,
            lending=self.lending,
            on_opened=self._recorder.dialog_opened,
            on_closed=self._recorder.dialog_closed,
        )
        self._downloads = Downloads(
            downloads_dir,
            background=self._background,
            lending=self.lending,
            on_begun=self._timeline.begun.add,
            on_ended=self._recorder.download_ended,
        )
        self._means = navigate.NavigationServices(
            downloads=self._downloads,
            timeout_s=settings.navigation_timeout_s,
        )
        services = TabServices(
            dialogs=self._dialogs,
            background=self._background,
            patience=self.patience,
            lending=self.lending,
            timeout_s=settings.action_timeout_s,
            gone=self._gone,
            unconnected=ours.proxy.failure_at if ours.proxy is not None else lambda url: "",
            overload=ours.driver.overload,
            on_navigated=self._on_navigated,
            on_window=lambda tab, url: self._tabs.expect(tab, url),
        )
        self.beside = TabsBeside(ours.context, self._of_browser, services, self._on_reading)
        self._tabs = Tabs(
            ours.context,
            services,
            self._timeline,
            on_event=self._recorder.tell,
            action_s=settings.navigation_timeout_s + settings.action_timeout_s,
            claimed=self.beside.claims,
            given=ours.tab,
            on_lost=self._on_gone,
        )
        self._events = ContextEvents(ours.context, self._owns, persons=ours.tab is not None)

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        settings: BrowserSettings,
        *,
        downloads_dir: Path,
        on_event: Callable[..., None],
        stored: bool = False,
        shared: SharedBrowser | None = None,
    ) -> AsyncIterator[BrowserSession]:
        """Open a browser, or attach to one, with one blank tab; close it on the way out.

        Closing is bounded in time and finished even when the task is cancelled.

        Args:
            settings: which browser and how.
            downloads_dir: where files go; created with the first.
            on_event: called as ``on_event(what, **fields)``: ``tab_opened``, ``tab_closed``,
                ``tab_crashed``, ``tab_stuck``, ``navigation``, ``blocked``, ``dialog_opened``,
                ``dialog_closed``, ``download``, ``download_failed``, ``browser_gone``,
                ``storage_state_failed``.
            stored: it is for stored pages: ``goto`` opens ``file:`` addresses, page scripts run in
                no frame, and nothing is loaded over a network.
            shared: a running browser to work in, in a context of its own.

        Raises:
            ConfigError: the settings do not fit each other or this machine.
            BrowserMissing: there is no Chromium.
            BrowserError: it does not start, or cannot be reached.
        """
        async with launched(settings, shared, stored=stored) as ours:
            session = cls(
                ours, settings, downloads_dir=downloads_dir, on_event=on_event, stored=stored
            )
            try:
                await session._begin()
                yield session
            finally:
                await to_the_end(session.close())

    @property
    def context(self) -> BrowserContext:
        """Playwright's context, for observers; actions go through the session."""
        return self._context

    @property
    def gone(self) -> bool:
        """Whether its browser has ended."""
        return self._gone.is_set()

    async def has_ended(self) -> bool:
        """Whether its browser has ended, after an error that may come of that."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_SAY_SO_S):
                await self._gone.wait()
        return self.gone

    @property
    def overloaded(self) -> bool:
        """Whether a page of its browser was ended just now, as it overloaded it."""
        return bool(self._driver.overload.reason)

    async def keep(self) -> None:
        """Update ``kept`` after an action; what cannot be read now stays as it was."""
        if self._dialogs.any is not None or self._events.persons:
            return
        # Whatever is wrong with the page or the browser, its next user is told.
        with suppress(PlaywrightError, TimeoutError):
            async with asyncio.timeout(_KEEP_S):
                await self.kept.update(self._context, self.active)

    async def restore(self, kept: KeptState) -> None:
        """Continue a session whose browser died, before any page is opened.

        Raises:
            BrowserError: this browser does not take what was kept.
        """
        if kept.cookies or kept.local:
            state: Any = kept.storage_state(storage_state_to_load(self.settings))
            with mapped_errors("taking over cookies and local storage"):
                await self._context.set_storage_state(state)
        self.kept = kept

    @property
    def tabs(self) -> list[Tab]:
        """Every tab, oldest first."""
        return list(self._tabs.all)

    @property
    def active(self) -> Tab:
        """The active tab."""
        return self._tabs.active

    @property
    def dialog(self) -> Dialog | None:
        """The dialog of the active tab, or else the newest of another one."""
        return self.active.dialog or self._dialogs.any

    @property
    def downloads(self) -> list[SavedFile]:
        """The saved files, oldest first."""
        return self._downloads.saved

    @property
    def downloads_dir(self) -> Path:
        """Where files go from now on."""
        return self._downloads.folder

    def start_run(
        self,
        downloads_dir: Path,
        limits: DownloadLimits | None = None,
        *,
        redact: Callable[[Any], Any] = lambda state: state,
    ) -> None:
        """Serve another run from now on.

        Args:
            downloads_dir: where its files go.
            limits: on these files.
            redact: removes secrets from the storage state written at the end.
        """
        self._downloads.start_run(downloads_dir, limits or DownloadLimits())
        self._redact = redact

    @property
    def url(self) -> str:
        """Address of the active tab."""
        return self.active.url

    async def title(self) -> str:
        """Title of the active tab; ``""`` while it cannot be read."""
        return await (await self.ready()).title()

    async def ready(self) -> Tab:
        """The active tab, once tabs being opened or replaced are ready.

        Raises:
            BrowserError: the browser is gone.
        """
        async with self.lending.turn():
            return await self._tabs.ready()

    async def cookies(self, url: str) -> dict[str, str]:
        """The cookies that the browser would send to an address."""
        with mapped_errors("reading the cookies"):
            found = await self._context.cookies(url)
        return {each.get("name", ""): each.get("value", "") for each in found}

    async def user_agent(self) -> str:
        """The browser's user agent."""
        if self.settings.user_agent:
            return self.settings.user_agent
        tab = await self.ready()
        with mapped_errors("asking the browser its name"):
            return str((await tab.guard(tab.cdp.send("Browser.getVersion")))["userAgent"])

    async def restrict_urls(self, check: Check) -> None:
        """From now on open only what the check allows, whoever requests it.

        Raises:
            BrowserError: the browser does not support it.
        """
        tab = await self.ready()
        if self._proxy is not None:
            await self._proxy.restrict(check)
        if self._border is not None:
            before, self._border.check = self._border.check, check
            if check.adds_headers != before.adds_headers:
                await self._widened()
            return
        browser = self._browser or self._context.browser
        if browser is None:
            raise BrowserError("This browser does not let itself be kept from addresses.")
        border = RequestInterceptor(
            self._context,
            WindowsBeside(self._tabs, self.beside),
            check,
            background=self._background,
            on_refused=self._on_refused,
            events=self._events,
        )
        await tab.guard(border.begin(browser, alone=self._alone, proxied=self._proxied))
        self._border = border

    def set_request_policy(self, warden: RequestPolicy | None) -> None:
        """Let requests wait from now on until the warden has judged them; ``keep_within`` first."""
        assert self._border is not None, "there is a border first"
        self._warden = warden
        self._border.warden = None if self.lending.lent else warden

    def lend(self, *, quiet: bool) -> None:
        """Hand the window to the person; call ``lending.close`` first.

        Their requests are not judged, dialogs and tabs are theirs, and no time limit runs.

        Args:
            quiet: report nothing that happens in it.
        """
        self.lending.lend(quiet=quiet)
        self._lent.enter_context(self.patience.asking())
        if self._border is not None:
            self._border.warden = None

    def returned(self) -> None:
        """Note that the person is done; reports and checks resume with ``take_back``."""
        if self.lending.lent:
            self.lending.lent = False
            self._lent.close()
            self._dialogs.returned()

    def take_back(self) -> None:
        """Let the agents use the window again."""
        self.returned()
        if self._border is not None:
            self._border.warden = self._warden
        self.lending.open()

    def activate_user_tab(self, tab: Tab) -> None:
        """Note that the person uses this tab of the lent window."""
        if self.lending.lent and tab in self._tabs.all:
            self._tabs.active = tab

    async def received(self, parts: frozenset[str]) -> frozenset[str]:
        """Return which of these texts are part of what its pages received from the network."""
        return await self._recorder.received.search(parts)

    async def intercept(self, scope: RequestScope) -> None:
        """Pause these requests from now on."""
        self._scope = scope
        await self._widened()

    async def _on_reading(self, reading: bool) -> None:
        self._read_beside = reading
        await self._widened()

    async def _widened(self) -> None:
        if self._border is not None:
            await self._border.intercept("all" if self._read_beside else self._scope)

    @property
    def proxy_url(self) -> str | None:
        """The proxy that what is fetched for the session goes through, as its pages do."""
        return self._proxy.url if self._proxy is not None else None

    async def check_url(self, url: str) -> None:
        """Return when an address may be opened or fetched; ``ActionDenied`` says why not."""
        if self._border is not None:
            await self._border.check_url(url)

    async def admit_get(self, url: str) -> None:
        """Return if an address may be fetched outside the page, else raise ``ActionDenied``.

        Unlike a tab's documents, such a request bypasses the interceptor.
        """
        await self.check_url(url)
        if self._warden is not None:
            sent = Outgoing(method="GET", url=url, by="document", page=self.url)
            if not (decision := await self._warden.judge(sent)).allowed:
                raise ActionDenied(decision.sentence)

    def headers_for(self, url: str) -> Mapping[str, str]:
        """The person's headers for an address that is fetched outside the page."""
        return self._border.check.headers_for(url) if self._border is not None else {}

    def admit_answer(self, url: str, address: str) -> None:
        """Check the IP address that a response came from; raises as ``admit_get``.

        The proxy connects only to addresses that it has checked.
        """
        if self._border is not None and self._proxy is None:
            self._border.admit_answer(url, address)

    def activate(self, tab: Tab) -> None:
        """Make this tab active."""
        self._tabs.activate(tab)

    async def list_tabs(self) -> list[TabInfo]:
        """Every open tab, oldest first, as shown to people."""
        active = await self.ready()
        tabs = self.tabs
        titles = await asyncio.gather(*(tab.title() for tab in tabs))
        return [
            TabInfo(
                number=tab.number,
                url=tab.url,
                title=title,
                active=tab is active,
                opener=tab.opener.number if tab.opener else None,
            )
            for tab, title in zip(tabs, titles, strict=True)
        ]

    async def switch_tab(self, number: int) -> None:
        """Make the tab with this number active; ``BadArgument`` if there is none."""
        await self.ready()
        self._tabs.activate(self._tabs.numbered(number))

    async def close_tab(self, number: int) -> None:
        """Close a tab; if it was active, its opener or else the last tab takes over.

        Raises:
            BadArgument: there is no such tab, or it is the only one.
            ActionTimeout: the browser did not close it in time.
        """
        await self.ready()
        await self._tabs.close(self._tabs.numbered(number))

    def mark(self) -> Mark:
        """Begin an action: the moment that ``since`` reports from.

        A tab that the active one opens between the two takes over.
        """
        return self._tabs.mark()

    def since(self, mark: Mark) -> ActionEvents:
        """What happened after the mark; may be called repeatedly."""
        self._tabs.looked_at(mark)
        return self._timeline.since(mark, dialog_open=self._dialogs.any is not None)

    async def goto(self, url: str) -> Navigation:
        """Open an address in the active tab.

        Returns when the document is parsed, without waiting for subresources. An HTTP error is a
        page like any other, identified by its status.

        Args:
            url: a whole address, a host, or an address relative to the current page.

        Raises:
            BadArgument: it is no address, or of a kind not allowed.
            NavigationFailed: why it could not be opened; also for a file, which is saved.
            DialogOpen: the page opened a dialog while loading, or another tab's blocks this one.
        """
        tab = await self.ready()
        address = resolve(url, current=tab.url, allow_files=self._stored)
        await self.check_url(address)
        tab.notice("")
        return await self._leave(tab, address, lambda: navigate.goto(tab, address, self._means))

    async def history(self, direction: navigate.Direction) -> Navigation:
        """Go back, forward or reload in the active tab; returns and raises as ``goto`` does.

        Raises:
            SkillError: reloading the page would submit a form again.
        """
        tab = await self.ready()
        if direction == "reload" and tab.network.posted:
            raise SkillError(
                "This page answers a form that was sent: loading it again would send that once "
                "more. Open its address, or go back."
            )
        url = await navigate.target(tab, direction)
        await self.check_url(url)
        return await self._leave(
            tab, url, lambda: navigate.history(tab, direction, url, self._means)
        )

    async def answer_dialog(self, *, accept: bool, text: str | None = None) -> str:
        """Answer the dialog of the active tab, or else the newest one; see ``Dialogs.answer``."""
        return await self._dialogs.answer(self.active.page, accept=accept, text=text)

    async def close(self) -> None:
        """Save the storage state if configured, and close the context; never hangs."""
        if self._closing:
            return
        self._closing = True
        self._tabs.stop()
        self._recorder.stop()
        await _step("ending the picture", self.screencast.close(), _DISMISS_S)
        await _step("dismissing dialogs", self._dialogs.dismiss_all(), _DISMISS_S)
        if self.settings.save_storage_state is not None:
            saving = self._save_storage_state(self.settings.save_storage_state)
            if failure := await _step("saving the storage state", saving, _SAVE_S):
                self._on_event("storage_state_failed", message=failure)
        await self._background.stop()
        await _step("closing the place for code", self.sealed.close(), _SEALED_S)
        limit_s = close_limit_s(self.settings) if self._alone else _CLOSE_S
        failure = ""
        if not self._events.persons:
            failure = await _step("closing the context", self._context.close(), limit_s)
        if self._alone and failure:
            # A page that floods the driver with events holds its answers up.
            self._driver.kill()
        elif self._border is not None and not self._alone:
            await _step("taking the border down", self._border.end(), _DISMISS_S)

    async def _leave(
        self, tab: Tab, url: str, go: Callable[[], Awaitable[Navigation]]
    ) -> Navigation:
        """Leave the tab's document by ``go``; open ``url`` in another tab if it prevents that."""
        document = tab.document
        async with self._dialogs.leaving(tab) as leave:
            try:
                if not await navigate.stuck(tab):
                    with self._explain_refusal(tab):
                        return await go()
            except NavigationFailed as error:
                # A page can get stuck over its own leaving, and no time is left then.
                gone = tab.closed or tab.document != document
                if gone or not await navigate.stuck(tab, _STUCK_S):
                    raise
                await self._tabs.give_up(tab)
                raise NavigationFailed(
                    f"The page {tab.url} did not let itself be left, so its tab was closed and a "
                    "blank one took its place. Open the address again."
                ) from error
            except SkillError:
                if not leave.insists:
                    raise
            fresh = await self._tabs.give_up(tab)
        with self._explain_refusal(fresh):
            return await navigate.goto(fresh, url, self._means)

    @contextmanager
    def _explain_refusal(self, tab: Tab) -> Iterator[None]:
        """Raise the reason for a navigation that the interceptor aborted."""
        self._refused.clear()
        try:
            yield
        except NavigationFailed as error:
            for refused in self._refused:
                if refused.tab is tab:
                    raise ActionDenied(
                        f"The address leads on to another one, and {refused.decision.sentence}"
                    ) from error
            raise

    def _on_refused(self, refused: Refused) -> None:
        self._refused.append(refused)
        self.beside.note(refused)
        self._recorder.refused(refused)

    def _on_navigated(self, tab: Tab, navigation: Navigation) -> None:
        self._recorder.navigated(tab, navigation)
        if self._border is not None and not navigation.same_document:
            self._border.arrived(tab, navigation.to_url)

    async def _begin(self) -> None:
        context, events = self._context, self._events
        events.on("dialog", self._on_dialog)
        events.on("dialogclosed", self._dialogs.closed)
        events.on("download", self._on_download)
        self._recorder.listen(events, self._tabs)
        EndedRequests().listen(context)
        context.on("close", lambda _: self._on_gone())
        if self._browser is not None:
            self._browser.on("disconnected", lambda _: self._on_gone())
        self._driver.on_end(self._on_gone)
        # Of a browser that dies at this moment, Playwright's call may never return.
        begun = asyncio.ensure_future(self._tabs.begin())
        gone = asyncio.ensure_future(self._gone.wait())
        try:
            await asyncio.wait({begun, gone}, return_when=asyncio.FIRST_COMPLETED)
            if not begun.done():
                raise BrowserError("The browser was closed while opening a tab.")
            begun.result()
        finally:
            begun.cancel()
            gone.cancel()

    def _on_dialog(self, handle: PlaywrightDialog) -> None:
        if not self.beside.dismissed(handle):
            self._dialogs.opened(handle)

    def _on_download(self, download: Download) -> None:
        if not self.beside.cancelled(download):
            self._downloads.begin(download)

    async def _save_storage_state(self, path: Path) -> None:
        with mapped_errors("saving the storage state"):
            state = await self._context.storage_state()
        write_storage_state(path, self._redact(dict(state)))

    def _browser_type(self) -> BrowserType:
        return self._of_browser().browser_type

    def _of_browser(self) -> Browser:
        browser = self._browser or self._context.browser
        if browser is None:
            raise BrowserError("This browser opens nothing beside its tabs.")
        return browser

    def _owns(self, page: Page) -> bool:
        return self._tabs.of(page) is not None or self.beside.of(page) is not None

    def _on_gone(self, words: str = BrowserGone.words) -> None:
        if not self._gone.is_set():
            self._gone.words = words
            self._gone.set()
            self._tabs.stop()
            # A driver that ends closes no tab: who waits for one would wait for its limit of time.
            for tab in self._tabs.all:
                tab.end("The browser is gone.")
            self._recorder.tell("browser_gone")


async def _step(doing: str, work: Awaitable[None], limit_s: float) -> str:
    """Run one shutdown step; return what went wrong, as the next one runs anyway."""
    try:
        async with asyncio.timeout(limit_s):
            await work
    except TimeoutError:
        return f"{doing} took longer than {limit_s:g} s"
    except PlaywrightError as error:
        return first_line(error.message)
    except AgentEError as error:
        return str(error)
    return ""
