"""What reading real pages by eye has shown to be missing, doubled or unclear."""

from __future__ import annotations

import re

import pytest

from tests.agent_e.dom.seeing import Lookout

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.browser]


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
        "  [n] button 'Fold'\n"
        "tablist\n"
        "  [n] button 'Send'"
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


async def test_a_class_tells_which_of_several_is_meant(out: Lookout) -> None:
    outline = plain(await out.open("marked"))
    assert outline == (
        "navigation\n"
        "  [n] link 'Start' (current)\n"
        "  [n] link 'Orders'\n"
        "  [n] link 'Old'\n"
        "list\n"
        "  item: [n] link 'Mail'; [n] link 'Inbox'\n"
        "  [n] link 'Notes' (current)\n"
        "  [n] link 'Tasks'\n"
        "list\n"
        "  item (looks disabled): Before\n"
        "  [n] link '1'\n"
        "  item (current): 2\n"
        "[n] button 'Month' (active)\n"
        "[n] button 'Week'\n"
        "[n] link 'A'\n"
        "[n] link 'B'\n"
        "[n] link 'C'\n"
        "[n] link 'D'\n"
        "[n] link 'E'\n"
        "[n] link 'F'\n"
        "[n] link 'G' (looks disabled)\n"
        "[n] textbox 'Day' value='' (looks invalid)\n"
        "[n] textbox 'Month' value=''\n"
        "By [n] link 'H' in [n] link 'I'"
    )


async def test_a_mark_that_moves_is_seen_to_move(out: Lookout) -> None:
    await out.open("marked")
    await out.script(
        "() => { const [from, to] = document.querySelectorAll('nav a');"
        " from.classList.remove('active'); to.classList.add('active'); }"
    )
    await out.look()
    assert [out.find(name).states for name in ("Start", "Orders")] == [(), ("current",)]


async def test_stars_in_a_row_are_read_as_a_rating(out: Lookout) -> None:
    outline = plain(await out.open("stars"))
    assert outline == (
        "3.5 of 5 stars (12)\n"
        "2 of 3 stars by pictures\n"
        "2 of 4 stars by colour\n"
        "[n] link 'Lamp 2 of 3 stars'\n"
        "not stars\n"
        "too few"
    )
    assert "3.5 of 5 stars (12)" in await out.look("text_only")


async def test_what_goes_over_several_rows_stands_in_each_of_them(out: Lookout) -> None:
    outline = plain(await out.open("spanning"))
    assert outline == (
        "table\n"
        "  row: Day | Room | Who\n"
        "  row: Monday (over 2 rows) | A | [n] link 'Ann' (over 3 rows)\n"
        "  row: Monday | B | ″\n"
        "  row: Tuesday | C | ″\n"
        "  row: Friday | closed (over 2 columns)"
    )
    assert "Monday | A | Ann\nMonday | B | ″\nTuesday | C | ″" in await out.look("text_only")


async def test_lines_that_are_kept_keep_their_indentation(out: Lookout) -> None:
    await out.open("kept_lines")
    for view in ("all_fields", "text_only"):
        assert await out.look(view) == (
            "def size(x):\n    if x:\n    return 1\nWords in a paragraph go on."
        )


async def test_a_picture_to_click_is_offered_without_a_name(out: Lookout) -> None:
    outline = plain(await out.open("pictures_to_click"))
    assert outline == (
        "item: Milk [n] clickable (hint: picture)\n"
        "item: Bread [n] clickable (hint: called delete-item)\n"
        "item: Salt [n] button (hint: called edit-line)\n"
        "item: Oil"
    )


async def test_a_film_says_what_it_is_doing(out: Lookout) -> None:
    outline = plain(await out.open("media"))
    assert outline == "[n] video 'Our house' (paused, muted)\n[n] audio (paused)\nvideo (paused)"
    length = await out.script(
        """async () => {
            const rate = 8000, count = 65 * rate;
            const header = new Uint8Array(44), view = new DataView(header.buffer);
            header.set(new TextEncoder().encode("RIFF"), 0);
            view.setUint32(4, 36 + count, true);
            header.set(new TextEncoder().encode("WAVEfmt "), 8);
            for (const [at, value] of [[16, 16], [24, rate], [28, rate], [40, count]])
              view.setUint32(at, value, true);
            for (const [at, value] of [[20, 1], [22, 1], [32, 1], [34, 8]])
              view.setUint16(at, value, true);
            header.set(new TextEncoder().encode("data"), 36);
            const silence = new Uint8Array(count).fill(128);
            const audio = document.querySelector("audio");
            audio.src = URL.createObjectURL(new Blob([header, silence], { type: "audio/wav" }));
            const happens = (what) => new Promise((done) => audio.addEventListener(what, done));
            await happens("loadedmetadata");
            audio.currentTime = 5;
            await happens("seeked");
            return audio.duration;
        }"""
    )
    assert length == 65
    assert "audio (paused, 0:05 of 1:05)" in plain(await out.look())


async def test_what_is_being_written_is_told_once(out: Lookout) -> None:
    outline = plain(await out.open("written"))
    assert outline == (
        "[n] textbox 'Letter' value='Dear Ann I write to you soon often'\n"
        "  [n] link 'you'\n"
        "Sent daily."
    )


async def test_only_links_for_skipping_are_left_out(out: Lookout) -> None:
    outline = plain(await out.open("beyond_edges"))
    assert "Skip to content" not in outline
    assert "[n] link 'Second menu' (off-screen)" in outline
    assert "[n] link 'Third menu' (off-screen)" in outline


async def test_what_is_slotted_into_a_layer_that_goes_with_the_view_is_told(out: Lookout) -> None:
    outline = plain(await out.open("slotted_layer"))
    assert "Rename it?" in outline
    assert "[n] button 'Done'" in outline


async def test_what_is_true_of_all_in_a_row_is_said_once(out: Lookout) -> None:
    outline = plain(await out.open("beyond_edges"))
    assert "row: [n] button 'One' | [n] button 'Two'" in outline
    assert "row (off-screen): [n] button 'Three' | [n] button 'Four'" in outline


async def test_empty_boxes_in_a_row_are_told_together(out: Lookout) -> None:
    outline = plain(await out.open("empty_pages"))
    assert outline == (
        "region 'Page 1'\n"
        "  Words\n"
        "4 empty ones: region 'Page 2' … 'Page 5'\n"
        "region 'Notes'\n"
        "  More words\n"
        "region 'Left'\n"
        "region 'Right'"
    )


async def test_what_parts_items_of_a_list_is_left_out(out: Lookout) -> None:
    outline = plain(await out.open("parted"))
    assert outline == "[n] link 'index'\n[n] link 'modules'\nitem: Read [n] link 'next'."


async def test_what_its_own_box_can_be_scrolled_to_is_not_told_as_off_screen(out: Lookout) -> None:
    await out.open("scrolling_boxes")
    off = [node.name for node in out.page.elements if "off-screen" in node.states]
    assert off == ["Lost", "Sunk"], "cut off for good, themselves or with the box they scroll in"
    reachable = {node.name for node in out.page.elements if node.reachable}
    assert {"Menu 31", "Open 13", "Tab 4", "Kept", "Floating"} <= reachable
    assert reachable.isdisjoint({"Menu 0", "Menu 39", "Open 0", "Open 29", "Tab 0", "Tab 11"})


async def test_the_areas_of_a_picture_are_links_in_it(out: Lookout) -> None:
    assert plain(await out.open("image_map")) == (
        "Choose a country.\n"
        "img 'The islands'\n"
        "  [n] link 'North'\n"
        "  [n] link 'Round island'\n"
        "  [n] link 'Crook'\n"
        "  [n] link 'Sea'"
    )
    assert all(node.reachable for node in out.page.elements)
    assert out.find("Round island").bbox == (160, 70, 80, 80)


async def test_a_drawing_says_what_it_is_and_the_words_over_it_are_read(out: Lookout) -> None:
    outline = await out.open("canvas")
    assert outline == (
        "Note: 1 piece of text is left out that nobody can see, transparent or tiny.\n"
        "canvas (600x400, its content cannot be read)\n"
        "canvas 'Sales by month' (300x150, its content cannot be read)\n"
        "canvas 'A pie of rent and food.' (300x150, its content cannot be read)\n"
        "canvas (400x200, its content cannot be read)\n"
        "Invoice 2026-17 Total 99.50 EUR"
    )


async def test_bold_items_among_others_are_told_apart(out: Lookout) -> None:
    outline = plain(await out.open("bold"))
    assert "row (bold): Ann | Lunch\n  row: Bob | Report\n  row (bold): Cy | Plan" in outline
    assert "[n] clickable 'New letter' (bold)\n[n] clickable 'Old letter'\n" in outline
    assert outline.count("bold)") == 3, "not where all are, a few words are, or headings are"


async def test_words_that_are_bold_for_the_eye_alone_count_as_well(out: Lookout) -> None:
    outline = plain(
        await out.write(
            "<ul><li><a href=/1><span aria-hidden=true><b>Lunch</b></span></a>"
            "<li><a href=/2><span aria-hidden=true>Report</span></a></ul>"
        )
    )
    assert outline.count("(bold)") == 1


async def test_a_heading_is_bold_through_a_component_as_well(out: Lookout) -> None:
    """Headings are bold anyway: they do not make their item stand out."""
    await out.write("<ul><li><h3><x-t>Lunch</x-t></h3><li>Report</ul>")
    await out.script(
        "document.querySelector('x-t').attachShadow({ mode: 'open' }).innerHTML ="
        " '<div><slot></slot> today</div>'"
    )
    outline = await out.look()
    assert "heading 3 'Lunch today'" in outline
    assert "(bold)" not in outline


async def test_pictures_of_one_name_in_a_row_are_told_once(out: Lookout) -> None:
    assert await out.open("pictures_in_a_row") == (
        "Paid with Visa Mastercard PayPal\nStar ×3\nFlag ×2 Coat"
    )
