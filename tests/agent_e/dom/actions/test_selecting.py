from __future__ import annotations

import pytest

from agent_e.errors import BadArgument, ElementBlocked, ElementGone
from tests.agent_e.dom.stage import Stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def select(on: Stage, first: str = "", last: str = "", within: str = "") -> tuple[str, int]:
    mmid = on.id(within) if within else None
    x, y = await on.actor.text_at(first, last, mmid)
    under = await on.actor.at_point(x, y)
    assert under.mmid
    await on.act(on.actor.select_text(first, last, mmid, under.mmid))
    text, places = on.result
    return " ".join(text.split()), places


@pytest.mark.parametrize(
    ("first", "last", "selected", "places"),
    [
        ("upon a time", "", "upon a time", 1),
        ("Once", "A FOX.", "Once upon a time there was a fox.", 1),
        ("there was", "fox was", "there was a fox. The fox was", 1),
        ("", "red", "red", 1),
        ("The fox was red", "red", "The fox was red", 1),
        ("fox", "", "fox", 2),
        ("שלום", "לכל", "שלום לכל", 1),
        ("letter", "afar", "letter from afar", 1),
    ],
)
async def test_text_is_selected_from_its_first_letter_to_its_last(
    on: Stage, first: str, last: str, selected: str, places: int
):
    await on.open("selecting")
    assert await select(on, first, last) == (selected, places)


async def test_the_page_hears_real_input_and_shows_what_it_has_for_a_selection(on: Stage):
    await on.open("selecting")
    await select(on, "upon", "there")
    assert await on.script("log.textContent") == "true upon a time there"
    assert "Toolbar" in on.words
    await select(on, "a time", "was")
    assert await on.script("log.textContent") == "true a time there was"


async def test_an_element_is_selected_whole_or_in_part(on: Stage):
    await on.open("selecting")
    whole = "Once upon a time there was a fox. The fox was red."
    assert (await select(on, within="Story"))[0] == whole
    assert (await select(on, "fox", "red", within="Story"))[0] == "fox. The fox was red"


async def test_text_may_end_where_the_page_has_to_be_scrolled(on: Stage):
    await on.open("selecting")
    text, _ = await select(on, "Plain", "end of it.")
    assert text.startswith("Plain words here.") and text.endswith("The very end of it.")
    assert await on.script("scrollY > 900")
    assert (await select(on, "words"))[0] == "words"


async def test_a_part_of_a_field_is_selected(on: Stage):
    await on.open("selecting")
    assert (await select(on, "eggs", "bread", within="Note"))[0] == "eggs and bread"
    assert await on.script("note.selectionStart") == 6


async def test_words_that_are_not_there_are_refused(on: Stage):
    await on.open("selecting")
    with pytest.raises(BadArgument, match="'A wolf' is not on the page"):
        await select(on, "A wolf")
    with pytest.raises(BadArgument, match=r"'red' to 'Once' is not in \[\d+\]"):
        await select(on, "red", "Once", within="Story")
    gone = on.id("Story")
    await on.script("story.remove()")
    with pytest.raises(ElementGone):
        await on.actor.text_at("Once", "", gone)


async def test_what_lies_over_a_point_is_said(on: Stage):
    await on.open("covered")
    with pytest.raises(ElementBlocked, match="covered by .*'Cookies'"):
        await on.actor.point_in(on.id("Buy"), 0.5, 0.5)
