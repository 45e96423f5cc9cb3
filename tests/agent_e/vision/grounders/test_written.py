"""What is only drawn is read."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageDraw, ImageFont

from agent_e.errors import ElementGone
from agent_e.types import Node, Observation, Screenshot
from agent_e.vision.grounders.written import WrittenGrounder

BOXES = {"North harbour": (60, 40), "Submit order": (330, 180), "Platform 9": (90, 270)}


@pytest.fixture(scope="module")
def shot() -> Screenshot:
    image = Image.new("RGB", (640, 360), "#f4f0e0")
    font = ImageFont.load_default(24)
    for words, place in BOXES.items():
        ImageDraw.Draw(image).text(place, words, "#203040", font)
    into = io.BytesIO()
    image.save(into, format="PNG")
    return Screenshot(
        data=into.getvalue(),
        media_type="image/png",
        width=640,
        height=360,
        viewport_width=1280,
        viewport_height=720,
    )


def page() -> Observation:
    return Observation(url="http://a.example/", title="")


@pytest.mark.parametrize("words", BOXES)
async def test_words_are_found_where_they_are_drawn(shot: Screenshot, words: str) -> None:
    x, y = await WrittenGrounder().ground(f"Click {words.lower()}", shot, page())
    left, top = (2 * each for each in BOXES[words])
    assert left < x < left + 400
    assert top < y < top + 60


async def test_what_is_not_written_is_not_there(shot: Screenshot) -> None:
    with pytest.raises(ElementGone, match="shares no word"):
        await WrittenGrounder().ground("the red lighthouse", shot, page())


async def test_words_that_the_page_has_are_no_place_of_their_own(shot: Screenshot) -> None:
    label = Node(1, "text", "Submit order")
    field = Node(1, "textbox", "Submit order", mmid=4, bbox=(900, 350, 200, 40))
    there = Observation(url="http://a.example/", title="", nodes=(label, field))
    assert await WrittenGrounder().ground("the field submit order", shot, there) == (1000, 370)
