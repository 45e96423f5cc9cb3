"""What is drawn and has no words: told by how it looks and where it stands. One oddity a page."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.agent_e.dom.seeing import PAGES, Lookout, lookout
from tests.browsers import Chromium

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.browser]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def out(
    chromium: Chromium, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Lookout]:
    """A session to look at the drawn pages; each test opens its page anew."""
    downloads = tmp_path_factory.mktemp("downloads")
    async with lookout(chromium, downloads, PAGES.parent / "drawn") as opened:
        yield opened


def plain(outline: str) -> str:
    """An outline without the numbers of its elements."""
    return re.sub(r"\[\d+\]", "[n]", outline)


async def test_shapes_to_press_are_told_by_kind_colour_size_and_place(out: Lookout) -> None:
    assert plain(await out.open("shapes")).replace("[n] clickable ", "") == (
        "Which one is the hexagon?\n"
        "[n] drawing (300x200)\n"
        "  (circle, red #ff0000, 40x40, at 10% 15%)\n"
        "  (ellipse, green #008000, 60x30, at 37% 15%)\n"
        # A click in its middle goes through what is not filled.
        "  (covered, square, blue #0000ff outline, 40x40, at 60% 15%)\n"
        "  (rectangle, orange #ffa500, 60x20, at 83% 15%)\n"
        "  (triangle, purple #800080, 40x40, at 10% 45%)\n"
        "  (hexagon, brown #964b00, 80x40, at 33% 45%)\n"
        "  (shape, pink #ff69b4, 40x40, at 67% 45%)\n"
        "  'R' (text, cyan #008080, 16x26, at 53% 76%)\n"
        "  'Save'"
    )


async def test_a_drawing_that_is_pressed_anywhere_has_a_number_and_tells_its_points(
    out: Lookout,
) -> None:
    told = plain(await out.open("board_of_points"))
    assert told.startswith(
        "Press the middle between the two points.\n"
        "[n] drawing (200x100)\n"
        "  img (5 × line, light grey #c0c0c0, 0x100)\n"
        "  img (circle, black #000000, 8x8, at 20% 20%)\n"
        "  img (circle, black #000000, 8x8, at 80% 80%)\n"
        "  img '60' (text, black #000000, "
    )


async def test_a_drawing_that_nothing_hears_is_not_told(out: Lookout) -> None:
    assert plain(await out.open("illustration")) == (
        "Nothing here yet.\n[n] button 'Add the first one'"
    )


async def test_a_grid_is_told_by_rows_and_columns_in_whatever_way_colours_are_written(
    out: Lookout,
) -> None:
    assert plain(await out.open("swatches")) == (
        "[n] clickable (square, red #ff0000, hint: row 1, column 1 of 2 × 3)\n"
        "[n] clickable (square, light red #f4b4b4, hint: row 1, column 2 of 2 × 3)\n"
        "[n] clickable (square, blue #282881, hint: row 1, column 3 of 2 × 3)\n"
        "[n] clickable (square, green #30bd44, hint: row 2, column 1 of 2 × 3)\n"
        "[n] clickable (square, yellow #ffd500, hint: row 2, column 2 of 2 × 3)\n"
        "[n] clickable (square, grey #999999, hint: row 2, column 3 of 2 × 3)"
    )


async def test_a_look_is_a_state_so_that_reports_tell_what_it_was(out: Lookout) -> None:
    await out.open("swatches")
    first = out.page.elements[0]
    await out.script("colours.firstElementChild.click()")
    await out.look()
    now = out.page.elements[0]
    assert now.mmid == first.mmid
    assert set(first.states) ^ set(now.states) == {"red #ff0000", "black #000000"}


async def test_squares_of_a_board_are_offered_and_not_its_rows(out: Lookout) -> None:
    empty = "[n] cell (square, black #000000 outline)"
    assert plain(await out.open("board")) == (
        f"table\n  row: {empty} | [n] cell 'X' | {empty}\n  row: {empty} | [n] cell 'O' | {empty}\n"
        f"  row: {empty} | {empty} | {empty}"
    )


async def test_large_tiles_are_offered_and_what_covers_the_page_is_not(out: Lookout) -> None:
    assert plain(await out.open("tiles")) == (
        "[n] clickable (rectangle, green #008000, hint: called tile; 140x100; 1 of 4)\n"
        "[n] clickable (rectangle, blue #000080, hint: called tile; 140x100; 2 of 4)\n"
        "[n] clickable (clear, hint: called tile; 3 of 4)"
    )


async def test_blocks_are_counted_and_one_in_a_line_is_told_where_it_is_vivid(out: Lookout) -> None:
    assert await out.open("blocks") == (
        "img (3 × square, light blue #7fb0ff, 14x14) + "
        "img (2 × square, light blue #7fb0ff, 14x14)\n"
        "Choose img (square, green #46d388, 12x12) in the list.\n"
        "Ann\n"
        "img (circle, red #dc143c, 12x12) Ben"
    )


async def test_words_are_told_with_a_colour_that_the_words_around_do_not_have(out: Lookout) -> None:
    assert plain(await out.open("coloured_words")) == (
        "Press the key that is named in Latin (red #c00000) letters.\n"
        "[n] textbox 'Name' value=''\n"
        "The payment failed. (red #c00000)\n"
        "Pay by (red #c00000) Friday.\n"
        "Two hours ago [n] link 'Read on' [n] button 'Delete'\n"
        "heading 2 'One hot offer'\n"
        "return 1"
    )


async def test_what_loses_its_words_keeps_its_number_as_long_as_a_click_hits_it(
    out: Lookout,
) -> None:
    await out.open("words_that_go")
    number = out.find("Now").mmid
    await out.script("first.click()")
    await out.look()
    assert [node.mmid for node in out.page.elements] == [number]
    await out.script("first.style.height = '0'")
    assert "clickable" not in await out.look()


async def test_shapes_that_styles_draw_are_told_as_those_of_drawings(out: Lookout) -> None:
    assert plain(await out.open("by_styles")) == (
        "[n] clickable (circle, red #ff6347, hint: called round; 40x40; 1 of 6)\n"
        "[n] clickable (pill, green #2e8b57, hint: called pill; 80x40; 2 of 6)\n"
        "[n] clickable (circle, blue #4169e1 outline, hint: called ring; 46x46; 3 of 6)\n"
        "[n] clickable (triangle, purple #4b0082, hint: called peak; 40x20; 4 of 6)\n"
        "[n] clickable (picture, hint: called photo; 40x40; 5 of 6)"
    )
