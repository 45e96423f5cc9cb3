"""What the oracle asks the page itself, beside our own code: bare Playwright, no world of ours."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import ElementHandle, Frame, JSHandle, Page

from agent_e.dom.actions.targets import Point

ATTRIBUTE = "data-agent-e-reach"
"""Holds the number of an element, so that it is found by other means than ours."""
_MAX_AROUND = 6


def _script(name: str) -> str:
    return (Path(__file__).parent / f"{name}.js").read_text(encoding="utf-8").rstrip().rstrip(";")


class Scrolled:
    """How far all that scrolls on a page was scrolled at one moment, in all frames."""

    def __init__(self, kept: list[JSHandle]) -> None:
        self._kept = kept

    @classmethod
    async def of(cls, page: Page) -> Scrolled:
        """Note it."""
        script = _script("scrollers")
        return cls([await frame.evaluate_handle(script) for frame in page.frames])

    async def moved(self) -> bool:
        """Whether anything is scrolled otherwise now."""
        return any([await each.evaluate("kept => kept.moved()") for each in self._kept])

    async def restore(self) -> None:
        """Scroll everything back."""
        for each in self._kept:
            await each.evaluate("kept => kept.restore()")


async def element_of(page: Page, mmid: int) -> ElementHandle | None:
    """Return the element with a number; ``None`` where no selector gets: in closed shadow roots."""
    for frame in page.frames:
        if found := await frame.query_selector(f'[{ATTRIBUTE}="{mmid}"]'):
            return found
    return None


async def beginning(element: ElementHandle | None) -> str:
    """Return how an element's HTML begins."""
    return str(await element.evaluate("each => each.outerHTML.slice(0, 300)")) if element else ""


async def met(element: ElementHandle, point: Point) -> str:
    """Return how what lies at a point begins; ``""`` for the element, a part or its label.

    ``point`` is of the top viewport; frames on the way have to lie free there as well.
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
    """Return boxes around an element: how each begins, and a free point of the top viewport."""
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
