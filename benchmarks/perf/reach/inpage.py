"""Queries to the page, independent of our code: bare Playwright, no isolated world."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import ElementHandle, Frame, JSHandle, Page

from agent_e.dom.actions.targets import Point

ATTRIBUTE = "data-agent-e-reach"
"""Holds the number of an element, so that it is found independently of our code."""
_MAX_AROUND = 6


def _script(name: str) -> str:
    return (Path(__file__).parent / f"{name}.js").read_text(encoding="utf-8").rstrip().rstrip(";")


class Scrolled:
    """Scroll positions of everything on a page at one moment, in all frames."""

    def __init__(self, handles: list[JSHandle]) -> None:
        self._handles = handles

    @classmethod
    async def of(cls, page: Page) -> Scrolled:
        """Record them."""
        script = _script("scrollers")
        return cls([await frame.evaluate_handle(script) for frame in page.frames])

    async def moved(self) -> bool:
        """Whether any scroll position has changed."""
        return any([await each.evaluate("kept => kept.moved()") for each in self._handles])

    async def restore(self) -> None:
        """Scroll everything back."""
        for each in self._handles:
            await each.evaluate("kept => kept.restore()")


async def element_of(page: Page, mmid: int) -> ElementHandle | None:
    """Return the element with a number; ``None`` in closed shadow roots."""
    for frame in page.frames:
        if found := await frame.query_selector(f'[{ATTRIBUTE}="{mmid}"]'):
            return found
    return None


async def beginning(element: ElementHandle | None) -> str:
    """Return the beginning of an element's HTML."""
    return str(await element.evaluate("each => each.outerHTML.slice(0, 300)")) if element else ""


async def met(element: ElementHandle, point: Point) -> str:
    """Return the beginning of what lies at a point; ``""`` for the element, a part or its label.

    ``point`` is in the top viewport; frames on the way must be uncovered there as well.
    """
    frame = await element.owner_frame()
    while frame:
        left, top = await _origin(frame)
        other = await element.evaluate(_script("meets"), [point.x - left, point.y - top])
        if other or not frame.parent_frame:
            return str(other)
        element, frame = await frame.frame_element(), frame.parent_frame
    return "a frame that is gone"


async def around(element: ElementHandle) -> list[tuple[str, Point]]:
    """Return boxes around an element: the beginning of each, and a free point in view."""
    frame = await element.owner_frame()
    if not frame:
        return []
    left, top = await _origin(frame)
    boxes = await element.evaluate(_script("around"), _MAX_AROUND)
    return [(box["html"], Point(box["x"] + left, box["y"] + top)) for box in boxes]


async def _origin(frame: Frame) -> tuple[float, float]:
    """Where a frame's content begins in the top viewport."""
    root = await frame.query_selector(":root")
    box = await root.bounding_box() if root else None
    if not root or not box:
        return 0.0, 0.0
    own = await root.evaluate("each => each.getBoundingClientRect().toJSON()")
    return box["x"] - own["x"], box["y"] - own["y"]
