"""What a table says of a vision model."""

from __future__ import annotations

import pytest

from agent_e.errors import ConfigError
from agent_e.vision.actions import Space
from agent_e.vision.coordinates import Size
from agent_e.vision.spec import VisionSpec, vision_row

HD = Size(width=1280, height=720)
FULL = Size(width=1920, height=1080)


def test_a_row_is_made_of_plain_values():
    row = vision_row({"dialect": "ui_tars", "space": "resized_px", "max_pixels": 1_003_520})
    assert row == VisionSpec(dialect="ui_tars", space=Space.RESIZED_PX, max_pixels=1_003_520)
    assert row.scaling(HD).resized == Size(width=1288, height=728)
    assert row.scaling(FULL).resized == Size(width=1316, height=728)


def test_a_provider_with_limits_is_sent_what_it_leaves_as_it_is():
    limits = {"max_edge": 1568, "max_area": 1_150_000}
    row = vision_row({"dialect": "openai", "space": "image_px", **limits})
    assert row.scaling(HD).image == HD
    scaling = row.scaling(FULL)
    assert (scaling.viewport, scaling.image) == (FULL, Size(width=1429, height=804))


def test_a_picture_made_smaller_before_is_what_is_resized():
    row = vision_row({"dialect": "qwen", "space": "resized_px"})
    scaling = row.scaling(HD, image=Size(width=1024, height=576))
    assert scaling.resized == Size(width=1036, height=588)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (
            {"dialect": "klingon", "space": "css"},
            "no action dialect 'klingon'. Take one of ui_tars",
        ),
        ({"dialect": "qwen"}, "it names no space"),
        ({"dialect": "qwen", "space": "rel_10"}, "'rel_10' is no space; take one of css, "),
        ({"space": "css"}, "dialect"),
        ({"dialect": "qwen", "space": "css", "colour": 1}, "colour"),
    ],
)
def test_a_row_that_cannot_be_used_is_refused_in_words(values, words):
    with pytest.raises(ConfigError, match=words):
        vision_row(values)
