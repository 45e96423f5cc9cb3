"""What the interceptor must know of a context's windows, whoever uses them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from playwright.async_api import BrowserContext, CDPSession, Page

from .background_tasks import Background


class Window(Protocol):
    """A window, such as a ``Tab``."""

    @property
    def cdp(self) -> CDPSession:
        """Protocol session of its page."""

    @property
    def url(self) -> str:
        """Address of its page."""

    @property
    def document_id(self) -> tuple[int, int]:
        """Number of the window, and of its main-frame document, which only increases."""

    @property
    def opener(self) -> Window | None:
        """The window whose page opened it."""

    def stays(self, refused: str) -> None:
        """Note that the navigation of its page with this loader id was refused."""


class TabLookup(Protocol):
    """The windows of one context, such as ``Tabs``."""

    @property
    def active(self) -> Window:
        """The active window."""

    def of(self, page: Page | None) -> Window | None:
        """The window of a page; ``None`` when it has none yet."""

    def of_frame(self, frame_id: str) -> Window | None:
        """The window with this main frame; ``None`` for other frames."""

    def holds(self, frame_id: str) -> bool:
        """Whether a frame that was added after its window opened is in one of them.

        The page is not queried: it may be waiting for the response to this very request.
        """

    def refuse(self, url: str) -> None:
        """Note that a window a page asked for will not open."""

    def asked_apart(self, url: str) -> bool:
        """Whether one of their pages has just asked for a tab with this address, on its own."""

    async def only_reads(self, frame_id: str) -> bool:
        """Whether a frame or worker may send nothing but GET."""


@dataclass(frozen=True, eq=False)
class _Plain:
    page: Page
    cdp: CDPSession
    frame_id: str
    document_id: tuple[int, int] = (0, 0)
    opener: Window | None = None

    @property
    def url(self) -> str:
        return self.page.url

    def stays(self, refused: str) -> None:
        """Do nothing: nobody waits for a document here."""


class PlainWindows:
    """Windows that a person uses on their own; ``open`` opens the first."""

    def __init__(self, context: BrowserContext, background: Background) -> None:
        self._context = context
        self._all: list[_Plain] = []
        context.on("page", lambda page: background.run(self._adopt(page)))

    async def open(self) -> Page:
        """Open a window."""
        page = await self._context.new_page()
        await self._adopt(page)
        return page

    @property
    def active(self) -> Window:
        """The oldest one."""
        return self._all[0]

    def of(self, page: Page | None) -> Window | None:
        """The window of a page; ``None`` when it has none yet."""
        return next((each for each in self._all if each.page == page), None)

    def of_frame(self, frame_id: str) -> Window | None:
        """The window with this main frame; ``None`` for other frames."""
        return next((each for each in self._all if each.frame_id == frame_id), None)

    def holds(self, frame_id: str) -> bool:
        """Never: the events of these windows are not followed."""
        return False

    def refuse(self, url: str) -> None:
        """Do nothing: nobody waits for a window here."""

    def asked_apart(self, url: str) -> bool:
        """Never."""
        return False

    async def only_reads(self, frame_id: str) -> bool:
        """Never."""
        return False

    async def _adopt(self, page: Page) -> None:
        if self.of(page) or page.is_closed():
            return
        cdp = await self._context.new_cdp_session(page)
        info = await cdp.send("Target.getTargetInfo")
        if not self.of(page):
            self._all.append(_Plain(page, cdp, info["targetInfo"]["targetId"]))
