from __future__ import annotations

import pytest

from agent_e.dom.changes.diff import diff
from agent_e.dom.changes.phrases import format_about, format_change
from agent_e.types import Node, Observation, Scroll


def look(*nodes: Node, **fields: object) -> Observation:
    return Observation(url="http://site/", title="Site", nodes=nodes, **fields)  # type: ignore[arg-type]


def text(words: str, depth: int = 0) -> Node:
    return Node(depth=depth, role="text", name=words)


def button(mmid: int, name: str, depth: int = 0, *states: str) -> Node:
    return Node(depth=depth, role="button", name=name, mmid=mmid, tag="button", states=states)


def item(depth: int = 0, name: str = "") -> Node:
    return Node(depth=depth, role="listitem", name=name, tag="li")


def names(nodes: tuple[Node, ...]) -> list[str]:
    return [node.name for node in nodes]


def test_equal_looks_differ_in_nothing():
    page = look(text("Hello"), button(1, "Buy"))
    found = diff(page, page)
    assert not (found.added or found.removed or found.changed or found.focus or found.scroll)


def test_lines_pushed_down_by_a_new_one_are_no_change():
    found = diff(look(text("Milk"), text("Bread")), look(text("Eggs"), text("Milk"), text("Bread")))
    assert names(found.added) == ["Eggs"]
    assert not found.removed
    assert not found.changed


def test_what_is_new_in_two_places_begins_at_depth_nothing_in_each():
    old = look(Node(depth=0, role="main"), text("Hello", 1))
    alert = Node(depth=0, role="alert")
    new = look(
        alert, text("Saved", 1), Node(depth=0, role="main"), text("Hello", 1), text("Bye", 1)
    )
    found = diff(old, new)
    assert [(node.depth, node.name) for node in found.added] == [(0, ""), (1, "Saved"), (0, "Bye")]


def test_changed_text_is_paired_with_what_stood_there():
    found = diff(
        look(text("Basket (0)"), button(1, "Buy")), look(text("Basket (1)"), button(1, "Buy"))
    )
    (change,) = found.changed
    assert (change.what, change.before, change.after) == ("name", "Basket (0)", "Basket (1)")
    assert not found.added


def test_value_states_and_options_of_an_element_are_told_apart():
    before = Node(depth=0, role="textbox", name="Name", mmid=1, value="", states=("required",))
    after = Node(
        depth=0,
        role="textbox",
        name="Name",
        mmid=1,
        value="Ann",
        states=("required", "invalid"),
        description="Too short",
    )
    changes = {change.what: change.after for change in diff(look(before), look(after)).changed}
    assert changes == {"value": "Ann", "states": "required, invalid: Too short"}
    grown = diff(
        look(Node(depth=0, role="combobox", mmid=2, options=("a",))),
        look(Node(depth=0, role="combobox", mmid=2, options=("a", "b"))),
    )
    assert [(change.what, change.after) for change in grown.changed] == [("options", "a, b")]


def test_a_hit_test_that_came_out_otherwise_is_no_change():
    assert not diff(look(button(1, "Buy")), look(button(1, "Buy", 0, "covered"))).changed


def test_a_new_list_item_is_added_with_all_it_holds():
    before = look(
        Node(depth=0, role="list"), item(1), button(1, "Milk", 2), item(1), button(2, "Eggs", 2)
    )
    after = look(
        Node(depth=0, role="list"),
        item(1),
        button(3, "Tea", 2),
        item(1),
        button(1, "Milk", 2),
        item(1),
        button(2, "Eggs", 2),
    )
    found = diff(before, after)
    assert [(node.role, node.name) for node in found.added] == [("listitem", ""), ("button", "Tea")]
    assert not found.removed
    assert not found.changed


def test_other_search_results_are_not_taken_for_the_old_ones():
    before = look(Node(depth=0, role="list"), item(1), button(1, "Apple", 2), text("Red fruit", 2))
    after = look(Node(depth=0, role="list"), item(1), button(2, "Pear", 2), text("Green fruit", 2))
    found = diff(before, after)
    assert names(found.added) == ["", "Pear", "Green fruit"]
    assert names(found.removed) == ["", "Apple", "Red fruit"]
    assert not found.changed


def test_a_sorted_list_is_a_change_of_order():
    page = Node(depth=0, role="list", name="Fruit")
    before = look(page, item(1, "Pear"), item(1, "Apple"), item(1, "Fig"))
    after = look(page, item(1, "Apple"), item(1, "Fig"), item(1, "Pear"))
    (change,) = diff(before, after).changed
    assert (change.what, change.node.name, change.after) == ("order", "Fruit", "Apple, Fig, Pear")


def test_an_element_that_moved_to_another_list_changed_its_place():
    todo, done = (Node(depth=0, role="list", name=name) for name in ("To do", "Done"))
    before = look(todo, button(1, "Write", 1), done, button(2, "Read", 1))
    after = look(todo, done, button(2, "Read", 1), button(1, "Write", 1))
    (change,) = diff(before, after).changed
    assert (change.what, change.before, change.after) == ("place", "list 'To do'", "list 'Done'")


def test_what_changes_by_itself_is_left_out():
    before, after = look(text("12:00:01"), text("Empty")), look(text("12:00:02"), text("Full"))
    found = diff(before, after, noise=lambda old, new, _about: ":" in old + new)
    assert [change.after for change in found.changed] == ["Full"]


def test_focus_and_scroll_are_reported_where_they_moved():
    field = Node(depth=0, role="textbox", name="Name", mmid=4)
    before = look(field, scroll=Scroll(y=0))
    after = look(field, focus=4, scroll=Scroll(y=600))
    found = diff(before, after)
    assert found.focus == field
    assert found.scroll == (0, 600)


def test_ten_thousand_nodes_of_which_all_are_new_are_compared_at_once():
    before = look(*(text(f"old {number}") for number in range(5000)))
    after = look(*(text(f"new {number}") for number in range(5000)))
    found = diff(before, after)
    assert len(found.added) + len(found.changed) == 5000


def part(role: str, name: str = "", depth: int = 0, glue: str | None = None) -> Node:
    return Node(depth=depth, role=role, name=name, glue=glue)


ROW = part("row", depth=1)


@pytest.mark.parametrize(
    ("around", "told"),
    [
        ([part("text", "Price:"), part("text", "{}", glue=" ")], "Price: "),
        ([part("term", "Delivery"), part("definition", "{}")], "Delivery: "),
        ([part("term", "Total"), part("definition"), part("text", "{}", 1)], "Total: "),
        (
            [part("table"), ROW, part("columnheader", "Size", 2), part("columnheader", "Cost", 2)]
            + [ROW, part("cell", "Small", 2), part("cell", "{}", 2)],
            "Small, Cost: ",
        ),
        ([part("heading", "Your order"), part("text", "{}")], "in 'Your order': "),
        ([part("group", "Your order"), part("text", "{}", 1)], "in 'Your order': "),
        ([part("heading", "Your order"), part("text", "Total due: {}")], ""),
        ([part("text", "{}")], ""),
    ],
)
def test_a_changed_text_says_what_it_is_about(around, told):
    before, after = (
        look(*(node._replace(name=node.name.format(price)) for node in around))
        for price in ("$10.00", "$20.00")
    )
    (change,) = diff(before, after).changed
    assert format_about(change) == told
    assert change.after.endswith("$20.00")


def test_an_element_made_anew_in_its_place_succeeds_the_old_one():
    panel = part("complementary", "Product")
    found = diff(look(panel, button(6, "Close", 1)), look(panel, button(7, "Close", 1)))
    assert not (found.added or found.removed or found.changed)
    assert found.recreated == {6: 7}
    moved = diff(look(button(6, "Close"), panel), look(panel, button(7, "Close", 1)))
    assert names(moved.added) == ["Close"]
    assert not moved.recreated


def test_one_of_several_alike_that_is_gone_has_no_successor():
    before = look(part("list", ""), button(4, "Delete", 1), button(5, "Delete", 1))
    found = diff(before, look(part("list", ""), button(6, "Delete", 1)))
    assert not found.recreated
    assert names(found.added) == ["Delete"]


def test_what_is_added_says_what_it_is_in():
    panel = part("tabpanel", "Sizes")
    found = diff(look(panel), look(panel, text("Small", 1), text("Bye")))
    assert found.places == ("tabpanel 'Sizes'", "")


def test_of_a_list_that_most_is_gone_from_it_is_told_what_is_left():
    towns = part("list", "Towns")
    before = look(towns, *(item(1, name) for name in ("Bonn", "Kiel", "Köln", "Ulm")), text("Map"))
    found = diff(before, look(towns, item(1, "Kiel")))
    (left,) = found.left
    assert (left.place, left.count, left.before) == ("list 'Towns'", 1, 4)
    assert names(left.nodes) == ["Kiel"]
    assert names(found.removed) == ["Map"]
    assert names(found.taken) == ["Bonn", "Köln", "Ulm"]


def test_a_list_with_other_things_in_it_is_not_what_is_left():
    before = look(part("list"), *(item(1, name) for name in ("Bonn", "Kiel", "Köln", "Ulm")))
    found = diff(before, look(part("list"), item(1, "Kiel"), item(1, "Rome")))
    assert not found.left
    assert len(found.removed) == 3


def test_what_stands_below_a_heading_that_counts_stays_there():
    def board(first: str, second: str, moved: int) -> Observation:
        cards = [button(number, f"Card {number}") for number in range(1, 5)]
        return look(part("heading", first), *cards[:moved], part("heading", second), *cards[moved:])

    moved = diff(board("Open (2)", "Done (2)", 2), board("Open (1)", "Done (3)", 1))
    places = [each for each in moved.changed if each.what == "place"]
    assert [each.node.name for each in places] == ["Card 2"]
    assert (places[0].before, places[0].after) == ("heading 'Open (2)'", "heading 'Done (3)'")


def test_what_stays_where_a_heading_goes_has_not_moved():
    live = [part("status"), part("status")]
    heading = part("heading", "Book a flight")
    before = look(heading, button(1, "Search"), *live, text("Terms"))
    found = diff(before, look(button(2, "Back"), *live, text("Terms")))
    assert names(found.removed) == ["Book a flight", "Search"]
    assert not found.changed
    assert not diff(look(text("Terms")), look(heading, text("Terms"))).changed


def test_the_order_of_results_that_were_made_anew_is_told():
    def results(*ids: int) -> Observation:
        shown = [Node(0, "link", f"Flight {'ABC'[mmid % 10]}", mmid) for mmid in ids]
        return look(text("Results"), *shown, button(1, "Sort"), text("Terms"))

    found = diff(results(10, 11, 12), results(22, 20, 21))
    assert found.recreated == {10: 20, 11: 21, 12: 22}
    assert [words for _, words in format_change(found.changed)] == [
        "page is now in this order: Flight C, Flight A, Flight B"
    ]


def test_one_of_several_of_the_same_name_is_told_with_its_item():
    def basket(*states: str) -> Observation:
        pen, mug = item(1), item(1)
        return look(
            part("list"),
            pen,
            text("Pen", 2),
            button(1, "Delete", 2),
            mug,
            text("Mug", 2),
            button(2, "Delete", 2, *states),
            button(3, "Pay", 0, *states),
        )

    found = diff(basket(), basket("disabled"))
    assert [each.owner for each in found.changed] == ["item 'Mug'", ""]
    assert [words for _, words in format_change(found.changed)] == [
        "[2] button 'Delete' of item 'Mug' is now disabled",
        "[3] button 'Pay' is now disabled",
    ]


def test_what_is_added_to_an_item_without_a_name_says_which():
    before = look(part("list", "Basket"), item(1), text("Pen", 2), item(1), text("Mug", 2))
    after = look(
        part("list", "Basket"), item(1), text("Pen", 2), item(1), text("Mug", 2), text("Sold", 2)
    )
    found = diff(before, after)
    assert (names(found.added), found.places) == (["Sold"], ("item 'Mug'",))


def test_labels_of_another_step_are_not_what_became_of_those_before():
    first, second = ("Date", "Time", "Area", "Seat"), ("Name", "Requests", "Phone", "Note")
    found = diff(look(*map(text, first)), look(*map(text, second)))
    assert not found.changed
    assert names(found.removed) == list(first)
    steady = (text("Order 12"), text("Pens"), text("Mugs"))
    status = diff(look(*steady, text("Draft")), look(*steady, text("Out now")))
    assert [each.after for each in status.changed] == ["Out now"]


def test_rows_in_another_order_are_named_by_what_only_they_say():
    table = Node(depth=0, role="table")

    def row(mmid: int, name: str) -> tuple[Node, ...]:
        edit = button(mmid, "Edit", 2)
        return Node(depth=1, role="row"), edit, text(name, 2)

    before = look(table, *row(1, "Pear"), *row(2, "Apple"), *row(3, "Fig"))
    after = look(table, *row(2, "Apple"), *row(3, "Fig"), *row(1, "Pear"))
    (change,) = (each for each in diff(before, after).changed if each.what == "order")
    assert change.after == "Apple, Fig, Pear"


def test_a_folder_that_is_one_with_its_link_again_is_not_gone():
    folder = Node(depth=0, role="treeitem", name="howto", mmid=2)
    open_one = look(folder, button(1, "howto", 1), button(3, "backup", 1), button(4, "badge", 1))
    found = diff(open_one, look(Node(depth=0, role="treeitem", name="howto", mmid=1)))
    assert names(found.removed) == ["backup", "badge"]
    assert not [change for change in found.changed if change.what == "place"]


def test_words_that_a_longer_name_had_are_not_new():
    whole = button(1, "Plums By Ann Due")
    parted = (button(1, "Plums"), text("By Ann", 1), text("Due on Monday", 1))
    assert names(diff(look(whole), look(*parted)).added) == ["Due on Monday"]
    assert names(diff(look(*parted), look(whole)).removed) == ["Due on Monday"]


def test_what_only_has_an_item_around_it_no_more_is_not_gone_nor_new():
    def part(depth: int) -> tuple[Node, ...]:
        heading = Node(depth=depth, role="heading", name="Staff", level=5)
        return heading, Node(depth=depth, role="tablist"), button(1, "Owners", depth + 1)

    items = look(item(), *part(1), text("Two", 1), button(2, "Edit", 1))
    bare = look(*part(0), text("Two"), button(3, "Save"))
    for old, new, come, gone in ((items, bare, "Save", "Edit"), (bare, items, "Edit", "Save")):
        found = diff(old, new)
        assert (names(found.added), names(found.removed)) == ([come], [gone])
        assert not found.changed


def test_what_a_new_row_says_is_told_though_another_said_it():
    def row(*words: str) -> tuple[Node, ...]:
        return Node(depth=0, role="row"), *(text(each, 1) for each in words)

    found = diff(look(*row("Pear", "3", "Draft")), look(*row("Apple", "7", "Draft")))
    assert names(found.added) == ["", "Apple", "7", "Draft"]


def rows(*held: tuple[int, str]) -> list[Node]:
    parts = ((item(), button(mmid, name, 1), text("now", 1)) for mmid, name in held)
    return [each for row in parts for each in row]


def test_items_that_a_list_shows_in_other_elements_of_its_own_are_followed():
    old = look(*rows((1, "a.md"), (2, "b.md"), (3, "c.md")))
    new = look(*rows((1, "new.md"), (2, "a.md"), (3, "b.md"), (4, "c.md")))
    found = diff(old, new)
    assert "new.md" in names(found.added)
    assert "a.md" not in names(found.added)
    assert not found.changed
    assert not found.removed
    assert {was: now.mmid for was, now in found.renumbered.items()} == {1: 2, 2: 3, 3: 4}
    assert not found.recreated


def test_buttons_outside_of_lists_that_change_names_are_not_followed():
    old, new = look(button(1, "On"), button(2, "Off")), look(button(1, "Off"), button(2, "On"))
    found = diff(old, new)
    assert not found.renumbered
    assert [each.after for each in found.changed] == ["Off", "On"]
