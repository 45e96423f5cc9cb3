"""A person's input to the active tab from afar, as trusted as that of a window."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from agent_e.errors import SkillError

from .background_tasks import consume
from .remote_drag import RemoteDrag
from .remote_keys import CONTROL, key_event
from .tab import Tab

if TYPE_CHECKING:
    from .session import BrowserSession

Button = Literal["none", "left", "middle", "right"]
_MOUSE = {"down": "mousePressed", "up": "mouseReleased", "move": "mouseMoved"}
_TOUCH = {"start": "touchStart", "move": "touchMove", "end": "touchEnd", "cancel": "touchCancel"}
_MOVEMENTS = frozenset({"mouseMoved", "mouseWheel", "touchMove", "dragOver"})
_MAX_PENDING = 64
"""Events that the page has not taken yet; of more it is told that it does not answer."""
_MAX_MOVES = 8
"""Likewise, and movements are left out, as the next one comes soon."""


class Finger(NamedTuple):
    """A touched point in CSS pixels of the viewport."""

    x: float
    y: float
    id: int


class _Press(NamedTuple):
    """Where a button of the mouse was pressed, in CSS pixels of the tab's viewport."""

    tab: Tab
    x: float
    y: float


class RemoteInput:
    """Sends what one person does, in its order and without waiting for the page."""

    def __init__(self, session: BrowserSession) -> None:
        """Create it; the window must have been lent to the person."""
        self._session = session
        self._pending: set[asyncio.Future[Any]] = set()
        self._moving: set[asyncio.Future[Any]] = set()
        self._presses: dict[Button, _Press] = {}
        self._keys: dict[str, dict[str, Any]] = {}
        self._touching = False
        self._drag: RemoteDrag | None = None
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

        It is dragged and released in the tab that it was pressed in, as with a window.

        Raises:
            SkillError: a dialog is open, or the page does not answer.
        """
        place = {"x": x, "y": y, "modifiers": modifiers}
        tab = self._mouse_tab(kind, button)
        skipped = self._skips(release=kind == "up", movement=kind == "move")
        # The person has let go of it, whether the page hears of that or not.
        if kind == "up" and self._let_go(button, place, drop=not skipped):
            return
        if skipped:
            return
        self._check()
        if kind == "move" and self._drag is not None and self._drag.move(place):
            return
        if kind == "down":
            self._presses[button] = _Press(tab, x, y)
            self.pressed_at = (x, y)
        pressed = {"button": button, "buttons": buttons, "clickCount": clicks}
        self._send("Input.dispatchMouseEvent", {"type": _MOUSE[kind], **place, **pressed}, tab)
        if kind == "down" and button == "left" and self._drag is None:
            self._drag = RemoteDrag(tab.cdp, partial(self._send, tab=tab))

    def wheel(self, x: float, y: float, dx: float, dy: float, *, modifiers: int = 0) -> None:
        """Scroll by CSS pixels where the mouse is; raises as ``mouse``."""
        if self._skips(movement=True):
            return
        self._check()
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
        if kind == "up":
            self._keys.pop(code, None)
        if self._skips(release=kind == "up"):
            return
        self._check()
        if kind == "down":
            self._keys[code] = {**event, "type": "keyUp", "text": "", "commands": []}
        self._send("Input.dispatchKeyEvent", event)

    def shortcut(self, letter: str) -> None:
        """Press Control and a letter; raises as ``mouse``."""
        self.key("down", letter, f"Key{letter.upper()}", modifiers=CONTROL)
        self.key("up", letter, f"Key{letter.upper()}", modifiers=CONTROL)

    def text(self, text: str) -> None:
        """Insert a text as pasted or composed; raises as ``mouse``."""
        self._check()
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
        if self._skips(release=not points, movement=kind == "move"):
            return
        self._check()
        if kind == "start":
            self.pressed_at = (points[0].x, points[0].y)
        self._touching = bool(points)
        fingers = [{"x": each.x, "y": each.y, "id": each.id} for each in points]
        self._send("Input.dispatchTouchEvent", {"type": _TOUCH[kind], "touchPoints": fingers})

    def release(self) -> None:
        """Release what is still pressed: the person is gone, or has given the window back."""
        if self._drag is not None:
            drag, self._drag = self._drag, None
            drag.end({"x": 0, "y": 0, "modifiers": 0}, drop=False)
        keys, self._keys = self._keys, {}
        presses, self._presses = self._presses, {}
        touching, self._touching = self._touching, False
        if self._session.gone or self._session.dialog:
            return
        for button, (tab, x, y) in presses.items():
            if not tab.closed:
                event = {"type": "mouseReleased", "x": x, "y": y, "button": button, "clickCount": 1}
                self._send("Input.dispatchMouseEvent", event, tab)
        for event in keys.values():
            self._send("Input.dispatchKeyEvent", event)
        if touching:
            self._send("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})

    def _mouse_tab(self, kind: str, button: Button) -> Tab:
        """The tab that gets this of the mouse."""
        if kind == "up":
            press = self._presses.get(button)
        else:
            press = next(reversed(self._presses.values()), None) if kind == "move" else None
        return self._session.active if press is None or press.tab.closed else press.tab

    def _let_go(self, button: Button, place: Mapping[str, Any], *, drop: bool) -> bool:
        """Forget that a button is pressed, and end what it drags; false if it drags nothing."""
        self._presses.pop(button, None)
        if button != "left" or self._drag is None:
            return False
        drag, self._drag = self._drag, None
        return drag.end(place, drop=drop)

    def _skips(self, *, release: bool = False, movement: bool = False) -> bool:
        """Whether nobody misses it: a release under a dialog, one of many movements."""
        if movement and len(self._moving) >= _MAX_MOVES:
            return True
        return (release or movement) and self._session.dialog is not None

    def _check(self) -> None:
        if self._session.dialog is not None:
            raise SkillError("A dialog is open, and the page takes nothing else. Answer it first.")
        if len(self._pending) >= _MAX_PENDING:
            raise SkillError("The page does not answer. Wait, or open another address.")

    def _send(self, method: str, event: Mapping[str, Any], tab: Tab | None = None) -> None:
        """Send it to a tab, by default the active one."""
        cdp = (tab or self._session.active).cdp
        task = asyncio.ensure_future(cdp.send(method, dict(event)))
        kinds = [self._pending]
        if event.get("type") in _MOVEMENTS:
            kinds.append(self._moving)
        for kind in kinds:
            kind.add(task)
            task.add_done_callback(kind.discard)
        # What it was for is gone: a tab that closed, a document that was replaced.
        task.add_done_callback(consume)
