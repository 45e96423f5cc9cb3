from __future__ import annotations

from agent_e.dom.changes.collapse_ranges import in_ranges
from agent_e.dom.changes.describe import describe
from agent_e.types import ChangeReport, Node


def day(number: int, *states: str, depth: int = 0) -> Node:
    return Node(
        depth=depth, role="button", name=str(number), mmid=100 + number, tag="button", states=states
    )


def test_the_days_of_a_calendar_take_one_line_with_all_ids():
    days = tuple(day(number, *(["selected"] if number == 9 else [])) for number in range(1, 31))
    month = Node(depth=0, role="text", name="June 2030")
    said = describe(ChangeReport(added=(month, *days)), budget=1500, page_budget=1500)
    assert said.text.splitlines() == [
        "New on the page:",
        "  June 2030",
        "  buttons '1' to '8': [101] to [108]; '9': [109] (selected); '10' to '30': [110] to [130]",
    ]
    assert {node.mmid for node in said.shown} >= {node.mmid for node in days}


def test_days_in_rows_are_one_run():
    weeks: list[Node] = []
    for week in range(4):
        weeks.append(Node(depth=0, role="row"))
        for number in range(7 * week + 1, 7 * week + 8):
            weeks += [Node(depth=1, role="gridcell"), day(number, depth=2)]
    words = [node.name for node in in_ranges(weeks) if node.name]
    assert words == ["buttons '1' to '28': [101] to [128]"]


def test_few_numbers_and_ids_out_of_order_stay_as_they_are():
    few = [day(number) for number in range(1, 7)]
    assert in_ranges(few) == few
    apart = [day(number)._replace(mmid=200 - number) for number in range(1, 9)]
    (told,) = in_ranges(apart)
    assert told.name.startswith("buttons '1': [199]; '2': [198]; ")


def test_days_that_are_gone_by_are_told_with_the_others():
    past = [Node(depth=0, role="text", name=str(number)) for number in range(1, 6)]
    (told,) = in_ranges([*past, *(day(number) for number in range(6, 31))])
    assert told.name == "'1' to '5' (text); buttons '6' to '30': [106] to [130]"


def test_figures_without_elements_are_left_alone():
    figures = [Node(depth=0, role="text", name=str(number)) for number in range(1, 20)]
    assert in_ranges(figures) == figures


def test_whoever_sees_the_page_is_told_no_ids():
    (told,) = in_ranges([day(number) for number in range(1, 9)], ids=False)
    assert told.name == "buttons '1' to '8'"
