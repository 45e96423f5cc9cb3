"""Pages and steps as the offline model has them: made of records, whatever these hold."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from agent_e.models.model import ToolResult
from agent_e.offline.page import Page, Step, page_of, read_result
from agent_e.types import ChangeReport, Node, Observation

from .observed import changed, observed, opened, with_dialog

BASKET = observed(
    """Page: Basket
URL: http://s.example/basket
banner
  [1] link 'Basket (2)'
main
  heading 1 'Basket'
  list
    item: [2] link 'Red pen'; $3; [3] button 'Remove'
    item: [4] link 'Blue pen'; $2; [5] button 'Remove'
  Total: $5
dialog 'Cookies' (modal)
  We use cookies.
  [6] button 'Accept'"""
)


def after(page: Page, *data: object, error: bool = False) -> Step:
    result = ToolResult(call_id="1", name="click", text="", is_error=error, data=data)  # type: ignore[arg-type]
    return read_result(page, result)


def test_every_form_of_a_line() -> None:
    page = page_of(
        observed(
            """Page: Sizes
main
  heading 2 'Sizes'
  item (selected): Plain words
  table 'Sizes'
    row: Small | [3] button 'Choose' (disabled) | 200 ml
  [4] combobox 'Sort' value='A' options: A, B (required)
  [5] textbox 'Name' value='' (required, invalid: Enter your name)
  [6] link 'Card' (heading 3, collapsed)"""
        )
    )
    lines = {line.mmid: line for line in page.lines if line.mmid is not None}
    assert lines[3].disabled and page.lines[lines[3].parent].role == "cell"
    assert (lines[4].options, lines[4].states) == (("A", "B"), "required")
    assert "invalid" in lines[5].states
    assert lines[6].heading
    cells = [line.name for line in page.lines if line.role == "cell"]
    assert cells == ["Small", "", "200 ml"]
    assert "Plain words" in [line.name for line in page.lines if line.role == "text"]


def test_what_came_is_at_the_end_and_messages_are_told_from_it() -> None:
    step = after(page_of(BASKET), changed("+ alert\n+   Sold out.\n+ [7] link 'Help'"))
    assert [line.name for line in step.fresh if line.name] == ["Sold out.", "Help"]
    assert step.page.lines[-1].mmid == 7 and step.changed and not step.whole


def test_what_the_actor_entered_is_on_the_page() -> None:
    form = page_of(observed("[1] textbox 'Name' value=''"))
    report = replace(changed("~ [1] textbox 'Name' value='Ann'"), target=1, entered="Ann")
    step = after(form, report)
    assert step.page.lines[0].value == "Ann"


def test_a_change_that_came_before_the_action_counts_too() -> None:
    report = replace(changed("~ '$3' > '$4'"), earlier=changed("+ alert\n+   Hurry!"))
    step = after(page_of(BASKET), report)
    assert [line.name for line in step.fresh if line.name] == ["Hurry!", "$4"]
    assert "$4" in [line.name for line in step.page.lines]


def test_an_error_changes_nothing_and_a_look_shows_a_dialog() -> None:
    page = page_of(BASKET)
    assert after(page, error=True).page is page
    step = after(page, with_dialog(BASKET, "confirm", "Sure?"))
    assert step.page.dialog is not None and step.page.dialog.message == "Sure?"
    assert after(page, changed("? prompt 'Name?'")).page.dialog


def test_a_page_that_opened_takes_its_place() -> None:
    step = after(page_of(BASKET), opened("Page: Mug\nURL: http://s.example/mug\nheading 1 'Mug'"))
    assert (step.navigated, step.page.title, len(step.page.lines)) == (True, "Mug", 1)


ROLES = ("list", "listitem", "row", "cell", "text", "button", "dialog", "status", "term", "img")
STATES = st.lists(st.sampled_from(["modal", "selected", "over 3 columns"]), max_size=2)
NODE = st.builds(
    Node,
    depth=st.integers(0, 6),
    role=st.sampled_from(ROLES),
    name=st.text(max_size=8),
    mmid=st.none() | st.integers(1, 9),
    value=st.none() | st.text(max_size=4),
    states=STATES.map(tuple),
    level=st.none() | st.integers(1, 6),
    glue=st.none() | st.sampled_from(["", " "]),
)
NODES = st.lists(NODE, max_size=20).map(tuple)
REPORT = st.builds(ChangeReport, added=NODES, removed=NODES)


@settings(deadline=None)
@given(NODES, REPORT)
def test_whatever_the_nodes_are_the_lines_know_their_place(
    nodes: tuple[Node, ...], report: ChangeReport
) -> None:
    page = page_of(Observation(url="", title="", nodes=nodes))
    for each in (page, after(page, report).page):
        for number, line in enumerate(each.lines):
            assert line.index == number
            assert -1 <= line.parent < number < line.end <= len(each.lines)


def test_a_line_of_a_page_that_had_more_lines_stands_under_nothing() -> None:
    basket = page_of(BASKET)
    line = next(each for each in basket.lines if each.parent >= 0)
    assert list(basket.above(line))
    assert list(Page().above(line)) == []
