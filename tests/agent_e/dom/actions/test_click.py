from __future__ import annotations

import pytest

from agent_e.errors import ActionTimeout, BadArgument, DialogOpen, ElementBlocked, ElementGone
from tests.agent_e.dom.stage import Stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_click_is_trusted(on: Stage):
    await on.open("controls")
    await on.click("Plain")
    assert "clicked true" in on.words


async def test_a_click_on_a_drawing_lands_on_what_is_painted(on: Stage):
    await on.open("controls")
    await on.click("Star")
    assert "star true" in on.words


@pytest.mark.parametrize("name", ["Off", "Also off"])
async def test_a_disabled_button_is_refused(on: Stage, name):
    await on.open("controls")
    with pytest.raises(ElementBlocked, match=f"'{name}' is disabled"):
        await on.click(name)


async def test_an_element_without_size_is_refused(on: Stage):
    await on.open("controls")
    with pytest.raises(ElementBlocked, match="'Nothing' is not visible"):
        await on.click("Nothing")


async def test_a_covered_button_names_its_cover_and_the_way_out(on: Stage):
    await on.open("covered")
    next_strategy = on.id("Accept all")
    with pytest.raises(ElementBlocked) as refusal:
        await on.click("Buy")
    said = f"covered by dialog 'Cookies' ([{next_strategy}] button 'Accept all' may close it)"
    assert f"button 'Buy' is {said}" in str(refusal.value)
    await on.click("Accept all")
    await on.click("Buy")
    assert await on.script("document.title") == "bought"


async def test_a_click_on_a_card_is_none_on_the_button_in_its_middle(on: Stage):
    await on.open("card")
    await on.click("Paper lamp")
    assert await on.script("document.title") == "opened"
    await on.click("Add to cart")
    assert await on.script("document.title") == "added"


@pytest.mark.parametrize(
    ("name", "place"),
    [("North", "#north"), ("Round island", "#round"), ("Crook", "#crook"), ("Sea", "#sea")],
)
async def test_a_click_lands_in_the_shape_of_an_area(on: Stage, name, place):
    await on.open("image_map")
    await on.click(name)
    assert await on.script("location.hash") == place


async def test_a_checkbox_behind_its_label_is_ticked(on: Stage):
    await on.open("controls")
    await on.click("Agree")
    assert on.words == "It is now checked."


async def test_a_click_on_a_select_says_how_to_choose(on: Stage):
    await on.open("controls")
    with pytest.raises(BadArgument, match="select_option"):
        await on.click("Pick")


async def test_a_click_on_a_file_field_says_how_to_fill_it(on: Stage):
    await on.open("controls")
    with pytest.raises(BadArgument, match="use upload_file"):
        await on.click("Photo")


async def test_an_element_that_slides_in_is_waited_for(on: Stage):
    await on.open("moving")
    await on.click("Slides in")
    assert await on.script("document.title") == "caught"


async def test_an_element_that_never_rests_is_refused(on: Stage):
    await on.open("moving")
    with pytest.raises(ElementBlocked, match="does not stop moving"):
        await on.click("Never rests")


async def test_an_element_far_below_is_scrolled_to_and_that_is_no_effect(on: Stage):
    await on.open("scrolls")
    report = await on.click("At the bottom")
    assert await on.script("document.title") == "bottom"
    assert report.scroll is None


async def test_an_element_in_a_scrolled_container_is_clicked(on: Stage):
    await on.open("scrolls")
    await on.script("list.lastElementChild.setAttribute('onclick', 'document.title = `deep`')")
    await on.click("Deep in the list")
    assert await on.script("document.title") == "deep"


@pytest.mark.parametrize("frame", ["near", "far"])
async def test_frames_of_this_and_of_another_origin_are_acted_in(on: Stage, frame):
    await on.open("frames")
    await on.click(f"{frame} button")
    assert f"{frame} clicked true" in on.words
    assert await on.enter(f"{frame} field", "hello") == "hello"
    assert f"{frame} typed true hello" in on.words


async def test_a_frame_of_another_origin_that_is_covered_is_refused(on: Stage):
    await on.open("frames")
    await on.script(
        "document.body.insertAdjacentHTML('beforeend', "
        "'<div style=\"position:fixed;inset:0\">Veil</div>')"
    )
    with pytest.raises(ElementBlocked, match="Veil"):
        await on.click("far button")


async def test_a_shadow_root_is_acted_in(on: Stage):
    await on.open("shadow")
    await on.click("Open card")
    assert "card true" in on.words
    assert await on.enter("Card field", "within") == "within"


async def test_an_id_that_was_never_shown_is_refused(on: Stage):
    await on.open("controls")
    with pytest.raises(ElementGone, match="99999"):
        await on.actor.resolve(99999)


async def test_an_id_is_refused_once_its_element_is_removed(on: Stage):
    await on.open("meaning")
    gone = on.id("Short lived")
    await on.click("Remove it")
    assert "Gone: [" in on.words
    for refused in (on.actor.resolve(gone), on.actor.click(gone), on.actor.enter_text(gone, "x")):
        with pytest.raises(
            ElementGone, match="'Short lived' is not on the page any more. Look again"
        ):
            await refused


async def test_an_id_of_an_earlier_page_is_refused_with_that_reason(on: Stage):
    await on.open("meaning")
    old = on.id("Follow")
    await on.open("controls")
    with pytest.raises(ElementGone, match="belonged to a page that is gone. Use the numbers"):
        await on.actor.resolve(old)


async def test_the_same_element_of_the_new_page_is_named_and_may_be_used(on: Stage):
    await on.open("meaning")
    old = on.id("Follow")
    await on.act(on.session.goto(f"{on.address}/meaning.html"))
    now = next(n for n in (await on.observer.observe()).elements if n.name == "Follow")
    with pytest.raises(
        ElementGone, match=rf"is gone. On this page: \[{now.mmid}\] button 'Follow'"
    ):
        await on.actor.resolve(old)
    assert now.mmid and (await on.actor.resolve(now.mmid)).name == "Follow"


async def test_an_id_that_came_to_mean_something_else_is_refused(on: Stage):
    await on.open("meaning")
    changed = on.id("Cancel order")
    await on.script("quiet.textContent = 'Order now'")
    with pytest.raises(ElementGone, match="'Cancel order' has become button 'Order now'"):
        await on.actor.resolve(changed)


async def test_an_id_whose_change_was_told_is_accepted(on: Stage):
    await on.open("meaning")
    follow = on.id("Follow")
    await on.click("Follow")
    assert "button 'Follow' is now 'Following'" in on.words
    node = await on.actor.resolve(follow)
    assert node.name == "Following"
    await on.act(on.actor.click(follow))
    assert "is now 'Follow'" in on.words


async def test_an_id_whose_name_keeps_ticking_is_accepted(on: Stage):
    await on.open("ticker")
    await on.script(
        "void setInterval(() => {"
        "  document.querySelector(`button`).textContent = `Again in ${n} s`; }, 99)"
    )
    await on.actor.wait_for("Again in 12 s", 5)
    await on.look()
    name = next(node.name for node in on.page.elements if node.name.startswith("Again"))
    await on.act(on.actor.resolve(on.id(name)))
    await on.actor.resolve(on.id(name))


async def test_resolve_tells_what_the_element_is_now(on: Stage):
    await on.open("selects")
    await on.act(on.actor.select_option(on.id("Size"), "Medium"))
    node = await on.actor.resolve(on.id("Size"))
    assert (node.role, node.value, node.tag) == ("combobox", "Medium", "select")


async def test_keys_go_to_the_element_or_to_what_has_the_focus(on: Stage):
    await on.open("controls")
    await on.act(on.actor.press_key("Return", on.id("Plain")))
    assert "clicked true" in on.words
    await on.act(on.actor.press_key("tab"))
    await on.act(on.actor.press_key("shift+tab"))
    await on.act(on.actor.press_key("Space"))
    assert on.words != ""


async def test_an_unknown_key_is_refused(on: Stage):
    await on.open("controls")
    with pytest.raises(BadArgument, match="Enter"):
        await on.actor.press_key("Entre")


@pytest.mark.parametrize(
    ("said", "chosen"),
    [("Medium", "Medium"), ("m", "Medium"), (" small ", "Small"), ("Large a", "Large and long")],
)
async def test_an_option_is_found_by_text_value_or_beginning(on: Stage, said, chosen):
    await on.open("selects")
    await on.act(on.actor.select_option(on.id("Size"), said))
    assert on.result == chosen
    assert "input change" in on.words
    assert "'Size' is now" not in on.words, "the skill says it"


async def test_options_that_depend_on_a_choice_are_told(on: Stage):
    await on.open("selects")
    await on.act(on.actor.select_option(on.id("Size"), "Small"))
    assert "offering: Bonn, Ulm" in on.words


@pytest.mark.parametrize(
    ("name", "option", "why"),
    [
        ("Size", "Tiny", "has no option 'Tiny'. Its options: 'Choose', 'Small', 'Medium'"),
        ("Size", "Hu", "Option 'Huge' of .* cannot be chosen now"),
        ("Size", "L", "More than one|Large"),
        ("City", "Bonn", "has no options yet"),
        ("Fancy", "A", "shows no list of options. Click it"),
    ],
)
async def test_an_option_that_cannot_be_chosen_is_refused(on: Stage, name, option, why):
    await on.open("selects")
    if option == "L":
        await on.script("size.innerHTML = '<option>Lead</option><option>Lime</option>'")
    with pytest.raises(BadArgument, match=why):
        await on.actor.select_option(on.id(name), option)


async def test_a_disabled_select_is_refused(on: Stage):
    await on.open("selects")
    with pytest.raises(ElementBlocked, match="is disabled"):
        await on.actor.select_option(on.id("Locked"), "a")


async def test_options_of_a_multiple_select_add_up(on: Stage):
    await on.open("selects")
    await on.actor.select_option(on.id("Tags"), "red")
    await on.actor.select_option(on.id("Tags"), "green")
    assert await on.script("[...tags.selectedOptions].map(o => o.text).join()") == "red,green"


async def test_the_page_is_scrolled_by_most_of_a_window(on: Stage):
    await on.open("scrolls")
    report = await on.act(on.actor.scroll("down"))
    assert report.scroll == (0, 612)
    assert "Now at 612–1332 of" in on.words


async def test_the_end_of_the_way_is_said(on: Stage):
    await on.open("scrolls")
    report = await on.act(on.actor.scroll("up"))
    assert report.none
    assert on.words.startswith("Already at the top. Now at 0–720 of ")


async def test_an_inner_list_is_scrolled_and_the_page_is_not(on: Stage):
    await on.open("scrolls")
    report = await on.act(on.actor.scroll("down", 1, on.id("In the list")))
    assert report.scroll == (0, 170)
    assert "Now at 170–370 of" in on.words
    assert await on.script("scrollY") == 0


async def test_waiting_for_a_text_outlasts_a_navigation(on: Stage):
    await on.open("hopping")
    await on.actor.wait_for("you are THERE", 5)
    assert (await on.script("location.pathname")).endswith("arrived.html")


async def test_waiting_for_a_text_to_go(on: Stage):
    await on.open("hopping")
    await on.actor.wait_for("start", 5, gone=True)
    assert (await on.script("location.pathname")).endswith("arrived.html")


async def test_waiting_in_vain_ends(on: Stage):
    await on.open("controls")
    with pytest.raises(ActionTimeout, match="'Never' is not on the page"):
        await on.actor.wait_for("Never", 0.3)


async def test_a_dialog_that_a_click_opens_is_no_failure_and_then_blocks(on: Stage):
    await on.open("dialogs")
    greet = on.id("Greet")
    report = await on.click("Delete")
    assert report.dialog_open
    assert "A confirm dialog is open: 'Delete it?' Answer it with handle_dialog." in on.words
    with pytest.raises(DialogOpen):
        await on.actor.click(greet)
    await on.act(on.session.answer_dialog(accept=True))
    assert "deleted" in on.words
