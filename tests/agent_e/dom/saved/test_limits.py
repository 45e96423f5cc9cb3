"""Pages that are too large, too deep or too tangled: a result in bounded time."""

from __future__ import annotations

import time

import pytest

from agent_e.dom import read_saved
from agent_e.dom.saved.parse import MOST_ELEMENTS
from agent_e.dom.saved.walk import MOST_ROWS

DEEP = 5_000
# Seconds of processor time: ten times what each took where this was written.
LONGEST = 30.0


@pytest.mark.parametrize(
    ("html", "last"),
    [
        ("<div>" * DEEP + "<p>Deep", "Deep"),
        ("<span>" * DEEP + "Deep", "Deep"),
        ("<ul><li>x" * DEEP + "<p>Deep", "Deep"),
        ("<section><header>" * DEEP + "Deep", "Deep"),
        ("<details open><summary>x</summary>" * DEEP + "Deep", "Deep"),
        ("<table><tr><td>" * DEEP + "Deep", "Deep"),
        ("<fieldset disabled><legend>x</legend>" * DEEP + "Deep", "Deep"),
        ("<div role=group aria-label=x aria-disabled=true>" * DEEP + "Deep", "Deep"),
        ("<my-tag><template shadowrootmode=open>" * DEEP + "Deep", "Deep"),
    ],
)
def test_five_thousand_levels_are_read_to_the_end(html: str, last: str) -> None:
    started = time.process_time()
    page = read_saved(html)
    assert page.nodes[-1].name == last
    assert page.notes == ()
    assert time.process_time() - started < LONGEST


@pytest.mark.parametrize(
    "html",
    [
        "<div role=button>x " * 20_000,
        *(
            pytest.param(html, marks=pytest.mark.slow)
            for html in (
                "<div role=button>" * 40_000 + "x",
                "<h1>x<div>" * 20_000,
                "<div onclick=x><i></i>" * 20_000,
                "<label>x" * 20_000 + "<input>",
                f"<p id=a>{'w ' * 5_000}</p>"
                + f"<button aria-labelledby='{'a ' * 500}'>x</button>" * 500,
            )
        ),
    ],
)
def test_names_that_take_too_long_to_find_end_the_reading_with_a_note(html: str) -> None:
    started = time.process_time()
    page = read_saved(html)
    assert page.notes[0].startswith("The page is huge: only its first")
    assert time.process_time() - started < LONGEST


@pytest.mark.slow
def test_of_fifty_megabytes_the_beginning_is_read_with_a_note() -> None:
    started = time.process_time()
    page = read_saved(("<p>Some <b>words</b></p>" * 2_200_000)[:50_000_000].encode())
    assert len(page.nodes) == MOST_ROWS
    assert page.notes == (f"The page is huge: only its first {MOST_ELEMENTS} elements were read.",)
    assert time.process_time() - started < LONGEST


@pytest.mark.parametrize("megabytes", [1, pytest.param(50, marks=pytest.mark.slow)])
def test_megabytes_of_one_text_are_one_line_that_is_cut(megabytes: int) -> None:
    started = time.process_time()
    page = read_saved("<pre>" + "x y " * (megabytes * 250_000))
    [node] = page.nodes
    assert node.name.endswith(f"… ({megabytes * 1_000_000 - 50_001} more characters)")
    assert time.process_time() - started < LONGEST


def test_a_page_of_ten_thousand_elements_takes_a_fraction_of_a_second() -> None:
    card = "<li><a href=/p><img src=x alt=Mug></a><h3><a href=/p>Mug</a></h3><p>Nice <b>one</b></p>"
    card += "<span>$5</span><button>Add</button></li>"
    html = "<!doctype html><main><ul>" + card * 1_111
    started = time.process_time()
    page = read_saved(html, url="https://shop.example/")
    taken = time.process_time() - started
    assert len(page.elements) == 2 * 1_111
    assert taken < 3.0


@pytest.mark.slow
def test_frames_inside_frames_count_towards_the_same_limit() -> None:
    many = "<i></i>" * 30_000
    page = read_saved(f'<iframe srcdoc="{many}<p>End</p>"></iframe>' * 20)
    assert page.notes == (f"The page is huge: only its first {MOST_ELEMENTS} elements were read.",)
    assert sum(node.name == "End" for node in page.nodes) < 20
