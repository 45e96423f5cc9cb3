from __future__ import annotations

import pytest

from agent_e.dom.changes.describe import describe
from agent_e.dom.changes.reloaded import format_reload
from agent_e.dom.render.page_text import render
from agent_e.types import ChangeReport, Navigation, Node, Observation

LINKS = ("All products", "Kitchen", "Lighting")


def page(
    first: int, *inside: Node, url: str = "http://shop/mug", links: tuple[str, ...] = LINKS
) -> Observation:
    menu = [
        Node(depth=1, role="link", name=name, mmid=first + number)
        for number, name in enumerate(links)
    ]
    navigation = Node(depth=0, role="navigation", name="Categories")
    nodes = (navigation, *menu, Node(depth=0, role="main"), *inside)
    return Observation(url=url, title="Mug", nodes=nodes)


def link(mmid: int, name: str) -> Node:
    return Node(depth=1, role="link", name=name, mmid=mmid)


def quantity(mmid: int, value: str) -> Node:
    return Node(depth=1, role="spinbutton", name="Quantity", mmid=mmid, value=value)


def text(words: str) -> Node:
    return Node(depth=1, role="text", name=words)


BEFORE = page(1, link(5, "Basket 0 items"), quantity(6, "2"))
AFTER = page(11, text("In your basket."), link(15, "Basket 2 items"), quantity(16, "1"))


def test_what_differs_is_told():
    assert format_reload(BEFORE, AFTER) == (
        "The page was loaded again (same address). New: 'In your basket.'; "
        "link 'Basket 0 items' is now 'Basket 2 items'; "
        "spinbutton 'Quantity' is now value='1' (was '2')."
    )


def test_a_page_that_reads_the_same_is_told_as_such():
    again = page(11, link(15, "Basket 0 items"), quantity(16, "2"), url="http://shop/mug#top")
    assert format_reload(BEFORE, again) == (
        "The page was loaded again (same address). It reads as before."
    )


@pytest.mark.parametrize(
    ("url", "links", "said"),
    [
        ("http://shop/mug?sort=name", LINKS, "The page was loaded again (with another query)."),
        ("http://shop/jug", LINKS, ""),
        ("http://shop/mug", ("Ann", "Bob", "Eve"), ""),
    ],
)
def test_only_the_same_page_counts_as_loaded_again(url, links, said):
    after = page(11, link(15, "Basket 0 items"), url=url, links=links)
    assert format_reload(page(1, link(5, "Basket 0 items")), after).startswith(said)
    assert bool(format_reload(page(1, link(5, "Basket 0 items")), after)) == bool(said)


def test_the_outline_follows_with_new_numbers_but_for_what_stands_around_it():
    where = Navigation(from_url=BEFORE.url, to_url=AFTER.url, status=200)
    report = ChangeReport(navigation=where, page=AFTER, before=BEFORE)
    said = describe(report, budget=4000, page_budget=4000)
    first, second, *outline = said.text.splitlines()
    assert first.startswith("The page was loaded again")
    assert second == 'Now open: "Mug" at http://shop/mug.'
    assert outline == [
        "navigation 'Categories' (as before, use names)",
        "  row: All products | Kitchen | Lighting",
        "main",
        "  In your basket.",
        "  [15] link 'Basket 2 items'",
        "  [16] spinbutton 'Quantity' value='1'",
    ]
    assert {15, 16} == {node.mmid for node in said.shown if node.mmid is not None}


def test_a_landmark_with_another_link_is_told_in_full():
    other = page(11, links=(*LINKS, "Audio"))
    assert "row:" not in render(other, before=BEFORE).text
    assert "row:" not in render(page(11, links=LINKS[:2]), before=page(1, links=LINKS[:2])).text


def test_a_shortened_landmark_can_be_read_back():
    told = render(AFTER, before=BEFORE).text.splitlines()
    at = next(number for number, line in enumerate(told) if "Kitchen" in line)
    assert told[at - 1].startswith("navigation") and told[at].startswith("  ")


def test_other_things_under_another_query_are_shown_and_not_listed_as_well():
    sorted_by = "http://shop/mug?sort=name"
    there = page(11, link(15, "Cup"), quantity(16, "1"), url=sorted_by)
    before = page(1, link(5, "Jug"), quantity(6, "2"))
    again = "The page was loaded again (with another query)."
    assert format_reload(before, there) == (
        f"{again} link 'Jug' is now 'Cup'; spinbutton 'Quantity' is now value='1' (was '2')."
    )
    assert format_reload(before, there, there.nodes) == again
    more = page(11, link(15, "Cup"), link(16, "Jug"), url=sorted_by)
    assert format_reload(page(1, link(5, "Cup")), more) == (
        "The page was loaded again (with another query)."
    )


def test_a_footer_of_words_is_told_once():
    footer = (Node(depth=0, role="contentinfo"), text("Made in Bristol"))
    before, after = (page(first, link(first + 4, "Mug"), *footer) for first in (1, 11))
    assert "Bristol" in render(after).text
    told = render(after, before=before).text.splitlines()
    assert told[-1] == "contentinfo (as before, use names)"
    summary = (Node(depth=0, role="complementary"), text("Total $3"))
    before, after = (page(first, link(first + 4, "Mug"), *summary) for first in (1, 11))
    assert "Total $3" in render(after, before=before).text


@pytest.mark.parametrize(
    ("url", "folded"),
    [("http://shop/mug", False), ("http://shop/mug#top", False), ("http://shop/jug", True)],
)
def test_content_that_reads_as_before_is_folded_on_another_page_only(url: str, folded: bool):
    def shelf(first: int, url: str) -> Observation:
        links = (
            Node(depth=0, role="link", name=name, mmid=first + at) for at, name in enumerate(LINKS)
        )
        own = Node(depth=0, role="text", name=f"Page {first}")
        return Observation(url=url, title="Shelf", nodes=(own, *links))

    said = render(shelf(11, url), before=shelf(1, "http://shop/mug")).text
    assert ("as before, use names" in said) == folded
    assert ("[12] link 'Kitchen'" in said) != folded
