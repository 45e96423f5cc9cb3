from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from agent_e.vision.painting import RED, WHITE, ink_of, paint
from agent_e.vision.placing import Area, Ink, place_labels

BOUNDS = (1024, 576)
NUMBER = (22, 11)


def overlap(one: Area, other: Area) -> int:
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return max(across, 0) * max(down, 0)


def place(targets: list[Area], ink: Ink | None = None) -> list[Area]:
    return place_labels(targets, [NUMBER] * len(targets), BOUNDS, ink)


def test_a_number_stands_beside_its_element():
    target = (100, 100, 180, 120)
    [label] = place([target])
    assert (label[2] - label[0], label[3] - label[1]) == NUMBER
    assert overlap(label, target) <= NUMBER[0], "it lies over the edge at most"
    assert overlap((label[0] - 1, label[1] - 1, label[2] + 1, label[3] + 1), target)


def test_no_number_lies_on_another_one_or_on_another_element():
    targets = [
        (40 + 60 * column, 40 + 40 * row, 80 + 60 * column, 58 + 40 * row)
        for row in range(12)
        for column in range(15)
    ]
    labels = place(targets)
    assert not any(overlap(*pair) for pair in itertools.combinations(labels, 2))
    for number, label in enumerate(labels):
        others = [target for n, target in enumerate(targets) if n != number]
        assert not any(overlap(label, other) for other in others)


def test_what_the_picture_says_beside_an_element_is_not_covered():
    image = Image.new("L", BOUNDS, 255)
    words = (100, 85, 240, 100)
    for x in range(words[0], words[2], 3):
        ImageDraw.Draw(image).line((x, words[1], x, words[3]), fill=0)
    target = (100, 100, 240, 120)
    [over] = place([target])
    assert overlap(over, words), "it would be, if nobody looked"
    [beside] = place([target], Ink(np.asarray(image)))
    assert not overlap(beside, words)


def test_the_number_of_a_large_element_may_stand_inside():
    [label] = place([(0, 0, *BOUNDS)])
    assert overlap(label, (0, 0, *BOUNDS)) == NUMBER[0] * NUMBER[1]


areas = st.tuples(
    st.integers(0, 1000), st.integers(0, 550), st.integers(2, 300), st.integers(2, 100)
).map(lambda box: (box[0], box[1], min(box[0] + box[2], 1024), min(box[1] + box[3], 576)))


@given(st.lists(areas, max_size=40))
def test_every_number_lies_in_the_picture(targets):
    labels = place(targets)
    assert len(labels) == len(targets)
    for left, top, right, bottom in labels:
        assert (right - left, bottom - top) == NUMBER
        assert left >= 0
        assert top >= 0
        assert right <= BOUNDS[0]
        assert bottom <= BOUNDS[1]


def test_marks_are_painted_in_pixels_of_the_picture():
    image = Image.new("RGB", (640, 360), "white")
    painted = paint(image, ink_of(image), {7: [(200, 100, 160, 40)]}, (0.5, 0.5), font_size=13)
    assert painted.boxes == {7: ((100, 50, 180, 70),)}
    assert painted.image.getpixel((100, 50)) == RED
    inside = painted.image.getpixel((140, 60))
    assert isinstance(inside, tuple)
    assert inside[2] < inside[0] == 255, "tinted yellow"
    label = painted.image.crop(painted.labels[7])
    colours = {colour for _, colour in label.getcolors(1000) or []}
    assert RED in colours
    assert len(colours) > 3, "figures, with soft edges"
    assert image.getpixel((100, 50)) == WHITE, "the picture it was made from is left as it was"


def test_boxes_within_boxes_are_tinted_once():
    image = Image.new("RGB", (640, 360), "white")
    boxes = {1: [(100, 100, 80, 40)], 2: [(110, 110, 30, 20)], 3: [(120, 115, 120, 20)]}
    tinted = paint(image, ink_of(image), boxes, (1, 1), font_size=13).image
    assert tinted.getpixel((104, 130)) == tinted.getpixel((125, 120)) == (255, 250, 215)
    assert tinted.getpixel((230, 130)) == (255, 250, 215)
    assert tinted.getpixel((230, 150)) == WHITE


def test_an_element_around_another_is_no_neighbour_of_it():
    inner, outer = (300, 200, 340, 220), (200, 100, 600, 400)
    alone, among = place([inner])[0], place([inner, outer])[0]
    assert alone == among
    assert overlap(among, outer) == NUMBER[0] * NUMBER[1]


def test_without_elements_there_are_no_numbers():
    assert place([]) == []


@pytest.mark.parametrize("box", [(-50, 10, 40, 20), (700, 10, 40, 20), (10, 10, 1, 20)])
def test_what_is_not_in_the_picture_gets_no_mark(box):
    image = Image.new("RGB", (640, 360))
    painted = paint(image, ink_of(image), {1: [box]}, (1, 1), font_size=13)
    assert painted.boxes == {}
    assert painted.labels == {}
