"""A person's input to the active tab from afar, as trusted as that of a window."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from agent_e.errors import SkillError

from .background_tasks import consume
from .remote_keys import CONTROL, key_event

if TYPE_CHECKING:
    from .session import BrowserSession

Button = Literal["none", "left", "middle", "right"]
_MOUSE = {"down": "mousePressed", "up": "mouseReleased", "move": "mouseMoved"}
_TOUCH = {"start": "touchStart", "move": "touchMove", "end": "touchEnd", "cancel": "touchCancel"}
_MAX_PENDING = 64
"""Events that the page has not taken yet; of more it is told that it does not answer."""
_MAX_MOVES = 8
"""Likewise, movements of the mouse: newer ones are left out, as the next one comes soon."""


class Finger(NamedTuple):
    """A touched point in CSS pixels of the viewport."""

    x: float
    y: float
    id: int


class RemoteInput:
    """Sends what one person does, in its order and without waiting for the page."""

    def __init__(self, session: BrowserSession) -> None:
        """Create it; the window must have been lent to the person."""
        self._session = session
        self._pending: set[asyncio.Future[Any]] = set()
        self._buttons: dict[Button, tuple[float, float]] = {}
        self._keys: dict[str, dict[str, Any]] = {}
        self._touching = False
        self.pressed_at = (0.0, 0.0)

    def mouse(
        self,
        kind: Literal["down", "up", "move"],
        x: float,
        y: float,
        *,
        button: Button = "none",
        buttons: int = 0,
        clicks: int = 0,
        modifiers: int = 0,
    ) -> None:
        """Press, release or move the mouse; coordinates in CSS pixels of the viewport.

        Raises:
            SkillError: a dialog is open, or the page does not answer.
        """
        if kind == "move" and (len(self._pending) >= _MAX_MOVES or self._session.dialog):
            return
        if kind == "down":
            self._buttons[button] = self.pressed_at = (x, y)
        elif kind == "up":
            self._buttons.pop(button, None)
        self._send(
            "Input.dispatchMouseEvent",
            {
                "type": _MOUSE[kind],
                **{"x": x, "y": y, "modifiers": modifiers},
                **{"button": button, "buttons": buttons, "clickCount": clicks},
            },
        )

    def wheel(self, x: float, y: float, dx: float, dy: float, *, modifiers: int = 0) -> None:
        """Scroll by CSS pixels where the mouse is; raises as ``mouse``."""
        self._send(
            "Input.dispatchMouseEvent",
            {
                "type": "mouseWheel",
                **{"x": x, "y": y, "modifiers": modifiers},
                **{"deltaX": dx, "deltaY": dy},
            },
        )

    def key(
        self,
        kind: Literal["down", "up"],
        key: str,
        code: str,
        *,
        location: int = 0,
        modifiers: int = 0,
        repeat: bool = False,
    ) -> None:
        """Press or release a key; see ``key_event``. Raises as ``mouse``."""
        event = key_event(kind, key, code, location=location, modifiers=modifiers, repeat=repeat)
        if event is None:
            return
        if kind == "down":
            self._keys[code] = {**event, "type": "keyUp", "text": "", "commands": []}
        else:
            self._keys.pop(code, None)
        self._send("Input.dispatchKeyEvent", event)

    def shortcut(self, letter: str) -> None:
        """Press Control and a letter; raises as ``mouse``."""
        self.key("down", letter, f"Key{letter.upper()}", modifiers=CONTROL)
        self.key("up", letter, f"Key{letter.upper()}", modifiers=CONTROL)

    def text(self, text: str) -> None:
        """Insert a text as pasted or composed; raises as ``mouse``."""
        self._send("Input.insertText", {"text": text})

    def touch(
        self, kind: Literal["start", "move", "end", "cancel"], points: Sequence[Finger]
    ) -> None:
        """Touch with all these fingers, or lift them; raises as ``mouse``.

        Args:
            kind: what changed.
            points: the fingers that touch now.
        """
        if kind in ("end", "cancel"):
            # One finger of several is lifted by a movement of the others.
            kind, points = ("move", points) if points and kind == "end" else (kind, ())
        elif not points:
            return
        self._touching = bool(points)
        fingers = [{"x": each.x, "y": each.y, "id": each.id} for each in points]
        self._send("Input.dispatchTouchEvent", {"type": _TOUCH[kind], "touchPoints": fingers})

    def release(self) -> None:
        """Release what is still pressed: the person is gone, or has given the window back."""
        if self._session.gone or self._session.dialog:
            return
        for button, (x, y) in [*self._buttons.items()]:
            self.mouse("up", x, y, button=button, clicks=1)
        for event in self._keys.values():
            self._send("Input.dispatchKeyEvent", event)
        self._keys.clear()
        if self._touching:
            self.touch("cancel", ())

    def _send(self, method: str, event: Mapping[str, Any]) -> None:
        session = self._session
        if session.dialog is not None:
            raise SkillError("A dialog is open, and the page takes nothing else. Answer it first.")
        if len(self._pending) >= _MAX_PENDING:
            raise SkillError("The page does not answer. Wait, or open another address.")
        task = asyncio.ensure_future(session.active.cdp.send(method, dict(event)))
        self._pending.add(task)
        task.add_done_callback(self._pending.discard)
        # What it was for is gone: a tab that closed, a document that was replaced.
        task.add_done_callback(consume)
