"""Large pages: what is in view comes first, the rest is counted, and all pages show everything."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from agent_e.dom.render.page_text import Rendered, render
from agent_e.types import Frame, Node, Observation, Scroll

HERE = Frame(url="http://shop.example/", origin="http://shop.example")
TALL = 200
"""Height of one product in pixels."""


def shelf(count: int, *, y: int = 0, focus: int | None = None) -> Observation:
    """A page of products below each other, with a heading for every ten, scrolled to ``y``."""
    nodes = [Node(depth=0, role="main"), Node(depth=1, role="heading", name="All", level=1)]
    for number in range(count):
        if number % 10 == 0:
            nodes.append(Node(depth=1, role="heading", name=f"Shelf {number // 10}", level=2))
            nodes.append(Node(depth=1, role="list"))
        top = number * TALL - y
        nodes += [
            Node(depth=2, role="listitem"),
            Node(depth=3, role="link", name=f"Thing number {number}", mmid=2 * number + 1,
                 level=3, bbox=(0, top, 100, 20)),
            Node(depth=3, role="text", name=f"${number}.50"),
            Node(depth=3, role="button", name=f"Add Thing number {number}", mmid=2 * number + 2,
                 bbox=(0, top + 100, 100, 20)),
        ]  # fmt: skip
    return Observation(
        url=HERE.url,
        title="Shelf",
        nodes=tuple(nodes),
        frames=(HERE,),
        focus=focus,
        scroll=Scroll(y=y, height=count * TALL, viewport_height=720, viewport_width=1280),
    )


def every_page(observation: Observation, budget: int) -> list[Rendered]:
    pages = [render(observation, budget=budget)]
    while pages[-1].more:
        pages.append(render(observation, budget=budget, page=len(pages) + 1))
    return pages


def numbers(text: str) -> list[int]:
    return [int(found) for found in re.findall(r"link 'Thing number (\d+)'", text)]


def test_the_first_page_tells_what_is_in_view_of_a_page_scrolled_down() -> None:
    told = render(shelf(1000, y=100_000), budget=4000)
    assert len(told.text) <= 4000
    assert set(range(495, 508)) <= set(numbers(told.text))
    assert min(numbers(told.text)) > 400
    assert "heading 1 'All'" in told.text, "the shape of the rest is told"
    assert re.search(r"… \d+ more items \(\d+ links, \d+ buttons\)", told.text)


def test_later_pages_go_on_below_and_then_tell_what_lies_above() -> None:
    pages = [numbers(each.text) for each in every_page(shelf(200, y=20_000), 3000)]
    assert min(pages[1]) > max(pages[0])
    assert 0 not in pages[1]
    assert any(0 in numbers for numbers in pages[2:])


def test_the_element_with_focus_is_told_wherever_it_is() -> None:
    assert "[1801] link" in render(shelf(1000, focus=1801), budget=3000).text


def test_an_item_is_one_line_and_does_not_say_its_title_twice() -> None:
    told = render(shelf(3)).text
    assert (
        "item: [3] link 'Thing number 1' (heading 3); $1.50; [4] button 'Add ″'"
        in told
    )  # fmt: skip


def test_a_dialog_is_told_whatever_is_in_view() -> None:
    page = shelf(500, y=50_000)
    dialog = (
        Node(depth=0, role="dialog", name="Cookies"),
        Node(depth=1, role="button", name="Reject", mmid=9001, bbox=(0, -9000, 10, 10)),
    )
    told = render(
        Observation(url="u", title="t", nodes=page.nodes + dialog, scroll=page.scroll), budget=3000
    )
    assert "dialog 'Cookies'\n  [9001] button 'Reject'" in told.text


@settings(max_examples=40, deadline=None)
@given(
    st.integers(1, 120),
    st.integers(0, 24_000),
    st.integers(900, 6000),
    st.sampled_from(["all_fields", "input_fields", "text_only"]),
)
def test_all_pages_together_show_everything_within_the_budget(count, y, budget, view) -> None:
    observation = shelf(count, y=y)
    first = render(observation, budget=budget, view=view)
    pages = [first]
    while pages[-1].more:
        pages.append(render(observation, budget=budget, view=view, page=len(pages) + 1))
    told = "\n".join(each.text for each in pages)
    assert all(len(each.text) <= budget for each in pages)
    for node in observation.elements:
        if view == "text_only":
            assert node.name in told
        else:
            assert len(re.findall(rf"\[{node.mmid}\] ", told)) == 1
    if view == "text_only":
        assert all(f"${number}.50" in told for number in range(count))


def test_the_names_of_columns_stand_on_every_page_of_a_table() -> None:
    nodes = [Node(depth=0, role="table", name="Prices"), Node(depth=1, role="row")]
    nodes += [Node(depth=2, role="columnheader", name=name) for name in ("City", "Price")]
    nodes[-1] = Node(
        depth=2, role="columnheader", name="Price", states=("sorted ascending",), tag="th"
    )
    for number in range(200):
        nodes += [
            Node(depth=1, role="row", states=("selected",) if number == 150 else ()),
            Node(depth=2, role="cell", name=f"City {number}"),
            Node(depth=2, role="cell"),
            Node(depth=3, role="button", name="Edit", mmid=2 * number + 1),
            Node(depth=3, role="button", name="Delete", mmid=2 * number + 2, glue=" "),
        ]
    table = Observation(url="u", title="t", nodes=tuple(nodes))
    pages = every_page(table, 2000)
    assert len(pages) > 3
    for each in pages:
        assert "row: City | Price (sorted ascending)" in each.text
    told = "\n".join(each.text for each in pages)
    assert "row (selected): City 150 | [301] button 'Edit' [302] button 'Delete'" in told


def test_where_links_lead_is_told_when_asked() -> None:
    nodes = (
        Node(depth=0, role="link", name="A", mmid=1, href="http://shop.example/a?b=1#c"),
        Node(depth=0, role="link", name="B", mmid=2, href="https://else.example/x/y"),
    )
    page = Observation(url=HERE.url, title="t", nodes=nodes, frames=(HERE,))
    told = render(page, links=True).text
    assert "[1] link 'A' → /a?b=1#c\n[2] link 'B' → https://else.example/x/y" in told
    assert "→ /a" not in render(page).text


def test_a_select_tells_its_value_how_many_more_and_what_matches() -> None:
    options = tuple(f"Country {number}" for number in range(200))
    select = Node(depth=0, role="combobox", name="To", mmid=1, value="Country 3", options=options)
    page = Observation(url="u", title="t", nodes=(select,))
    assert re.search(r"value='Country 3' options: Country 0, .* \(\+\d+ more\)", render(page).text)
    found = render(page, find="country 19").text
    assert all(f"Country 19{digit}" in found for digit in range(10))


def test_what_stands_beside_a_long_table_of_contents_is_near_as_well() -> None:
    contents = tuple(
        Node(depth=1, role="link", name=f"Chapter {n} of the book", mmid=n + 1,
             bbox=(1000, 30 * n, 200, 20), reachable=n < 24)
        for n in range(900)
    )  # fmt: skip
    words = tuple(Node(depth=0, role="text", name=f"Line {n}. " * 9) for n in range(900))
    foot = Node(depth=0, role="link", name="Imprint", mmid=2000, bbox=(0, 27_000, 90, 20))
    nodes = (Node(depth=0, role="navigation"), *contents, *words, foot)
    scroll = Scroll(x=0, y=0, width=1280, height=27_020, viewport_width=1280, viewport_height=720)
    page = Observation(url="u", title="t", nodes=nodes, scroll=scroll)
    for view in ("all_fields", "text_only"):
        told = render(page, view=view).text
        assert "Line 1." in told and "Chapter 1 " in told, view
        assert "Line 800." not in told and "Chapter 800 " not in told, view


def test_a_layer_over_everything_is_told_once() -> None:
    behind = tuple(
        Node(depth=0, role="link", name=f"Story {n}", mmid=n + 1, states=("covered",),
             bbox=(0, 40 * n, 10, 10), reachable=False)
        for n in range(9)
    )  # fmt: skip
    layer = (
        Node(depth=0, role="region", name="Cookies"),
        Node(depth=1, role="button", name="Reject", mmid=50, bbox=(0, 9, 9, 9), reachable=True),
    )
    told = render(Observation(url="u", title="t", nodes=behind + layer)).text
    assert "Most of what is in view is covered by region 'Cookies'." in told
    assert told.split("\n")[3:6] == [
        "region 'Cookies'",
        "  [50] button 'Reject'",
        "behind that, covered now:",
    ]
    below = Node(depth=0, role="link", name="Story", mmid=60, bbox=(0, 4000, 10, 10))
    more = Observation(url="u", title="t", nodes=(*behind, below, *layer))
    assert "behind that" not in render(more).text, "the page can be scrolled to more of it"
    assert "(covered)" not in told
    assert "[50] button 'Reject'" in told


def test_a_sentence_in_an_item_keeps_its_full_stop() -> None:
    nodes = (
        Node(depth=0, role="listitem"),
        Node(depth=1, role="text", name="First"),
        Node(depth=1, role="link", name="one", mmid=1, glue=" "),
        Node(depth=1, role="text", name=".", glue=""),
    )
    assert (
        "item: First [1] link 'one'." in render(Observation(url="u", title="t", nodes=nodes)).text
    )
