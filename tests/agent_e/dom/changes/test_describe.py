from __future__ import annotations

from dataclasses import replace

import pytest

from agent_e.dom.changes.describe import brief, describe
from agent_e.types import (
    ChangeReport,
    Dialog,
    ElementChange,
    Navigation,
    Node,
    Observation,
    RequestSeen,
    Scroll,
)


def words(report: ChangeReport, budget: int = 4000) -> str:
    return describe(report, budget=budget, page_budget=4000).text


def button(name: str, mmid: int = 7, depth: int = 0) -> Node:
    return Node(depth=depth, role="button", name=name, mmid=mmid, tag="button")


def text(name: str, depth: int = 0) -> Node:
    return Node(depth=depth, role="text", name=name)


def changed(node: Node, what: str, before: str, after: str) -> ChangeReport:
    change = ElementChange(node=node, what=what, before=before, after=after)
    return ChangeReport(changed=(change,))


PAGE = Observation(url="http://shop/basket", title="Basket", nodes=(button("Pay"),))


def test_nothing_is_said_as_such_with_its_cause():
    assert words(ChangeReport()) == "Nothing on the page changed."
    report = ChangeReport(cause="The link leads to a place on this same page.")
    assert words(report).endswith("changed.\nThe link leads to a place on this same page.")
    assert words(ChangeReport(cause="Already at the top.")) == "Already at the top."


def test_a_new_page_is_named_and_shown():
    there = Navigation(from_url="http://shop/", to_url="http://shop/basket", status=200)
    said = words(ChangeReport(navigation=there, page=PAGE))
    assert said == "The page changed: now \"Basket\" at http://shop/basket.\n[7] button 'Pay'"


def test_a_status_other_than_200_is_named():
    there = Navigation(from_url="http://shop/", to_url="http://shop/basket", status=503)
    assert "(HTTP 503)." in words(ChangeReport(navigation=there, page=PAGE))


def test_a_navigation_without_a_page_still_names_the_address():
    there = Navigation(from_url="http://shop/", to_url="http://shop/basket")
    said = words(ChangeReport(navigation=there, unsettled="The new page has not come yet."))
    assert said == "The page changed: now http://shop/basket.\nThe new page has not come yet."


def test_what_opened_is_told_apart_from_what_is_new():
    dialog = Node(depth=1, role="dialog", name="Sizes", states=("modal",))
    report = ChangeReport(added=(text("Hurry", 1), dialog, button("Large", 9, 2), text("Soon", 1)))
    assert words(report).splitlines() == [
        "A dialog 'Sizes' opened:",
        "  [9] button 'Large'",
        "New on the page:",
        "  Hurry",
        "  Soon",
    ]


def test_a_message_is_told_as_one():
    alert = Node(depth=0, role="alert")
    assert words(ChangeReport(added=(alert, text("Name is missing", 1)))) == (
        "A message appeared:\n  Name is missing"
    )


@pytest.mark.parametrize(
    ("what", "before", "after", "said"),
    [
        ("value", "", "Ann", "[7] button 'X' is now value='Ann'"),
        ("states", "not checked, required", "checked, required", "[7] button 'X' is now checked"),
        ("states", "disabled", "", "[7] button 'X' is no longer disabled"),
        (
            "states",
            "",
            "invalid: Enter your name",
            "[7] button 'X' is now invalid: Enter your name",
        ),
        ("name", "Follow", "X", "[7] button 'Follow' is now 'X'"),
        ("options", "", "Bonn, Ulm", "[7] button 'X' is now offering: Bonn, Ulm"),
        ("place", "list 'To do'", "list 'Done'", "[7] button 'X' is now in list 'Done'"),
        ("role", "link", "button", "[7] button 'X' is now a button"),
    ],
)
def test_changes_of_an_element_are_told(what, before, after, said):
    assert words(changed(button("X"), what, before, after)) == said


def test_changed_text_is_told_with_both_readings():
    assert words(changed(text("Basket (1)"), "name", "Basket (0)", "Basket (1)")) == (
        "'Basket (0)' is now 'Basket (1)'"
    )


def test_changed_text_is_told_with_what_it_is_about():
    change = ElementChange(
        node=text("$129"), what="name", before="$59", after="$129", label="Price"
    )
    assert words(ChangeReport(changed=(change,))) == "Price: '$59' is now '$129'"


def field(value: str, *states: str) -> Node:
    return Node(depth=0, role="textbox", name="Name", mmid=7, value=value, states=states)


def test_what_was_entered_is_left_to_the_skill_unless_the_field_made_something_else_of_it():
    report = changed(field("Ann"), "value", "", "Ann")
    mine = replace(report, target=7, entered="Ann", focus=field("Ann"))
    assert words(mine) == ""
    assert "is now value='Ann'" in words(replace(mine, entered="ann"))
    secret = changed(field("", "password"), "states", "password", "password, 9 characters hidden")
    assert words(replace(secret, target=7, entered="")) == ""


def choice(role: str, name: str, mmid: int, before: str, after: str) -> ElementChange:
    node = Node(depth=0, role=role, name=name, mmid=mmid)
    return ElementChange(node=node, what="states", before=before, after=after)


def test_a_choice_is_told_once_and_what_made_way_for_it_not_at_all():
    radios = (
        choice("radio", "A", 1, "checked", "not checked"),
        choice("radio", "B", 2, "not checked", "checked"),
    )
    assert words(ChangeReport(changed=radios, target=2)) == "It is now checked."
    tabs = (choice("tab", "A", 1, "selected", ""), choice("tab", "B", 2, "", "selected"))
    panel = Node(depth=0, role="tabpanel", name="B")
    renamed = ElementChange(node=panel, what="name", before="A", after="B")
    assert words(ChangeReport(changed=(*tabs, renamed), target=2)) == "It is now selected."
    assert words(ChangeReport(changed=tabs)) == "[2] tab 'B' is now selected"
    off = choice("checkbox", "C", 3, "checked", "not checked")
    assert words(ChangeReport(changed=(off,), target=3)) == "It is now not checked."


def test_focus_is_told_where_it_waits_for_input():
    news = changed(text("Sent"), "name", "Draft", "Sent")
    assert "focus" not in words(replace(news, focus=button("X")))
    assert "The focus is now on [7] textbox" in words(replace(news, focus=field("")))


def test_what_is_new_is_told_with_where_it_is():
    report = ChangeReport(
        added=(text("980 g"), text("Hello")), places=("tabpanel 'Specifications'", "")
    )
    assert words(report).splitlines() == [
        "In tabpanel 'Specifications':",
        "  980 g",
        "New on the page:",
        "  Hello",
    ]


def test_the_status_of_the_new_page_is_told_once():
    there = Navigation(from_url="http://shop/", to_url="http://shop/basket", status=422)
    sent = RequestSeen(method="POST", url="http://shop/basket", status=422)
    said = words(ChangeReport(navigation=there, page=PAGE, requests=(sent,)))
    assert said.count("422") == 1
    other = RequestSeen(method="POST", url="http://shop/log", status=500)
    assert "POST /log failed" in words(ChangeReport(navigation=there, page=PAGE, requests=(other,)))


def test_few_things_gone_are_named_and_many_are_counted():
    few = ChangeReport(removed=(button("Undo"), text("Saved")))
    assert words(few) == "Gone: [7] button 'Undo', 'Saved'."
    many = ChangeReport(removed=tuple(button(f"B{number}", number) for number in range(10, 20)))
    assert words(many).endswith("and 7 more.")


def test_what_was_only_made_anew_is_not_told_as_gone():
    report = ChangeReport(added=(button("Buy", 9),), removed=(button("Buy", 7),))
    assert words(report) == "New on the page:\n  [9] button 'Buy'"


def test_a_dialog_that_waits_says_how_to_answer_it():
    ask = Dialog(kind="confirm", message="Delete?")
    report = ChangeReport(dialogs=(ask,), dialog_open=True)
    assert words(report) == "A confirm dialog is open: 'Delete?' Answer it with handle_dialog."


def test_scroll_positions_are_told():
    position = Scroll(y=720, height=2310, viewport_height=720, width=1280, viewport_width=1280)
    report = ChangeReport(scroll=(0, 720), position=position)
    assert words(report) == "Now at 720–1440 of 2310 px."


def test_a_request_that_ended_with_its_page_is_no_failure():
    left = RequestSeen(method="POST", url="http://a.test/preview", failure="net::ERR_ABORTED")
    page = Observation(url="http://a.test/sent", title="Sent")
    assert "/preview" not in words(ChangeReport(page=page, requests=(left,)))
    assert "/preview" in words(ChangeReport(requests=(left,)))


def test_requests_are_told_when_they_failed_or_when_nothing_else_happened():
    fine = RequestSeen(method="POST", url="http://shop/api/like?x=1", status=204)
    bad = RequestSeen(method="PUT", url="http://shop/api/save", status=500)
    assert words(ChangeReport(requests=(fine,))) == (
        "The request POST /api/like was sent and answered (HTTP 204).\nNothing on the page changed."
    )
    seen = ChangeReport(requests=(fine, bad), focus=button("X"))
    assert words(seen) == (
        "The focus is now on [7] button 'X'.\nThe request PUT /api/save failed (HTTP 500)."
    )


def test_what_happened_before_the_action_is_told_first():
    report = ChangeReport(
        earlier=changed(text("Done"), "name", "Working", "Done"), downloads=("report.csv",)
    )
    assert words(report).splitlines() == [
        "Before this action the page had changed by itself:",
        "'Working' is now 'Done'",
        "The action:",
        "A file was downloaded: report.csv",
    ]


def test_more_than_fits_is_counted_and_never_cut_in_a_line():
    added = tuple(text(f"Line number {number} of a long answer") for number in range(300))
    said = words(ChangeReport(added=added), budget=400)
    assert len(said) <= 400
    assert "295 more lines" in said
    assert all(
        line.endswith(("answer", "page:", "get_dom shows them")) for line in said.splitlines()
    )


def test_everything_shown_counts_as_told():
    there = describe(
        changed(button("Following"), "name", "Follow", "Following"), budget=4000, page_budget=4000
    )
    assert [node.name for node in there.shown] == ["Following"]


def test_what_there_is_no_room_for_does_not_count_as_told():
    first, last = button("Long " * 60, 1), button("Following", 2)
    report = ChangeReport(
        changed=tuple(
            ElementChange(node=node, what="name", before="Follow", after=node.name)
            for node in (first, last)
        ),
        added=tuple(button(f"New {number} of them", number) for number in range(10, 40)),
    )
    there = describe(report, budget=600, page_budget=600)
    told = {node.mmid for node in there.shown}
    assert "more line" in there.text
    assert told == {mmid for mmid in (1, 2, *range(10, 40)) if f"[{mmid}]" in there.text}
    assert 10 in told and 39 not in told


def test_what_holds_nothing_to_be_told_is_not_announced():
    empty = Node(depth=0, role="list")
    assert words(ChangeReport(added=(empty,))) == "Nothing on the page changed."
    dialog = Node(depth=0, role="dialog", name="Wait")
    assert words(ChangeReport(added=(empty, dialog))) == "A dialog 'Wait' opened."
    assert brief(ChangeReport(added=(empty, dialog))) == "A dialog 'Wait' opened."


def eyes(report: ChangeReport) -> str:
    return describe(report, budget=4000, page_budget=4000, for_eyes=True).text


OPENED = replace(
    changed(button("More"), "states", "", "expanded"),
    added=(
        Node(depth=0, role="dialog", name="Choose a day", states=("modal",)),
        button("Previous", 9, 1),
        *(text(f"row {number} {'x' * 90}", 1) for number in range(40)),
    ),
)


def test_who_sees_the_page_is_told_no_numbers_and_of_what_is_new_the_first():
    told = eyes(OPENED)
    assert told.startswith("A dialog 'Choose a day' opened:\n  button 'Previous'\n  row 0 ")
    assert (told.count("row "), len(told) < 500) == (2, True)
    assert told.endswith("button 'More' is now expanded")
    assert "[" not in told


def test_in_short_it_is_one_line_with_the_first_names():
    assert brief(OPENED).startswith("A dialog 'Choose a day' opened: button 'Previous', 'row 0 ")
    assert brief(changed(button("More"), "states", "", "expanded")) == (
        "button 'More' is now expanded."
    )
    assert brief(ChangeReport()) == "Nothing on the page changed."
    there = Navigation(from_url="http://shop/", to_url="http://shop/basket", status=200)
    report = ChangeReport(navigation=there, page=PAGE)
    assert brief(report) == 'The page changed: now "Basket" at http://shop/basket.'
    assert eyes(report) == 'The page changed: now "Basket" at http://shop/basket.'


def test_new_numbers_are_told_as_stretches_and_only_where_something_changed():
    anew = {4: 9, 5: 10, 6: 11, 8: 20}
    report = replace(changed(button("More", 20), "states", "", "expanded"), replacements=anew)
    assert words(report).splitlines()[-1] == "New numbers: [4]–[6] are [9]–[11] now."
    assert words(ChangeReport(replacements=anew)) == "Nothing on the page changed."


def test_items_that_moved_are_told_and_what_is_left_out_stays_unknown():
    moved = {at: button(f"Item {at}", at + 20) for at in range(0, 20, 2)}
    told = describe(ChangeReport(renumbered=moved), budget=2_000, page_budget=2_000)
    assert told.text.startswith("New numbers: [0] is [20] now")
    shown = {node.mmid for node in told.shown}
    assert shown and shown < {node.mmid for node in moved.values()}
    assert f"and {len(moved) - len(shown)} more" in told.text


def test_items_that_moved_by_themselves_are_told_before_the_action():
    earlier = ChangeReport(renumbered={4: button("Item", 5)})
    report = replace(changed(button("More", 20), "states", "", "expanded"), earlier=earlier)
    assert words(report).splitlines()[:2] == [
        "Before this action the page had changed by itself:",
        "New numbers: [4] is [5] now.",
    ]
