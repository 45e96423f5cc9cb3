"""Acting on elements with trusted input: real mouse and keyboard, never a script's click."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import date

from agent_e.browser import BrowserSession
from agent_e.dom.observe.protocol import ObserverProtocol
from agent_e.types import Entered, Filled, Node

from . import (
    by_name,
    calendars,
    choose,
    dragging,
    fill,
    form,
    keyboard,
    pointer,
    pointer_at,
    scrolling,
    secrets,
    selecting,
    uploading,
    waiting,
)
from .pointer import ClickType
from .scrolling import Direction, ScrollOutcome
from .targets import MayUpload, Point, Target, Targets


class PageActor:
    """Acts on the active page of a session.

    Each kind of action has its own module, which documents further errors than these:

    Raises:
        ElementGone: an element is not on the page.
        ElementBlocked: it is covered, disabled, invisible, moving, out of reach or unfocusable.
        BadArgument: it does not accept this, or there is no such thing.
        DialogOpen: a dialog keeps the page from answering, or opened meanwhile.
        ActionTimeout: the page is too busy.
    """

    def __init__(
        self,
        session: BrowserSession,
        observer: ObserverProtocol,
        action_timeout_s: float,
        *,
        typing_delay_ms: float = 0,
        may_upload: MayUpload | None = None,
    ) -> None:
        self._session = session
        self._targets = Targets(
            session,
            observer,
            action_timeout_s,
            typing_delay_ms=typing_delay_ms,
            may_upload=may_upload,
        )

    async def resolve(self, target: int | str) -> Node:
        """Return the element as it is now; see ``by_name.resolve``."""
        return await by_name.resolve(self._targets, target)

    async def click(
        self,
        mmid: int,
        how: ClickType = "single",
        modifiers: str = "",
        *,
        hold_s: float = 0.0,
        at: tuple[float, float] | None = None,
    ) -> str:
        """Click; see ``pointer.click``. A dialog that opens is no error but is reported."""
        target = self._targets.of(mmid, at)
        return await pointer.click(self._targets, target, how, modifiers, hold_s)

    async def at_point(self, x: float, y: float) -> Node:
        """Return what lies at a point of the viewport; see ``pointer_at.at_point``."""
        return await pointer_at.at_point(self._targets, Point(x, y))

    async def point_in(self, mmid: int, across: float, down: float) -> tuple[float, float]:
        """Bring a point of it into view; see ``pointer_at.point_in``."""
        return await pointer_at.point_in(self._targets, self._targets.of(mmid), (across, down))

    async def hover(self, mmid: int, at: tuple[float, float] | None = None) -> None:
        """Move the mouse onto it; see ``pointer.hover``."""
        await pointer.hover(self._targets, self._targets.of(mmid, at))

    async def drag(
        self,
        mmid: int,
        to: int | None = None,
        dx: float = 0.0,
        dy: float = 0.0,
        *,
        part: tuple[float, float] = (0.5, 0.5),
        at: tuple[float, float] | None = None,
    ) -> None:
        """Drag it to an element or by an offset; see ``dragging.drag``."""
        goal = dragging.Goal(self._target(to), part, dx, dy)
        await dragging.drag(self._targets, self._targets.of(mmid, at), goal)

    async def text_at(self, first: str, last: str, within: int | None) -> tuple[float, float]:
        """Bring the beginning of a text into view; see ``selecting.begins``."""
        text = selecting.Text(first, last, self._target(within))
        return await selecting.begins(self._targets, text)

    async def select_text(
        self, first: str, last: str, within: int | None, under: int
    ) -> tuple[str, int]:
        """Select a text with the mouse; see ``selecting.select``."""
        text = selecting.Text(first, last, self._target(within))
        return await selecting.select(self._targets, text, under)

    async def upload_file(self, mmid: int, paths: Sequence[str]) -> str:
        """Give files to it; see ``uploading.upload_file``."""
        return await uploading.upload_file(self._targets, self._targets.of(mmid), paths)

    async def enter_text(
        self, mmid: int, text: str, *, submit: bool = False, part: str = ""
    ) -> Entered:
        """Replace a field's text or part of it; see ``fill.enter_text``."""
        target = self._targets.of(mmid)
        return await fill.enter_text(self._targets, target, text, submit=submit, part=part)

    async def fill_secret(self, mmid: int, reveal: secrets.Reveal) -> None:
        """Put a secret into a field; see ``secrets.fill_secret``."""
        await secrets.fill_secret(self._targets, self._targets.of(mmid), reveal)

    async def fill_form(
        self,
        values: Sequence[tuple[int, str | secrets.Reveal]],
        submit: int | None = None,
        *,
        sure: form.Sure | None = None,
        choosing: choose.Sure | None = None,
    ) -> Filled:
        """Fill fields one after the other; see ``form.fill_form``."""
        return await form.fill_form(self._targets, values, submit, sure, choosing)

    async def pick_date(self, mmid: int, day: date, end: date | None = None) -> str:
        """Choose a date, or a range; see ``calendars.pick_date``."""
        return await calendars.pick_date(self._targets, self._targets.of(mmid), day, end)

    async def press_key(self, key: str, mmid: int | None = None) -> str:
        """Press keys; see ``keyboard.press_key``."""
        return await keyboard.press_key(self._targets, key, mmid)

    async def select_option(
        self, mmid: int, option: str, *, sure: choose.Sure | None = None
    ) -> str:
        """Choose an option; see ``choose.select_option``."""
        return await choose.select_option(self._targets, self._targets.of(mmid), option, sure)

    async def scroll(
        self, direction: Direction, pages: float = 1.0, mmid: int | None = None
    ) -> None:
        """Turn the wheel; see ``scrolling.scroll``."""
        await scrolling.scroll(self._targets, direction, pages, mmid)

    async def scroll_until(
        self, direction: Direction, text: str, mmid: int | None = None
    ) -> ScrollOutcome:
        """Scroll until a text is in view; see ``scrolling.scroll_until``."""
        return await scrolling.scroll_until(self._targets, direction, text, mmid)

    async def wait_for(
        self,
        text: str,
        timeout_s: float,
        *,
        gone: bool = False,
        within: int | None = None,
        then: int | None = None,
        sure: Callable[[], Awaitable[None]] | None = None,
    ) -> str:
        """Wait for a text and click; see ``waiting.Wait``."""
        wait = waiting.Wait(self._targets, text, timeout_s, self._target(within), gone)
        return await (wait.run() if then is None else wait.click(self._targets.of(then), sure))

    async def wait_for_url(self, part: str, timeout_s: float) -> str:
        """Wait for an address; see ``waiting.wait_for_url``."""
        return await waiting.wait_for_url(self._session, part, timeout_s)

    async def wait_for_element(
        self, target: int | str, timeout_s: float, *, gone: bool = False
    ) -> Node:
        """Wait for an element; see ``waiting.wait_for_element`` and ``by_name.wait_for``."""
        if isinstance(target, str):
            return await by_name.wait_for(self._targets, target, timeout_s, gone=gone)
        return await waiting.wait_for_element(self._targets, target, timeout_s, gone=gone)

    async def wait_until_calm(self, timeout_s: float) -> str:
        """Wait for calm; see ``waiting.wait_until_calm``."""
        return await waiting.wait_until_calm(self._session, timeout_s)

    def _target(self, mmid: int | None) -> Target | None:
        return None if mmid is None else self._targets.of(mmid)
