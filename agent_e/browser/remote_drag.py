"""Dragging of a page's own things: without a window, the browser leaves it to its driver."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from playwright.async_api import CDPSession

Send = Callable[[str, Mapping[str, Any]], None]
"""Sends a command to the tab that the mouse was pressed in."""


class RemoteDrag:
    """What is dragged from one press of the mouse to its release."""

    def __init__(self, cdp: CDPSession, send: Send) -> None:
        """Begin with the press: nothing is dragged yet."""
        self._cdp = cdp
        self._send = send
        self._data: Any = None
        self._place: Mapping[str, Any] = {}
        cdp.on("Input.dragIntercepted", self._on_begun)
        send("Input.setInterceptDrags", {"enabled": True})

    def move(self, place: Mapping[str, Any]) -> bool:
        """Drag to a place, given as x, y and modifiers; false if nothing is dragged."""
        self._place = place
        return self._dispatch("dragOver")

    def end(self, place: Mapping[str, Any], *, drop: bool = True) -> bool:
        """Drop it, or leave it where it was; false if nothing was dragged."""
        self._place = place
        self._cdp.remove_listener("Input.dragIntercepted", self._on_begun)
        self._send("Input.setInterceptDrags", {"enabled": False})
        return self._dispatch("dragOver") and self._dispatch("drop" if drop else "dragCancel")

    def _on_begun(self, event: Any) -> None:
        self._data = event["data"]
        self._dispatch("dragEnter")

    def _dispatch(self, kind: str) -> bool:
        if self._data is None or not self._place:
            return False
        self._send("Input.dispatchDragEvent", {"type": kind, "data": self._data, **self._place})
        return True
