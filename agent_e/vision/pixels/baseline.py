"""A page's look before an action, and what in it changes by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PIL import Image

from agent_e.types import Rect

from ..page import Page
from ..screenshots import Camera, Shot
from .tiles import Frame, Tiles, boxes_of, changed_tiles, tiles_of, widened

FRAMES = 3
APART_S = 0.2
"""Time between two frames: long enough to see movement or a caret's blink."""
_INNER = (0.5, 0.25, 0.75)


@dataclass(frozen=True, kw_only=True, slots=True)
class Baseline:
    """The state before an action.

    Attributes:
        frame: the last frame, one pixel for each CSS pixel.
        masked: tiles changing by themselves.
        parts: the boxes behind these.
        focus: the field in which a caret may blink; its tiles are not masked for that.
        url: the page's address.
        target: the target of the action, if known.
    """

    frame: Frame
    masked: Tiles
    parts: tuple[Rect, ...]
    focus: Rect | None
    url: str
    target: Rect | None = None


async def frame_of(camera: Camera) -> Frame:
    """Take a picture at one pixel per CSS pixel."""
    shot = await camera.shoot(exact=True)
    return await asyncio.to_thread(_frame, shot)


def _frame(shot: Shot) -> Frame:
    size = max(1, round(shot.width)), max(1, round(shot.height))
    if shot.image.size == size:
        return Frame(shot.image)
    return Frame(shot.image.resize(size, Image.Resampling.BOX))


async def take_baseline(camera: Camera, page: Page, target: Rect | None) -> Baseline:
    """Sample the page a few times and find what does not keep still.

    The mouse should already be on the target, so that its hover look is not taken for an effect of
    the click. It takes half a second, which can overlap with a model call.
    """
    frames = [await frame_of(camera)]
    for _ in range(FRAMES - 1):
        # Not a wait for an event: sampling spontaneous changes needs time between frames.
        await asyncio.sleep(APART_S)
        frames.append(await frame_of(camera))
    last = frames[-1]
    restless = np.zeros(last.shape, dtype=bool)
    for earlier in frames[:-1]:
        if earlier.image.size == last.image.size:
            restless |= changed_tiles(earlier, last)
    boxes = boxes_of(restless)
    moving = await page.moving([point for box in boxes for point in _points(box)])
    focus = moving.focus
    # A blinking caret is no reason to mask the focused field.
    unfocused = [box for box in boxes if focus is None or not _within(box, focus, 16)]
    around = [rect for rect in moving.at if rect is not None]
    parts = (*moving.parts, *around)
    masked = widened(_tiles(unfocused, last.shape)) | _tiles(parts, last.shape)
    if focus and not any(_within(focus, part, 1) for part in parts):
        masked[tiles_of(focus, last.shape)] = False
    parts = (*parts, *unfocused)
    return Baseline(
        frame=last, masked=masked, parts=parts, focus=focus, url=page.url, target=target
    )


def _points(box: Rect) -> list[tuple[float, float]]:
    """A few points in a moving box; not all need hit what moves."""
    x, y, width, height = box
    return [(x + width * part, y + height * part) for part in _INNER]


def _tiles(boxes: Sequence[Rect], shape: tuple[int, int]) -> Tiles:
    tiles = np.zeros(shape, dtype=bool)
    for box in boxes:
        tiles[tiles_of(box, shape)] = True
    return tiles


def _within(inner: Rect, outer: Rect, margin: float) -> bool:
    """Whether one box lies in another, exceeding it by at most ``margin``."""
    x, y, width, height = inner
    left, top, wide, high = outer
    return (
        left - margin <= x
        and top - margin <= y
        and x + width <= left + wide + margin
        and y + height <= top + high + margin
    )
