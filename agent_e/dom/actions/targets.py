"""Target elements on the active page: found by id, checked, aimed at."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from agent_e.browser import BrowserSession, Tab
from agent_e.dom.changes.diff import diff
from agent_e.dom.changes.tab_state import begin, last_seen, trace_of
from agent_e.dom.changes.volatile_text import Place
from agent_e.dom.observe.protocol import ObserverProtocol
from agent_e.dom.render.node_context import label
from agent_e.dom.worlds.inspector import has_listener
from agent_e.dom.worlds.registry import FrameGone, IsolatedWorld, LastShown, worlds_of
from agent_e.errors import ElementGone
from agent_e.types import Node, Observation

from .block_reasons import ElementCovered, blocked, check_clickable, format_cover, named

STILL_MS = 2000
"""Longest wait for a moving element to stand still."""


MayUpload = Callable[[Sequence[Path], str], None]
"""Raises ``ActionDenied`` if an origin may not have files; called just before upload."""


class Point(NamedTuple):
    """A point of the top viewport, CSS pixels."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Target:
    """One element of one tab, its world, and the point on it, if one is meant."""

    tab: Tab
    world: IsolatedWorld
    mmid: int
    at: Point | None = None

    async def within(self, point: Point) -> dict[str, float]:
        """Convert a point of the top viewport to the element's own viewport."""
        left, top = await self.world.locate()
        return {"x": point.x - left, "y": point.y - top}


async def point_of(world: IsolatedWorld, found: Mapping[str, Any]) -> Point:
    """Convert a point found by a page script to the top viewport."""
    left, top = await world.locate()
    return Point(found["x"] + left, found["y"] + top)


class Targets:
    """Finds elements by id on a session's active page.

    An id is rejected if its element is gone or has changed its meaning since the model saw it.
    """

    def __init__(
        self,
        session: BrowserSession,
        observer: ObserverProtocol,
        timeout_s: float,
        *,
        typing_delay_ms: float = 0,
        may_upload: MayUpload | None = None,
    ) -> None:
        self.session = session
        self.may_upload = may_upload
        self.timeout_s = timeout_s
        self.typing_delay_ms = typing_delay_ms
        self.observer = observer

    def of(self, mmid: int, at: tuple[float, float] | None = None) -> Target:
        """Return the element's tab and world; ``ElementGone`` for an id never given out.

        An element recreated in its place stands for the original.
        """
        tab = self.session.active
        trace_of(tab).turn_to(tab)
        worlds = worlds_of(tab)
        now = worlds.now(mmid)
        return Target(tab, worlds.of(now), now, at and Point(*at))

    async def call(self, target: Target, name: str, **options: Any) -> Any:
        """Run a page script on the element; it returns ``problem``, or null if that is gone."""
        try:
            found = await target.world.call(
                name, timeout_s=self.timeout_s, mmid=target.mmid, **options
            )
        except FrameGone as error:
            raise await self.gone(target) from error
        if found is None or found.get("problem") == "gone":
            raise await self.gone(target)
        return found

    async def follow(self, target: Target) -> Target | None:
        """Return the element that replaced the target during the current action, if any.

        Pages that redraw themselves do so at the first of the clicks that make up an action.
        """
        tab = target.tab
        trace, worlds = trace_of(tab), worlds_of(tab)
        trace.turn_to(tab)
        known = trace.seen
        if known is None or tab.dialog or tab.closed:
            return None
        page = await self.observer.observe()
        replacements = dict(diff(known, page).recreated)
        if target.mmid not in replacements and (only := _only_one(target.mmid, known, page)):
            replacements[target.mmid] = only
        worlds.succeed(replacements)
        now = worlds.now(target.mmid)
        return None if now == target.mmid else Target(tab, worlds.of(now), now)

    async def number(self, target: Target, name: str, **options: Any) -> tuple[Target, Any]:
        """Run a page script that hands out ids, on the element or its replacement.

        Returns what the script ran on and its result, with ``gone`` if that no longer exists.
        """
        for last in (False, True):
            try:
                found = await target.world.call_numbering(
                    name, timeout_s=self.timeout_s, mmid=target.mmid, **options
                )
            except FrameGone as error:
                raise await self.gone(target) from error
            lost = found.get("gone") or found.get("problem") == "gone"
            successor = await self.follow(target) if lost and not last else None
            if successor is None:
                return target, found
            target = successor
        raise AssertionError("the second attempt returns or raises")

    async def resolve(self, mmid: int) -> Node:
        """Return the element as it is now.

        ``ElementGone`` if it was never shown, is not on the page, or has changed its meaning.
        """
        target = self.of(mmid)
        shown = worlds_of(target.tab).last_shown.get(target.mmid)
        if shown is None:
            raise never_shown(mmid)
        now = await self.call(target, "element_now")
        if LastShown(now["role"], now["name"]) != shown:
            await self._check_meaning(target, shown)
        if not shown.name and not now["description"]:
            # Hints such as an icon's class are found only by a full observation.
            page = last_seen(target.tab)
            seen = page.node(target.mmid) if page else None
            now["description"] = seen.description if seen else ""
        return _node(target.mmid, shown.name, now, target.world.offset)

    async def aim(self, target: Target, *, passive: bool = False) -> Point:
        """Scroll to the element and return an uncovered point of it in the top viewport.

        From here on the element counts as acted on. With ``passive`` nothing will be pressed on it:
        it may be disabled, or something a mouse cannot use (else ``BadArgument``), such as a
        select, an option of one, a file field.
        """
        found = await self.call(target, "locate", patience=STILL_MS, passive=passive)
        if not passive:
            check_clickable(target.mmid, found)
        if found["problem"]:
            raise blocked(target.mmid, found)
        listens = found["acts"] or await has_listener(target.world)
        await begin(target.tab, target.world, target.mmid, found)
        trace_of(target.tab).acted.unheard = not listens
        point, inner = await point_of(target.world, found), target.world
        while inner.parent:
            outer = Target(target.tab, inner.parent, inner.owner)
            at = await outer.within(point)
            if cover := await outer.world.call("cover_at", mmid=outer.mmid, **at):
                raise ElementCovered(f"{named(target.mmid, found)} {format_cover(cover)}", cover)
            inner = outer.world
        return point

    async def gone(self, target: Target) -> ElementGone:
        """Create the error for an element that is gone, naming its counterpart on the page."""
        tab, mmid = target.tab, target.mmid
        shown = worlds_of(tab).last_shown.get(mmid)
        trace = trace_of(tab)
        trace.turn_to(tab)
        what = _as_shown(mmid, shown) if shown else f"[{mmid}]"
        replaced = mmid < trace.first_mmid
        fate = "belonged to a page that is gone" if replaced else "is not on the page any more"
        if shown and (now := await self._counterpart(tab, shown)):
            return ElementGone(f"{what} {fate}. On this page: {label(now)}.")
        way = "Use the numbers of the last outline." if replaced else "Look again with get_dom."
        return ElementGone(f"{what} {fate}. {way}")

    async def _check_meaning(self, target: Target, shown: LastShown) -> None:
        """Reject an id whose element differs, in a full observation, from what was shown."""
        mmid = target.mmid
        node = (await self.observer.observe()).node(mmid)
        who = f"Element {_as_shown(mmid, shown)}"
        if node is None:
            raise ElementGone(f"{who} is not shown any more. Look again with get_dom.")
        if (node.role, node.name) != shown:
            places = (await target.world.call("arm_watch"))["restless"]
            moves = any(Place(**place).goes_on(shown.name, node.name) for place in places)
            if node.role == shown.role and moves:
                return
            now = f"{node.role} '{node.name}'"
            raise ElementGone(f"{who} has become {now}. Look again with get_dom.")

    async def _counterpart(self, tab: Tab, shown: LastShown) -> Node | None:
        """The only element on this page that reads like one that is gone; it counts as shown."""
        page = await self.observer.observe()
        same = [node for node in page.elements if node.name and (node.role, node.name) == shown]
        if len(same) != 1:
            return None
        worlds_of(tab).tell(same)
        return same[0]


def never_shown(mmid: int) -> ElementGone:
    """Create the error for an id that the model was never shown."""
    return ElementGone(f"There is no element [{mmid}] that you have seen. Look with get_dom.")


def _only_one(mmid: int, before: Observation, after: Observation) -> int | None:
    """The id of the only element that reads like that one, itself the only one of its name."""
    was = before.node(mmid)
    if was is None or not was.name:
        return None

    def same(page: Observation) -> list[Node]:
        what = was.role, was.name, was.tag
        return [node for node in page.elements if (node.role, node.name, node.tag) == what]

    return same(after)[0].mmid if len(same(before)) == len(same(after)) == 1 else None


def _as_shown(mmid: int, shown: LastShown) -> str:
    return label(Node(depth=0, role=shown.role, name=shown.name, mmid=mmid))


def _node(mmid: int, name: str, now: dict[str, Any], offset: tuple[float, float]) -> Node:
    box, (left, top) = now["box"], offset
    x, y = round(box["x"] + left), round(box["y"] + top)
    facts = {each: now[each] for each in ("role", "tag", "value", "description", "href")}
    facts |= {each: tuple(now[each]) for each in ("states", "options")}
    bbox = x, y, round(box["width"]), round(box["height"])
    return Node(depth=0, name=name, mmid=mmid, bbox=bbox, **facts)
