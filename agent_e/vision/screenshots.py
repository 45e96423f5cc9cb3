"""Screenshots over CDP, without changing the page.

Playwright's own hides the caret with a style on every field, which the page can see.
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
"""Longest wait for one: a page that does not draw is reported, not waited for."""
Box = tuple[float, float, float, float]
"""x, y, width, height in CSS pixels of the viewport."""
ElementCovered = Callable[[], Awaitable[Sequence[Box]]]
"""Returns the boxes that no picture may show."""
Taken = tuple["Shot", tuple[float, float]]
"""A picture and its corner's position in the viewport, CSS pixels."""
_QUALITY = 92
_TRIES = 5
"""Attempts while documents keep being replaced."""
_COVER = (96, 96, 96)
_SCROLLBAR = 24
"""Widest scrollbar, CSS pixels: not part of the reported size, but in the picture."""
_FREED = 4096
"""Side of the block freed once, in bytes: 16 MB exceed one step's pictures."""
_STRIPS = 4
_STRIP = 8
"""Rows per strip sampled to tell which format is smaller: one JPEG block."""
_LIKELY = 1.3
"""PNG-to-JPEG size ratio of the strips up to which PNG is tried on the whole."""


@dataclass(frozen=True, kw_only=True)
class Shot:
    """A picture of the viewport, as the browser gave it.

    Attributes:
        data: the encoded picture.
        width: of the viewport, CSS pixels; ``height`` likewise.
    """

    data: bytes
    width: float
    height: float

    @property
    def size(self) -> tuple[int, int]:
        """RequestScope and height in pixels, read from the picture's header."""
        with Image.open(io.BytesIO(self.data)) as image:
            return image.size

    @cached_property
    def image(self) -> Image.Image:
        """RGB at the browser's resolution; decoding it takes some milliseconds."""
        image = Image.open(io.BytesIO(self.data))
        image.load()
        # Converting RGB would copy it, which takes as long as decoding.
        return image if image.mode == "RGB" else image.convert("RGB")

    def as_screenshot(
        self, data: bytes, media_type: MediaType, size: tuple[int, int]
    ) -> Screenshot:
        """The same picture, re-encoded."""
        width, height = size
        return Screenshot(
            data=data,
            media_type=media_type,
            width=width,
            height=height,
            viewport_width=self.width,
            viewport_height=self.height,
        )


class Camera:
    """Takes screenshots of the active page of a session."""

    def __init__(self, session: BrowserSession, covered: ElementCovered | None = None) -> None:
        """Create it; the boxes of ``covered`` are painted over on every picture."""
        self._session = session
        self._covered = covered
        _keep_memory()

    async def shoot(
        self, *, exact: bool = False, quality: int = _QUALITY, timeout_s: float = CAPTURE_S
    ) -> Shot:
        """Take a picture of the viewport; the picture reveals the device's scale factor.

        Args:
            exact: keep every pixel exact, for comparing; else use a fast format that looks the same
                to a model.
            quality: of that format.
            timeout_s: longest wait.

        Raises:
            ActionTimeout: the page does not draw.
        """
        options: dict[str, Any] = {"format": "png", "optimizeForSpeed": True}
        if not exact:
            options = {"format": "jpeg", "quality": quality, "optimizeForSpeed": True}

        async def take(tab: Tab) -> Taken:
            shot, metrics = await asyncio.gather(
                tab.cdp.send("Page.captureScreenshot", options),
                tab.cdp.send("Page.getLayoutMetrics"),
            )
            width, height = _css_size(metrics, tab)
            return Shot(data=base64.b64decode(shot["data"]), width=width, height=height), (0, 0)

        return await self._shot(take, timeout_s, exact=exact, quality=quality)

    async def shoot_page(self, max_height: int, *, timeout_s: float = CAPTURE_S) -> Shot:
        """Take a picture of the page from its top down to at most ``max_height`` CSS pixels."""

        async def take(tab: Tab) -> Taken:
            metrics = await tab.cdp.send("Page.getLayoutMetrics")
            size = metrics["cssContentSize"]
            return await _clipped(
                tab, metrics, (0, 0, size["width"], min(size["height"], max_height))
            )

        return await self._shot(take, timeout_s)

    async def shoot_part(self, box: Box, *, timeout_s: float = CAPTURE_S) -> Shot:
        """Take a picture of a part of the page, which need not be scrolled into view."""

        async def take(tab: Tab) -> Taken:
            metrics = await tab.cdp.send("Page.getLayoutMetrics")
            seen, size = metrics["cssVisualViewport"], metrics["cssContentSize"]
            left, top = max(0.0, box[0] + seen["pageX"]), max(0.0, box[1] + seen["pageY"])
            right = min(box[0] + seen["pageX"] + box[2], size["width"])
            bottom = min(box[1] + seen["pageY"] + box[3], size["height"])
            # Without a size the browser would capture the whole page.
            clip = left, top, max(1.0, right - left), max(1.0, bottom - top)
            return await _clipped(tab, metrics, clip)

        # In another document the part would show something else.
        return await self._shot(take, timeout_s, tries=1)

    async def _shot(
        self,
        take: Callable[[Tab], Awaitable[Taken]],
        timeout_s: float,
        *,
        exact: bool = False,
        quality: int = _QUALITY,
        tries: int = _TRIES,
    ) -> Shot:
        """Take a picture, painting over the covered boxes."""
        tab = await self._session.ready()
        # Queried before and after: what moves meanwhile is covered in both places.
        boxes = list(await self._covered()) if self._covered else []
        with mapped_errors("taking a screenshot"):
            shot, (left, top) = await _taken(tab, lambda: take(tab), timeout_s, tries)
        boxes += await self._covered() if self._covered else []
        moved = [(x - left, y - top, width, height) for x, y, width, height in boxes]
        return _painted_over(shot, moved, exact=exact, quality=quality) if moved else shot


@cache
def _keep_memory() -> None:
    """Make malloc reuse one picture's memory for the next: fresh pages take a third longer.

    glibc returns freed memory to the system if it is more than twice the largest block freed
    before; every page of it costs a fault when it comes back.
    """
    Image.new("L", (_FREED, _FREED), None)


def fitted(shot: Shot, long_edge: int) -> Image.Image:
    """Return the image at the size a model sees: never larger than the viewport."""
    scale = min(1.0, long_edge / max(shot.width, shot.height))
    size = max(1, round(shot.width * scale)), max(1, round(shot.height * scale))
    if shot.image.size == size:
        return shot.image
    return _resized(shot.image, size)


def encoded(image: Image.Image, shot: Shot, *, quality: int) -> Screenshot:
    """Encode an image of a shot as JPEG or PNG, whichever is smaller."""
    data, media_type = _smallest(image, quality)
    return shot.as_screenshot(data, media_type, image.size)


def _painted_over(shot: Shot, boxes: Sequence[Box], *, exact: bool, quality: int) -> Shot:
    image = shot.image.copy()
    scale = image.width / shot.width
    draw = ImageDraw.Draw(image)
    for x, y, width, height in boxes:
        # One pixel more on each side: glyphs overhang their boxes.
        sides = (x * scale - 1, y * scale - 1, (x + width) * scale + 1, (y + height) * scale + 1)
        draw.rectangle(sides, fill=_COVER)
    return replace(shot, data=_png(image) if exact else _jpeg(image, quality))


def _resized(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    """Resize with half of the lines in a second thread: most time is spent here."""
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


async def _taken(
    tab: Tab, take: Callable[[], Awaitable[Taken]], timeout_s: float, tries: int
) -> Taken:
    """Take a picture; retry if the document was replaced meanwhile.

    For the old one the browser reports a capture error, or nothing at all.
    """
    until = time.monotonic() + timeout_s
    for _ in range(tries):
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


async def _clipped(tab: Tab, metrics: Mapping[str, Any], clip: Box) -> Taken:
    """A picture of a part of the page, CSS pixels of the page."""
    x, y, width, height = clip
    options: Any = {
        "format": "jpeg",
        "quality": _QUALITY,
        "captureBeyondViewport": True,
        "clip": {"x": x, "y": y, "width": width, "height": height, "scale": 1},
    }
    shot = await tab.cdp.send("Page.captureScreenshot", options)
    seen = metrics["cssVisualViewport"]
    corner = x - seen["pageX"], y - seen["pageY"]
    return Shot(data=base64.b64decode(shot["data"]), width=width, height=height), corner


def _smallest(image: Image.Image, quality: int) -> tuple[bytes, MediaType]:
    jpeg = _jpeg(image, quality)
    # PNG of the whole takes ten times as long: a few strips tell whether to try it.
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
    # Full chroma: a one-pixel red line would turn brown otherwise.
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
