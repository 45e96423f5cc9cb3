"""Descriptions are matched with what a page says, without a picture and without a model."""

from __future__ import annotations

import pytest

from agent_e.errors import ElementGone
from agent_e.types import Node, Observation, Screenshot
from agent_e.vision.grounders.names import NamesGrounder

SHOT = Screenshot(
    data=b"", media_type="image/png", width=400, height=300, viewport_width=400, viewport_height=300
)


def element(number: int, name: str, role: str = "button", depth: int = 1, **more: object) -> Node:
    box = more.pop("bbox", (10, 20 * number, 100, 10))
    return Node(depth, role, name, mmid=number, bbox=box, **more)  # type: ignore[arg-type]


async def pointed(description: str, *nodes: Node) -> tuple[float, float]:
    page = Observation(url="http://x/", title="", nodes=nodes)
    return await NamesGrounder().ground(description, SHOT, page)


async def test_the_rarest_word_decides() -> None:
    nodes = [element(number, f"Open file {name}") for number, name in enumerate(("a", "b", "Zug"))]
    assert await pointed("Please open the file Zug", *nodes) == (60, 45)


async def test_a_word_in_another_form_counts() -> None:
    assert await pointed("delete it", element(1, "Deletion of it"), element(2, "Keep it")) == (
        60,
        25,
    )


async def test_what_stands_beside_tells_apart_what_is_alike() -> None:
    rows = [
        node
        for number, name in enumerate(("Ann Low", "Bo Ray", "Cy Fox"))
        for node in (
            Node(1, "row"),
            Node(2, "text", name),
            element(2 * number, "Reserve", depth=2),
            element(2 * number + 1, "", depth=2),
        )
    ]
    assert await pointed("Reserve for Bo Ray", *rows) == (60, 45)
    assert (await pointed("Reserve for Cy Fox", *rows))[1] == 85


async def test_a_field_is_known_by_the_text_before_it() -> None:
    texts = [Node(1, "text", "Street"), element(1, "", "textbox"), Node(1, "text", "Town")]
    assert await pointed("the town", *texts, element(2, "", "textbox")) == (60, 45)


async def test_the_middle_of_what_shows_is_named() -> None:
    part = element(1, "Long list", bbox=(100, 200, 400, 400))
    assert await pointed("the long list", part) == (250, 250)
    outside = element(2, "Long list", bbox=(500, 10, 10, 10))
    with pytest.raises(ElementGone, match="shares no word"):
        await pointed("the long list", outside)


async def test_without_a_common_word_it_refuses() -> None:
    # Letters in common alone are no word.
    with pytest.raises(ElementGone):
        await pointed("garbage", element(1, "Garb"))
