"""The picture of a session's active tab, cast while somebody looks.

A cast of a page that moves costs half a core, however slowly its pictures are acknowledged: the
browser captures every frame of the page. So for those who only watch it is on until something
changes, and rests after each change; of a page that keeps moving it is of half the size until the
page stands still. Beginning a cast brings one picture at once.
"""

from __future__ import annotations

import asyncio
import base64
import logging
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error as PlaywrightError

from .background_tasks import done_within
from .tab import Tab

if TYPE_CHECKING:
    from .session import BrowserSession

_LOG = logging.getLogger(__name__)
_PERIOD_S = 0.18
"""Between two pictures for those who watch."""
_REST_S = 0.1
"""At least, of a cast that takes long to begin."""
_ACKNOWLEDGED_S = 0.066
"""After its arrival; the browser has two on their way at most, which makes 30 a second."""
_LOOK_S = 0.1
"""How soon another active tab is noticed."""
_AGAIN_S = 1.0
"""How soon a tab that could not be cast is tried again."""
_ANSWER_S = 2.0
_QUALITY = 60
_LONGEST_SIDE = 1920
_MOVING = 2
"""This many different pictures in a row, and the page is taken to keep moving."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Frame:
    """A picture of a tab.

    Attributes:
        tab: its number.
        jpeg: the picture, whatever its size.
        width: of the page's viewport in CSS pixels.
        height: likewise.
        scale: how far the page is pinched open.
    """

    tab: int
    jpeg: bytes
    width: float
    height: float
    scale: float


class Viewer:
    """Somebody who looks on.

    Attributes:
        driving: whether they use the page, and so get every picture.
    """

    def __init__(self) -> None:
        self.driving = False
        self._newest: Frame | None = None
        self._news = asyncio.Event()

    async def frame(self) -> Frame | None:
        """Return the newest picture not returned before.

        ``None`` once the session has ended, or the cast broke: looking on anew begins another.
        """
        await self._news.wait()
        self._news.clear()
        return self._newest

    def show(self, frame: Frame | None) -> None:
        """Put a picture in the place of the one before, whether that was taken or not."""
        self._newest = frame
        self._news.set()


class Screencast:
    """One cast for all who look at a session."""

    def __init__(self, session: BrowserSession) -> None:
        """Create it; nothing is cast before the first viewer."""
        self._session = session
        self._viewers: list[Viewer] = []
        self._newest: Frame | None = None
        self._work: asyncio.Task[None] | None = None
        self._closed = False

    @contextmanager
    def viewer(self) -> Iterator[Viewer]:
        """Look on while the block runs."""
        viewer = Viewer()
        self._viewers.append(viewer)
        if self._closed or self._newest is not None:
            viewer.show(self._newest)
        if not self._closed and (self._work is None or self._work.done()):
            self._work = asyncio.create_task(self._run())
            self._work.add_done_callback(self._ended)
        try:
            yield viewer
        finally:
            self._viewers.remove(viewer)

    async def close(self) -> None:
        """End it with the session; every viewer gets ``None``."""
        self._closed = True
        self._show(None)
        if self._work is not None:
            self._work.cancel()
            await asyncio.wait({self._work})

    @property
    def _driven(self) -> bool:
        return any(viewer.driving for viewer in self._viewers)

    def _shows(self, tab: Tab) -> bool:
        return bool(self._viewers) and self._session.active is tab and not tab.closed

    def _show(self, frame: Frame | None) -> None:
        self._newest = frame
        for viewer in self._viewers:
            viewer.show(frame)

    async def _run(self) -> None:
        while self._viewers and not self._session.gone:
            tab = self._session.active
            try:
                await self._follow(tab)
            except (PlaywrightError, TimeoutError) as error:
                # That it closed or crashed may be known a moment later.
                await asyncio.sleep(_LOOK_S)
                if self._shows(tab) and not self._session.gone:
                    _LOG.warning("tab %d could not be shown: %s", tab.number, error)
                    await asyncio.sleep(_AGAIN_S)
            # What crashed or closed is being replaced: another tab is active soon.
            if tab.closed:
                await asyncio.sleep(_LOOK_S)
        self._newest = None
        if self._session.gone:
            self._show(None)

    def _ended(self, work: asyncio.Task[None]) -> None:
        """Let nobody look at the last picture as if it were live."""
        if not work.cancelled() and (error := work.exception()) is not None:
            _LOG.error("the live picture broke", exc_info=error)
            self._show(None)

    async def _follow(self, tab: Tab) -> None:
        """Show a tab while it is the active one."""
        shown: tuple[int, str] | None = None
        changes = 0
        while self._shows(tab):
            side = _LONGEST_SIDE
            if changes >= _MOVING and self._newest and not self._driven:
                side = round(max(self._newest.width, self._newest.height) / 2)
            begun = time.monotonic()
            async with _cast(tab, side) as pictures:
                while self._shows(tab):
                    event = await pictures.next()
                    if event is None:
                        continue
                    if (side, event["data"]) == shown:
                        changes = 0
                        if side != _LONGEST_SIDE:
                            break
                        continue
                    shown = (side, event["data"])
                    self._show(_frame(tab, event))
                    if not self._driven or side != _LONGEST_SIDE:
                        changes += 1
                        break
            if changes and not self._driven:
                await asyncio.sleep(max(_REST_S, _PERIOD_S - (time.monotonic() - begun)))


class _Pictures:
    """The newest picture of a cast; each is acknowledged some time after its arrival."""

    def __init__(self, tab: Tab) -> None:
        self._tab = tab
        self._newest: Any = None
        self._come = asyncio.Event()
        self._timers: list[asyncio.TimerHandle] = []
        self._acknowledging: set[asyncio.Task[bool]] = set()

    def take(self, event: Any) -> None:
        self._newest = event
        self._come.set()
        loop = asyncio.get_running_loop()
        later = loop.call_later(_ACKNOWLEDGED_S, self._acknowledge, event["sessionId"])
        # At most two are on their way.
        self._timers = [*self._timers[-1:], later]

    async def next(self) -> Any:
        """Return the newest not returned before; ``None`` if none comes for a moment."""
        try:
            async with asyncio.timeout(_LOOK_S):
                await self._come.wait()
        except TimeoutError:
            return None
        self._come.clear()
        return self._newest

    def end(self) -> None:
        for each in self._timers:
            each.cancel()

    def _acknowledge(self, number: int) -> None:
        sent = self._tab.cdp.send("Page.screencastFrameAck", {"sessionId": number})
        task = asyncio.ensure_future(done_within(_ANSWER_S, sent))
        self._acknowledging.add(task)
        task.add_done_callback(self._acknowledging.discard)


@asynccontextmanager
async def _cast(tab: Tab, longest_side: int) -> AsyncIterator[_Pictures]:
    """Cast a tab while the block runs; the browser does it all, even with the page hung."""
    cdp, pictures = tab.cdp, _Pictures(tab)
    how = {"format": "jpeg", "quality": _QUALITY}
    how |= {"maxWidth": longest_side, "maxHeight": longest_side}
    cdp.on("Page.screencastFrame", pictures.take)
    try:
        async with asyncio.timeout(_ANSWER_S):
            await cdp.send("Page.startScreencast", how)
        yield pictures
    finally:
        cdp.remove_listener("Page.screencastFrame", pictures.take)
        pictures.end()
        await done_within(_ANSWER_S, cdp.send("Page.stopScreencast"))


def _frame(tab: Tab, event: Any) -> Frame:
    about = event["metadata"]
    scale = about["pageScaleFactor"] or 1
    return Frame(
        tab=tab.number,
        jpeg=base64.b64decode(event["data"]),
        width=about["deviceWidth"] / scale,
        height=about["deviceHeight"] / scale,
        scale=scale,
    )
