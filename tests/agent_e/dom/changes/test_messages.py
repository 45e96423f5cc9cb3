"""What is new in the live regions of a page."""

from __future__ import annotations

import pytest

from agent_e.dom.changes.messages import new_messages
from agent_e.types import Node, Observation


def page(*lines: tuple[int, str, str]) -> Observation:
    nodes = tuple(Node(depth=depth, role=role, name=name) for depth, role, name in lines)
    return Observation(url="http://shop.example", title="Shop", nodes=nodes)


LOG = ((0, "log", ""), (1, "text", "Ann: hello"))


@pytest.mark.parametrize(
    ("before", "after", "new"),
    [
        ((), ((0, "alert", "Saved."),), ("Saved.",)),
        ((), ((0, "status", ""), (1, "text", "Order"), (1, "link", "12")), ("Order 12",)),
        (((0, "status", "3 items"),), ((0, "status", "4 items"),), ("4 items",)),
        (((0, "status", "3 items"),), ((0, "status", "3 items"),), ()),
        (LOG, (*LOG, (1, "text", "Bob: bye")), ("Bob: bye",)),
        ((), ((0, "text", "Saved."), (0, "status", "")), ()),
        ((), ((0, "status", ""), (1, "alert", "No."), (0, "alert", "No.")), ("No.",)),
    ],
)
def test_what_is_new(
    before: tuple[tuple[int, str, str], ...],
    after: tuple[tuple[int, str, str], ...],
    new: tuple[str, ...],
) -> None:
    assert new_messages(page(*before), page(*after)) == new


def test_without_a_page_before_all_is_new() -> None:
    assert new_messages(None, page((0, "alert", "Saved."))) == ("Saved.",)
