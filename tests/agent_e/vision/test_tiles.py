from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from agent_e.vision.pixels.mean import THRESHOLD, mean_difference
from agent_e.vision.pixels.tiles import (
    TILE,
    Frame,
    boxes_of,
    changed_tiles,
    tiles_of,
    widened,
)

SIZE = (200, 100)


def white() -> Image.Image:
    return Image.new("RGB", SIZE, "white")


def painted(colour: str | tuple[int, int, int], *boxes: tuple[int, int, int, int]) -> Image.Image:
    image = white()
    for left, top, width, height in boxes:
        image.paste(colour, (left, top, left + width, top + height))
    return image


def changed(image: Image.Image, before: Image.Image | None = None) -> list[tuple[int, int]]:
    tiles = changed_tiles(Frame(before or white()), Frame(image))
    return [(int(row), int(column)) for row, column in zip(*np.nonzero(tiles), strict=True)]


def test_equal_pictures_have_no_changed_tile():
    assert changed(white()) == []


@pytest.mark.parametrize(
    ("box", "tiles"),
    [
        ((0, 0, 3, 1), [(0, 0)]),
        ((0, 0, 2, 1), []),  # two pixels are none
        ((14, 14, 4, 4), [(0, 0), (0, 1), (1, 0), (1, 1)]),
        ((32, 16, 16, 16), [(1, 2)]),  # a whole tile of 256 pixels
        ((190, 90, 10, 10), [(5, 11), (6, 11), (5, 12), (6, 12)]),  # the smaller ones at the edge
    ],
)
def test_a_tile_is_changed_by_three_pixels(box, tiles):
    assert sorted(changed(painted("black", box))) == sorted(tiles)


def test_a_faint_difference_is_none():
    assert changed(painted((235, 235, 235), (0, 0, 50, 50))) == []


def test_a_colour_as_bright_as_the_other_is_seen():
    red, green = painted((200, 0, 0), (40, 40, 20, 20)), painted((0, 102, 0), (40, 40, 20, 20))
    gray = np.asarray(red.convert("L")).astype(int) - np.asarray(green.convert("L"))
    assert np.abs(gray).max() <= 24
    assert changed(red, green) == [(2, 2), (2, 3), (3, 2), (3, 3)]


def test_masked_tiles_are_left_aside():
    frame = Frame(painted("black", (0, 0, 16, 16), (64, 64, 16, 16)))
    masked = np.zeros(frame.shape, dtype=bool)
    masked[0, 0] = True
    tiles = changed_tiles(Frame(white()), frame, masked)
    assert boxes_of(tiles) == [(64, 64, 16, 16)]


def test_tiles_that_touch_are_one_box_the_largest_first():
    tiles = np.zeros((7, 13), dtype=bool)
    tiles[6, 12] = True
    tiles[1, 1] = tiles[2, 2] = tiles[3, 1] = True
    assert boxes_of(tiles) == [(TILE, TILE, 2 * TILE, 3 * TILE), (12 * TILE, 6 * TILE, TILE, TILE)]


def test_a_rectangle_covers_the_tiles_it_touches():
    tiles = np.zeros((7, 13), dtype=bool)
    tiles[tiles_of((15, 31, 2, 2), tiles.shape)] = True
    assert tiles.sum() == 4
    tiles[tiles_of((-50, -50, 20, 20), tiles.shape)] = True
    tiles[tiles_of((900, 900, 20, 20), tiles.shape)] = True
    assert tiles.sum() == 4


def test_neighbours_across_corners_are_added():
    tiles = np.zeros((7, 13), dtype=bool)
    tiles[3, 3] = True
    assert boxes_of(widened(tiles)) == [(2 * TILE, 2 * TILE, 3 * TILE, 3 * TILE)]


def test_the_mean_drowns_what_a_tile_shows():
    tick = painted("black", (40, 40, 6, 6))
    assert 0 < mean_difference(white(), tick) < THRESHOLD
    assert changed(tick) == [(2, 2)]
    assert mean_difference(white(), painted("black", (0, 0, 100, 100))) == pytest.approx(0.5, 0.02)
