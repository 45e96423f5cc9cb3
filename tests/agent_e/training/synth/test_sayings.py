"""Instructions: true of one element of a picture, in the words of the page."""

from __future__ import annotations

import random
from typing import Any

from agent_e.training.synth.capture import Element
from agent_e.training.synth.sayings import sayings_of


def element(name: str, **known: Any) -> Element:
    given: dict[str, Any] = {"box": (0, 0, 20, 20), "role": "button", "text": name, "near": {}}
    given |= {"kind": "text", "language": "en"}
    return Element(name=name, **given | known)


def said(*elements: Element) -> list[set[str]]:
    """Everything that is ever said of each."""
    found: list[set[str]] = [set() for _ in elements]
    for seed in range(60):
        for all_of, sayings in zip(found, sayings_of(elements, random.Random(seed)), strict=True):
            assert len(sayings) <= 4
            all_of.update(sayings)
    return found


def test_what_nothing_tells_apart_gets_no_instruction() -> None:
    assert said(element("Edit"), element("Edit")) == [set(), set()]


def test_a_side_counts_only_where_it_is_clear() -> None:
    first, near, far = said(
        element("Edit", box=(0, 0, 20, 20)),
        element("Edit", box=(200, 5, 220, 25)),
        element("Edit", box=(400, 100, 420, 120)),
    )
    assert first == {"the leftmost Edit", "the Edit farthest to the left"}, "5 px higher is not"
    assert near == set()
    assert "the lowest Edit" in far


def test_a_place_counts_only_where_no_other_shares_it() -> None:
    one, two, three = said(
        element("Edit", near={"in": "Ann", "under": "People"}),
        element("Edit", near={"in": "Bob", "under": "People"}),
        element("Edit", near={"in": "Bob", "beside": "Rob"}),
    )
    assert all("Ann" in saying for saying in one) and one
    assert two == set(), "its row and its heading are another's as well"
    assert all("Rob" in saying for saying in three) and three


def test_a_tag_that_two_icons_share_is_not_used() -> None:
    icon = {"kind": "icon", "text": ""}
    arrow, other = said(
        element("arrow up", drawing="arrow up", tags=("arrow", "north"), **icon),
        element("arrow down", drawing="arrow down", tags=("arrow",), **icon),
    )
    assert any("north" in saying for saying in arrow)
    assert "arrow" not in arrow | other
    assert "the arrow down icon" in other


def test_a_name_means_more_than_the_tag_of_something_else() -> None:
    text, icon = said(
        element("Home"), element("house", drawing="house", tags=("home",), kind="icon", text="")
    )
    assert "Home" in text
    assert not any("home" in saying.casefold() for saying in icon)


def test_instructions_are_also_in_the_language_of_the_page() -> None:
    (found,) = said(element("保存", language="zh"))
    assert {"点击保存", "click 保存"} <= found
