"""Acting on elements with trusted input: real mouse and keyboard, never a script's click."""

from __future__ import annotations

from functools import partial
from typing import Any

from agent_e.browser import BrowserSession, Tab, mapped_errors
from agent_e.errors import ElementBlocked, ElementGone
from agent_e.types import Node

from .fill import Filler
from .keys import key_name
from .places import label
from .refusals import blocked, cover_words, named
from .restless import goes_on
from .scrolling import Direction, scroll
from .seeing import Seeing
from .trace import Acted, begin, trace_of
from .trusted import send
from .waiting import wait_for_text
from .world import FrameGone, Told, World, worlds_of

STILL_MS = 2000
"""Longest wait for an element that moves to stand still."""


class PageActor:
    """Acts on the active page of a session.

    An id is refused when its element is gone or has become something else since the model was told.
    """

    def __init__(self, session: BrowserSession, observer: Seeing, action_timeout_s: float) -> None:
        self._session = session
        self._observer = observer
        self._timeout_s = action_timeout_s

    async def resolve(self, mmid: int) -> Node:
        """Return the element as it is now.

        Raises:
            ElementGone: it was never shown, is not on the page, or means something else by now.
            DialogOpen: a dialog keeps the page from answering.
        """
        tab = self._session.active
        worlds = worlds_of(tab)
        world = self._world(tab, mmid)
        told = worlds.told.get(mmid)
        if told is None:
            raise ElementGone(
                f"There is no element [{mmid}] that you have seen. Look with get_dom."
            )
        now = await self._call(tab, world, "element_now", mmid)
        if (now["role"], now["name"]) != (told.role, told.name):
            await self._check_meaning(tab, mmid, told)
        return _node(mmid, told.name, now, world.offset)

    async def click(self, mmid: int) -> None:
        """Click at a point of the element that the hit test confirms.

        It is scrolled into view if need be. A dialog that the click opens is no error: the change
        report tells of it.

        Raises:
            ElementGone: it is not on the page.
            ElementBlocked: it is covered, disabled, invisible, moving or outside.
            BadArgument: it is not clicked: a select, an option of one, a file field.
        """
        tab = self._session.active
        world = self._world(tab, mmid)
        x, y = await self._aim(tab, world, mmid)
        trace_of(tab).acted.clicked = True
        with mapped_errors(f"clicking [{mmid}]"):
            await send(tab, tab.page.mouse.click(x, y))

    async def enter_text(self, mmid: int, text: str) -> str:
        """Replace the field's text and return the value that is really there then.

        Raises:
            ElementGone: it is not on the page.
            ElementBlocked: it is read-only, disabled, invisible, or does not take the focus.
            BadArgument: it is not a field, or the text is not a value for it.
        """
        tab = self._session.active
        world = self._world(tab, mmid)
        filler = Filler(tab, world, mmid, call=partial(self._call, tab, world))
        prepared = await filler.prepare()
        if prepared["problem"] == "unfocused":
            # Some fields take the focus from the mouse only.
            x, y = await self._aim(tab, world, mmid)
            with mapped_errors(f"clicking [{mmid}]"):
                await send(tab, tab.page.mouse.click(x, y))
            prepared = await filler.prepare()
        holds = await filler.fill(prepared, text)
        trace_of(tab).acted.entered = holds
        return holds

    async def press_key(self, key: str, mmid: int | None = None) -> None:
        """Press a key or combination on the element, or on what has the focus.

        Raises:
            BadArgument: there is no such key.
            ElementGone: the element is not on the page.
            ElementBlocked: it does not take the focus.
        """
        name = key_name(key)
        tab = self._session.active
        earlier = trace_of(tab).acted
        entered = earlier.entered if mmid is not None and earlier.mmid == mmid else None
        trace_of(tab).acted = Acted(mmid=mmid)
        if mmid is not None:
            world = self._world(tab, mmid)
            found = await self._call(tab, world, "focus", mmid)
            if found["problem"]:
                why = (
                    "it is disabled"
                    if found["problem"] == "disabled"
                    else "it does not take the focus"
                )
                raise ElementBlocked(f"{named(mmid, found)} cannot be sent a key: {why}.")
            await begin(tab, world, mmid, found)
        trace_of(tab).acted.entered = entered
        with mapped_errors(f"pressing {name}"):
            await send(tab, tab.page.keyboard.press(name))

    async def select_option(self, mmid: int, option: str) -> str:
        """Choose an option of a native select by its text or value, or by how its text begins.

        Raises:
            ElementGone: it is not on the page.
            ElementBlocked: it is disabled.
            BadArgument: it is no select, or has no such option; the message lists them.
        """
        tab = self._session.active
        world = self._world(tab, mmid)
        found = await self._call(tab, world, "select_option", mmid, option=option)
        if found["problem"]:
            raise blocked(mmid, {**found, "wanted": option})
        await begin(tab, world, mmid, found)
        trace_of(tab).acted.entered = str(found["chosen"])
        return str(found["chosen"])

    async def scroll(
        self, direction: Direction, pages: float = 1.0, mmid: int | None = None
    ) -> None:
        """Turn the wheel over the page, or over the nearest scrollable thing around the element.

        One page is 85 % of what is visible of it. At the end of the way nothing happens, and the
        change report says so.

        Raises:
            BadArgument: there is no such direction.
            ElementGone: the element is not on the page.
        """
        tab = self._session.active
        world = worlds_of(tab).main if mmid is None else self._world(tab, mmid)
        if not await scroll(tab, world, direction, pages, mmid) and mmid is not None:
            raise await self._gone(tab, mmid)

    async def wait_for(self, text: str, timeout_s: float, *, gone: bool = False) -> None:
        """Wait until the text can be read on the page, or cannot any more.

        The case of letters does not matter, and navigations do not end the wait.

        Raises:
            ActionTimeout: it did not come about in time.
            DialogOpen: a dialog came in between.
        """
        await wait_for_text(self._session, text, timeout_s, gone=gone)

    async def _check_meaning(self, tab: Tab, mmid: int, told: Told) -> None:
        """Refuse an id whose element reads otherwise than it was told, as the page is read."""
        node = (await self._observer.observe()).node(mmid)
        if node is None:
            raise ElementGone(
                f"Element {_as_told(mmid, told)} is not shown any more. Look again with get_dom."
            )
        if (node.role, node.name) != (told.role, told.name):
            texts = (await worlds_of(tab).of(mmid).call("arm_watch"))["restless"]
            if node.role == told.role and any(goes_on(t, told.name, node.name) for t in texts):
                return
            raise ElementGone(
                f"Element {_as_told(mmid, told)} has become {node.role} '{node.name}'. "
                "Look again with get_dom."
            )

    async def _aim(self, tab: Tab, world: World, mmid: int) -> tuple[float, float]:
        """Bring the element into view and return a point of the top viewport that is free on it."""
        found = await self._call(tab, world, "locate", mmid, patience=STILL_MS)
        if found["tag"] in ("select", "option") or found["type"] == "file":
            raise blocked(mmid, {**found, "problem": ""})
        if found["problem"]:
            raise blocked(mmid, found)
        await begin(tab, world, mmid, found)
        x, y, inner = found["x"], found["y"], world
        left, top = await world.locate()
        while inner.parent:
            at = (x + left - inner.parent.offset[0], y + top - inner.parent.offset[1])
            cover = await inner.parent.call("cover_at", mmid=inner.owner, x=at[0], y=at[1])
            if cover:
                raise ElementBlocked(f"{named(mmid, found)} {cover_words(cover)}")
            inner = inner.parent
        return x + left, y + top

    async def _call(self, tab: Tab, world: World, name: str, mmid: int, **options: Any) -> Any:
        """Run a page script on an element; it gives ``problem`` or null when that is gone."""
        try:
            found = await world.call(name, timeout_s=self._timeout_s, mmid=mmid, **options)
        except FrameGone as error:
            raise await self._gone(tab, mmid) from error
        if found is None or found.get("problem") == "gone":
            raise await self._gone(tab, mmid)
        return found

    def _world(self, tab: Tab, mmid: int) -> World:
        trace_of(tab).turn_to(tab)
        return worlds_of(tab).of(mmid)

    async def _gone(self, tab: Tab, mmid: int) -> ElementGone:
        told = worlds_of(tab).told.get(mmid)
        trace = trace_of(tab)
        trace.turn_to(tab)
        what = _as_told(mmid, told) if told else f"[{mmid}]"
        replaced = mmid < trace.first_mmid
        fate = "belonged to a page that is gone" if replaced else "is not on the page any more"
        if told and (now := await self._counterpart(tab, told)):
            return ElementGone(f"{what} {fate}. On this page: {label(now)}.")
        way = "Use the numbers of the last outline." if replaced else "Look again with get_dom."
        return ElementGone(f"{what} {fate}. {way}")

    async def _counterpart(self, tab: Tab, told: Told) -> Node | None:
        """The one element of this page that reads as one that is gone; it is told thereby."""
        page = await self._observer.observe()
        same = [n for n in page.elements if n.name and (n.role, n.name) == (told.role, told.name)]
        if len(same) != 1:
            return None
        worlds_of(tab).tell(same)
        return same[0]


def _as_told(mmid: int, told: Told) -> str:
    return label(Node(depth=0, role=told.role, name=told.name, mmid=mmid))


def _node(mmid: int, name: str, now: dict[str, Any], offset: tuple[float, float]) -> Node:
    box = now["box"]
    return Node(
        depth=0,
        role=now["role"],
        name=name,
        mmid=mmid,
        tag=now["tag"],
        value=now["value"],
        states=tuple(now["states"]),
        description=now["description"],
        options=tuple(now["options"]),
        href=now["href"],
        bbox=(
            round(box["x"] + offset[0]),
            round(box["y"] + offset[1]),
            round(box["width"]),
            round(box["height"]),
        ),
    )
