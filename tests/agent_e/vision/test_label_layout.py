from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from agent_e.vision.areas import Area
from agent_e.vision.label_layout import InkMap, leader, place_labels
from agent_e.vision.painting import RED, WHITE, ink_of, paint

BOUNDS = (1024, 576)
NUMBER = (22, 11)
SMALL = (15, 8)


def overlap(one: Area, other: Area) -> int:
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return max(across, 0) * max(down, 0)


EMPTY = Image.new("L", BOUNDS, 255)


def inked(image: Image.Image, texts: list[Area] | None = None) -> InkMap:
    ink = InkMap(np.asarray(image))
    ink.write(texts or [])
    return ink


def place(targets: list[Area], ink: InkMap | None = None) -> list[Area]:
    many, small = [NUMBER] * len(targets), [SMALL] * len(targets)
    return place_labels([[each] for each in targets], many, small, BOUNDS, ink or inked(EMPTY))


def written(*lines: Area) -> Image.Image:
    """A picture with letters, or what looks like them."""
    image = EMPTY.copy()
    for left, top, right, bottom in lines:
        for x in range(left, right, 3):
            ImageDraw.Draw(image).line((x, top, x, bottom - 1), fill=0)
    return image


def test_a_number_stands_beside_its_element():
    target = (100, 100, 180, 120)
    [label] = place([target])
    assert (label[2] - label[0], label[3] - label[1]) == NUMBER
    assert not overlap(label, target)
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


def test_what_is_written_beside_an_element_is_not_covered():
    words, target = (100, 85, 240, 100), (100, 100, 240, 120)
    [over] = place([target])
    assert overlap(over, words), "it would be, if nobody looked"
    image = written(words)
    for ink in (inked(image), inked(image, [words])):
        [beside] = place([target], ink)
        assert not overlap(beside, words)


def test_words_that_left_no_trace_are_hidden_and_take_no_room():
    words, target = (100, 85, 240, 100), (100, 100, 240, 120)
    assert place([target], inked(EMPTY, [words])) == place([target])


def test_where_all_around_is_written_a_line_leads_to_the_number():
    lines = [(60, 80 + 20 * row, 300, 100 + 20 * row) for row in range(3)]
    target = (120, 103, 200, 117)
    [label] = place([target], inked(written(*lines), lines))
    assert not any(overlap(label, line) for line in lines)
    assert label[3] - label[1] == SMALL[1]
    ends = leader(label, [target])
    assert ends is not None
    assert overlap((*ends[2:], ends[2] + 1, ends[3] + 1), target)
    assert leader((100, 89, 122, 100), [(100, 100, 200, 120)]) is None


def test_in_a_grid_without_gaps_each_number_is_nearest_to_its_own_element():
    targets = [
        (40 + 30 * column, 40 + 24 * row, 70 + 30 * column, 64 + 24 * row)
        for row in range(6)
        for column in range(7)
    ]
    texts = [(left + 9, top + 6, right - 9, bottom - 6) for left, top, right, bottom in targets]
    labels = place(targets, inked(written(*texts), texts))
    for number, label in enumerate(labels):
        own = overlap(label, targets[number])
        others = [overlap(label, each) for n, each in enumerate(targets) if n != number]
        assert own > max(others) or (not any(others) and leader(label, [targets[number]]) is None)
        assert not any(overlap(label, text) > SMALL[0] for text in texts)


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
        assert (right - left, bottom - top) in (NUMBER, SMALL)
        assert left >= 0
        assert top >= 0
        assert right <= BOUNDS[0]
        assert bottom <= BOUNDS[1]


def test_marks_are_painted_in_pixels_of_the_picture():
    image = Image.new("RGB", (640, 360), "white")
    ink = ink_of(image)
    painted = paint(image, ink, {7: [(200, 100, 160, 40)]}, (0.5, 0.5), font_size=13)
    assert painted.boxes == {7: ((100, 50, 180, 70),)}
    assert painted.numbers == {7: 7}
    assert painted.image.getpixel((99, 60)) == painted.image.getpixel((180, 60)) == RED
    assert painted.image.getpixel((100, 60)) == painted.image.getpixel((140, 60)) == WHITE
    label = painted.image.crop(painted.labels[7])
    colours = {colour for _, colour in label.getcolors(1000) or []}
    assert RED in colours
    assert len(colours) > 3, "figures, with soft edges"
    assert image.getpixel((99, 60)) == WHITE, "the picture it was made from is left as it was"


def test_numbers_that_are_counted_have_no_gap():
    image = Image.new("RGB", (640, 360), "white")
    boxes = {70: [(10, 10, 40, 20)], 71: [(-90, 10, 40, 20)], 80: [(90, 10, 40, 20)]}
    painted = paint(image, ink_of(image), boxes, (1, 1), font_size=13, counted=True)
    assert painted.numbers == {1: 70, 2: 80}


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
