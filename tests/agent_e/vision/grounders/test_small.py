"""The small grounder: names first, then looks; and what it says where it cannot look."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from agent_e.config import GROUNDER_VARIABLE
from agent_e.errors import ConfigError, ElementGone
from agent_e.types import Node, Observation, Screenshot
from agent_e.vision.grounders import small
from agent_e.vision.grounders.small import Found, SmallGrounder, SmallNetwork, prepared
from agent_e.vision.grounders.words import LENGTH, VOCABULARY, encode


def shot(width: int = 1280, height: int = 720, factor: int = 1) -> Screenshot:
    into = io.BytesIO()
    Image.new("RGB", (width * factor, height * factor), "white").save(into, format="PNG")
    return Screenshot(
        data=into.getvalue(),
        media_type="image/png",
        width=width * factor,
        height=height * factor,
        viewport_width=width,
        viewport_height=height,
    )


class Sees(SmallNetwork):
    """Sees the same whatever is described."""

    def __init__(self, confidence: float, *points: tuple[float, float]) -> None:
        super().__init__(Path("unused"))
        self.found = Found(points=points, confidence=confidence)

    def find(self, description: str, image: Image.Image) -> Found:
        return self.found


def row(number: int, name: str) -> list[Node]:
    box = (20, 100 * number, 200, 20)
    return [Node(1, "row"), Node(2, "link", name, mmid=number, bbox=box)]


PAGE = Observation(
    url="http://a.example/",
    title="",
    nodes=tuple(
        node for number, name in enumerate(("Ann Low", "Bo Ray")) for node in row(number, name)
    ),
)


async def test_a_name_that_tells_enough_is_taken_without_a_look() -> None:
    there = SmallGrounder(Sees(0.99, (900, 900)))
    assert await there.ground("link Bo Ray", shot(), PAGE) == (120, 110)


async def test_of_what_looks_alike_the_one_beside_the_name_is_meant() -> None:
    there = SmallGrounder(Sees(0.9, (800, 12), (800, 112), (240, 300)))
    assert await there.ground("the trash can in the row of Bo Ray", shot(), PAGE) == (800, 112)
    assert await there.ground("the trash can", shot(), PAGE) == (800, 12)


async def test_points_are_in_pixels_of_the_page() -> None:
    there = SmallGrounder(Sees(0.9, (800, 12)))
    assert await there.ground("the trash can", shot(factor=2), PAGE) == (400, 6)


async def test_without_weights_it_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(GROUNDER_VARIABLE, str(tmp_path / "none.onnx"))
    with pytest.raises(ConfigError, match="agent-e train grounder"):
        await SmallGrounder().ground("the trash can", shot(), PAGE)


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (2560, 1440), (300, 1900), (500, 333)])
def test_pictures_are_shrunk_and_filled_up(size: tuple[int, int]) -> None:
    pixels, scale = prepared(Image.new("RGB", size, "red"))
    assert max(pixels.shape) <= 1296 and pixels.shape[0] % 16 == pixels.shape[1] % 16 == 0
    assert scale == pytest.approx(min(1, 1280 / max(size)))
    assert np.all(pixels == (255, 0, 0))


def test_words_become_numbers_in_any_language() -> None:
    for words in ("the trash can", "удалить", "削除する", "", "a" * 900):
        numbers = encode(words)
        assert len(numbers) == LENGTH
        assert all(0 <= number < VOCABULARY for number in numbers)
    assert encode("Trash-Can!") == encode("trash can")
    assert set(encode("deleted")) & set(encode("delete")) - {0}


@pytest.mark.parametrize(
    ("confidence", "point"), [(0.9, (800, 12)), (0.3, (800, 12)), (0.1, (120, 110))]
)
async def test_of_weak_signs_the_surest_is_taken(
    confidence: float, point: tuple[float, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(small, "can_read", lambda: False)
    there = SmallGrounder(Sees(confidence, (800, 12)))
    assert await there.ground("the big blue square with Bo on it", shot(), PAGE) == point


async def test_what_is_neither_named_nor_seen_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(small, "can_read", lambda: False)
    with pytest.raises(ElementGone, match="not seen on the page"):
        await SmallGrounder(Sees(0.1, (800, 12))).ground("the trash can", shot(), PAGE)
