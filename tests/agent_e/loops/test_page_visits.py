"""When two moments of a page are the same state, and two calls the same action."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from agent_e.loops.actions import Points, action_of
from agent_e.loops.page_visits import States
from agent_e.memory.addresses import address_key
from agent_e.types import Dialog, Frame, Node, Observation, Scroll


def page(*nodes: Node | str, url: str = "http://a/list", **more: Any) -> Observation:
    made = [Node(1, "text", node) if isinstance(node, str) else node for node in nodes]
    frames = more.pop("frames", (Frame(url=url, origin="http://a"),))
    return Observation(url=url, title="A", nodes=tuple(made), frames=frames, **more)


def box(checked: bool, mmid: int = 7) -> Node:
    state = "checked" if checked else "not checked"
    return Node(1, "checkbox", "Terms", mmid, "input", states=(state,), bbox=(0, 0, 9, 9))


def field(value: str) -> Node:
    return Node(1, "textbox", "Name", 8, "input", value=value)


BASE = page("Lamps", box(False), field("x"))

SAME = {
    "the same": BASE,
    "other numbers": page("Lamps", box(False, mmid=99), field("x")),
    "moved": page("Lamps", box(False)._replace(bbox=(5, 300, 9, 9)), field("x")),
    "scrolled into view by an action": replace(BASE, scroll=Scroll(y=900)),
    "out of view": page(
        "Lamps", box(False)._replace(states=("not checked", "off-screen")), field("x")
    ),
    "another focus": replace(BASE, focus=8),
    "tracking": page(*BASE.nodes, url="http://a/list?utm_source=mail&gclid=5"),
    "an anchor": page(*BASE.nodes, url="http://a/list#reviews"),
}

OTHER = {
    "ticked": page("Lamps", box(True), field("x")),
    "typed": page("Lamps", box(False), field("xy")),
    "text": page("Chairs", box(False), field("x")),
    "more text": page(*BASE.nodes, "Added"),
    "address": page(*BASE.nodes, url="http://a/list?page=2"),
    "a route": page(*BASE.nodes, url="http://a/list#/basket"),
    "a dialog": page(dialog=Dialog(kind="confirm", message="Sure?")),
}


@pytest.mark.parametrize("case", SAME)
def test_what_makes_no_difference(case: str) -> None:
    states = States()
    first = states.see(BASE)
    second = states.see(SAME[case])
    assert (first.new, second.new) == (True, False)
    assert first.number == second.number


@pytest.mark.parametrize("case", OTHER)
def test_what_makes_another_state(case: str) -> None:
    states = States()
    first = states.see(BASE)
    assert states.see(OTHER[case]).number != first.number
    assert states.see(BASE).number == first.number


def test_scrolling_is_another_state_only_after_a_scroll() -> None:
    states = States()
    top = states.see(BASE).number
    down = states.see(BASE, scrolled=Scroll(y=900))
    assert down.new
    assert down.number != top
    assert states.see(BASE).number == down.number
    assert states.see(BASE, scrolled=Scroll(y=910)).number == down.number
    assert states.see(BASE, scrolled=Scroll(y=0)).number == top


def test_a_clock_is_left_out_at_once_and_what_ticks_as_soon_as_that_is_known() -> None:
    states = States()
    first = states.see(page("Lamps", "It is 12:00:01", "42 visitors"))
    second = states.see(page("Lamps", "It is 12:00:09", "43 visitors"))
    assert second.number != first.number
    third = states.see(page("Lamps", "It is 12:00:30", "44 visitors"), restless=[2])
    assert not third.new
    assert third.number == states.same(first.number) == states.same(second.number)


def test_what_moves_on_one_page_moves_on_its_next_visit_too() -> None:
    states = States()
    states.see(page("Lamps", "42 visitors"), restless=[1])
    elsewhere = page("Chairs", url="http://a/chairs")
    states.see(elsewhere)
    assert not states.see(page("Lamps", "57 visitors")).new


def test_a_bare_figure_that_moves_does_not_hide_the_others() -> None:
    states = States()
    first = states.see(page("Quantity", "1", "9"), restless=[2])
    assert states.see(page("Quantity", "2", "8"), restless=[2]).number != first.number


def advertisement(text: str, *more: Node) -> Observation:
    frames = (Frame(url="", origin="http://a"), Frame(url="", origin="http://ads"))
    return page("Lamps", Node(1, "link", text, 5, "a", frame=1), *more, frames=frames)


def test_a_frame_of_others_counts_only_where_it_has_fields_or_was_acted_in() -> None:
    states = States()
    first = states.see(advertisement("Buy shoes"))
    assert states.see(advertisement("Buy hats")).number == first.number
    card = Node(1, "textbox", "Card number", 6, "input", value="", frame=1)
    filled = card._replace(value="4111")
    assert (
        states.see(advertisement("Pay", card)).number
        != states.see(advertisement("Pay", filled)).number
    )
    shown = advertisement("Play")
    states.touch(shown, shown.nodes[1])
    assert states.see(advertisement("Play")).number != states.see(advertisement("Stop")).number


def test_news_are_texts_never_seen_before() -> None:
    states = States()
    assert states.see(page("Lamp 1", "$9.00", "Next")).news == 2
    turned = states.see(page("Lamp 2", "$9.00", "Next", url="http://a/list?page=2"))
    assert (turned.news, turned.fresh, turned.counted) == (1, False, False)
    counted = states.see(page("Lamp 2", "Page 3 of 10", "Next", url="http://a/list?page=3"))
    assert (counted.news, counted.fresh, counted.counted) == (1, True, True)
    over = states.see(page("Lamp 2", "Page 11 of 10", url="http://a/list?page=11"))
    assert (over.news, over.fresh, over.counted) == (1, False, False)


def test_an_action_is_known_by_role_name_and_place_not_by_number() -> None:
    def button(mmid: int) -> Node:
        return Node(1, "button", "Add", mmid, "button")

    before, after = page(button(1), button(2)), page(button(11), button(12))
    assert (
        action_of("click", {"mmid": 2}, before).key == action_of("click", {"mmid": 12}, after).key
    )
    assert (
        action_of("click", {"mmid": 1}, before).key != action_of("click", {"mmid": 2}, before).key
    )
    assert action_of("click", {"mmid": 1}, before).words == "click button 'Add'"


def test_texts_and_addresses_of_actions_are_evened_out() -> None:
    one = action_of("enter_text", {"mmid": 8, "text": "Red  Lamp"}, BASE)
    two = action_of("enter_text", {"mmid": 8, "text": "red lamp ", "submit": False}, BASE)
    assert one.key == two.key
    assert one.words == "enter_text textbox 'Name' 'Red  Lamp'"
    first = action_of("open_url", {"url": "http://a/list?utm_source=x"})
    assert first.key == action_of("open_url", {"url": "http://A/list/"}).key
    links = [page(Node(1, "link", f"Page {n}", 3, "a")) for n in (2, 3)]
    pages = [action_of("click", {"mmid": 3}, each) for each in links]
    assert pages[0].key != pages[1].key
    assert pages[0].kind == pages[1].kind


def test_a_whole_form_is_one_action() -> None:
    given = {"fields": [{"mmid": 8, "value": "x"}, {"mmid": 7, "value": "true"}], "submit": 7}
    action = action_of("fill_form", given, BASE)
    assert "textbox 'name' 0" in action.key
    assert "checkbox 'terms' 0" in action.key
    assert action.key == action_of("fill_form", dict(reversed(given.items())), BASE).key


def test_points_of_an_unsteady_hand_are_one() -> None:
    points = Points()
    first = points.key(100, 200)
    assert {points.key(100 + dx, 200 + dy) for dx in (-3, 0, 3) for dy in (-3, 0, 3)} == {first}
    assert points.key(112, 200) != first


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("http://a/x?b=1&a=2", "http://a/x?a=2&b=1", True),
        ("http://a/x;jsessionid=8F", "http://a/x", True),
        ("http://a/x?sid=1", "http://a/x?sid=2", True),
        ("http://a/x?q=1", "http://a/x?q=2", False),
        ("http://a/x#top", "http://a/x", True),
        ("http://a/#!/one", "http://a/#!/two", False),
        ("http://[broken", "http://[broken", True),
    ],
)
def test_addresses(one: str, other: str, same: bool) -> None:
    assert (address_key(one) == address_key(other)) is same
