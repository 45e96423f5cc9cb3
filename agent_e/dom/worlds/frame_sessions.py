"""CDP sessions of out-of-process frames."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from weakref import WeakKeyDictionary

from playwright.async_api import CDPSession, Frame, Page
from playwright.async_api import Error as PlaywrightError


class FrameSessions:
    """Finds a frame's session, and keeps it until the frame is gone."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._sessions: dict[str, CDPSession] = {}
        self._ids: WeakKeyDictionary[Frame, str] = WeakKeyDictionary()
        self._refused: WeakKeyDictionary[Frame, str] = WeakKeyDictionary()

    async def of(self, frame_id: str, nearest: CDPSession) -> CDPSession | None:
        """Return a frame's session: the nearest, or its own if out-of-process.

        ``None`` if the frame no longer exists.
        """
        tree = (await nearest.send("Page.getFrameTree"))["frameTree"]
        if frame_id in frame_ids(tree):
            return nearest
        if frame_id not in self._sessions:
            await self._attach_until(frame_id)
        return self._sessions.get(frame_id)

    async def apart(self) -> list[CDPSession]:
        """Return a session for each out-of-process frame."""
        await self._attach_until("")
        return list(self._sessions.values())

    async def forget(self, frame_id: str) -> None:
        """Drop a frame's own session, if it had one."""
        session = self._sessions.pop(frame_id, None)
        for frame in [frame for frame, known in self._ids.items() if known == frame_id]:
            del self._ids[frame]
        if session is None:
            return
        try:
            await session.detach()
        except PlaywrightError:
            # It ended with its process: nothing is left to drop.
            return

    async def _attach_until(self, frame_id: str) -> None:
        for frame in self._page.frames[1:]:
            if frame in self._ids or self._refused.get(frame) == frame.url:
                continue
            try:
                session = await self._page.context.new_cdp_session(frame)
                tree = await session.send("Page.getFrameTree")
            except PlaywrightError:
                # Whether a frame is out-of-process cannot be queried: the error tells. Its next
                # address may change that.
                self._refused[frame] = frame.url
                continue
            found = tree["frameTree"]["frame"]["id"]
            self._ids[frame] = found
            self._sessions[found] = session
            if found == frame_id:
                return


def frame_ids(tree: dict[str, Any]) -> Iterator[str]:
    """The ids of a frame tree, topmost first."""
    yield tree["frame"]["id"]
    for child in tree.get("childFrames", ()):
        yield from frame_ids(child)
