"""Which picture shows a quote, and where on it."""

from __future__ import annotations

from typing import Any

import pytest

from agent_e.benchmarks.reporting.places import NO_BOX, NO_PICTURE, Pictured, placed, viewport_of
from agent_e.benchmarks.reporting.story import Shot
from agent_e.journal import events
from agent_e.journal.events import read_event

URL = "http://shop.example/mug"


def picture(file: str, since: float, until: float, url: str = URL) -> Pictured:
    shot = Shot(file=file, width=640, height=360, words="")
    return Pictured(shot=shot, url=url, since=since, until=until, viewport=(1280, 720))


BEFORE = picture("before", 0, 1)
BETWEEN = picture("between", 1.5, 1.5)
OTHER = picture("other", 2, 3, "http://shop.example/")
AFTER = picture("after", 4, 6)
EVERY = [BEFORE, BETWEEN, OTHER, AFTER]


def fact(step: int, **changes: Any) -> dict[str, Any]:
    return {"step": step, "url": URL, "boxes": [[100, 200, 50, 20]], **changes}


@pytest.mark.parametrize(
    ("step", "file", "words"),
    [
        (1, "before", "The page as it was at step 1"),
        (2, "between", "The page as it was at step 2"),
        (5, "after", "The page as it was at step 5"),
        (3, "after", "The page as it was at step 4, when it may have looked otherwise"),
        (9, "after", "The page as it was at step 4, when it may have looked otherwise"),
    ],
)
def test_the_nearest_picture_of_the_page_is_taken(step: int, file: str, words: str) -> None:
    shot, why = placed(fact(step), EVERY)
    assert shot is not None and not why
    assert (shot.file, shot.words) == (file, words)
    assert shot.boxes == ((50, 100, 25, 10),)


def test_of_two_as_near_the_later_one_is_taken() -> None:
    shot, _ = placed(fact(2), [picture("early", 1, 1), picture("late", 3, 3)])
    assert shot is not None and shot.file == "late"


def test_the_fragment_of_an_address_is_no_other_page() -> None:
    shot, _ = placed(fact(1, url=f"{URL}#reviews"), EVERY)
    assert shot is not None and shot.file == "before"


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (fact(1, boxes=[]), NO_BOX),
        (fact(1, boxes=None), NO_BOX),
        (fact(1, boxes=[["a", 1, 2, 3], [1, 2, 3], "box", 7]), NO_BOX),
        (fact(1, boxes="boxes"), NO_BOX),
        ({"boxes": [[1, 2, 3, 4]], "url": URL}, NO_BOX),
        (fact(1, url="http://elsewhere.example/"), NO_PICTURE),
        (fact(1, boxes=[[0, 900, 50, 20]]), "it stood below what the pictures show"),
        (fact(1, boxes=[[0, -90, 50, 20]]), "it stood above what the pictures show"),
    ],
)
def test_without_a_place_it_says_why(given: dict[str, Any], why: str) -> None:
    assert placed(given, EVERY) == (None, why)


@pytest.mark.parametrize(
    ("boxes", "strip"),
    [
        (((0, 0, 10, 10),), (0, 144)),
        (((0, 175, 10, 10),), (108, 144)),
        (((0, 350, 10, 10),), (216, 144)),
        (((0, 20, 10, 10), (0, 300, 10, 20), (0, 900, 10, 10)), (2, 336)),
        (((0, -50, 10, 900),), (0, 360)),
    ],
)
def test_the_strip_that_is_shown_holds_what_is_marked(
    boxes: tuple[tuple[float, float, float, float], ...], strip: tuple[float, float]
) -> None:
    assert Shot(file="", width=640, height=360, words="", boxes=boxes).strip == strip


@pytest.mark.parametrize(
    ("given", "viewport"),
    [
        ([1280, 720], (1280, 720)),
        (None, (640, 360)),
        ([0, 720], (640, 360)),
        (["1280", "720"], (640, 360)),
        ("ab", (640, 360)),
    ],
)
def test_older_pictures_are_taken_to_be_in_css_pixels(
    given: object, viewport: tuple[float, float]
) -> None:
    pictured = read_event({"kind": "pictured", "viewport": given})
    assert isinstance(pictured, events.Pictured)
    assert viewport_of(pictured.viewport, BEFORE.shot) == viewport
