"""What is one thing to click or drag though it holds others, and what only hears for them."""

from __future__ import annotations

import re

import pytest

from agent_e.dom.render.page_text import View, render
from tests.agent_e.dom.seeing import Lookout

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.browser]


def plain(outline: str) -> str:
    """The outline with ``[n]`` for every id."""
    return re.sub(r"\[\d+\]", "[n]", outline)


async def test_a_card_and_the_controls_on_it_are_offered(out: Lookout) -> None:
    outline = plain(await out.open("cards"))
    assert outline.startswith(
        "heading 2 'To do'\n"
        "[n] clickable 'Fix the login' (heading 3, draggable)\n"
        "  It fails on the second try when the password is right.\n"
        "  [n] button 'Move'\n"
        "[n] clickable 'Paint the door' (heading 3, draggable)\n"
        "  Green.\n"
        "  [n] button 'Move'\n"
        "table\n"
        "  [n] row: [n] button 'Star' | Ann Lee | Lunch on Friday?\n"
        "  [n] row: [n] button 'Star' | Bob Ray | The report\n"
        "[n] clickable 'Paper lamp' (heading 3)\n"
        "  $12\n"
        "  [n] button 'Add to cart'\n"
        "[n] clickable 'Water the plants'\n"
        "  [n] button 'Done'\n"
    )


async def test_what_only_hears_for_what_is_in_it_is_not_offered(out: Lookout) -> None:
    outline = plain(await out.open("cards"))
    for quiet in ("wrapper", "linked", "list", "two", "panel"):
        words = await out.script(f"document.getElementById('{quiet}').innerText")
        assert words.strip(), quiet
    assert (
        "[n] button 'Only button'\n"
        "[n] link 'Title link'\n"
        "Some words about it\n"
        "Milk [n] button 'Remove'\n"
        "Bread [n] button 'Remove'\n"
        "[n] clickable 'First entry'\n"
        "  [n] button 'Open first'\n"
        "Do you want to go on?\n"
        "[n] button 'Yes'\n"
        "[n] button 'No'\n"
    ) in outline


async def test_what_can_be_dragged_is_offered_and_said_to_be_so(out: Lookout) -> None:
    outline = plain(await out.open("cards"))
    assert outline.endswith(
        "list\n"
        "  [n] item 'Dust' (draggable)\n"
        "  [n] item 'Sweep' (draggable)\n"
        "    [n] link 'how'\n"
        "[n] clickable 'Token' (draggable)"
    )


async def found(out: Lookout, words: str, view: View = "all_fields") -> str:
    """What is told of the page where these words are looked for, without the first lines."""
    await out.open("finding")
    text = render(out.page, find=words, view=view).text
    return plain(text.partition(f' with "{words}":\n')[2])


CARD = (
    "[n] clickable 'Wool rug' (heading 3)\n"
    "  $90\n"
    "  [n] button 'Put on list'\n"
    "  [n] button 'Save rug'"
)


@pytest.mark.parametrize("words", ["Wool rug", "$90", "Save rug"])
async def test_a_card_is_found_whole_by_any_of_its_words(out: Lookout, words: str) -> None:
    assert await found(out, words) == CARD


async def test_a_control_is_found_with_the_heading_it_stands_under(out: Lookout) -> None:
    assert await found(out, "Compare brass") == (
        "heading 3 'Brass lamp'\n$40\n[n] button 'Add to cart'\n[n] button 'Compare brass'"
    )


async def test_a_control_under_no_heading_is_found_with_the_words_above_it(out: Lookout) -> None:
    assert await found(out, "Follow Ann") == "Ann Lee\nSells lamps.\n[n] button 'Follow Ann'"


async def test_an_item_that_is_all_a_card_keeps_its_other_controls(out: Lookout) -> None:
    whole = "item: [n] clickable 'Clay pot'; $8; [n] button 'Reserve'; [n] button 'Report'"
    assert await found(out, "Reserve") == whole
    assert await found(out, "Report") == whole


async def test_a_card_with_a_heading_stands_under_no_other_in_the_small_view(out: Lookout) -> None:
    told = await found(out, "Wool rug", view="input_fields")
    assert told.startswith("[n] clickable 'Wool rug' (heading 3)\n$90: [n] button 'Put on list'\n")


async def test_a_row_under_the_mouse_is_what_it_was(out: Lookout) -> None:
    outline = plain(await out.open("rows_by_hand"))
    assert outline == (
        "table\n"
        "  [n] row: [n] checkbox | Ann Lee | Lunch on Friday?\n"
        "  [n] row: [n] checkbox | Bob Ray | The report"
    )
    await out.session.active.page.hover("text=Ann Lee")
    assert plain(await out.look()) == outline
