"""Worked numbers: what models see of a screenshot, and where their points are on the page."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_e.errors import ActionParseError
from agent_e.vision.actions import Action, Point, Space
from agent_e.vision.coordinates import (
    Scaling,
    Size,
    fitted,
    from_css,
    placed,
    smart_resize,
    to_css,
)

UI_TARS = {"factor": 28, "min_pixels": 100 * 784, "max_pixels": 16_384 * 784}
CAPPED = UI_TARS | {"max_pixels": 1280 * 784}
QWEN3 = {"factor": 32, "min_pixels": 65_536, "max_pixels": 16_777_216}


def size(width: int, height: int) -> Size:
    return Size(width=width, height=height)


@pytest.mark.parametrize(
    ("viewport", "ui_tars", "tokens", "capped", "qwen3", "qwen3_tokens"),
    [
        ((1024, 576), (1036, 588), 777, (1036, 588), (1024, 576), 576),
        ((1280, 720), (1288, 728), 1196, (1288, 728), (1280, 704), 880),
        ((1280, 800), (1288, 812), 1334, (1260, 784), (1280, 800), 1000),
        ((1440, 900), (1428, 896), 1632, (1260, 784), (1440, 896), 1260),
        ((1920, 1080), (1932, 1092), 2691, (1316, 728), (1920, 1088), 2040),
        # Multiples of 224 are left as they are by both.
        ((1120, 672), (1120, 672), 960, (1120, 672), (1120, 672), 735),
        ((1344, 672), (1344, 672), 1152, (1344, 672), (1344, 672), 882),
    ],
)
def test_resizing_of_usual_viewports(viewport, ui_tars, tokens, capped, qwen3, qwen3_tokens):
    width, height = viewport
    assert smart_resize(height, width, **UI_TARS) == ui_tars[::-1]
    assert ui_tars[0] * ui_tars[1] == tokens * 28 * 28
    assert smart_resize(height, width, **CAPPED) == capped[::-1]
    assert smart_resize(height, width, **QWEN3) == qwen3[::-1]
    assert qwen3[0] * qwen3[1] == qwen3_tokens * 32 * 32


def test_resizing_of_extremes():
    assert smart_resize(10, 10, **UI_TARS) == (280, 280)
    assert smart_resize(1, 200, 28, 0, 10**9) == (28, 196)
    for height, width in ((0, 10), (10, -1), (1, 201), (201, 1)):
        with pytest.raises(ValueError, match="picture of"):
            smart_resize(height, width, **UI_TARS)


@given(st.integers(50, 5000), st.integers(50, 5000), st.sampled_from([UI_TARS, CAPPED, QWEN3]))
def test_a_resized_picture_has_multiples_and_stays_within_its_limits(height, width, row):
    high, wide = smart_resize(height, width, **row)
    assert high % row["factor"] == wide % row["factor"] == 0
    assert row["min_pixels"] <= high * wide <= row["max_pixels"]
    assert smart_resize(high, wide, **row) == (high, wide)


@pytest.mark.parametrize(
    ("shot", "sent"),
    [
        ((1280, 720), (1280, 720)),
        ((1440, 900), (1356, 847)),
        ((1920, 1080), (1429, 804)),
        ((3136, 100), (1568, 50)),
    ],
)
def test_what_anthropic_leaves_as_it_is(shot, sent):
    assert fitted(size(*shot), max_edge=1568, max_area=1_150_000) == size(*sent)


def test_what_anthropic_leaves_as_it_is_since_opus_4_7():
    assert fitted(size(1920, 1080), max_edge=2576, max_area=3_750_000) == size(1920, 1080)
    wide = fitted(size(5152, 1000), max_edge=2576, max_area=3_750_000)
    assert wide == size(2576, 500)


HD = Scaling(viewport=size(1280, 720), image=size(1280, 720), resized=size(1288, 728))
SMALL = Scaling(viewport=size(1280, 720), image=size(1024, 576), resized=size(1036, 588))


@pytest.mark.parametrize(
    ("scaling", "space", "said", "meant"),
    [
        (HD, Space.RESIZED_PX, (644, 364), (640, 360)),
        (HD, Space.RESIZED_PX, (175, 514), (173.9, 508.4)),
        (SMALL, Space.RESIZED_PX, (518, 294), (640, 360)),
        (SMALL, Space.IMAGE_PX, (512, 288), (640, 360)),
        (HD, Space.CSS, (640, 360), (640, 360)),
        (HD, Space.REL_1000, (500, 500), (640, 360)),
        # At the edge and up to one percent beyond it, inside is meant.
        (HD, Space.REL_1000, (1000, 1000), (1279, 719)),
        (HD, Space.REL_1000, (1010, 1010), (1279, 719)),
        (HD, Space.REL_1000, (-10, -10), (0, 0)),
        (HD, Space.IMAGE_PX, (1292.7, 727), (1279, 719)),
    ],
)
def test_points_in_css_pixels(scaling, space, said, meant):
    point = to_css(Point(x=said[0], y=said[1], space=space), scaling)
    assert point.space is Space.CSS
    assert (point.x, point.y) == pytest.approx(meant, abs=0.05)


@pytest.mark.parametrize(
    ("space", "said"),
    [
        (Space.REL_1000, (1011, 500)),
        (Space.REL_1000, (500, -11)),
        (Space.IMAGE_PX, (1293, 100)),
        (Space.IMAGE_PX, (100, 728)),
        (Space.RESIZED_PX, (1301, 100)),
        (Space.CSS, (math.nan, 1)),
        (Space.CSS, (1, math.inf)),
    ],
)
def test_points_outside_are_refused(space, said):
    with pytest.raises(ActionParseError, match="outside the screenshot") as caught:
        to_css(Point(x=said[0], y=said[1], space=space), HD)
    assert caught.value.code == "out_of_range"


@pytest.mark.parametrize("space", Space)
def test_a_place_of_the_page_in_a_model_s_unit_and_back(space):
    scaling = Scaling(viewport=size(1280, 720), image=size(1024, 576), resized=size(1036, 588))
    point = from_css(640, 180, space, scaling)
    whole = {"css": (1280, 720), "image_px": (1024, 576), "resized_px": (1036, 588)}
    wide, high = whole.get(space, (1000, 1000))
    assert (point.x, point.y) == pytest.approx((wide / 2, high / 4))
    back = to_css(point, scaling)
    assert (back.x, back.y) == pytest.approx((640, 180))


def test_an_action_is_placed_with_all_its_points():
    def at(x: float, y: float) -> Point:
        return Point(x=x, y=y, space=Space.REL_1000)

    drag = Action(kind="drag", point=at(-10, 500), to=at(250, 750), raw="a")
    seen = placed(drag, HD)
    assert seen.point == Point(x=0, y=360, space=Space.CSS)
    assert seen.to == Point(x=320, y=540, space=Space.CSS)
    assert seen.raw == "a"
    assert placed(Action(kind="wait"), HD) == Action(kind="wait")
    with pytest.raises(ActionParseError, match=r"\(250, 1020\)"):
        placed(Action(kind="drag", point=at(500, 500), to=at(250, 1020)), HD)
