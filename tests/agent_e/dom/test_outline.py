"""The outline says each thing once, and nothing of what says nothing."""

from __future__ import annotations

import random
from collections.abc import Sequence

from agent_e.dom.outline import Cards, tree
from agent_e.dom.render import View, render
from agent_e.types import Node, Observation


def outline(*nodes: Node) -> str:
    page = Observation(url="https://shop.example/", title="Shop", nodes=nodes)
    return render(page).text.split("\n", 2)[2]


def node(role: str, name: str = "", depth: int = 0, **more: object) -> Node:
    return Node(depth=depth, role=role, name=name, **more)  # type: ignore[arg-type]


def test_a_term_that_is_a_link_is_told_as_the_link() -> None:
    found = outline(
        node("list"),
        node("term", depth=1),
        node("link", "1. Basics", depth=2, mmid=1),
        node("term", depth=1),
        node("link", "2. More", depth=2, mmid=2),
    )
    assert found == "[1] link '1. Basics'\n[2] link '2. More'"


def test_the_parts_of_a_chapter_stand_under_its_link() -> None:
    found = outline(
        node("navigation", "Contents"),
        node("listitem", depth=1),
        node("link", "1. Basics", depth=2, mmid=1),
        node("navigation", "1. Basics", depth=2),
        node("link", "Words", depth=3, mmid=2),
        node("link", "Signs", depth=3, mmid=3),
        node("listitem", depth=1),
        node("link", "2. More", depth=2, mmid=4),
    )
    assert found == (
        "navigation 'Contents'\n"
        "  [1] link '1. Basics'\n"
        "    [2] link 'Words'\n"
        "    [3] link 'Signs'\n"
        "  [4] link '2. More'"
    )


def test_words_before_a_field_that_is_called_by_them_are_told_with_it() -> None:
    named = node("textbox", "First name", mmid=1, value="")
    assert outline(node("text", "First name *"), named) == "[1] textbox 'First name' value=''"
    other = node("text", "As on your passport")
    assert outline(other, named).startswith("As on your passport\n")


def test_pages_that_are_all_still_to_come_are_one_line() -> None:
    pages = [
        part
        for number in range(3, 9)
        for part in (node("region", f"Page {number}"), node("img", "Loading…", depth=1))
    ]
    assert outline(*pages) == "6 alike: region 'Page 3' … 'Page 8' (Loading…)"
    assert outline(*pages[:4]).count("Loading") == 2


def test_a_tooltip_is_told_where_its_words_can_be_read() -> None:
    unseen, seen = node("tooltip", "Reload"), node("tooltip", "Reload (r)")
    assert outline(unseen, node("text", "Mail")) == "Mail"
    assert "Reload (r)" in outline(seen, node("text", "Reload (r)", depth=1))


def test_an_empty_cell_is_not_said_to_look_disabled() -> None:
    cells = (
        node("cell", "30", depth=2, states=("looks disabled",)),
        node("cell", depth=2, states=("looks disabled",)),
    )
    assert outline(node("table"), node("row", depth=1), *cells) == (
        "table\n  row: 30 (looks disabled) | "
    )


def test_a_long_complaint_is_told_from_both_ends() -> None:
    help_text = "Your password must not be like your name. " * 8
    field = node("textbox", "Password", mmid=1, value="", states=("invalid",))
    told = outline(field._replace(description=f"{help_text}This field is required."))
    assert "invalid: Your password" in told and told.endswith("This field is required.)")


def test_an_option_without_words_that_cannot_be_chosen_is_left_out() -> None:
    zoom = node("combobox", "Zoom", mmid=1, value="50%", options=("50%", " (disabled)", "75%"))
    assert outline(zoom).endswith("options: 50%, 75%")


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


def told(nodes: Sequence[Node], cards: Cards | None) -> list[str]:
    views: tuple[View, ...] = ("all_fields", "input_fields", "text_only")
    page = Observation(url="https://shop.example/", title="Shop", nodes=tuple(nodes))
    return [render(page, view=view, budget=4_000, cards=cards).text for view in views]


def test_a_list_that_changes_is_told_as_one_that_is_told_for_the_first_time() -> None:
    """Whatever is put in, taken out or changed, and however deep the items are."""
    chance = random.Random(7)
    cards = Cards()
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
        assert told(nodes, cards) == told(nodes, None)


def test_an_item_that_is_as_it_was_is_not_made_again() -> None:
    items = [[node("listitem", "", 1), node("text", f"Mug {n}", 2)] for n in range(3)]
    cards = Cards()
    before = tree([each for held in items for each in held], cards)
    cards.turn()
    items[1] = [node("listitem", "", 1), node("text", "Cup", 2)]
    after = tree([each for held in items for each in held], cards)
    assert [one is other for one, other in zip(before, after, strict=True)] == [True, False, True]


def test_items_that_begin_with_the_same_node_are_kept_apart() -> None:
    first, words = node("listitem", "", 1), node("text", "Mug", 2)
    nodes = [each for n in range(3) for each in (first, words, node("button", "Buy", 2, mmid=n))]
    cards = Cards()
    before = tree(nodes, cards)
    cards.turn()
    assert [one is other for one, other in zip(before, tree(nodes, cards), strict=True)] == [
        True,
        True,
        True,
    ]


def test_an_item_that_has_more_in_it_now_is_made_again() -> None:
    held = [node("listitem", "", 1), node("text", "Mug", 2)]
    cards = Cards()
    tree(held, cards)
    cards.turn()
    (after,) = tree([*held, node("button", "Buy", 2, mmid=1)], cards)
    assert [child.node.name for child in after.children] == ["Mug", "Buy"]


def test_what_is_not_told_any_more_is_forgotten() -> None:
    held = [node("listitem", "", 1), node("text", "Mug", 2)]
    cards = Cards()
    (before,) = tree(held, cards)
    for _ in range(2):
        cards.turn()
    (after,) = tree(held, cards)
    assert after is not before
