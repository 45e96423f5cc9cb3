"""Screenshots over the browser's protocol: nothing is written into the page for them.

Playwright's own hides the caret by a style on every field, which the page can see.
"""

from __future__ import annotations

import asyncio
import base64
import io
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

from PIL import Image, ImageDraw
from playwright.async_api import Error as PlaywrightError

from agent_e.browser import BrowserSession, Tab, mapped_errors
from agent_e.browser.errors import is_undrawn
from agent_e.errors import ActionTimeout
from agent_e.types import MediaType, Screenshot

CAPTURE_S = 10.0
"""Longest wait for one: a page that does not draw is told about, not waited for."""
Box = tuple[float, float, float, float]
"""x, y, width, height in CSS pixels of the viewport."""
ElementCovered = Callable[[], Awaitable[Sequence[Box]]]
"""What of the page no picture may show."""
Taken = tuple[dict[str, Any], dict[str, Any]]
"""What the browser answers: the picture, and the measures of the page."""
_TRIES = 5
"""Documents that may take each other's place while a picture is taken."""
_COVER = (96, 96, 96)
_SCROLLBAR = 24
"""Widest scrollbar, CSS pixels: the browser leaves it out of the size, but not of the picture."""
_KEPT = 4096
"""Side of what is freed once, in bytes: 16 MB are more than the pictures of one step take."""
_STRIPS = 4
_STRIP = 8
"""Rows of each strip that tells which of two formats will be the smaller one: a block of JPEG."""
_LIKELY = 1.3
"""How much larger than JPEG the strips may be as PNG for the whole to be tried as PNG too."""


@dataclass(frozen=True, kw_only=True)
class Shot:
    """What the viewport shows, as the browser gave it.

    Attributes:
        data: the encoded picture.
        width: of the viewport, CSS pixels; ``height`` likewise.
    """

    data: bytes
    width: float
    height: float

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels, read off the picture's head."""
        with Image.open(io.BytesIO(self.data)) as image:
            return image.size

    @cached_property
    def image(self) -> Image.Image:
        """RGB, in as many pixels as the browser gave; decoding it takes some milliseconds."""
        image = Image.open(io.BytesIO(self.data))
        image.load()
        # What is RGB already would be copied, which takes as long as decoding it did.
        return image if image.mode == "RGB" else image.convert("RGB")


class Camera:
    """Takes screenshots of the active page of a session."""

    def __init__(self, session: BrowserSession, covered: ElementCovered | None = None) -> None:
        """Make it; what ``covered`` names is painted over on every picture."""
        self._session = session
        self._covered = covered
        _keep_memory()

    async def shoot(
        self, *, exact: bool = False, quality: int = 92, timeout_s: float = CAPTURE_S
    ) -> Shot:
        """Take a picture of the viewport; the device's scale factor is read off the picture.

        Args:
            exact: take every pixel as it is, for comparing; else a fast format that a model's eye
                cannot tell from that.
            quality: of that format.
            timeout_s: longest wait.

        Raises:
            DialogOpen: a JavaScript dialog is open: nothing would come.
            ActionTimeout: the page does not draw.
        """
        tab = await self._session.ready()
        # Asked before and after: what moves meanwhile is covered wherever it was.
        boxes = list(await self._covered()) if self._covered else []
        options: dict[str, Any] = {"format": "png", "optimizeForSpeed": True}
        if not exact:
            options = {"format": "jpeg", "quality": quality, "optimizeForSpeed": True}
        with mapped_errors("taking a screenshot"):
            shot, metrics = await _taken(tab, lambda: _captured(tab, options), timeout_s)
        width, height = _css_size(metrics, tab)
        boxes += await self._covered() if self._covered else []
        taken = Shot(data=base64.b64decode(shot["data"]), width=width, height=height)
        return _painted_over(taken, boxes, exact=exact, quality=quality) if boxes else taken

    async def shoot_page(self, max_height: int, *, timeout_s: float = CAPTURE_S) -> Shot:
        """Take a picture of the page from its top down to at most ``max_height`` CSS pixels.

        Raises as ``shoot`` does.
        """
        tab = await self._session.ready()
        boxes = list(await self._covered()) if self._covered else []
        with mapped_errors("taking a screenshot"):
            shot, metrics = await _taken(tab, lambda: _whole(tab, max_height), timeout_s)
        seen, size = metrics["cssVisualViewport"], metrics["cssContentSize"]
        taken = Shot(
            data=base64.b64decode(shot["data"]),
            width=size["width"],
            height=min(size["height"], max_height),
        )
        boxes += await self._covered() if self._covered else []
        moved = [(x + seen["pageX"], y + seen["pageY"], w, h) for x, y, w, h in boxes]
        return _painted_over(taken, moved, exact=False, quality=92) if moved else taken

    async def shoot_part(self, box: Box, *, timeout_s: float = CAPTURE_S) -> Shot:
        """Take a picture of a part of the page, which need not be scrolled into view.

        Raises as ``shoot`` does.
        """
        tab = await self._session.ready()
        boxes = list(await self._covered()) if self._covered else []
        with mapped_errors("taking a screenshot"):
            shot, clip, seen = await tab.guard(_part(tab, box), timeout_s=timeout_s)
        taken = Shot(
            data=base64.b64decode(shot["data"]), width=clip["width"], height=clip["height"]
        )
        boxes += await self._covered() if self._covered else []
        left, top = clip["x"] - seen["pageX"], clip["y"] - seen["pageY"]
        moved = [(x - left, y - top, w, h) for x, y, w, h in boxes]
        return _painted_over(taken, moved, exact=False, quality=92) if moved else taken


@cache
def _keep_memory() -> None:
    """Let the memory of one picture be used for the next: to be given it anew takes a third more.

    glibc gives back what is freed where it is more than twice the largest piece freed before; each
    page of it that comes again costs a fault.
    """
    Image.new("L", (_KEPT, _KEPT), None)


def fitted(shot: Shot, long_edge: int) -> Image.Image:
    """Return the image in the size that a model sees it: never larger than the viewport."""
    scale = min(1.0, long_edge / max(shot.width, shot.height))
    size = max(1, round(shot.width * scale)), max(1, round(shot.height * scale))
    if shot.image.size == size:
        return shot.image
    return _resized(shot.image, size)


def encoded(image: Image.Image, shot: Shot, *, quality: int) -> Screenshot:
    """Encode an image of a shot as JPEG or PNG, whichever is smaller."""
    data, media_type = _smallest(image, quality)
    return Screenshot(
        data=data,
        media_type=media_type,
        width=image.width,
        height=image.height,
        viewport_width=shot.width,
        viewport_height=shot.height,
    )


def _painted_over(shot: Shot, boxes: Sequence[Box], *, exact: bool, quality: int) -> Shot:
    image = shot.image.copy()
    scale = image.width / shot.width
    draw = ImageDraw.Draw(image)
    for x, y, width, height in boxes:
        # One pixel more on each side: glyphs are drawn across the edges of their boxes.
        sides = (x * scale - 1, y * scale - 1, (x + width) * scale + 1, (y + height) * scale + 1)
        draw.rectangle(sides, fill=_COVER)
    return replace(shot, data=_png(image) if exact else _jpeg(image, quality))


def _resized(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    """As in one piece, but half of the lines by a thread of its own: most of the time goes here."""
    width, height = size
    half = height // 2
    whole = Image.new(image.mode, size)

    def fill(top: int, bottom: int) -> None:
        lines = (0, top * image.height / height, image.width, bottom * image.height / height)
        part = image.resize((width, bottom - top), Image.Resampling.HAMMING, box=lines)
        whole.paste(part, (0, top))

    with ThreadPoolExecutor(1) as other:
        lower = other.submit(fill, half, height)
        fill(0, half)
        lower.result()
    return whole


async def _taken(tab: Tab, take: Callable[[], Awaitable[Taken]], timeout_s: float) -> Taken:
    """Take a picture; anew where another document came meanwhile.

    Of the one that went the browser says that it cannot be captured, or nothing at all.

    Raises:
        ActionTimeout: there is none to be had.
    """
    until = time.monotonic() + timeout_s
    for _ in range(_TRIES):
        try:
            taken = await tab.guard(tab.while_shown(take), timeout_s=until - time.monotonic())
        except PlaywrightError as error:
            if not is_undrawn(error):
                raise
            taken = None
        if taken is not None:
            return taken
        await tab.loaded(until - time.monotonic())
    raise ActionTimeout("No picture can be taken: the page is replaced again and again.")


async def _captured(tab: Tab, options: dict[str, Any]) -> Taken:
    shot, metrics = await asyncio.gather(
        tab.cdp.send("Page.captureScreenshot", options), tab.cdp.send("Page.getLayoutMetrics")
    )
    return shot, metrics


async def _whole(tab: Tab, max_height: int) -> Taken:
    metrics = await tab.cdp.send("Page.getLayoutMetrics")
    size = metrics["cssContentSize"]
    clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], max_height)}
    options: Any = {
        "format": "jpeg",
        "quality": 92,
        "captureBeyondViewport": True,
        "clip": {**clip, "scale": 1},
    }
    return await tab.cdp.send("Page.captureScreenshot", options), metrics


async def _part(tab: Tab, box: Box) -> tuple[dict[str, Any], dict[str, float], dict[str, Any]]:
    """The picture, what it is of (CSS pixels of the page), and what of the page is in view."""
    metrics = await tab.cdp.send("Page.getLayoutMetrics")
    seen, size = metrics["cssVisualViewport"], metrics["cssContentSize"]
    left, top = max(0.0, box[0] + seen["pageX"]), max(0.0, box[1] + seen["pageY"])
    right = min(box[0] + seen["pageX"] + box[2], size["width"])
    bottom = min(box[1] + seen["pageY"] + box[3], size["height"])
    # Without a size the browser would give all of the page.
    clip = {"x": left, "y": top, "width": max(1.0, right - left), "height": max(1.0, bottom - top)}
    options: Any = {
        "format": "jpeg",
        "quality": 92,
        "captureBeyondViewport": True,
        "clip": {**clip, "scale": 1},
    }
    return await tab.cdp.send("Page.captureScreenshot", options), clip, seen


def _smallest(image: Image.Image, quality: int) -> tuple[bytes, MediaType]:
    jpeg = _jpeg(image, quality)
    # As PNG all of it takes ten times as long: a few strips tell whether that is worth trying.
    sample = _strips(image)
    if len(_png(sample, level=1)) <= _LIKELY * len(_jpeg(sample, quality)):
        png = _png(image)
        if len(png) < len(jpeg):
            return png, "image/png"
    return jpeg, "image/jpeg"


def _strips(image: Image.Image) -> Image.Image:
    sample = Image.new("RGB", (image.width, _STRIPS * _STRIP))
    for number in range(_STRIPS):
        top = (2 * number + 1) * image.height // (2 * _STRIPS)
        sample.paste(image.crop((0, top, image.width, top + _STRIP)), (0, number * _STRIP))
    return sample


def _jpeg(image: Image.Image, quality: int) -> bytes:
    # Colours in full: a red line of one pixel would turn brown otherwise.
    return _saved(image, format="JPEG", quality=quality, subsampling=0)


def _png(image: Image.Image, *, level: int = 3) -> bytes:
    return _saved(image, format="PNG", compress_level=level)


def _saved(image: Image.Image, **options: Any) -> bytes:
    into = io.BytesIO()
    image.save(into, **options)
    return into.getvalue()


def _css_size(metrics: Mapping[str, Any], tab: Tab) -> tuple[float, float]:
    """How much of the page the picture shows, scrollbars included, CSS pixels."""
    seen = metrics["cssVisualViewport"]
    width, height = seen["clientWidth"], seen["clientHeight"]
    whole = tab.page.viewport_size
    if whole is None:
        return width, height
    across, down = whole["width"] - width, whole["height"] - height
    if 0 <= across <= _SCROLLBAR and 0 <= down <= _SCROLLBAR:
        return whole["width"], whole["height"]
    return width, height
