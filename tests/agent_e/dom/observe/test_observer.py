"""What is seen of real pages, each with one oddity."""

from __future__ import annotations

import re

import pytest

from tests.agent_e.dom.seeing import Lookout

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.browser]


def plain(outline: str) -> str:
    """The outline with ``[n]`` for every id."""
    return re.sub(r"\[\d+\]", "[n]", outline)


async def test_names_come_from_labels_whatever_the_markup_says(out: Lookout) -> None:
    outline = plain(await out.open("labels"))
    for line in [
        "[n] textbox 'Search products' value='mug' (required)",
        "[n] checkbox 'Accept'",
        "[n] checkbox 'I agree to the terms'",
        "[n] link 'terms'",
        "[n] textbox 'Card number' value=''",
        "[n] textbox 'Coupon' value='' (hint: ABC-123)",
        "[n] textbox 'Only a placeholder' value=''",
        "[n] textbox 'Only a title' value='' (hint: e.g. 5)",
        "[n] combobox 'Size' value='Medium' options: Small, Medium, Large (disabled)",
        r"[n] textbox 'Note' value='two\nlines' (multiline)",
        "[n] textbox 'Day' value='2026-05-03' (date as yyyy-mm-dd)",
        "[n] textbox 'Message' value='Dear Ann'",
        "[n] radio 'Pick up' (checked)",
        "[n] button 'Attach a file' value='' (file upload)",
        "[n] button 'Submit'",
        "[n] button 'Start again'",
        "[n] button 'Send'",
        "[n] button 'Only a title'",
        "[n] textbox 'Mail' value='x' (invalid: Enter a mail address)",
    ]:
        assert line in outline.replace("      ", "    ").split("\n    "), line
    assert "field_q_91" not in outline
    assert outline.count("Search products") == 1, "a label is not told twice"


async def test_a_password_is_never_seen(out: Lookout) -> None:
    outline = plain(await out.open("labels"))
    assert "[n] textbox 'Password' value='••••' (password, 7 characters hidden)" in outline
    assert "secret" not in repr(out.page)


async def test_a_modal_dialog_comes_first_and_the_page_behind_it_is_told_apart(
    out: Lookout,
) -> None:
    assert plain(await out.open("modal")) == (
        "dialog 'Choose a size' (modal)\n"
        "  heading 2 'Choose a size'\n"
        "  [n] combobox 'Size' value='S' options: S, M\n"
        "  [n] textbox 'Wish' value='as soon as possible'\n"
        "  [n] spinbutton 'Copies' value='2'\n"
        "  [n] button 'Close'\n"
        "behind the dialog, not reacting now:\n"
        "  main\n"
        "    heading 1 'Behind'\n"
        "    [n] button 'Behind button'\n"
        "    Behind text"
    )
    assert out.find("Behind button").reachable is False
    assert out.find("Close").reachable is True


async def test_the_small_view_has_every_field_of_a_modal_dialog(out: Lookout) -> None:
    await out.open("modal")
    front = (await out.look("input_fields")).partition("behind the dialog")[0]
    assert [word in front for word in ("'Size'", "'Wish'", "'Copies'", "'Close'")] == [True] * 4


async def test_a_native_dialog_and_a_closed_popover(out: Lookout) -> None:
    outline = plain(await out.open("native_dialog"))
    assert outline.startswith("dialog 'Cookies' (modal)\n  We use cookies.\n  [n] button 'Accept")
    assert "Popped up" not in outline
    await out.script("document.querySelector('dialog').close(); pop.showPopover()")
    outline = plain(await out.look())
    assert "popover\n  Popped up [n] button 'Inside'" in outline


async def test_frames_of_the_same_and_of_another_origin_are_read(out: Lookout) -> None:
    outline = plain(await out.open("frames"))
    other = out.address.replace("127.0.0.1", "localhost")
    fields = "\n  [n] textbox 'Card number' value='4111'\n  [n] button 'Pay'\n"
    assert f"frame 'Same'{fields}" in outline
    assert f"frame 'Other' {other} (other origin){fields}" in outline
    assert "[n] button 'In srcdoc'" in outline
    assert "tracker" not in outline
    ids = [node.mmid for node in out.page.elements]
    assert len(ids) == len(set(ids))
    boxes = {node.bbox for node in out.page.elements if node.name == "Pay"}
    assert len(boxes) == 2
    same = await out.script(
        "(() => { const frame = document.querySelector('iframe');"
        " const outer = frame.getBoundingClientRect();"
        " const inner = frame.contentDocument.querySelector('button').getBoundingClientRect();"
        " return [outer.x + 5 + inner.x, outer.y + 5 + inner.y].map(Math.round) })()"
    )
    assert tuple(same) in {box[:2] for box in boxes if box}


async def test_frames_inside_frames_of_other_origins(out: Lookout) -> None:
    outline = plain(await out.open("nested_frames"))
    other = out.address.replace("127.0.0.1", "localhost")
    assert outline == (
        f"Top\nframe {other} (other origin)\n  Middle\n  [n] button 'Middle button'\n"
        f"  frame {out.address} (other origin)\n"
        "    [n] textbox 'Card number' value='4111'\n    [n] button 'Pay'"
    )


async def test_focus_is_followed_into_frames_of_other_origins(out: Lookout) -> None:
    await out.open("frames")
    inner = next(frame for frame in out.session.active.page.frames if "other" in frame.url)
    await inner.locator("input").focus()
    await out.look()
    focused = out.page.node(out.page.focus or 0)
    assert focused and focused.role == "textbox"
    assert out.page.frames[focused.frame].url == inner.url


async def test_open_shadow_roots_and_slots(out: Lookout) -> None:
    assert plain(await out.open("shadow")) == (
        "heading 2 'Slotted title'\n[n] textbox 'Amount' value='3'\n[n] button 'Buy' Default text"
    )


async def test_no_text_is_too_short(out: Lookout) -> None:
    assert plain(await out.open("short_texts")) == (
        "Found 1 result\nTotal $5\nOK\n4.\n12\n"
        "navigation 'Pages'\n  [n] link '1'\n  [n] link '2' (current)\n"
        "Supercalifragilistic\n"
        "Read [n] link 'the terms', then go on.\n"
        "Subtotal $8.40\n"
        "Was $9 now $7.50\n"
        "text: [n] button 'Not a button'"
    )


async def test_text_reads_as_the_page_does(out: Lookout) -> None:
    await out.open("short_texts")
    text = await out.look("text_only")
    assert "Read the terms, then go on." in text.split("\n")
    assert "Found 1 result" in text.split("\n")


async def test_menus_tabs_trees_and_other_widgets(out: Lookout) -> None:
    assert plain(await out.open("menu")) == (
        "[n] button 'File' (expanded, opens menu)\n"
        "menu 'File'\n"
        "  [n] menuitem 'New'\n"
        "  [n] menuitemcheckbox 'Ruler' (checked)\n"
        "  [n] menuitem 'Print' (disabled)\n"
        "tablist\n  [n] tab 'One' (selected)\n  [n] tab 'Two'\n"
        "tabpanel 'One'\n  First panel\n"
        "tree\n  [n] treeitem 'Fruit' (expanded)\n    [n] treeitem 'Apple'\n"
        "[n] slider 'Volume' value='30'\n"
        "progressbar 'Upload' value='40%'\n"
        "[n] button 'More' (collapsed)\n"
        "[n] button 'Less' (expanded)\nShown\n"
        "[n] button 'Bold' (not pressed)\n"
        "[n] combobox 'Colour' value='Red' (collapsed)\n"
        "[n] switch 'Wi-Fi' (checked)"
    )


async def test_what_covers_or_cuts_off_an_element_is_told(out: Lookout) -> None:
    outline = plain(await out.open("covered"))
    assert "[n] button 'Under' (covered)" in outline
    reachable = {node.name: node.reachable for node in out.page.elements}
    assert reachable == {
        "Under": False,
        "Free": True,
        "In list": True,
        "Cut off": True,
        "Scrolled out": False,
        "Skip": False,
        "Fancy box": True,
    }
    assert out.find("Scrolled out").states == ()
    assert out.find("Skip").states == ("off-screen",)


async def test_what_nobody_can_see_is_left_out(out: Lookout) -> None:
    assert plain(await out.open("hidden")) == (
        "shown again\ninert text\n[n] button 'inert button' (switched off)\n"
        "[n] button 'disabled one' (disabled, switched off)\n"
        "[n] textbox 'Note' value='' (switched off)\n"
        "has no box\nfor readers\n"
        "[n] button 'wrongly hidden'\n"
        "img 'Chart'\n  axis\n"
        "item: toggled"
    )


async def test_a_menu_shown_by_style_is_seen_when_it_is_shown(out: Lookout) -> None:
    await out.open("hidden")
    await out.script("toggle()")
    assert "toggled" not in await out.look()
    await out.script("toggle()")
    assert "toggled" in await out.look()


async def test_tables_lists_and_definitions(out: Lookout) -> None:
    assert plain(await out.open("table")) == (
        "table 'Sizes'\n"
        "  row: Size | Volume (sorted ascending) | Price | \n"
        "  row: Small | 200 ml | $10.00 | [n] button 'Choose'\n"
        "  row: Large |  | was $15 $12 | [n] link 'Details' [n] button 'Choose' (disabled)\n"
        "Layout\ninside\n"
        "list\n  Material: Steel\n  Colours: Red; Blue\n"
        "list\n"
        "  item: Dishwasher safe\n"
        "  [n] link 'Reviews (12)'\n"
        "  item: Made in Wales since [n] link '1970'"
    )


async def test_one_id_for_each_thing_to_click(out: Lookout) -> None:
    assert plain(await out.open("clickable")) == (
        "[n] clickable 'Save'\n"
        "list\n  [n] item 'First of list'\n  [n] item 'Second of list'\n"
        "[n] clickable 'Card with parts$3'\n"
        "[n] link 'Wrapped link'\n"
        "[n] clickable 'By handler'\n"
        "[n] clickable 'Tab stop'\n"
        "Scrolling\nregion\nregion\nregion\n"
        "[n] button (hint: icon trash)\n"
        "[n] checkbox 'Label with box'\n"
        "[n] link 'Blue mug' (heading 3)\n"
        "  A mug for every day, with a handle on the right side, glazed by hand and fired twice "
        "at a thousand degrees.\n"
        "  $12.50\n"
        "[n] link 'Red mug' (heading 3)\n"
        "[n] img 'Zoom in'\n"
        "heading 2 'Chapter one'\n  [n] link 'one'\n  [n] button 'Edit'"
    )


async def test_a_javascript_dialog_is_told_instead_of_the_page(out: Lookout) -> None:
    await out.open("rerender")
    await out.script("setTimeout(() => prompt('Your name?', 'Ann'))")
    tab = out.session.active
    await tab.page.wait_for_event("dialog") if tab.dialog is None else None
    page = await out.observer.observe()
    assert page.dialog and (page.dialog.message, page.dialog.default) == ("Your name?", "Ann")
    assert (page.title, page.nodes) == ("Rerender", ())
    assert "prompt 'Your name?', proposed answer 'Ann'" in out.observer.render(page)
    await out.session.answer_dialog(accept=False)
    assert "[n] button 'One'" in plain(await out.look())


async def test_only_the_links_of_one_item_are_taken_for_one(out: Lookout) -> None:
    outline = plain(await out.open("same_links"))
    assert outline.count("[n] link 'Towels'") == 2
    assert outline.count("link 'Red towel'") == 1
    assert outline.count("link 'Blue towel'") == 1
    assert outline.count("link 'Green towel'") == 2


async def test_a_term_and_its_only_words_are_one_line(out: Lookout) -> None:
    outline = await out.write(
        "<dl><div><dt>Subtotal</dt><dd>$1</dd></div>"
        "<div><dt>Total</dt><dd><output>$2</output></dd></div>"
        "<div><dt>Pay</dt><dd>Now or <button>Later</button></dd></div></dl>"
    )
    assert "Subtotal: $1\n" in outline
    assert "Total: $2\n" in outline
    assert "button 'Later'" in outline


async def test_every_sign_comes_over_as_it_is_be_there_few_of_its_kind_or_many(
    out: Lookout,
) -> None:
    latin = "plain words of a page " * 40
    for words in ("Größe ★ 😀 “quoted” \\ud83d", "東京都の観光案内所は九時から五時まで😀" * 40):
        outline = await out.write(f"<p>{latin}</p><button>{words}</button>")
        assert f"button '{words}'" in outline


async def test_what_parts_the_pieces_of_an_answer_cannot_be_said_by_a_page(out: Lookout) -> None:
    parting = "\x7f\x91\x92\x93\x94"
    await out.write(
        f"<x-{parting}a role=button tabindex=0>Odd tag</x-{parting}a>"
        f"<input aria-label='Field{parting}1' value='kept{parting}' title='told{parting}'>"
    )
    assert [(node.role, node.name) for node in out.page.elements] == [
        ("button", "Odd tag"),
        ("textbox", "Field1"),
    ]
    assert out.find("Field1").value == "kept"


async def test_words_are_found_where_they_are_drawn_over_several_elements(out: Lookout) -> None:
    await out.write(
        "<style>body { margin: 0; font: 20px/40px monospace }</style>"
        "<dl style='width: 400px'><dt>Price<dd id=price>$129.00</dl>"
        "<p style='width: 80px'>two lines</p><p>Price list</p>"
    )
    label, price = await out.observer.boxes_of("Price $129.00")
    assert price == tuple(
        await out.script(
            """(() => {
              const range = document.createRange();
              range.selectNodeContents(document.querySelector("#price"));
              const { x, y, width, height } = range.getBoundingClientRect();
              return [x, y, width, height].map(Math.round);
            })()"""
        )
    )
    assert label[1] < price[1]
    assert [y for _, y, _, _ in await out.observer.boxes_of("two lines")][0] > price[1]
    assert len(await out.observer.boxes_of("two lines")) == 2
    assert await out.observer.boxes_of("nowhere") == ()
