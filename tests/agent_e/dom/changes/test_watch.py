from __future__ import annotations

import asyncio

import pytest

from agent_e.dom.changes.baseline import rested
from tests.agent_e.dom.stage import Stage

from .reports import until

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_menu_that_a_style_shows_is_told_with_ids(on: Stage):
    await on.open("menu")
    report = await on.click("Account")
    orders = next(node for node in report.added if node.name == "Orders")
    assert "A menu opened:" in on.words
    assert f"[{orders.mmid}] menuitem 'Orders'" in on.words
    assert "button 'Account' is now expanded" in on.words
    assert orders.mmid is not None
    assert (await on.actor.resolve(orders.mmid)).name == "Orders"


async def test_a_menu_that_closes_is_told(on: Stage):
    await on.open("menu")
    await on.click("Account")
    await on.click("Account")
    assert "The menu closed." in on.words
    assert "Orders" not in on.words


async def test_the_page_behind_a_menu_is_neither_gone_nor_new(on: Stage):
    await on.open("menu_over_all")
    await on.look()
    await on.click("Actions")
    assert "A menu 'Actions' opened:" in on.words
    assert "Gone" not in on.words
    await on.look()
    await on.click("Delete")
    assert "A dialog 'Sure?' opened:" in on.words
    assert "The menu 'Actions' closed." in on.words
    assert "Gone" not in on.words
    await on.act(on.actor.press_key("Escape"))
    assert on.words == "The dialog 'Sure?' closed."


async def test_a_modal_dialog_is_told_with_what_is_in_it(on: Stage):
    await on.open("dialog")
    await on.click("Choose size")
    assert "A dialog 'Sizes' opened:" in on.words
    assert "button 'Large'" in on.words
    assert "Elsewhere" not in on.words


async def test_a_click_without_effect_says_so(on: Stage):
    await on.open("controls")
    report = await on.click("Idle")
    assert report.none
    assert on.words == "Nothing on the page changed."


async def test_a_link_to_a_place_on_the_page_says_why_nothing_changed(on: Stage):
    await on.open("controls")
    await on.click("Down here")
    await on.click("Down here")
    assert on.words == (
        "Nothing on the page changed.\nThe link leads to a place on this same page."
    )


async def test_a_script_error_is_told_when_nothing_else_happened(on: Stage):
    await on.open("late")
    await on.click("Broken")
    assert "Nothing on the page changed." in on.words
    assert "A script of the page failed: " in on.words


async def test_a_request_that_failed_is_told(on: Stage):
    await on.open("late")
    report = await on.click("Save")
    assert [(seen.method, seen.status) for seen in report.requests] == [("POST", 500)]
    assert "The request POST /fail failed (HTTP 500)." in on.words


async def test_a_request_without_visible_effect_is_told(on: Stage):
    await on.open("late")
    await on.click("Ping")
    assert "Nothing on the page changed." in on.words
    assert "The request POST /ok was sent and answered (HTTP 200)." in on.words


async def test_what_comes_too_late_is_told_as_having_come_earlier(on: Stage):
    await on.open("late")
    await on.click("Much later")
    assert on.words == "Nothing on the page changed."
    await on.actor.wait_for("long after", 5)
    report = await on.click("Broken")
    assert report.earlier is not None
    assert on.words.startswith(
        "Before this action the page had changed by itself:\n'idle' is now 'long after'"
    )


async def test_what_the_model_has_looked_at_since_is_not_told_again(on: Stage):
    await on.open("late")
    await on.click("Much later")
    await on.actor.wait_for("long after", 5)
    await on.look()
    report = await on.click("Broken")
    assert report.earlier is None


async def test_what_changes_by_itself_is_left_out(on: Stage):
    await on.open("ticker")
    await on.actor.wait_for("Time: 6", 5)
    await on.click("Press")
    assert "'not pressed' is now 'pressed'" in on.words
    for word in ("Time", "Apples", "Pears", "Figs"):
        assert word not in on.words
    report = await on.click("Idle")
    assert report.none, on.words


async def test_what_a_script_writes_into_a_field_is_told_where_the_field_was_drawn_again(on: Stage):
    await on.open("set_by_script")
    await on.actor.wait_for("drawn 4 times", 5)
    await on.look()
    await on.click("Add")
    assert "textbox 'Note' is now value='evening boat'" in on.words


async def test_what_an_editor_that_was_drawn_again_no_longer_holds_is_told(on: Stage):
    await on.open("redrawn_editor")
    await on.actor.wait_for("drawn 4 times", 5)
    await on.look()
    await on.click("Add")
    assert "textbox 'Pad' is now value='Milk eggs'" in on.words
    await on.actor.wait_for("drawn twice more", 5)
    await on.click("Undo")
    assert "textbox 'Pad' is now value='Milk'" in on.words


async def test_a_link_leads_to_a_new_page_that_is_shown_whole(on: Stage):
    await on.open("links")
    report = await on.click("Go on")
    assert report.page is not None
    assert on.words.startswith(f'The page changed: now "Arrived" at {on.address}/arrived.html.\n')
    assert "button 'Well done'" in on.words
    assert "HTTP" not in on.words
    assert (
        await on.actor.resolve(next(n.mmid for n in report.page.elements if n.mmid))
    ).name == "Well done"


async def test_an_http_error_is_told(on: Stage):
    await on.open("links")
    await on.click("Broken link")
    assert "(HTTP 404)" in on.words
    assert "No such page" in on.words


async def test_a_form_that_is_sent_and_redirected_is_told_with_its_end(on: Stage):
    await on.open("links")
    report = await on.click("Send")
    assert report.navigation is not None
    assert report.navigation.status == 200
    assert [(seen.method, seen.status) for seen in report.requests] == [("POST", 303)]
    assert 'now "Thanks"' in on.words
    assert "Thank you" in on.words


async def test_a_form_that_is_refused_is_told_with_its_status(on: Stage):
    await on.open("links")
    await on.click("Send wrongly")
    assert "(HTTP 422)" in on.words
    assert "Name is missing" in on.words


async def test_an_application_that_changes_its_address_tells_what_changed(on: Stage):
    await on.open("links")
    report = await on.click("List view")
    assert report.navigation is not None
    assert report.navigation.same_document
    assert f"The address is now {on.address}/links.html?view=list" in on.words
    assert "Three things" in on.words


async def test_a_new_tab_is_told_and_shown(on: Stage):
    await on.open("links")
    report = await on.click("In a new tab")
    assert len(report.opened_tabs) == 1
    assert on.words.startswith('A new tab opened and is the active one now: "Arrived"')
    assert "button 'Well done'" in on.words
    on.session.activate(on.session.tabs[0])


async def test_a_download_is_told_with_its_name(on: Stage):
    await on.open("links")
    report = await on.click("Report as CSV")
    assert len(report.downloads) == 1
    assert "A file was downloaded: report.csv" in on.words


async def test_an_alert_is_told_in_its_words(on: Stage):
    await on.open("dialogs")
    await on.click("Save")
    assert "An alert said: 'Saved!'" in on.words


async def test_a_prompt_is_told_with_its_proposal(on: Stage):
    await on.open("dialogs")
    await on.click("Greet")
    assert "A prompt dialog is open: 'Your name?' (proposed answer: 'Bob')" in on.words
    await on.act(on.session.answer_dialog(accept=True, text="Eve"))
    assert "hello Eve" in on.words


async def test_a_new_title_is_told(on: Stage):
    await on.open("moving")
    await on.click("Slides in")
    assert on.words == "The title is now 'caught'"


async def test_a_sorted_list_is_told(on: Stage):
    await on.open("sorted")
    await on.click("Sort by name")
    assert "list 'Fruit' is now in this order: Apple, Fig, Pear" in on.words


async def test_a_tab_that_closes_itself_is_told(on: Stage):
    await on.open("links")
    await on.click("In a new tab")
    await on.look()
    await on.script("void (document.querySelector('button').onclick = () => window.close())")
    report = await on.click("Well done")
    assert report.closed_tab
    assert on.words.startswith('The tab closed. Now open: "Links"')


async def test_actions_one_after_the_other_use_one_look(on: Stage):
    await on.open("controls")
    await on.click("Agree")
    looks = 0
    observe = on.observer.observe

    async def counted():
        nonlocal looks
        looks += 1
        return await observe()

    on.observer.observe = counted  # type: ignore[method-assign]
    try:
        await on.click("Agree")
    finally:
        del on.observer.observe
    assert looks == 1


async def test_text_that_was_entered_is_not_told_again(on: Stage):
    await on.open("fields")
    await on.enter("Name", "Ann")
    assert on.words == ""
    await on.enter("Name", "Ann")
    assert on.words == "It held that already."


async def test_a_page_that_is_loaded_again_is_told_by_what_differs(on: Stage):
    await on.open("fields")
    await on.enter("Name", "Ann")
    await on.act(on.session.history("reload"))
    first, second = on.words.splitlines()[:2]
    # What the field holds now stands in the outline that follows.
    assert first == "The page was loaded again (same address)."
    assert second.startswith("Now open: ")
    assert "textbox 'Name' value='old'" in on.words


@pytest.mark.parametrize(("role", "state"), [("tab", "selected"), ("radio", "checked")])
async def test_what_is_chosen_already_says_so(on: Stage, role, state):
    await on.open("controls")
    await on.script(
        f"void document.body.insertAdjacentHTML('beforeend', "
        f"'<div role={role} tabindex=0 aria-{state}=true>First</div>')"
    )
    await on.look()
    await on.click("First")
    assert on.words == f"It is {state} already."


async def test_an_effect_in_words_like_those_that_move_is_told(on: Stage):
    await on.open("own_words")

    async def all_known() -> bool:
        await on.observer.observe()
        places = [p for m in (await rested(on.session.active)).moving.values() for p in m.places]
        return len(places) == 2 and all(len(place.texts) > 5 for place in places)

    await until(all_known)
    await on.click("Save")
    assert "'State: Sent'" in on.words
    assert "New on the page:\n  Saved" in on.words
    assert "Half price" not in on.words


async def test_items_of_a_list_that_fills_its_elements_again_keep_what_they_are(on: Stage):
    await on.open("refilled")
    first, second, third = (on.id(name) for name in ("a.md", "b.md", "c.md"))
    await on.click("New")
    assert "button 'new.md'" in on.words
    assert f"New numbers: [{first}]–[{third}] are [{second}]–[{third + 1}] now." in on.words
    assert "'b.md' is now" not in on.words
    # The model means by a number what it was told last.
    assert (await on.actor.resolve(third)).name == "b.md"


async def test_words_that_come_back_in_a_list_that_is_drawn_again_and_again_are_told(on: Stage):
    await on.open("refilled")
    # Long enough for the list to have been drawn by itself a few times.
    await asyncio.sleep(1)
    await on.look()
    await on.click("Rename")
    await on.look()
    await on.click("Cancel")
    assert "button 'a.md'" in on.words
