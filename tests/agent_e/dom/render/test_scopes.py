"""Which of several elements is meant, in words."""

from __future__ import annotations

from agent_e.dom.render.scopes import distinguish
from agent_e.types import Node


def row(number: int, name: str, status: str) -> list[Node]:
    """A row without a name that can be pressed, with a box to tick before its words."""
    return [
        Node(depth=1, role="row", mmid=number),
        Node(depth=2, role="cell"),
        Node(depth=3, role="checkbox", name="check_box", mmid=number + 1),
        Node(depth=2, role="cell", name=name),
        Node(depth=3, role="clickable", name=status, mmid=number + 2),
    ]


def test_rows_are_told_by_their_words_and_what_is_in_them_by_the_row() -> None:
    nodes = [Node(depth=0, role="table"), *row(1, "Ann Lee", "Out"), *row(4, "Bo Ray", "Out")]
    found = [at for at, node in enumerate(nodes) if node.mmid]
    assert distinguish(nodes, found) == [
        "of 'Ann Lee'",
        "in row 'Ann Lee'",
        "in row 'Ann Lee'",
        "of 'Bo Ray'",
        "in row 'Bo Ray'",
        "in row 'Bo Ray'",
    ]
