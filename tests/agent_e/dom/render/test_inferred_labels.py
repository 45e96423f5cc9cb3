"""The words beside nameless fields."""

from __future__ import annotations

from agent_e.dom.render.inferred_labels import labels_beside
from agent_e.types import Node


def nodes(*parts: str) -> list[Node]:
    """``?`` stands for a nameless field, ``!x`` for a button, other words for a text."""
    made = []
    for mmid, part in enumerate(parts, 1):
        if part == "?":
            made.append(Node(depth=0, role="textbox", mmid=mmid))
        elif part.startswith("!"):
            made.append(Node(depth=0, role="button", name=part[1:], mmid=mmid))
        else:
            made.append(Node(depth=0, role="text", name=part))
    return made


def test_a_field_is_called_after_the_words_before_it() -> None:
    assert labels_beside(nodes("Town", "?", "Street", "?", "!Send")) == {2: "Town", 4: "Street"}


def test_or_after_those_below_where_all_labels_stand_there() -> None:
    assert labels_beside(nodes("Who are you?", "?", "Town", "?", "Street")) == {
        2: "Town",
        4: "Street",
    }


def test_sentences_and_names_of_buttons_are_no_labels() -> None:
    assert labels_beside(nodes("Write what you want.", "?")) == {}
    assert labels_beside(nodes("Town", "!Find", "?")) == {}
    assert labels_beside(nodes("Town " * 20, "?")) == {}
