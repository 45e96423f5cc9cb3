"""Layout of the active page, for code that works on pictures of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from agent_e.browser import BrowserSession
from agent_e.dom.observe.protocol import ObserverProtocol
from agent_e.dom.render.node_format import Wording
from agent_e.dom.render.scopes import distinguish
from agent_e.dom.worlds.registry import IsolatedWorld, worlds_of
from agent_e.errors import DialogOpen, ElementGone, SkillError
from agent_e.types import Moving, Node, Observation, Rect

_TRANSITIONS_MS = 500
"""Longest wait for effects of hovering: a menu may keep sliding forever."""


@dataclass(frozen=True, slots=True)
class _Lines:
    """One element: its lines, first in its world's viewport, later in the page's."""

    mmid: int
    rects: tuple[Rect, ...]

    @property
    def middle(self) -> tuple[float, float]:
        x, y, width, height = self.rects[0]
        return x + width / 2, y + height / 2

    def moved(self, dx: float, dy: float) -> _Lines:
        return _Lines(self.mmid, tuple((x + dx, y + dy, w, h) for x, y, w, h in self.rects))


class ElementLayout:
    """The layout of a session's active page; see ``vision.page.Page``."""

    def __init__(
        self,
        session: BrowserSession,
        observer: ObserverProtocol,
        point_at: Callable[[int], Awaitable[None]],
    ) -> None:
        """Create it for a session; ``point_at`` moves the mouse to an element."""
        self._session = session
        self._observer = observer
        self._point_at = point_at

    @property
    def url(self) -> str:
        """The page's address."""
        return self._session.active.url

    async def observe(self) -> Observation:
        """Observe the page once, with all frames."""
        return await self._observer.observe()

    async def observe_cached(self) -> Observation:
        """Return the last observation if still valid, else a new one."""
        return await self._observer.observe_cached()

    @property
    def is_recent(self) -> bool:
        """Whether the last observation is so recent that it is most likely valid."""
        return self._observer.is_recent

    async def cached_if_valid(self) -> Observation | None:
        """Return the last observation if another would be the same, else ``None``."""
        return await self._observer.cached_if_valid()

    def tell(self, nodes: Iterable[Node]) -> None:
        """Record that the model is shown these elements."""
        worlds_of(self._session.active).tell(nodes)

    async def boxes(
        self, mmids: Sequence[int], *, selectors: str = "", minimum: float = 0
    ) -> Mapping[int, tuple[Rect, ...]]:
        """Return where elements are now, one box per line, as far as they are visible.

        Omits those that a click at their centre would not hit, in frames as well, and those not
        larger than ``minimum`` on both sides; with ``selectors``, those not matching, but none for
        being covered. It takes a tenth of the time of an observation.
        """
        worlds = worlds_of(self._session.active)
        by_world: dict[IsolatedWorld, list[int]] = {}
        for mmid in mmids:
            by_world.setdefault(worlds.of(mmid), []).append(mmid)
        rule = {"selectors": selectors, "least": minimum}
        found = await asyncio.gather(*(_lines(world, ids, rule) for world, ids in by_world.items()))
        return {each.mmid: each.rects for group in found for each in group}

    async def texts(self) -> list[Rect]:
        """Return where lines of text are drawn in view, even if covered."""
        worlds = worlds_of(self._session.active).all
        return [rect for each in await asyncio.gather(*map(_texts, worlds)) for rect in each]

    def words_of(self, page: Observation, nodes: Sequence[Node]) -> list[str]:
        """Describe elements as in the outline, without their ids.

        Those that read alike are distinguished by place.
        """
        wording = Wording(page.frames, numbers=False)
        at = {node.mmid: index for index, node in enumerate(page.nodes) if node.mmid is not None}
        places = distinguish(page.nodes, [at[node.mmid] for node in nodes if node.mmid])
        words = map(wording.node, nodes)
        return [f"{text} {place}".strip() for text, place in zip(words, places, strict=True)]

    async def puzzle(self) -> Rect | None:
        """Return the box of a likely human-verification puzzle, else ``None``."""
        for world in worlds_of(self._session.active).all:
            if (found := await world.call("puzzle")) is not None:
                left, top = await world.locate()
                return found[0] + left, found[1] + top, found[2], found[3]
        return None

    async def point(self, mmid: int) -> None:
        """Move the mouse to the element; raises as ``Actor.hover``."""
        await self._point_at(mmid)

    async def transitions_over(self) -> None:
        """Wait, half a second at most, until effects of hovering are over."""
        main = worlds_of(self._session.active).main
        await main.call("transitions_over", patience=_TRANSITIONS_MS)

    async def moving(self, points: Sequence[tuple[float, float]] = ()) -> Moving:
        """Report what moves by itself, also at points where a change was seen, and the caret.

        Points are in CSS pixels.
        """
        worlds = worlds_of(self._session.active)
        found = await asyncio.gather(*(_moving(world, points) for world in worlds.all))
        parts = [part for each in found for part in each.parts]
        focus = next((each.focus for each in reversed(found) if each.focus), None)
        return Moving(parts=tuple(parts), at=found[0].at if found else (), focus=focus)


async def _lines(
    world: IsolatedWorld, mmids: Sequence[int], rule: Mapping[str, Any]
) -> list[_Lines]:
    """Positions of one world's elements; empty for a frame that is gone or hidden."""
    with _passing_over_a_frame(world):
        rows = await world.call("shown_boxes", mmids=list(mmids), **rule)
        lines = [_Lines(row[0], tuple(_rects(row[1:]))) for row in rows]
        inner = world
        while inner.parent and lines:
            lines = await _in_parent(inner, inner.parent, lines)
            inner = inner.parent
        return lines
    return []


async def _texts(world: IsolatedWorld) -> list[Rect]:
    with _passing_over_a_frame(world):
        found, (left, top) = await asyncio.gather(world.call("text_boxes"), world.locate())
        return [(x + left, y + top, width, height) for x, y, width, height in _rects(found)]
    return []


@contextmanager
def _passing_over_a_frame(world: IsolatedWorld) -> Iterator[None]:
    """Treat a frame that is gone or hidden as empty; never the page itself."""
    try:
        yield
    except DialogOpen:
        raise
    except SkillError:
        if world.parent is None:
            raise


async def _in_parent(
    inner: IsolatedWorld, parent: IsolatedWorld, lines: Sequence[_Lines]
) -> list[_Lines]:
    origin = await parent.call("frame_origin", mmid=inner.owner)
    if origin is None:
        raise ElementGone("The frame of these elements is not on the page any more.")
    moved = [each.moved(*origin) for each in lines]
    points = [each.middle for each in moved]
    on_top = await parent.call("frame_on_top", mmid=inner.owner, points=points)
    return [each for each, free in zip(moved, on_top, strict=True) if free]


async def _moving(world: IsolatedWorld, points: Sequence[tuple[float, float]]) -> Moving:
    with _passing_over_a_frame(world):
        left, top = await world.locate()
        found = await world.call("moving_parts", points=[] if world.parent else list(points))
        return Moving(
            parts=tuple(_rect(box, left, top) for box in found["parts"]),
            at=tuple(_rect(box, left, top) if box else None for box in found["at"]),
            focus=_rect(found["focus"], left, top) if found["focus"] else None,
        )
    return Moving()


def _rect(box: Mapping[str, float], left: float, top: float) -> Rect:
    return box["x"] + left, box["y"] + top, box["width"], box["height"]


def _rects(numbers: Sequence[float]) -> list[Rect]:
    x, y, width, height = (numbers[start::4] for start in range(4))
    return list(zip(x, y, width, height, strict=True))
