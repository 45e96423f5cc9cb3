"""Elements given by role and name, on real pages."""

from __future__ import annotations

import asyncio

import pytest

from agent_e.errors import ActionTimeout, BadArgument, ElementBlocked, ElementGone
from tests.agent_e.dom.stage import Stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def press(on: Stage, words: str) -> str:
    """What the page says once the element of these words was clicked."""
    node = await on.actor.resolve(words)
    assert node.mmid is not None
    await on.act(on.actor.click(node.mmid))
    return str(await on.script("said.textContent"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("button 'Save'", "save"),
        ('button "Save"', "save"),
        ("button “Save”", "save"),
        ("Button: Save", "save"),
        ("button: 'Save'", "save"),
        ("Save button", "save"),
        ("BUTTON 'save'", "save"),
        ("'Save' button", "save"),
        ("button Save", "save"),
        ("button 'Save", "save"),
        ("Save", "save"),
        ("'Save'", "save"),
        ("[99999] button 'Save'", "save"),
        ("Schaltfläche 'Save'", "save"),
        ("button 'Don't \"do\" this'", "dont"),
        ("Don't 'do' this", "dont"),
        ("button 'OK - now'", "full"),
        ("button 'weiter ZUR übersicht'", "weiter"),
        ("button 'Weiter zur'", "weiter"),
        ("button 'zur Übersicht'", "weiter"),
        ("button '下一页'", "next zh"),
        ("button '一页'", "next zh"),
        ("checkbox 'Night mode'", "switch"),
        ("link 'Hidden twin'", "shown"),
        ("button 'In the frame'", "framed"),
        ("button 'Go'", "go"),
        ("Reply", "reply"),
        ("menuitem 'Reply'", "reply"),
        ("button 'Delete' in row 'Alice'", "delete Alice"),
        ("button 'Delete' in 'Bob'", "delete Bob"),
        ("Delete in Bob", "delete Bob"),
        ("button 'Edit' in heading 'Profile'", "edit profile"),
        ("button 'Edit' in 'Address'", "edit address"),
    ],
)
async def test_it_is_found_as_models_write_it(on: Stage, words: str, said: str) -> None:
    await on.open("named")
    assert await press(on, words) == said


@pytest.mark.parametrize(
    ("words", "href"),
    [
        ("link 'Invoices' in navigation", "/thanks?a"),
        ("link 'Invoices' in navigation 'Site'", "/thanks?a"),
        ("link 'Invoices' in heading 1 'Clients'", "/thanks?c"),
        ("Sign in to Acme", "/thanks?b"),
        ("link 'Lamp'", "/thanks?lamp"),
        ("link 'Remove …' in item 'Desk'", "/thanks?desk-del"),
    ],
)
async def test_a_link_is_found_by_its_place(on: Stage, words: str, href: str) -> None:
    await on.open("named")
    assert (await on.actor.resolve(words)).href == f"{on.address}{href}"


@pytest.mark.parametrize(
    ("words", "id"),
    [
        ("textbox 'Find'", "find"),
        ("searchbox", "find"),
        ("textbox 'Your town'", "town"),
        ("textbox 'Card number'", "card"),
        ("Card number again", "again"),
    ],
)
async def test_a_field_is_found_by_a_near_role_and_by_its_hint(
    on: Stage, words: str, id: str
) -> None:
    await on.open("named")
    node = await on.actor.resolve(words)
    assert node.mmid is not None
    await on.act(on.actor.enter_text(node.mmid, "x"))
    assert await on.script(f"document.getElementById('{id}').value") == "x"


async def test_several_are_refused_with_numbers_that_can_be_used(on: Stage) -> None:
    await on.act(on.session.goto(f"{on.address}/named.html"))
    with pytest.raises(BadArgument) as caught:
        await on.actor.resolve("button 'Delete'")
    page = await on.observer.observe()
    alice, bob = (node.mmid for node in page.elements if node.name == "Delete")
    assert str(caught.value) == (
        f"2 elements could be button 'Delete': [{alice}] button 'Delete' in row 'Alice'; "
        f"[{bob}] button 'Delete' in row 'Bob'. Use a number."
    )
    assert bob is not None
    assert (await on.actor.resolve(bob)).name == "Delete"


async def test_where_no_part_tells_them_apart_what_stands_before_does(on: Stage) -> None:
    await on.open("named")
    with pytest.raises(BadArgument) as caught:
        await on.actor.resolve("like (0)")
    assert "under 'Posts' after 'I prefer the older one.'; [" in str(caught.value)
    assert "under 'Posts' after 'So do I.'. Use" in str(caught.value)


async def test_places_are_told_by_heading_too_and_at_most_five(on: Stage) -> None:
    await on.open("named")
    with pytest.raises(BadArgument) as caught:
        await on.actor.resolve("button 'Edit'")
    assert "under 'Billing'; " in str(caught.value)
    assert "under 'Address'; " in str(caught.value)
    with pytest.raises(BadArgument) as caught:
        await on.actor.resolve("button")
    assert "more. Use a number." in str(caught.value)
    assert str(caught.value).count("[") == 5


async def test_a_select_is_meant_by_the_name_of_a_field_if_it_is_the_whole_name(on: Stage) -> None:
    await on.open("named")
    node = await on.actor.resolve("textbox 'Size'")
    assert (node.role, node.name) == ("combobox", "Size")
    with pytest.raises(ElementGone, match="there is .* combobox 'Size'"):
        await on.actor.resolve("textbox 'Siz'")


@pytest.mark.parametrize(
    ("words", "near"),
    [
        ("textbox 'Save'", "button 'Save'"),
        ("button 'Sav'", "button 'Save'"),
        ("button 'Item 1'", "button 'Item 10'"),
    ],
)
async def test_what_is_nearly_so_is_named_and_not_taken(on: Stage, words: str, near: str) -> None:
    await on.open("named")
    with pytest.raises(ElementGone) as caught:
        await on.actor.resolve(words)
    assert str(caught.value).startswith(f"There is no {words} on this page; there is [")
    assert near in str(caught.value)


async def test_where_nothing_is_like_it_that_is_said(on: Stage) -> None:
    await on.open("named")
    with pytest.raises(ElementGone, match=r"There is no button 'Qqqq' on this page\. Look with"):
        await on.actor.resolve("button 'Qqqq'")


async def test_where_nothing_is_like_it_the_last_of_a_few_of_its_kind_are_named(on: Stage) -> None:
    await on.open("named")
    with pytest.raises(ElementGone) as caught:
        await on.actor.resolve("combobox 'Qqqq'")
    said = str(caught.value)
    assert said.startswith("There is no combobox 'Qqqq' on this page. The last of its kind are [")
    assert "combobox 'Size'" in said


async def test_a_whole_name_that_cannot_be_used_is_not_passed_over(on: Stage) -> None:
    await on.open("named")
    node = await on.actor.resolve("button 'Next'")
    assert node.mmid is not None
    with pytest.raises(ElementBlocked, match="is disabled"):
        await on.actor.click(node.mmid)


async def test_what_is_in_a_modal_dialog_goes_before_what_is_behind_it(on: Stage) -> None:
    await on.open("named")
    await on.script("ask.showModal()")
    assert await press(on, "button 'Save'") == "modal save"
    assert await press(on, "button 'Save' in dialog") == "modal save"
    assert await press(on, "button 'Save' in dialog 'Delete all'") == "modal save"


async def test_a_number_before_the_words_counts_while_it_is_there(on: Stage) -> None:
    await on.open("named")
    mmid = on.id("Night mode")
    assert (await on.actor.resolve(f"[{mmid}] button 'Save'")).name == "Night mode"
    await on.open("named")
    assert (await on.actor.resolve(f"[{mmid}] button 'Save'")).name == "Save"


async def test_what_comes_a_little_later_is_waited_for(on: Stage) -> None:
    await on.open("named")
    await on.script("setTimeout(() => { said.innerHTML = '<button>Late one</button>'; }, 300)")
    assert (await on.actor.resolve("button 'Late one'")).name == "Late one"


async def test_what_never_comes_is_not_waited_for_long(on: Stage) -> None:
    await on.open("named")
    started = asyncio.get_running_loop().time()
    with pytest.raises(ElementGone):
        await on.actor.resolve("button 'Never'")
    assert asyncio.get_running_loop().time() - started < 2.0


async def test_one_can_wait_for_a_name_to_come_and_to_go(on: Stage) -> None:
    await on.open("named")
    add, take = "said.innerHTML = '<button>Late</button>'", "said.innerHTML = ''"
    await on.script(f"setTimeout(() => {{ {add} }}, 1200)")
    assert (await on.actor.wait_for_element("button 'Late'", 5)).name == "Late"
    await on.script(f"setTimeout(() => {{ {take} }}, 300)")
    assert (await on.actor.wait_for_element("button 'Late'", 5, gone=True)).name == "Late"
    with pytest.raises(ActionTimeout, match="There is no button 'Late'"):
        await on.actor.wait_for_element("button 'Late'", 0.3)
    with pytest.raises(ActionTimeout, match="'Save' is still there after"):
        await on.actor.wait_for_element("button 'Save'", 0.3, gone=True)
    with pytest.raises(BadArgument, match="2 elements could be"):
        await on.actor.wait_for_element("button 'Delete'", 0.3)


async def test_what_has_no_name_is_found_by_a_part_of_its_hint(on: Stage):
    page = await on.open("nameless")
    field = next(node for node in page.elements if node.role == "textbox")
    assert (field.name, field.description) == ("", "called edit")
    assert (await on.actor.resolve("textbox 'edit'")).mmid == field.mmid
    with pytest.raises(ElementGone):
        await on.actor.resolve("textbox 'edi'")


async def test_a_refusal_names_what_is_called_more_than_that_too(on: Stage):
    await on.open("nameless")
    third = on.id("chat Reply")
    with pytest.raises(BadArgument, match=rf"2 elements .*; or else \[{third}\] .*Use a number"):
        await on.actor.resolve("button 'Reply'")
