"""Acts are judged by what leaves the browser, on real pages; a yes is for what was shown."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import suppress
from typing import Any

import pytest
import pytest_asyncio

from agent_e.errors import ActionDenied
from tests.browsers import Chromium

from .shops import Shop, opened_shop

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def shop(chromium: Chromium, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Shop]:
    async with opened_shop(chromium, tmp_path_factory.mktemp("shop")) as opened:
        yield opened


def _but_slow(cases: Iterable[str], *quick: str) -> list[Any]:
    """Mark all cases slow but those that stand for the others in every run."""
    return [each if each in quick else pytest.param(each, marks=pytest.mark.slow) for each in cases]


POST = "fetch('/do', {method: 'POST'})"
UNKNOWN = {
    "a form": "<form method=post action=/do><button>Zatwierdz to</button></form>",
    "a script": f'<button onclick="{POST}">Zatwierdz to</button>',
    "a beacon": """<button onclick="navigator.sendBeacon('/do')">Zatwierdz to</button>""",
    "a timer": f'<button onclick="setTimeout(() => {POST}, 2500)">Zatwierdz to</button>',
    "a picture of a dark button": """<button id=b7 style="width: 20px; height: 20px"></button>
        <script>b7.onclick = () => { new Image().src = '/do' }</script>""",
    "a link to what is done with an item": "<a href=/items/5/lopeta>Lopeta</a>",
    "a script's GET": """<button onclick="fetch('/items/5/delete')">Zatwierdz to</button>""",
    "a worker": """<button onclick="new Worker(window.URL.createObjectURL(new Blob(
        [`fetch('${location.origin}/do', {method: 'POST', mode: 'no-cors'})`])))">Go</button>""",
}


@pytest.mark.parametrize("page", _but_slow(UNKNOWN, "a form", "a script", "a worker"))
async def test_what_no_rule_tells_waits_for_its_class(shop: Shop, page: str) -> None:
    role = "link" if "<a " in UNKNOWN[page] else "button"
    await shop.show(UNKNOWN[page], effect="money")
    mmid = await shop.only(role)
    try:
        await shop.do("click", mmid=mmid)
    except ActionDenied as denied:
        assert "it may spend money" in str(denied)
    async with asyncio.timeout(20):
        while not shop.person.asked:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    assert shop.arrived == []
    await shop.show(UNKNOWN[page], effect="write")
    await shop.do("click", mmid=await shop.only(role))
    async with asyncio.timeout(20):
        while not shop.arrived:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    assert (shop.person.asked, len(shop.classified)) == ([], 1)


@pytest.mark.slow
async def test_a_name_too_long_to_be_read_says_nothing(shop: Shop) -> None:
    await shop.show(f"<a href='/about' aria-label='About us {'so ' * 200_000}buy now'>About</a>")
    with pytest.raises(ActionDenied):
        await shop.do("click", mmid=await shop.only("link"))
    assert [len(each.control.name) < 30_000 for each in shop.classified if each.control] == [True]
    assert len(shop.person.asked) == 1


async def test_a_late_refusal_is_reported_with_the_next_action(shop: Shop) -> None:
    await shop.show(UNKNOWN["a timer"], effect="money")
    await shop.do("click", mmid=await shop.only())
    async with asyncio.timeout(20):
        while not shop.person.asked:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    with pytest.raises(ActionDenied, match="let the page send something"):
        await shop.do("scroll", direction="down")


async def test_what_the_page_sends_by_itself_is_not_asked_about(shop: Shop) -> None:
    await shop.show(f"""<button onclick="{POST}">Zatwierdz to</button>""", effect="money")
    await shop.here.script(POST)
    await shop.do("click", mmid=await shop.only())
    assert (shop.classified, shop.done) == ([], ["/do", "/do"])


async def test_an_address_that_no_page_offers_is_judged(shop: Shop) -> None:
    await shop.show("<a href=/items/1>One</a>", effect="money")
    await shop.only("link")
    await shop.do("open_url", url=f"{shop.here.base}/items/2")
    assert shop.classified == []
    with pytest.raises(ActionDenied, match="it may spend money"):
        await shop.do("open_url", url=f"{shop.here.base}/transfer?to=bob&sum=500")
    assert [each.path for each in shop.arrived] == ["/items/2"]


FORM = """<form method=post action=/pay><p>You pay $5.00</p><input type=hidden name=way value=card>
    <input name=amount value=5.00><button>Pay now</button></form><script>
    const [form, button] = [document.forms[0], document.querySelector('button')];
    const swap = () => { DO };
    WHEN</script>"""
SUM = "form.amount.value = '5000'"
SWAPS = {
    "as the pointer comes": (SUM, "button.onmousemove = swap"),
    "as it is pressed": (SUM, "button.onmousedown = swap"),
    "as the form is sent": (SUM, "form.onsubmit = swap"),
    "a hidden field": ("form.way.value = 'wire'", "form.onsubmit = swap"),
    "another address": ("form.action = '/wire'", "form.onsubmit = swap"),
    "one field more": (
        "form.insertAdjacentHTML('beforeend', '<input type=hidden name=to value=eve>')",
        "form.onsubmit = swap",
    ),
}


@pytest.mark.parametrize("swap", _but_slow(SWAPS, "as it is pressed", "another address"))
async def test_a_yes_is_for_what_the_form_held(shop: Shop, swap: str) -> None:
    does, when = SWAPS[swap]
    await shop.show(FORM.replace("DO", does).replace("WHEN", when))
    mmid = await shop.only()
    asked = shop.person.asked

    async def refuse_the_second() -> None:
        shop.person.allows = len(asked) == 1

    shop.person.meanwhile = refuse_the_second
    with pytest.raises(ActionDenied):
        await shop.do("click", mmid=mmid)
    assert shop.done == []
    assert len(asked) <= 2


async def test_a_yes_is_for_one_form_as_it_stands(shop: Shop) -> None:
    await shop.show(FORM.replace("DO", "").replace("WHEN", ""))
    shop.person.allows = True
    await shop.do("click", mmid=await shop.only())
    assert [each.body for each in shop.arrived] == ["way=card&amount=5.00"]
    assert len(shop.person.asked) == 1


async def test_a_yes_is_for_one_request(shop: Shop) -> None:
    await shop.show(
        """<p>You pay $5.00</p><button onclick="for (let n = 0; n < 6; n += 1)
        fetch('/pay', {method: 'POST', body: 'sum=5&n=' + n})">Pay now</button>"""
    )
    asked = shop.person.asked

    async def refuse_the_second() -> None:
        shop.person.allows = len(asked) == 1

    shop.person.meanwhile = refuse_the_second
    with pytest.raises(ActionDenied, match="sent a second time"):
        await shop.do("click", mmid=await shop.only())
    assert shop.done == ["/pay"]


async def test_a_yes_covers_different_requests_of_one_press(shop: Shop) -> None:
    await shop.show(
        """<button onclick="for (const op of ['check', 'pay', 'log'])
        fetch('/api', {method: 'POST', body: JSON.stringify({op, id: 7})})">Pay now</button>"""
    )
    shop.person.allows = True
    await shop.do("click", mmid=await shop.only())
    assert (len(shop.person.asked), shop.done) == (1, ["/api"] * 3)


@pytest.mark.parametrize(
    "first", ["f.src = '/items/1'", "window.open('/items/1')"], ids=["a frame", "a window"]
)
async def test_what_else_is_loaded_makes_the_page_no_other(shop: Shop, first: str) -> None:
    await shop.show(
        f"""<iframe id=f></iframe><button onclick="{first}; setTimeout(() => {POST}, 200)">Zatwierdz
        to</button>""",
        effect="money",
    )
    mmid = await shop.only()
    with suppress(ActionDenied):
        await shop.do("click", mmid=mmid)
    async with asyncio.timeout(20):
        while not shop.person.asked:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    assert (shop.done, "it may spend money" in shop.person.asked[0].risk.reasons) == ([], True)
