"""Items of lists that are kept are told as if they were made again."""

from __future__ import annotations

import operator
import random
from collections.abc import Sequence

from agent_e.dom.render.items import SubtreeCache
from agent_e.dom.render.node_tree import tree
from agent_e.dom.render.page_text import View, render
from agent_e.types import Node, Observation


def node(role: str, name: str = "", depth: int = 0, **more: object) -> Node:
    return Node(depth=depth, role=role, name=name, **more)  # type: ignore[arg-type]


def item(chance: random.Random, number: int, depth: int = 1) -> list[Node]:
    """An item of a list with some of what items hold, another item among it."""
    role = chance.choice(["listitem", "article", "row", "treeitem"])
    parts = [
        [node("heading", f"Mug {number}", depth + 1, level=3)],
        [node("link", f"Mug {number}", depth + 1, mmid=1000 + number)],
        [node("text", "now", depth + 1), node("text", f"£{number}", depth + 1, glue=" ")],
        [node("text", "|", depth + 1)],
        [node("cell", f"{number}", depth + 1)],
        [node("textbox", "Note", depth + 1, mmid=2000 + number, value="", bbox=(0, number, 9, 9))],
        [node("navigation", "Pages", depth + 1), node("link", "1", depth + 2, mmid=3000 + number)],
        item(chance, number + 100, depth + 1) if depth < 4 else [],
    ]
    held = chance.choices(parts, k=chance.randrange(6))
    return [node(role, "", depth), *(each for part in held for each in part)]


def told(nodes: Sequence[Node], kept: SubtreeCache | None) -> list[str]:
    views: tuple[View, ...] = ("all_fields", "input_fields", "text_only")
    page = Observation(url="https://shop.example/", title="Shop", nodes=tuple(nodes))
    return [render(page, view=view, budget=4_000, cache=kept).text for view in views]


def test_a_list_that_changes_is_told_as_one_that_is_told_for_the_first_time() -> None:
    """Whatever is put in, taken out or changed, and however deep the items are."""
    chance = random.Random(7)
    kept = SubtreeCache()
    items = [item(chance, number) for number in range(30)]
    for step in range(200):
        at = chance.randrange(len(items))
        match chance.randrange(5):
            case 0:
                items[at] = [*items[at], node("text", f"new {step}", chance.randrange(2, 4))]
            case 1:
                items[at] = items[at][:-1] or items[at]
            case 2:
                items.insert(at, item(chance, step))
            case 3:
                items[at] = [items[at][0]._replace(depth=1 + step % 2), *items[at][1:]]
            case _:
                chance.shuffle(items)
        nodes = [node("list"), *(each for held in items for each in held), node("text", "End")]
        assert told(nodes, kept) == told(nodes, None)


def test_an_item_that_is_as_it_was_is_not_made_again() -> None:
    items = [[node("listitem", "", 1), node("text", f"Mug {n}", 2)] for n in range(3)]
    kept = SubtreeCache()
    before = tree([each for held in items for each in held], kept)
    kept.turn()
    items[1] = [node("listitem", "", 1), node("text", "Cup", 2)]
    after = tree([each for held in items for each in held], kept)
    assert [one is other for one, other in zip(before, after, strict=True)] == [True, False, True]


def test_items_that_begin_with_the_same_node_are_kept_apart() -> None:
    first, words = node("listitem", "", 1), node("text", "Mug", 2)
    nodes = [each for n in range(3) for each in (first, words, node("button", "Buy", 2, mmid=n))]
    kept = SubtreeCache()
    before = tree(nodes, kept)
    kept.turn()
    assert [one is other for one, other in zip(before, tree(nodes, kept), strict=True)] == [
        True,
        True,
        True,
    ]


def test_an_item_that_has_more_in_it_now_is_made_again() -> None:
    held = [node("listitem", "", 1), node("text", "Mug", 2)]
    kept = SubtreeCache()
    tree(held, kept)
    kept.turn()
    (after,) = tree([*held, node("button", "Buy", 2, mmid=1)], kept)
    assert [child.node.name for child in after.children] == ["Mug", "Buy"]


def test_of_a_large_item_those_in_it_are_kept() -> None:
    inner = [each for n in range(90) for each in (node("listitem", "", 2), node("text", str(n), 3))]
    kept = SubtreeCache()
    article = node("article", "All", 1)
    (before,) = tree([article, *inner], kept)
    # As often as it is told, and from the first one in it on.
    for _ in range(2):
        kept.turn()
        (after,) = tree([article, *inner, node("text", "New", 2)], kept)
        assert len(after.children) == len(before.children) + 1
        assert all(map(operator.is_, after.children, before.children))


def test_what_is_not_told_any_more_is_forgotten() -> None:
    held = [node("listitem", "", 1), node("text", "Mug", 2)]
    kept = SubtreeCache()
    (before,) = tree(held, kept)
    for _ in range(2):
        kept.turn()
    (after,) = tree(held, kept)
    assert after is not before
