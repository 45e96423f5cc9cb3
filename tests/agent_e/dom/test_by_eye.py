"""What reading real pages by eye has shown to be missing, doubled or unclear."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.agent_e.dom.seeing import Lookout, lookout

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.browser]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def out(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Lookout]:
    async with lookout(tmp_path_factory.mktemp("downloads")) as opened:
        yield opened


def plain(outline: str) -> str:
    """The outline with ``[n]`` for every id."""
    return re.sub(r"\[\d+\]", "[n]", outline)


async def test_links_that_lead_nowhere_are_different_things_to_click(out: Lookout) -> None:
    outline = plain(await out.open("nowhere_links"))
    assert outline.count("[n] link 'Add to cart'") == 2
    assert "(hint: icon heart)" in outline and "(hint: icon share)" in outline
    assert outline.count("Paper lamp") == 1
    assert len(out.page.elements) == 5, "a picture and a title that lead to one place are one"


async def test_a_cell_does_not_say_again_what_stands_in_it(out: Lookout) -> None:
    outline = plain(await out.open("cell_words"))
    assert outline == (
        "table\n"
        "  row: [n] columnheader 'Name'; [n] textbox 'Filter' value='' | File | Day\n"
        "  row: Ann; [n] link 'Ann' | (icon paperclip) | [n] link '1'\n"
        "  row: Bob; Ray |  | [n] link '2'"
    )


async def test_one_thing_to_click_is_told_once(out: Lookout) -> None:
    outline = plain(await out.open("doubled"))
    assert outline == (
        "tablist\n"
        "  [n] tab 'Arrival' (selected)\n"
        "  [n] tab 'Guests'\n"
        "tabpanel 'Arrival'\n"
        "  When do you come?\n"
        "[n] combobox 'Speed' value='Medium' (collapsed)\n"
        "radiogroup 'Delivery'\n"
        "  [n] radio 'To the door' (checked)\n"
        "[n] button 'Attachment' value='' (file upload)\n"
        "[n] treeitem 'Fruit'\n"
        "  [n] checkbox 'All fruit'\n"
        "[n] heading 'Orders'\n"
        "  [n] button 'Fold'"
    )


async def test_signs_are_told_where_words_are_missing(out: Lookout) -> None:
    outline = plain(await out.open("signs"))
    assert outline == (
        "[n] link '3' (hint: icon comments)\n"
        "[n] link '2'\n"
        "[n] clickable (hint: part ui-slider-handle)\n"
        "img 'A lamp'\n"
        "Milk crossed out: Bread\n"
        "was $9 $7"
    )


async def test_what_stands_before_a_field_without_a_name_labels_it_in_the_small_view(
    out: Lookout,
) -> None:
    await out.open("loose_labels")
    assert plain(await out.look("input_fields")) == (
        "heading 1 'Order'\n"
        "  Country: [n] combobox value='Peru' options: Peru, Chile\n"
        "  [n] combobox 'Closed' value='One' options: One, Two (disabled)\n"
        "  [n] button 'Help'\n"
        "  [n] textbox value=''\n"
        "  Assignee: [n] combobox value='Cy Young'\n"
        "item: bug\n"
        "  [n] button 'Remove'\n"
        "heading 1 'Order'\n"
        "  [n] searchbox value=''\n"
        "  [n] button 'Back'\n"
        "  [n] button 'Next'"
    )


async def test_buttons_side_by_side_are_read_as_two_words(out: Lookout) -> None:
    await out.open("loose_labels")
    text = await out.look("text_only")
    assert "Back Next" in text
    assert "combobox: Cy Young" in text, "a field is not called by what it holds"


async def test_a_term_stands_over_its_answer(out: Lookout) -> None:
    outline = plain(await out.open("answers"))
    assert outline == (
        "abs(x): Its size.\n"
        "term 'all(them)'\n"
        "  True if all are.\n"
        "  See [n] link 'any'.\n"
        "list\n"
        "  term 'next(it)'\n"
        "  term 'next(it, other)'\n"
        "    The next one.\n"
        "    Or the other."
    )
    assert (await out.look("text_only")).startswith("abs(x): Its size.\nall(them)\nTrue if all")
