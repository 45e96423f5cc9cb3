"""Set-of-Mark: a screenshot with numbered elements, and their legend in words.

Marks are painted on the picture, not in the page. The page may move between observation and
screenshot, so element positions are queried again afterwards.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from PIL import Image

from agent_e.config import VisionSettings
from agent_e.types import BBox, MarkedPage, Node, Observation, Rect

from .label_layout import InkMap
from .legend import Choice, legend
from .page import Page
from .painting import ink_of, paint, write_texts
from .screenshots import Camera, Shot, encoded, fitted

_APART = 4.0
"""How far an element may have moved meanwhile, in CSS pixels."""
_MANY = 0.05
"""Share of the elements that may have moved further before everything is redone."""
_TRIES = 2
SEED_SELECTORS = (
    "button, a, input, textarea, select, [role=button], [role=link], [role=textbox], "
    "[role=menuitem], [role=tab], [role=checkbox], [role=combobox], [onclick], "
    "[tabindex]:not([tabindex='-1']), label[for], summary"
)
"""Marked by the seed: tags, seven roles, handlers and tab stops (Web-Browser-Agent)."""

_MIN_AREA = 80
"""Smallest visible area worth a number, in square CSS pixels."""
_RANKS = {
    **dict.fromkeys(("textbox", "searchbox", "combobox", "listbox", "spinbutton", "slider"), 4),
    **dict.fromkeys(("button", "checkbox", "radio", "switch", "tab", "menuitem", "option"), 3),
    "link": 2,
}
"""Priority of elements if there are too many to read."""


def choose(page: Observation, limit: int, *, skip: int = 0, usable: bool = True) -> Choice:
    """Choose which elements of a page get a number.

    Args:
        page: the page.
        limit: how many at most.
        skip: how many of the top ones had one before.
        usable: only those that a click would reach and affect.
    """
    free: list[Node] = []
    disabled: list[Node] = []
    above: list[Node] = []
    below: list[Node] = []
    covered = 0
    for node in page.elements:
        where = _where(node, page)
        if where and "off-screen" in node.states:
            # Positioned off the page, such as a skip link: scrolling cannot reach it.
            continue
        if where < 0:
            above.append(node)
        elif where > 0:
            below.append(node)
        elif not usable:
            free.append(node)
        elif "disabled" in node.states:
            disabled.append(node)
        elif node.reachable:
            free.append(node)
        else:
            covered += 1
    # Ties go to those first in reading order: gaps among them would be puzzling.
    top = sorted(free, key=lambda node: _rank(node, page), reverse=True)[skip : skip + limit]
    chosen = {node.mmid for node in top}
    return Choice(
        marked=tuple(node for node in free if node.mmid in chosen),
        left_out=max(0, len(free) - skip - len(top)),
        disabled=tuple(disabled),
        above=tuple(above),
        below=tuple(below),
        covered=covered,
        skipped=skip,
    )


async def marked_page(
    camera: Camera,
    page: Page,
    settings: VisionSettings,
    *,
    counted: bool = False,
    skip: int = 0,
    long_edge: int | None = None,
) -> MarkedPage:
    """Take a picture of the active page with a number on each element that can be clicked.

    Args:
        camera: takes it.
        page: the page.
        settings: what to mark and how.
        counted: show numbers from 1; else the elements' ids.
        skip: as for ``choose``.
        long_edge: longest side that its viewer accepts, if known.
    """
    spent: dict[str, float] = defaultdict(float)
    for last in range(_TRIES - 1, -1, -1):
        seen, shot = await _seen_and_shot(camera, page, spent, refresh=not last)
        choice = choose(seen, settings.max_marks, skip=skip, usable=settings.marks == "hit")
        ids = [node.mmid for node in choice.marked if node.mmid is not None]
        before = {node.mmid: node.bbox for node in choice.marked if node.mmid and node.bbox}
        with _stage(spent, "check"):
            edge = min(settings.long_edge, long_edge or settings.long_edge)
            (image, ink), texts, now = await asyncio.gather(
                asyncio.to_thread(_prepared, shot, edge),
                page.texts(),
                page.boxes(
                    ids,
                    selectors=SEED_SELECTORS if settings.marks == "selectors" else "",
                    minimum=settings.min_size,
                ),
            )
        if not last or _moved(before, now) <= _MANY * len(ids):
            break
    scale = image.width / shot.width, image.height / shot.height
    with _stage(spent, "paint"):
        # In document order, frames in their place.
        elements = {mmid: now[mmid] for mmid in ids if mmid in now}
        write_texts(ink, texts, scale, image.size)
        painted = paint(image, ink, elements, scale, font_size=settings.font_size, counted=counted)
    with _stage(spent, "encode"):
        screenshot = await asyncio.to_thread(encoded, painted.image, shot, quality=settings.quality)
    marked = tuple(node for node in choice.marked if node.mmid in painted.boxes)
    page.tell((*marked, *choice.disabled))
    words = page.words_of(seen, marked)
    across, down = scale
    return MarkedPage(
        screenshot=screenshot,
        marked=marked,
        numbers=painted.numbers,
        badges={
            mmid: (left / across, top / down, (right - left) / across, (bottom - top) / down)
            for mmid, (left, top, right, bottom) in painted.labels.items()
        },
        left_out=choice.left_out,
        legend=legend(
            seen,
            [f"[{number}] {text}" for number, text in zip(painted.numbers, words, strict=True)],
            choice,
            more="more_marks numbers them" if counted else "get_dom lists them",
        ),
        page=seen,
        milliseconds=dict(spent),
    )


def _prepared(shot: Shot, long_edge: int) -> tuple[Image.Image, InkMap]:
    """Everything that can be done with a shot while the page is queried."""
    image = fitted(shot, long_edge)
    return image, ink_of(image)


async def _seen_and_shot(
    camera: Camera, page: Page, spent: dict[str, float], *, refresh: bool
) -> tuple[Observation, Shot]:
    """Take a picture and return it with the page's observation.

    The observation comes first, so that the boxes show what moved before the shot; a cached one
    that is still valid will do. Checking that is free during the shot, which is mostly waiting; if
    it is stale, the shot is wasted, so this is tried only right after an observation.
    """

    async def shoot() -> Shot:
        with _stage(spent, "shoot"):
            return await camera.shoot()

    if page.is_recent and not refresh:
        shooting = asyncio.create_task(shoot())
        try:
            with _stage(spent, "collect"):
                seen = await page.cached_if_valid()
            if seen:
                return seen, await shooting
        finally:
            shooting.cancel()
            await asyncio.gather(shooting, return_exceptions=True)
        refresh = True
    with _stage(spent, "collect"):
        # Movement that gives no event shows in the boxes; then the page is observed again.
        seen = await (page.observe() if refresh else page.observe_cached())
    return seen, await shoot()


@contextmanager
def _stage(spent: dict[str, float], name: str) -> Iterator[None]:
    started = time.perf_counter()
    try:
        yield
    finally:
        spent[name] += (time.perf_counter() - started) * 1000


def _where(node: Node, page: Observation) -> int:
    """-1 above or left of the viewport, 1 below or right of it, 0 inside."""
    if node.bbox is None:
        return 1
    x, y, width, height = node.bbox
    if y + height <= 0 or x + width <= 0:
        return -1
    view = page.scroll
    return 1 if y >= view.viewport_height or x >= view.viewport_width else 0


def _rank(node: Node, page: Observation) -> tuple[bool, int]:
    x, y, width, height = node.bbox or (0, 0, 0, 0)
    view = page.scroll
    across = min(x + width, view.viewport_width) - max(x, 0)
    down = min(y + height, view.viewport_height) - max(y, 0)
    return across * down >= _MIN_AREA, _RANKS.get(node.role, 1)


def _moved(before: Mapping[int, BBox], now: Mapping[int, Sequence[Rect]]) -> int:
    """How many elements have moved or are hidden."""
    return sum(mmid not in now or not _is_at(box, now[mmid]) for mmid, box in before.items())


def _is_at(box: BBox, lines: Sequence[Rect]) -> bool:
    x, y, width, height = box
    left, top = min(line[0] for line in lines), min(line[1] for line in lines)
    across = x - _APART <= left <= x + width + _APART
    return across and y - _APART <= top <= y + height + _APART
