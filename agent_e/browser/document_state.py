"""The state of a tab's main frame, followed through the browser's own events."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from playwright.async_api import CDPSession

from agent_e.types import Navigation
from agent_e.urls import short_address

from .network import NetworkLog, without_fragment

REQUESTED_S = 1.0
"""How long a requested navigation may take to begin before it counts as dropped."""

_REPORTED_S = 0.25
"""How long after its first requests a document may be reported."""
_KEPT_LOADERS = 20
MOVES_A_SECOND = 20
"""Changes of address within a document that are told; of more in a second, the last is."""


class DocumentState:
    """The current document of a tab.

    Attributes:
        number: increases with every new main-frame document.
        parsed: whether it has been parsed (DOMContentLoaded).
        failed_url: the address that failed to load, while the browser shows its error page.
    """

    def __init__(
        self, url: str, network: NetworkLog, on_navigated: Callable[[Navigation], None]
    ) -> None:
        """Create it for a tab showing ``url``; ``on_navigated`` is called on every change."""
        self.number = 1
        self.parsed = False
        self.failed_url = ""
        self._url = url
        self._network = network
        self._on_navigated = on_navigated
        self.frames: set[str] = set()
        self._frame_id = ""
        self._started = ""
        self._loaders: deque[str] = deque(maxlen=_KEPT_LOADERS)
        self._second, self._moves, self._untold = 0.0, 0, ""
        self._requested: float | None = None
        self._changed = asyncio.Event()

    @property
    def navigating(self) -> bool:
        """Whether a main-frame navigation was started or requested and has not ended."""
        return bool(self._started) or self._requested_for() > 0

    @property
    def idle(self) -> bool:
        """Whether no navigation is under way and the document has been parsed."""
        return self.parsed and not self.navigating

    async def follow(self, cdp: CDPSession, *, frame_id: str) -> None:
        """Follow the page of this session; its renderer must be free to answer."""
        self._frame_id = frame_id
        events: dict[str, Callable[[Any], None]] = {
            "frameRequestedNavigation": self._on_requested,
            "frameClearedScheduledNavigation": self._on_cleared,
            "frameStartedNavigating": self._on_started,
            "frameStoppedLoading": self._on_stopped,
            "frameNavigated": self._on_committed,
            "navigatedWithinDocument": self._on_moved,
            "domContentEventFired": self._on_parsed,
            "frameAttached": lambda event: self.frames.add(event["frameId"]),
            "frameDetached": lambda event: self.frames.discard(event["frameId"]),
        }
        for name, handler in events.items():
            cdp.on(f"Page.{name}", handler)
        await cdp.send("Page.enable")
        # A page that is taken over has some already.
        self.frames |= _within((await cdp.send("Page.getFrameTree"))["frameTree"])

    def was_parsed(self) -> None:
        """Note that the first document is parsed, which may predate ``follow``."""
        if self.number == 1:
            self.parsed = True
            self._changed.set()

    def stays(self, refused: str) -> None:
        """Note that the navigation with this loader id was refused.

        It ends the parsing of the document without an event, and a part of it that never arrives
        keeps the browser from reporting that loading has stopped.
        """
        if refused in self._loaders:
            self._loaders.remove(refused)
        if self._started == refused:
            self._idle()
        newest = self._loaders[-1] if self._loaders else ""
        # The document itself may be reported later than the refusal.
        asyncio.get_running_loop().call_later(_REPORTED_S, self._interrupted, newest)

    def _interrupted(self, loader: str) -> None:
        if loader == (self._loaders[-1] if self._loaders else ""):
            self.parsed = True
            self._changed.set()

    async def settled(self) -> None:
        """Wait until no navigation is under way and the document has been parsed."""
        while not self.idle:
            self._changed.clear()
            # A navigation request may be dropped without an event: it expires.
            timeout = None if self._started or not self.parsed else self._requested_for()
            try:
                async with asyncio.timeout(timeout):
                    await self._changed.wait()
            except TimeoutError:
                continue

    async def replaced(self) -> None:
        """Wait until another document has replaced the current one."""
        number = self.number
        while self.number == number:
            self._changed.clear()
            await self._changed.wait()

    def _requested_for(self) -> float:
        """Seconds for which a navigation request still counts; 0 without one."""
        if self._requested is None:
            return 0.0
        return max(0.0, self._requested + REQUESTED_S - time.monotonic())

    def _on_requested(self, event: Any) -> None:
        if event["frameId"] == self._frame_id and event["disposition"] == "currentTab":
            self._requested = time.monotonic()

    def _on_cleared(self, event: Any) -> None:
        if event["frameId"] == self._frame_id:
            self._requested = None
            self._changed.set()

    def _on_started(self, event: Any) -> None:
        if event["frameId"] == self._frame_id:
            self._started = event["loaderId"]
            self._loaders.append(self._started)

    def _on_stopped(self, event: Any) -> None:
        # Also ends what never becomes a document: a download, an answer without content. Requested
        # while the page was parsed, that ended the parsing, which no other event says.
        if event["frameId"] == self._frame_id:
            self.parsed = True
            self._idle()

    def _on_committed(self, event: Any) -> None:
        frame = event["frame"]
        if frame.get("parentId"):
            return
        self.number += 1
        self.parsed = False
        self.failed_url = frame.get("unreachableUrl", "")
        self._network.committed()
        url = self.failed_url or frame["url"] + frame.get("urlFragment", "")
        status = self._network.documents.get(without_fragment(url))
        self._tell(url, status=status, same_document=False)

    def _on_moved(self, event: Any) -> None:
        if event["frameId"] != self._frame_id:
            return
        now = time.monotonic()
        if now - self._second >= 1:
            self._second, self._moves = now, 0
        self._moves += 1
        if self._moves <= MOVES_A_SECOND:
            self._tell(event["url"], status=None, same_document=True)
            return
        if not self._untold:
            asyncio.get_running_loop().call_later(1, self._tell_last, self.number)
        self._untold = event["url"]
        self._idle()

    def _tell_last(self, number: int) -> None:
        url, self._untold = self._untold, ""
        if number == self.number:
            self._tell(url, status=None, same_document=True)

    def _on_parsed(self, _: Any) -> None:
        self.parsed = True
        self._changed.set()

    def _tell(self, url: str, *, status: int | None, same_document: bool) -> None:
        before, self._url = self._url, short_address(url)
        self._idle()
        self._on_navigated(
            Navigation(
                from_url=before, to_url=self._url, status=status, same_document=same_document
            )
        )

    def _idle(self) -> None:
        self._started = ""
        self._requested = None
        self._changed.set()


def _within(tree: Any) -> set[str]:
    """The ids of the frames in a frame."""
    inner = tree.get("childFrames", ())
    return {each["frame"]["id"] for each in inner}.union(*map(_within, inner))
