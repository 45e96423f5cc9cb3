"""What ``find`` shows of a page: the place, what it is about and what can be done there."""

from __future__ import annotations

import pytest

from agent_e.dom.render.page_text import View, render
from agent_e.dom.render.text_fold import folded
from agent_e.types import Node, Observation


def text(words: str, depth: int = 0) -> Node:
    return Node(depth=depth, role="text", name=words)


def heading(words: str, level: int = 2, depth: int = 0) -> Node:
    return Node(depth=depth, role="heading", name=words, level=level)


def button(mmid: int, name: str, depth: int = 0) -> Node:
    return Node(depth=depth, role="button", name=name, mmid=mmid, reachable=True)


PLANS = (
    heading("Pricing", 1),
    heading("Plans", 2),
    heading("For teams", 3),
    heading("Plans for one", 2),
    text("Small"),
    text("$5 a month"),
    button(1, "Choose"),
    text("Large"),
    text("$50 a month"),
    text("For all of your people."),
    button(2, "Choose"),
    heading("Questions", 2),
    text("Who pays for it?"),
    Node(depth=0, role="contentinfo"),
    text("Made in Bern", 1),
)


def found(nodes: tuple[Node, ...], words: str, view: View = "all_fields") -> str:
    page = Observation(url="https://shop.example/", title="Shop", nodes=nodes)
    return render(page, find=words, view=view).text.split("\n", 2)[2]


def test_a_label_is_shown_with_what_it_stands_over_and_its_heading() -> None:
    assert found(PLANS, "large") == (
        '1 place with "large":\n'
        "heading 2 'Plans for one'\n"
        "Large\n"
        "$50 a month\n"
        "For all of your people.\n"
        "[2] button 'Choose'"
    )


def test_words_without_anything_to_act_on_stand_alone_under_their_heading() -> None:
    assert found(PLANS, "pays") == "1 place with \"pays\":\nheading 2 'Questions'\nWho pays for it?"
    assert found(PLANS, "Bern") == '1 place with "Bern":\ncontentinfo\n  Made in Bern'


def test_a_heading_is_shown_under_the_next_higher_one_and_ends_where_its_part_does() -> None:
    assert found(PLANS, "questions") == (
        "1 place with \"questions\":\nheading 2 'Questions'\nWho pays for it?"
    )


def test_a_part_of_a_chapter_is_shown_under_the_chapter() -> None:
    told = "1 place with \"for teams\":\nheading 2 'Plans'\nheading 3 'For teams'"
    assert found(PLANS, "for teams") == told


def test_what_is_left_out_under_a_heading_is_counted() -> None:
    long = (heading("List"), *(text(f"Line {number}") for number in range(40)))
    assert found(long, "list").endswith("Line 11\n… 28 more lines")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("teapot", '"teapot" is nowhere on the page: look for other words, or without find.'),
        ("Qestions", '"Qestions" is nowhere on the page: "questions" is.'),
        (
            "large teapot",
            '"large teapot" is nowhere on the page, only "large" (1 place): look for one of these.',
        ),
    ],
)
def test_words_that_are_nowhere(words: str, said: str) -> None:
    assert found(PLANS, words) == said


def test_words_that_only_another_view_shows() -> None:
    said = '"pays" is not in input_fields, but on the page: all_fields shows it.'
    assert found(PLANS, "pays", "input_fields") == said


@pytest.mark.parametrize(
    ("typed", "there"),
    [
        ("what's new", "What\u2019s  New"),
        ("cafe", "Caf\u00e9"),
        ("A - b", "a \u2013 B"),
        ("100", "\uff11\uff10\uff10"),
        ("soft hyphen", "soft hy\u00adphen"),
    ],
)
def test_words_are_found_however_they_are_typed(typed: str, there: str) -> None:
    assert folded(typed) == folded(there)
    assert there in found((text(there),), typed)


def test_other_scripts_keep_their_marks() -> None:
    assert folded("\u304b") != folded("\u304c")
    assert folded("\uac00") != folded("\ub098")
