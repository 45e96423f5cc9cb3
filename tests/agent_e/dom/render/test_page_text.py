"""Observations in words: what a line says, what the views keep, what the budget leaves out."""

from __future__ import annotations

import json
import re

import pytest

from agent_e.dom.render.page_text import Rendered, estimate_tokens, render, render_nodes
from agent_e.types import Dialog, Frame, Node, Observation, Scroll

HERE = Frame(url="http://shop.example/mugs", origin="http://shop.example")


def page(*nodes: Node, **more: object) -> Observation:
    facts: dict[str, object] = {"url": HERE.url, "title": "Mugs", "frames": (HERE,), "nodes": nodes}
    return Observation(**{**facts, **more})  # type: ignore[arg-type]


def text(words: str, depth: int = 0, glue: str | None = None) -> Node:
    return Node(depth=depth, role="text", name=words, glue=glue)


def link(mmid: int, name: str, depth: int = 0, **more: object) -> Node:
    return Node(depth=depth, role="link", name=name, mmid=mmid, tag="a", **more)  # type: ignore[arg-type]


def body(observation: Observation, **how: object) -> str:
    """The text without the lines that every text begins with."""
    return render(observation, **how).text.split("\n", 2)[2]  # type: ignore[arg-type]


def products(count: int) -> Observation:
    nodes = [Node(depth=0, role="navigation")]
    nodes += [link(number, f"Category {number}", 1) for number in range(1, 61)]
    nodes += [Node(depth=0, role="main"), Node(depth=1, role="list")]
    for number in range(count):
        nodes.append(Node(depth=2, role="listitem"))
        nodes.append(link(100 + number, f"Product {number}", 3, level=3))
        nodes.append(text(f"${number}.00", 3))
    return page(*nodes)


def test_the_head_tells_scroll_focus_dialog_and_notes() -> None:
    told = render(
        page(
            scroll=Scroll(y=100, height=2310, viewport_height=720),
            focus=7,
            dialog=Dialog(kind="confirm", message="Delete it?"),
            notes=("It is large.",),
        )
    ).text
    assert told == (
        "Page: Mugs\nURL: http://shop.example/mugs\nScroll: 100–820 of 2310 px\nFocus: [7]\n"
        "Dialog: confirm 'Delete it?'. Nothing else can be seen or done until it is answered with "
        "handle_dialog.\nNote: It is large."
    )


@pytest.mark.parametrize(
    ("node", "line"),
    [
        (link(1, "Home"), "[1] link 'Home'"),
        (link(1, "It's 'here'"), "[1] link 'It's 'here''"),
        (link(1, "Docs", href="https://docs.example/x"), "[1] link 'Docs' → docs.example"),
        (link(1, "Near", href="http://shop.example/x"), "[1] link 'Near'"),
        (link(1, "Mail", href="mailto:a@b.example"), "[1] link 'Mail' → mailto:a@b.example"),
        (link(1, "Bad", href="http://[broken"), "[1] link 'Bad'"),
        (link(1, "Mug", level=3), "[1] link 'Mug' (heading 3)"),
        (Node(depth=0, role="heading", name="Mugs", level=2), "heading 2 'Mugs'"),
        (
            Node(depth=0, role="textbox", name="Name", mmid=2, value="", states=("required",)),
            "[2] textbox 'Name' value='' (required)",
        ),
        (
            Node(
                depth=0,
                role="textbox",
                name="Name",
                mmid=2,
                value="x",
                states=("required", "invalid"),
                description="Enter your name",
            ),
            "[2] textbox 'Name' value='x' (required, invalid: Enter your name)",
        ),
        (
            Node(
                depth=0,
                role="combobox",
                name="Size",
                mmid=3,
                value="S",
                options=tuple(f"option number {number}" for number in range(12)),
            ),
            "[3] combobox 'Size' value='S' options: option number 0, option number 1, "
            "option number 2, option number 3, option number 4, option number 5, "
            "option number 6 (+5 more)",
        ),
        (
            Node(depth=0, role="combobox", mmid=3, value="", options=("S, red", "M, red")),
            "[3] combobox value='' options: S, red | M, red",
        ),
        (text("[5] button 'Pay'"), "text: [5] button 'Pay'"),
        (
            Node(depth=0, role="progressbar", name="Load", value="40%"),
            "progressbar 'Load' value='40%'",
        ),
    ],
)
def test_one_line_for_one_node(node: Node, line: str) -> None:
    assert body(page(node)) == line


def test_a_long_value_says_how_long_it_is() -> None:
    field = Node(depth=0, role="textbox", name="Note", mmid=1, value="word " * 100)
    cut = '…(500 characters; get_dom find="[1]" shows all)\''
    assert body(page(field)).endswith(cut)
    whole = f"[1] textbox 'Note' value='{'word ' * 100}'"
    assert whole in render(page(field), find="[1]").text
    assert cut in render(page(field), find="word").text
    lines = "\n".join(["a line of it"] * 60)
    area = Node(depth=0, role="textbox", name="Text", mmid=1, value=lines)
    assert lines.replace("\n", "\\n") in body(page(area))


def test_a_field_of_many_lines_says_so() -> None:
    area = Node(depth=0, role="textbox", name="Text", mmid=1, value="", tag="textarea")
    assert body(page(area)) == "[1] textbox 'Text' value='' (multiline)"


def test_structure_that_says_nothing_is_left_out() -> None:
    nested = page(
        Node(depth=0, role="navigation"),
        Node(depth=1, role="list"),
        Node(depth=2, role="listitem"),
        link(1, "Home", 3),
        Node(depth=2, role="listitem"),
        link(2, "Mugs", 3),
        Node(depth=0, role="region", name="Reviews"),
        Node(depth=1, role="heading", name="Reviews", level=2),
        text("None yet", 1),
    )
    assert body(nested) == (
        "navigation\n  [1] link 'Home'\n  [2] link 'Mugs'\nheading 2 'Reviews'\nNone yet"
    )


def test_items_rows_and_definitions_are_told_in_a_line() -> None:
    cells = [Node(depth=2, role="cell", name="Small"), Node(depth=2, role="cell")]
    button = Node(depth=3, role="button", name="Choose", mmid=4)
    told = page(
        Node(depth=0, role="table", name="Sizes"),
        Node(depth=1, role="row"),
        *cells,
        button,
        Node(depth=0, role="list"),
        Node(depth=1, role="term", name="Material"),
        Node(depth=1, role="definition", name="Steel"),
        Node(depth=0, role="list"),
        Node(depth=1, role="listitem", name="Plain", states=("current",)),
        Node(depth=1, role="listitem"),
        text("Costs", 2),
        link(5, "more", 2),
    )
    assert body(told) == (
        "table 'Sizes'\n  row: Small | [4] button 'Choose'\n"
        "Material: Steel\n"
        "list\n  item (current): Plain\n  item: Costs; [5] link 'more'"
    )


def test_a_sentence_with_a_link_stays_one_line_and_lone_marks_are_dropped() -> None:
    told = page(
        text("Read"), link(1, "this", glue=" "), text(".", glue=""), text("|"), text("Next")
    )
    assert body(told) == "Read [1] link 'this'.\nNext"
    told = page(text("Read"), link(1, "this", glue=" "), text(".", glue=""), text("Next"))
    assert body(told, view="text_only") == "Read this.\nNext"


def test_frames_of_other_origins_are_named_and_unreadable_ones_say_why() -> None:
    other = Frame(url="https://pay.example/x", origin="https://pay.example")
    broken = Frame(url="https://ads.example/", origin="https://ads.example", problem="it is stuck")
    frame = Node(depth=0, role="frame", states=("other origin",), frame=1)
    told = page(
        frame,
        Node(depth=1, role="button", name="Pay", mmid=3, frame=1),
        Node(depth=0, role="frame", name="Advert", states=("other origin",), frame=2),
        frames=(HERE, other, broken),
    )
    assert body(told) == (
        "frame https://pay.example (other origin)\n  [3] button 'Pay'\n"
        "frame 'Advert' https://ads.example (other origin) (could not be read: it is stuck)"
    )


def test_the_small_view_puts_each_element_under_what_it_belongs_to() -> None:
    told = page(
        link(1, "Home"),
        Node(depth=0, role="main"),
        Node(depth=1, role="heading", name="Mugs", level=1),
        text("Words", 1),
        Node(depth=1, role="searchbox", name="Search", mmid=2, value=""),
        Node(depth=1, role="listitem"),
        text("Blue mug", 2),
        Node(depth=2, role="button", name="Add", mmid=3),
        Node(depth=1, role="group", name="Delivery"),
        Node(depth=2, role="radio", name="Post", mmid=4, states=("checked",)),
    )
    assert body(told, view="input_fields") == (
        "[1] link 'Home'\n"
        "heading 1 'Mugs'\n  [2] searchbox 'Search' value=''\n"
        "item: Blue mug\n  [3] button 'Add'\n"
        "group 'Delivery'\n  [4] radio 'Post' (checked)"
    )


def test_the_reading_view_has_no_ids_and_says_what_fields_hold() -> None:
    told = page(
        Node(depth=0, role="heading", name="Mugs", level=1),
        Node(depth=0, role="searchbox", name="Search", mmid=2, value="blue"),
        Node(depth=0, role="checkbox", name="Gift", mmid=3, states=("not checked",)),
        Node(depth=0, role="row"),
        Node(depth=1, role="cell", name="A"),
        Node(depth=1, role="cell"),
        link(4, "B", 2),
    )
    assert body(told, view="text_only") == "Mugs\nSearch: blue\nGift (not checked)\nA | B"


def test_a_budget_counts_what_it_leaves_out_and_says_how_to_get_it() -> None:
    rendered = render(products(200), budget=3000)
    assert len(rendered.text) <= 3000
    assert rendered.more
    lines = rendered.text.split("\n")
    assert re.fullmatch(
        r'… \d+ more lines \(\d+ links\) in other parts: get_dom with page=2, or find="words"',
        lines[-1],
    )
    assert any(re.fullmatch(r"  … \d+ more lines \(\d+ links\)", line) for line in lines)
    assert "Product 20" in rendered.text, "navigation must not use up the budget"


def all_pages(observation: Observation, budget: int) -> list[Rendered]:
    pages = [render(observation, budget=budget)]
    while pages[-1].more:
        pages.append(render(observation, budget=budget, page=len(pages) + 1))
    return pages


def test_pages_together_show_every_element_once() -> None:
    observation = products(120)
    pages = all_pages(observation, 2000)
    assert all(len(rendered.text) <= 2000 for rendered in pages)
    shown = [node.mmid for each in pages for node in each.shown if node.mmid is not None]
    assert sorted(shown) == [node.mmid for node in observation.elements]
    beyond = render(observation, budget=2000, page=len(pages) + 1).text
    assert f"has {len(pages)} parts; there is no part {len(pages) + 1}" in beyond


def test_items_are_not_torn_apart() -> None:
    for rendered in all_pages(products(120), 2000):
        for name in re.findall(r"link 'Product (\d+)'", rendered.text):
            assert f"${name}.00" in rendered.text


def test_find_shows_the_item_around_each_match() -> None:
    assert body(products(50), find="product  7") == (
        "1 place with \"product  7\":\nmain\n  item: [107] link 'Product 7' (heading 3); $7.00"
    )
    assert "[107] link" in body(products(50), find="$7.00 product"), "words of one item, any order"
    assert body(products(50), find="teapot") == (
        '"teapot" is nowhere on the page: look for other words, or without find.'
    )


def test_find_looks_into_options_and_values() -> None:
    options = tuple(f"Country {number}" for number in range(200))
    select = Node(depth=0, role="combobox", name="Country", mmid=1, value="", options=options)
    told = body(page(select, text("Other")), find="country 150")
    assert "[1] combobox 'Country' value='' options: Country 150, Country 0" in told


def test_a_very_long_text_is_wrapped_and_not_cut() -> None:
    words = "A sentence of some length. " * 200
    told = body(page(text(words.strip())), budget=100_000)
    assert " ".join(told.split("\n")) == words.strip()
    assert max(map(len, told.split("\n"))) <= 800


def test_json_is_valid_and_keeps_the_budget() -> None:
    rendered = render(products(200), format="json", budget=3000)
    whole = json.loads(rendered.text)
    assert whole["title"] == "Mugs"
    assert {"mmid": 100, "role": "link", "level": 3, "name": "Product 0"} in whole["nodes"]
    assert whole["more"]["page"] == 2
    assert len(rendered.text) <= 3300


def test_parts_of_a_page_are_rendered_from_any_depth() -> None:
    rendered = render_nodes([text("New", 5), link(9, "Open", 5)], indent=1)
    assert rendered.text == "  New\n  [9] link 'Open'"
    assert [node.mmid for node in rendered.shown] == [None, 9]


def test_what_is_shown_is_what_the_text_has() -> None:
    rendered = render(products(200), budget=3000)
    for node in rendered.shown:
        if node.mmid is not None:
            assert f"[{node.mmid}] " in rendered.text
    assert len({node.mmid for node in rendered.shown}) == 1 + rendered.text.count("] link")


def test_tokens_are_estimated_from_characters() -> None:
    assert estimate_tokens("") == 0
    assert estimate_tokens("word") == 1
    assert estimate_tokens("a" * 401) == 101
    assert estimate_tokens("語" * 100) == 50


def test_words_about_a_wrong_entry_are_told_once():
    wrong = ("invalid",)
    nodes = (
        Node(depth=0, role="textbox", name="Email", mmid=1, states=wrong, description="Enter it."),
        Node(depth=0, role="alert"),
        Node(depth=1, role="text", name="Enter it."),
        Node(depth=0, role="text", name="We never share it."),
    )
    page = Observation(url="http://shop/", title="Join", nodes=nodes)
    assert render(page).text.splitlines()[2:] == [
        "[1] textbox 'Email' (invalid: Enter it.)",
        "We never share it.",
    ]
    assert "Enter it." in render(page, view="text_only").text


def test_an_item_that_is_named_by_its_link_is_told_once():
    nodes = (
        Node(depth=0, role="list"),
        Node(depth=1, role="listitem"),
        Node(depth=2, role="link", name="Flask", mmid=1, level=2),
        Node(depth=2, role="button", name="Add", mmid=2),
        Node(depth=1, role="listitem"),
        Node(depth=2, role="link", name="Mug", mmid=3, level=2),
    )
    page = Observation(url="http://shop/", title="Things", nodes=nodes)
    assert render(page, view="input_fields").text.splitlines()[2:] == [
        "[1] link 'Flask' (heading 2); [2] button 'Add'",
        "[3] link 'Mug' (heading 2)",
    ]
