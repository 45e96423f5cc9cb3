"""What a grounding model is sent, and where its points are: every space, without a browser."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from agent_e.agents.grounding import sight_of
from agent_e.errors import ActionParseError
from agent_e.types import Screenshot
from agent_e.vision.actions import Space
from agent_e.vision.grounding import UNKNOWN, read_actions, read_point, sent_to

WIDTH, HEIGHT = 1280, 720
ROWS = {
    name: sight_of(name)
    for name in (
        "ByteDance-Seed/UI-TARS-1.5-7B",
        "ByteDance-Seed/UI-TARS-7B-DPO",
        "tanvirb/websight-7B",
        "Qwen/Qwen3-VL-8B-Instruct",
        "Hcompany/Holo1.5-7B",
        "Hcompany/Holo2-8B",
        "gpt-5.4",
    )
}
ROWS["unknown"] = UNKNOWN


def screenshot(width: int = WIDTH, height: int = HEIGHT) -> Screenshot:
    into = io.BytesIO()
    Image.new("RGB", (width, height), "white").save(into, format="PNG")
    return Screenshot(
        data=into.getvalue(),
        media_type="image/png",
        width=width,
        height=height,
        viewport_width=WIDTH,
        viewport_height=HEIGHT,
    )


def whole_of(space: Space, size: tuple[int, int]) -> tuple[float, float]:
    """What the picture's far corner counts."""
    return (1000, 1000) if space is Space.REL_1000 else size


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize(("across", "down"), [(0.5, 0.5), (0.9, 0.1), (0.02, 0.98)])
def test_a_place_leads_back_to_the_page_in_every_space(name, across, down):
    sent = sent_to(ROWS[name], screenshot())
    size = Image.open(io.BytesIO(sent.picture.data)).size
    wide, high = whole_of(ROWS[name].space, size)
    x, y = read_point(f"({across * wide:.4f}, {down * high:.4f})", sent)
    assert (x, y) == pytest.approx((across * WIDTH, down * HEIGHT), abs=0.1)


def test_a_model_that_counts_resized_pixels_gets_them_resized_already():
    sent = sent_to(ROWS["ByteDance-Seed/UI-TARS-1.5-7B"], screenshot())
    assert Image.open(io.BytesIO(sent.picture.data)).size == (1288, 728)
    assert sent.scaling.image == sent.scaling.resized
    assert "1288x728" in sent.counted


@pytest.mark.parametrize("factor", [0.5, 2])
def test_the_pixels_of_the_screen_do_not_matter(factor):
    shot = screenshot(round(WIDTH * factor), round(HEIGHT * factor))
    sent = sent_to(ROWS["ByteDance-Seed/UI-TARS-1.5-7B"], shot)
    said = "Thought: There.\nAction: click(point='<point>644 364</point>')"
    assert read_point(said, sent) == pytest.approx((640, 360))


def test_a_point_outside_is_refused_and_one_at_the_edge_is_not():
    sent = sent_to(ROWS["Hcompany/Holo2-8B"], screenshot())
    with pytest.raises(ActionParseError, match="outside"):
        read_point("(1200, 300)", sent)
    assert read_point("(1004, 300)", sent) == pytest.approx((WIDTH - 1, 216))


def test_an_action_without_a_point_names_no_place():
    sent = sent_to(ROWS["tanvirb/websight-7B"], screenshot())
    with pytest.raises(ActionParseError, match="names no point"):
        read_point("Action: wait()", sent)


def test_a_dialect_that_is_not_the_models_own_is_read_too():
    sent = sent_to(ROWS["Qwen/Qwen3-VL-8B-Instruct"], screenshot())
    [action] = read_actions("Action: click(point='<point>500 500</point>')", sent, also="ui_tars")
    assert action.point is not None
    assert (action.point.x, action.point.y) == (640, 360)
