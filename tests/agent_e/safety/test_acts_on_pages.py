"""Acts that cannot be taken back, on real pages: nothing reaches the server before a yes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from agent_e.errors import ActionDenied, AnswerConflict
from agent_e.human import BrokerApprover, QuestionBroker, Reply
from agent_e.types import PersonRequest
from tests.agent_e.server.serving import eventually
from tests.browsers import Chromium

from .shops import Shop, opened_shop

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

WORDS = ["Buy now", "Jetzt kaufen", "Passer la commande", "Pagar ahora", "Paga ora", "Fazer pedido",
         "Nu betalen", "Kup teraz", "注文を確定する", "立即支付"]  # fmt: skip

FORMS = {
    "icon": """<form method=post action=/do>
        <button><svg class=icon-trash width=16 height=16></svg></button></form>""",
    "class": """<form method=post action=/do>
        <button class=fa-paper-plane style="width: 20px; height: 20px"></button></form>""",
    "script, no form": """<div role=button tabindex=0
        onclick="fetch('/do', {method: 'POST'})">Delete account</div>""",
    "yes to a question": """<dialog open><p>Delete all your files?</p>
        <button onclick="fetch('/do', {method: 'POST'})">Yes</button></dialog>""",
    "members that are fields": """<form method=post action=/do>
        <input name=elements><input name=id><input name=action><input name=method>
        <button>Pay now</button></form>""",
    "target by the button": """<form>
        <button formmethod=post formaction=/do>Pay now</button></form>""",
    "frame": """<iframe width=400 height=200
        srcdoc="<form method=post action=/do><button>Pay now</button></form>"></iframe>""",
    "shadow root": """<div id=h></div><script>h.attachShadow({mode: 'closed'}).innerHTML =
        '<form method=post action=/do><button>Pay now</button></form>'</script>""",
    "card": "<form method=post action=/do><input autocomplete=cc-number><button>Go</button></form>",
    "a script's link": """<a href="#" onclick="fetch('/do', {method: 'POST'})">Delete</a>""",
    "a form that is named like a member": """<form method=post action=/do>
        <input name=form><input name=parentElement><input name=children><input name=id>
        <button>Pay now</button></form>""",
    "a tab that sends": """<form method=post action=/do>
        <button role=tab>Pay now</button></form>""",
    "outside of its form": """<form id=f method=post action=/do></form>
        <button form=f>Pay now</button>""",
    "a box that sends": """<form method=post action=/do><label>
        <input type=checkbox role=button onchange="this.form.submit()">Express</label>
        <button hidden>Pay now</button></form>""",
    "question without a role": """<div><p>Delete all your files?</p><div>
        <button onclick="fetch('/do', {method: 'POST'})">Yes</button></div></div>""",
    "password": "<form method=post action=/do><input type=password><button>Go</button></form>",
}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def shop(chromium: Chromium, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Shop]:
    async with opened_shop(chromium, tmp_path_factory.mktemp("shop")) as opened:
        yield opened


@pytest.mark.slow
async def test_nothing_is_bought_in_any_language_before_a_yes(shop: Shop) -> None:
    for words in WORDS:
        await shop.show(f"<form method=post action=/do><button>{words}</button></form>")
        with pytest.raises(ActionDenied):
            await shop.do("click", mmid=await shop.only())
        assert (len(shop.person.asked), shop.done) == (1, []), words


@pytest.mark.parametrize(
    "form",
    [
        name
        if name in ("icon", "members that are fields")
        else pytest.param(name, marks=pytest.mark.slow)
        for name in FORMS
    ],
)
async def test_no_form_goes_out_unseen(shop: Shop, form: str) -> None:
    await shop.show(FORMS[form])
    role = {"a script's link": "link", "a tab that sends": "tab"}.get(form, "button")
    with pytest.raises(ActionDenied):
        await shop.do("click", mmid=await shop.only(role))
    assert (len(shop.person.asked), shop.done) == (1, [])


@pytest.mark.slow
async def test_enter_in_a_field_and_an_automatic_sending_are_asked_about_too(shop: Shop) -> None:
    await shop.show("<form method=post action=/do><input><button>Place order</button></form>")
    field = await shop.only("textbox")
    for attempt in (
        {"skill": "enter_text", "mmid": field, "text": "soon", "submit": True},
        {"skill": "press_key", "mmid": field, "key": "Enter"},
        {"skill": "press_key", "key": "Submit", "mmid": field},
    ):
        with pytest.raises(ActionDenied):
            await shop.do(**attempt)  # type: ignore[arg-type]
    await shop.show(
        "<form method=post action=/do onchange='this.submit()'><select><option>1<option>2</select>"
        "<button>Pay now</button></form>"
    )
    with pytest.raises(ActionDenied):
        await shop.do("select_option", mmid=await shop.only("combobox"), option="2")
    assert shop.done == []


ENTERS = {
    "chat": """<div><div contenteditable aria-label="Type a message" style="height: 30px"
        onkeydown="if (event.key === 'Enter') fetch('/do', {method: 'POST'})"></div></div>""",
    "chat with a picture": """<div><textarea aria-label=Words
        onkeydown="if (event.key === 'Enter') fetch('/do', {method: 'POST'})"></textarea>
        <button class=fa-paper-plane style="width: 20px; height: 20px"></button></div>""",
    "text of a form": """<form method=post action=/do><textarea aria-label=Words
        onkeydown="if (event.key === 'Enter') this.form.submit()"></textarea>
        <button>Send</button></form>""",
    "button that is not shown": """<form method=post action=/do><input aria-label=Words>
        <button hidden>Pay now</button></form>""",
    "picture that sends": """<form method=post action=/do><input aria-label=Words>
        <button><svg class=icon-send width=16 height=16></svg></button></form>""",
}


@pytest.mark.parametrize("page", ENTERS)
async def test_enter_is_judged_by_what_it_sends(shop: Shop, page: str) -> None:
    await shop.show(ENTERS[page])
    field = await shop.only("textbox")
    for attempt in (
        {"skill": "enter_text", "mmid": field, "text": "soon", "submit": True},
        {"skill": "press_key", "mmid": field, "key": "Return"},
        {"skill": "press_key", "mmid": field, "key": "Ctrl-Enter"},
    ):
        with pytest.raises(ActionDenied):
            await shop.do(**attempt)  # type: ignore[arg-type]
    await shop.do("enter_text", mmid=field, text="soon")
    assert shop.done == []


async def test_the_only_form_is_not_sent_unseen(shop: Shop) -> None:
    await shop.show("<form method=post action=/do><input><button>Pay now</button></form>")
    for key in ("Submit", "submit"):
        with pytest.raises(ActionDenied):
            await shop.do("press_key", key=key)
    assert shop.done == []


async def test_a_price_that_filling_in_raises_undoes_the_yes(shop: Shop) -> None:
    await shop.show(
        '<form method=post action=/do><input aria-label=Count oninput="this.nextSibling'
        ".textContent = '$' + 30 * this.value\"><b>$30</b><button>Pay now</button></form>"
    )
    shop.person.allows = True
    field, button = await shop.only("textbox"), await shop.only()
    fields = [{"mmid": field, "value": "100"}]
    await shop.do("fill_form", fields=fields, submit=button)
    assert shop.done == []
    await shop.do("click", mmid=await shop.only())
    assert shop.done == ["/do"]
    assert "$3000" in shop.person.asked[-1].amounts


async def test_a_page_that_is_turned_over_or_signed_in_to_is_not_asked_about(shop: Shop) -> None:
    for words, button in (
        ("<p>Order books and share them with friends</p>", "<button>Next</button>"),
        ("<p>We share what you do with partners who send offers</p>", "<button>OK</button>"),
        ("<p>Welcome</p>", "<button>Sign in</button>"),
        ("<p>Welcome</p>", "<button type=button>Next month</button>"),
    ):
        await shop.show(f"<main>{words}<div>{button}</div></main>")
        await shop.do("click", mmid=await shop.only())
        assert shop.person.asked == [], button


async def test_a_yes_lets_exactly_that_happen(shop: Shop) -> None:
    await shop.show("<form method=post action=/do>Total $30 <button>Pay now</button></form>")
    shop.person.allows = True
    await shop.do("click", mmid=await shop.only())
    assert shop.done == ["/do"]
    assert shop.person.asked[0].amounts == ("$30",)


async def test_an_amount_that_changes_while_the_person_thinks_undoes_the_yes(shop: Shop) -> None:
    await shop.show("<form method=post action=/do><b>$30</b><button>Pay now</button></form>")
    shop.person.allows = True

    async def raise_the_price() -> None:
        await shop.here.script("document.querySelector('b').textContent = '$3,000'")

    shop.person.meanwhile = raise_the_price
    with pytest.raises(ActionDenied, match="has changed since"):
        await shop.do("click", mmid=await shop.only())
    assert shop.done == []


@pytest.mark.parametrize("total", ["$30", "$3,000"])
async def test_a_yes_to_a_click_that_waits_is_for_the_page_as_it_was(
    shop: Shop, total: str
) -> None:
    await shop.show("<form method=post action=/do><b>$30</b><button>Pay now</button></form><p>")
    shop.person.allows = True

    async def change_it_later() -> None:
        change = f"b.textContent = '{total}'; document.querySelector('p').textContent = 'Ready'"
        later = f"setTimeout(() => {{ const b = document.querySelector('b'); {change} }}, 1500)"
        await shop.here.script(later)

    shop.person.meanwhile = change_it_later
    click = shop.do("wait_for", text="Ready", then=await shop.only())
    if total == "$30":
        await click
        assert shop.done == ["/do"]
    else:
        with pytest.raises(ActionDenied, match="has changed since"):
            await click
        assert shop.done == []


class Silent:
    """Shows what is asked, and nobody says a word."""

    name = "silent"

    def __init__(self) -> None:
        self.shown: list[PersonRequest] = []

    async def show(self, request: PersonRequest, reply: Reply) -> None:
        self.shown.append(request)
        await asyncio.Event().wait()


async def test_a_yes_that_comes_too_late_has_no_effect(shop: Shop) -> None:
    await shop.show("<form method=post action=/do><b>$30</b><button>Pay now</button></form>")
    silent = Silent()
    desk = QuestionBroker("r", shop.here.context.journal.write, channels=[silent])
    shop.begin(approver=BrokerApprover(desk), deadline_s=0.2)
    with pytest.raises(ActionDenied, match=r"because nobody answered within 0\.2 s"):
        await shop.do("click", mmid=await shop.only())
    with pytest.raises(AnswerConflict, match="went on without it"):
        desk.answer(silent.shown[0].id, "yes", by="http")
    assert shop.done == []


async def test_only_a_change_of_the_act_withdraws_its_question(shop: Shop) -> None:
    await shop.show("<form method=post action=/do><b id=sum>$30</b><button>Pay now</button></form>")
    journaled: list[tuple[str, dict[str, Any]]] = []

    def journal(kind: str, /, **fields: Any) -> int:
        journaled.append((kind, fields))
        return len(journaled)

    silent = Silent()
    shop.begin(approver=BrokerApprover(QuestionBroker("r", journal, channels=[silent])))
    button = await shop.only()
    cut_off = asyncio.ensure_future(shop.do("click", mmid=button))
    await eventually(lambda: bool(silent.shown))
    cut_off.cancel("Cancelled by cancel scope 7f")
    with pytest.raises(asyncio.CancelledError):
        await cut_off
    assert [kind for kind, _ in journaled] == ["person.asked"]
    changed = asyncio.ensure_future(shop.do("click", mmid=button))
    await eventually(lambda: len(silent.shown) == 2)
    await shop.here.session.active.page.evaluate("() => { sum.textContent = '$300'; }")
    with pytest.raises(ActionDenied, match="has changed since"):
        await changed
    kind, fields = journaled[-1]
    assert (kind, fields["action"], fields["id"]) == (
        *("person.answered", "withdrawn"),
        silent.shown[1].id,
    )
    assert "has changed on the page" in fields["note"]
    assert shop.done == []


@pytest.mark.slow
async def test_reading_and_searching_are_not_asked_about(shop: Shop) -> None:
    await shop.show(
        "<form role=search><input type=search name=q><button>Search</button></form>"
        "<details><summary>More</summary>words</details>"
    )
    await shop.do("enter_text", mmid=await shop.only("searchbox"), text="lamp", submit=True)
    await shop.do("scroll", direction="down")
    assert shop.person.asked == []


MENU = """<div role=combobox aria-label=More aria-controls=l aria-expanded=false tabindex=0
    onclick="l.hidden = false; this.ariaExpanded = 'true'">More</div>
    <ul role=listbox id=l hidden><li role=option>Open</li>
    <li role=option onclick="fetch('/do', {method: 'POST'})">Delete all</li></ul>"""


async def test_an_option_is_judged_by_its_whole_text(shop: Shop) -> None:
    await shop.show(MENU)
    for short in ("Del", "delet"):
        with pytest.raises(ActionDenied, match="would choose 'Delete all'"):
            await shop.do("select_option", mmid=await shop.only("combobox"), option=short)
    assert (shop.person.asked, shop.done) == ([], [])
    with pytest.raises(ActionDenied, match="the person refused it"):
        await shop.do("select_option", mmid=await shop.only("combobox"), option="Delete all")
    assert "choose 'Delete all' in combobox 'More'" in shop.person.asked[0].sentence


async def test_an_option_of_a_form_that_it_sends_is_named_in_full(shop: Shop) -> None:
    html = (
        "<form method=post action=/do onchange='this.submit()'><select aria-label=Plan>"
        "<option>None<option>Small, $5<option>Large, $500</select><button>Pay now</button></form>"
    )
    await shop.show(html)
    shop.person.allows = True
    with pytest.raises(ActionDenied, match="would choose 'Large, \\$500'"):
        await shop.do("select_option", mmid=await shop.only("combobox"), option="Large")
    assert shop.done == []
    await shop.do("select_option", mmid=await shop.only("combobox"), option="Large, $500")
    assert shop.done == ["/do"]
