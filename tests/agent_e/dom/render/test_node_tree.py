"""The outline says each thing once, and nothing of what says nothing."""

from __future__ import annotations

from agent_e.dom.render.page_text import render
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
