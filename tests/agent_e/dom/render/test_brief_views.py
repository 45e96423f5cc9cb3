"""The two smaller views tell each element so that it cannot be taken for another."""

from __future__ import annotations

from agent_e.dom.render.page_text import View, render
from agent_e.types import Node, Observation


def text(words: str, depth: int = 0) -> Node:
    return Node(depth=depth, role="text", name=words)


def act(mmid: int, role: str, name: str, depth: int = 0, **more: object) -> Node:
    return Node(depth=depth, role=role, name=name, mmid=mmid, **more)  # type: ignore[arg-type]


def row(*cells: Node) -> tuple[Node, ...]:
    return Node(depth=1, role="row"), *cells


def cell(words: str = "") -> Node:
    return Node(depth=2, role="cell", name=words)


def shown(view: View, *nodes: Node) -> str:
    page = Observation(url="https://shop.example/", title="Shop", nodes=nodes)
    return render(page, view=view).text.split("\n", 2)[2]


def test_a_row_is_called_by_its_own_link_or_by_its_first_cells() -> None:
    table = Node(depth=0, role="table")
    own = row(
        cell(), act(1, "checkbox", "Select", 3), cell(), act(2, "link", "amina", 3), cell("x")
    )
    plain = row(
        cell("7"), cell("Tom"), cell("Bern"), cell("Sales"), cell(), act(3, "link", "Edit", 3)
    )
    other = row(
        cell("8"), cell("Ann"), cell("Bern"), cell("Sales"), cell(), act(4, "link", "Edit", 3)
    )
    assert shown("input_fields", table, *own, *plain, *other) == (
        "[1] checkbox 'Select'; [2] link 'amina'\n"
        "row: 7 | Tom | Bern\n"
        "  [3] link 'Edit'\n"
        "row: 8 | Ann | Bern\n"
        "  [4] link 'Edit'"
    )


def test_items_whose_links_are_called_alike_keep_their_words() -> None:
    first = Node(depth=1, role="listitem"), act(1, "link", "zipfile", 2), text("Read archives", 2)
    other = Node(depth=1, role="listitem"), act(2, "link", "zipfile", 2), text("Write them", 2)
    assert shown("input_fields", Node(depth=0, role="list"), *first, *other) == (
        "item: Read archives\n  [1] link 'zipfile'\nitem: Write them\n  [2] link 'zipfile'"
    )


def test_buttons_that_are_called_alike_are_told_apart_by_the_words_before_them() -> None:
    nodes = (
        text("Slack"),
        text("Messages"),
        act(1, "button", "Connect"),
        text("Linear"),
        text("Issues"),
        act(2, "button", "Connect"),
        text("Weekly mail"),
        act(3, "switch", ""),
        text("0 %"),
        act(5, "button", "", description="icon moon"),
        text("That is all."),
        act(4, "button", "Done"),
    )
    assert shown("input_fields", *nodes) == (
        "Slack; Messages: [1] button 'Connect'\n"
        "Linear; Issues: [2] button 'Connect'\n"
        "Weekly mail: [3] switch\n"
        "[5] button (hint: icon moon)\n"
        "[4] button 'Done'"
    )


def test_a_link_for_skipping_is_in_neither_view_of_what_can_be_used() -> None:
    skip = act(1, "link", "Skip", href="https://shop.example/#main", bbox=(-900, 0, 80, 20))
    skip = skip._replace(states=("off-screen",))
    assert shown("input_fields", skip, act(2, "link", "Home")) == "[2] link 'Home'"


def test_long_buttons_side_by_side_are_read_one_below_the_other() -> None:
    mail = "Ann Lee 9:42 Invoice for March, and what I wanted to ask you since"
    nodes = (act(1, "button", mail), act(2, "button", f"{mail} last week", glue=" "))
    assert shown("text_only", *nodes) == f"{mail}\n{mail} last week"


def test_a_label_with_a_colon_is_read_with_one() -> None:
    assert shown("text_only", act(1, "textbox", "Name:", value="Ann")) == "Name: Ann"


def test_the_reading_view_counts_lines_alone() -> None:
    nodes = [act(number, "link", f"Chapter {number} " + "x" * 200) for number in range(200)]
    assert "links" not in shown("text_only", *nodes)
    assert "links" in shown("all_fields", *nodes)
