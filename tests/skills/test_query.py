"""Code that may read pages and nothing else."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from agent_e.errors import ActionDenied, BadArgument, SkillError
from agent_e.safety import UrlCheck, granted_place
from agent_e.safety.permits import Permit
from agent_e.safety.url_policy import UrlPolicy
from agent_e.types import Document, Observation
from agent_e.verification import EvidenceLog
from tests.browsers import Chromium
from tests.skills.called import Skills
from tests.skills.many import Site
from tests.skills.room import Room, room

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PRODUCTS = [f"/p/{n}" for n in range(1, 9)]
PRICE = "doc => doc.querySelector('.price').textContent"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def opened(
    chromium: Chromium, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[tuple[Room, Site]]:
    site = Site()
    async with room(chromium, tmp_path_factory.mktemp("run"), site.routes()) as there:
        place = granted_place(there.base)
        assert place is not None
        await there.session.restrict_urls(
            UrlCheck(UrlPolicy(granted=frozenset({place})), resolve=None)
        )
        yield there, site


@pytest_asyncio.fixture(loop_scope="session")
async def here(opened: tuple[Room, Site]) -> Room:
    await opened[0].open("/")
    opened[0].forget()
    return opened[0]


@pytest.fixture
def site(opened: tuple[Room, Site]) -> Site:
    opened[1].seen.clear()
    return opened[1]


async def rows(here: Room, code: str, *urls: str, **more: Any) -> list[Any]:
    """What the code gives for one page, or for all when it is combined."""
    read = await here.do("query", code=code, urls=list(urls), **more)
    lines = [line for line in read.text.split("\n")[1:] if line[:1] in '"[{-0123456789tfn']
    return [json.loads(line) for line in lines]


async def rows_with_pages(here: Room, code: str, *urls: str) -> dict[str, Any]:
    """What the code gives for each of several pages, one row each."""
    read = await here.do("query", code=code, urls=list(urls))
    pairs = [line.rsplit(": ", 1) for line in read.text.split("\n")[1:]]
    return {url: json.loads(value) for url, value in pairs}


@pytest.mark.slow
async def test_one_call_reads_many_pages_and_combines_them(here: Room, site: Site) -> None:
    read = await here.do("query", code=PRICE, urls=PRODUCTS)
    assert read.text.split("\n") == [
        "8 rows from 8 of 8 pages:",
        *(f'{here.base}/p/{n}: "€ {n}.50"' for n in range(1, 9)),
    ]
    # It is the page as it was sent: its script would have called it otherwise.
    documents = [each for each in read.data if isinstance(each, Document) and each.title]
    assert [each.title for each in documents] == [f"Item {n}" for n in range(1, 9)]
    assert [each.url for each in documents] == [here.base + path for path in PRODUCTS]
    assert "€ 3.50" in documents[2].text
    assert "document.title" not in documents[2].text
    cents = "doc => Number(doc.querySelector('.price').dataset.cents)"
    summed = "values => values.reduce((sum, each) => sum + each, 0)"
    assert await rows(here, cents, *PRODUCTS, combine=summed) == [sum(range(1, 9)) * 100 + 400]
    assert sorted(site.seen) == sorted(f"GET {path}" for path in PRODUCTS * 2)
    assert here.events("action.started")[-1]["action"] == "query"


async def test_links_are_whole_addresses_and_elements_become_their_text(here: Room) -> None:
    code = "doc => ({to: doc.querySelector('main a').href, at: doc.querySelectorAll('td')})"
    assert await rows(here, code, "/p/3") == [
        {"to": f"{here.base}/more/3", "at": ["small", "3", "large", "6"]}
    ]
    read = await here.do("query", code=code, urls=["/p/3"])
    document = read.data[-1]
    assert isinstance(document, Document)
    assert document.text.endswith(f"\n{here.base}/more/3")
    assert "small 3" in document.text
    made = await here.do("query", code="doc => doc.title + '!'", urls=["/p/3"])
    assert made.text.endswith("Put together by the function, so no quotes: 'Item 3!'.")


async def test_what_was_computed_can_be_quoted_unless_it_holds_words_of_no_page(here: Room) -> None:
    log = EvidenceLog()
    count = """values => ({count: values.flat().length, first: values[0],
        ...Object.fromEntries(values.map((each, at) => [each, at + 1]))})"""
    name = "doc => doc.querySelector('h1')"
    read = await here.do("query", code=name, urls=PRODUCTS, combine=count)
    log.add(read, step=3, url=here.base)
    assert read.text.split("\n")[1].startswith('{"count": 8, "first": "Item 1", "Item 1": 1')
    for quote in ('"count": 8', '"Item 4": 4', '"count": 8, "first": "Item 1"'):
        place = log.locate(quote)
        assert place is not None, quote
        assert (place.evidence.step, place.evidence.url) == (3, f"{here.base}/p/1")
    assert log.locate('"Item 4": 5') is None
    # Words that stand on a page are quoted from there.
    place = log.locate("Item 3")
    assert place is not None
    assert place.evidence.url == f"{here.base}/p/3"
    code = "(doc, url) => [{said: 'Order placed', of: 7}, {said: 'Item', of: 9}]"
    log.add(await here.do("query", code=code, urls=["/p/2"]), step=4, url=here.base)
    assert log.locate('"said": "Item", "of": 9') is not None
    for quote in ('"said": "Order placed", "of": 7', "Order placed", '"of": 7'):
        assert log.locate(quote) is None, quote


async def test_links_of_the_open_page_will_do_for_addresses(here: Room) -> None:
    third = await here.mmid("Item 3")
    heading = "doc => doc.querySelector('h1')"
    assert await rows_with_pages(here, heading, str(third), "Item 4", "/p/5") == {
        f"{here.base}/p/{n}": f"Item {n}" for n in (3, 4, 5)
    }
    read = await here.do("query", code=heading, urls=["Item 4", "Item 99"])
    assert "There is no Item 99 on this page" in read.text
    for urls in (["Item 99"], ["/p/404", "Item 99"]):
        with pytest.raises(SkillError, match="There is no Item 99"):
            await here.do("query", code=heading, urls=urls)


async def test_the_rows_of_a_page_stand_below_its_address(here: Room) -> None:
    cells = "doc => [...doc.querySelectorAll('td')]"
    read = await here.do("query", code=cells, urls=["/p/3", "/p/4"])
    assert read.text.split("\n") == [
        "8 rows from 2 of 2 pages:",
        f'{here.base}/p/3: "small"', '  "3"', '  "large"', '  "6"',
        f'{here.base}/p/4: "small"', '  "4"', '  "large"', '  "8"',
    ]  # fmt: skip
    long = "doc => [...Array(90)].map((_, n) => n + 'x'.repeat(80))"
    second = await here.do("query", code=long, urls=["/p/3", "/p/4"], page=2)
    assert second.text.split("\n")[1].startswith(f'{here.base}/p/3: "')


async def test_pages_behind_a_login_are_fetched_with_the_session(here: Room) -> None:
    await here.open("/login")
    assert await rows(here, "doc => doc.querySelector('h1')", "/own/5") == ["Ada's order 5"]
    await here.session.context.clear_cookies()
    assert await rows(here, "doc => doc.querySelector('h1')", "/own/5") == ["Item 1"]


async def test_json_xml_text_and_other_charsets(here: Room) -> None:
    read = await here.do("query", code="page => page.items[0]", urls=["/api"])
    assert json.loads(read.text.split("\n")[1]) == {"name": 'a "b"\n', "cents": 250}
    assert "Not on the pages" not in read.text
    heading = "doc => doc.querySelector('h1')"
    assert await rows(here, heading, "/latin") == ["Gâteau à la crème"]
    assert await rows(here, heading, "/sjis") == ["東京タワー"]
    assert await rows(here, "doc => doc.querySelector('item > title')", "/feed") == ["First"]
    lines = "doc => doc.body.textContent.trim().split('\\n')"
    assert await rows(here, lines, "/plain") == ["name: Ada", "born: 1815"]
    wrong = await here.do("query", code="page => page.things", urls=["/api"])
    assert "is JSON with the keys items [1, each with name, cents], total." in wrong.text


async def test_the_open_page_is_copied_with_values_and_shadow_roots(here: Room) -> None:
    await here.open("/live")
    code = """doc => ({
        a: doc.querySelector('#a').value, c: doc.querySelector('#c').checked,
        p: doc.querySelector('#p').value, t: doc.querySelector('#t').value,
        s: doc.querySelector('#s').value,
        inside: doc.querySelector('#host').shadowRoot.querySelector('b'),
        deep: doc.querySelector('#host').shadowRoot.querySelector('input').value,
    })"""
    assert await rows(here, code) == [
        {
            "a": "typed",
            "c": True,
            "p": "••••",
            "t": "after",
            "s": "two",
            "inside": "inside",
            "deep": "deep",
        }
    ]
    read = await here.do("query", code="doc => { doc.body.innerHTML = ''; return 1 }")
    assert [type(each) for each in read.data] == [Document, Observation]
    assert await here.script("[changed, !!document.querySelector('#a'), a.value]") == [
        0,
        True,
        "typed",
    ]


async def test_what_fails_is_said_in_its_place(here: Room, site: Site) -> None:
    urls = ["/p/1", "/p/404", "/elsewhere", "/file", "/rules.pdf", "/large"]
    read = await here.do("query", code=PRICE, urls=urls)
    text = read.text
    assert f'1 row from 1 of 6 pages:\n{here.base}/p/1: "€ 1.50"' in text
    assert "/p/404: it could not be fetched: HTTP 404." in text
    assert "/elsewhere: localhost:" in text and "may not be opened" in text
    assert "/file: it is application/octet-stream. Only HTML" in text
    assert "/rules.pdf: it is a PDF. Read it with read_pdf." in text
    assert "/large: it is too large: over 5 MB." in text
    assert site.seen.count("GET /p/1") == 1
    with pytest.raises(SkillError, match=r"is a PDF\. Read it with read_pdf\."):
        await here.do("query", code=PRICE, urls=["/rules.pdf"])


async def test_a_wrong_selector_is_told_with_what_there_is(here: Room) -> None:
    nothing = await here.do(
        "query", code="doc => doc.querySelector('.prices')?.textContent", urls=["/p/1", "/p/2"]
    )
    assert nothing.text.endswith(
        f"{here.base}/p/1 has no .prices (but .price ×1); headings: 'Item 1'; tables: Size | Stock "
        "(3 rows); most used classes: .price ×1; 2 links."
    )
    with pytest.raises(SkillError, match="TypeError: Cannot read .*'textContent'") as thrown:
        await here.do("query", code="doc => doc.querySelector('.sum').textContent", urls=["/p/1"])
    assert "has no .sum; headings: 'Item 1'" in str(thrown.value)
    for code in ("return 1", "1", "doc => {"):
        with pytest.raises(BadArgument, match=r"code is no JavaScript function"):
            await here.do("query", code=code, urls=["/p/1"])
    fenced = "```js\ndoc => doc.title;\n```"
    assert await rows(here, fenced, "/p/1") == ["Item 1"]
    assert await rows(here, "async function (doc, url) { return url }", "/p/1") == [
        f"{here.base}/p/1"
    ]


@pytest.mark.slow
async def test_forty_addresses_and_no_more(here: Room, site: Site) -> None:
    forty = [f"/p/{n}" for n in range(1, 41)]
    began = time.monotonic()
    assert await rows(here, PRICE, *forty, combine="v => v.length") == [40]
    assert time.monotonic() - began < 20
    assert len(site.seen) == 40
    with pytest.raises(BadArgument, match="at most 40 addresses, not 41"):
        await here.do("query", code=PRICE, urls=[*forty, "/p/41"])


@pytest.mark.slow
async def test_long_rows_come_in_parts(here: Room, site: Site) -> None:
    code = "doc => Array.from({length: 300}, (_, n) => `row ${n} of ${doc.title}`)"
    first = await here.do("query", code=code, urls=["/p/1"])
    assert len(first.text) < 4_300
    assert first.text.startswith('300 rows:\n"row 0 of Item 1"\n')
    assert "other rows; these are 1-" in first.text
    fetched = len(site.seen)
    second = await here.do("query", code=code, urls=["/p/1"], page=2)
    assert len(site.seen) == fetched
    shown = [line for line in (first.text + "\n" + second.text).split("\n") if line[:4] == '"row']
    assert shown == [f'"row {n} of Item 1"' for n in range(len(shown))]
    with pytest.raises(BadArgument, match="There is no part 9"):
        await here.do("query", code=code, urls=["/p/1"], page=9)


ATTACKS = {
    "fetch": "fetch(to).then(() => 'out')",
    "xhr": "new Promise((done, fail) => { const x = new XMLHttpRequest(); x.open('GET', to);"
    " x.onload = () => done('out'); x.onerror = fail; x.send(); })",
    "socket": "new Promise((done, fail) => { const s = new WebSocket(to.replace('http', 'ws'));"
    " s.onopen = () => done('out'); s.onerror = fail; })",
    "events": "new Promise((done, fail) => { const e = new EventSource(to);"
    " e.onopen = () => done('out'); e.onerror = fail; })",
    "import": "import(to).then(() => 'out')",
    "image": "new Promise((done, fail) => { const i = new Image(); i.onload = () => done('out');"
    " i.onerror = fail; i.src = to; })",
    "beacon": "navigator.sendBeacon(to, 'x') && 'unsure'",
    "window": "window.open(to) ? 'out' : 'none'",
    "storage": "localStorage.setItem('a', 'b') ?? 'out'",
    "session": "sessionStorage.setItem('a', 'b') ?? 'out'",
    "database": "new Promise((done, fail) => { const r = indexedDB.open('a');"
    " r.onsuccess = () => done('out'); r.onerror = fail; })",
    "cookie": "(document.cookie = 'a=b', document.cookie ? 'out' : 'none')",
    "caches": "caches.open('a').then(() => 'out')",
    "service": "navigator.serviceWorker.register(to).then(() => 'out')",
    "worker": "new Promise((done, fail) => { const w = new Worker(URL.createObjectURL("
    "new Blob(['postMessage(1)']))); w.onmessage = () => done('out'); w.onerror = fail; })",
    "view": "doc.defaultView ? 'out' : 'none'",
    "parent": "parent.document ? 'out' : 'none'",
    "top": "top.location.href",
    "eval": "(0, eval)('1') ? 'out' : 'none'",
    "function": "Function('return 1')() ? 'out' : 'none'",
    "script": "(() => { const s = document.createElement('script');"
    " s.textContent = 'globalThis.ran = 1'; document.documentElement.append(s);"
    " return globalThis.ran ? 'out' : 'none' })()",
    "frame": "new Promise((done) => { const f = document.createElement('iframe'); f.src = to;"
    " f.onload = () => done('unsure'); document.documentElement.append(f); })",
    "frame's": "(() => { const f = document.createElement('iframe');"
    " document.documentElement.append(f); return f.contentWindow.fetch ? 'out' : 'none' })()",
    "form": "(() => { const f = document.createElement('form'); f.action = to; f.method = 'post';"
    " document.documentElement.append(f); f.submit(); return 'unsure' })()",
    "link": "(() => { for (const rel of ['prefetch', 'preload', 'stylesheet', 'preconnect',"
    " 'dns-prefetch', 'modulepreload']) { const l = document.createElement('link'); l.rel = rel;"
    " l.href = to; document.documentElement.append(l); } return 'unsure' })()",
    "style": "(() => { document.documentElement.style.background = `url(${to})`;"
    " return 'unsure' })()",
    "in the page": "(() => { doc.body.innerHTML = `<img src=${to}><iframe src=${to}></iframe>"
    "<link rel=stylesheet href=${to}><script src=${to}><\\/script>`;"
    " document.documentElement.append(document.adoptNode(doc.body)); return 'unsure' })()",
    "rtc": "(async () => { const c = new RTCPeerConnection({iceServers: [{urls:"
    " 'stun:127.0.0.1:' + new URL(to).port}]}); c.createDataChannel('a');"
    " await c.setLocalDescription(await c.createOffer()); return 'unsure' })()",
}


async def test_code_reaches_nothing(here: Room, site: Site) -> None:
    """Whatever it tries, the server hears of nothing but the pages that were asked for."""
    tries = ",".join(f"[{json.dumps(name)}, () => {attack}]" for name, attack in ATTACKS.items())
    code = f"""async (doc, url) => {{
        const to = new URL('/post', url).href, came = {{}};
        const soon = () => new Promise((done) => setTimeout(done, 300, 'nothing'));
        for (const [name, attempt] of [{tries}]) {{
            try {{ came[name] = await Promise.race([attempt(), soon()]) }}
            catch (error) {{ came[name] = 'refused' }}
        }}
        return came;
    }}"""
    (came,) = await rows(here, code, "/p/1")
    assert set(came) == set(ATTACKS)
    assert not {name: how for name, how in came.items() if how == "out"}
    assert set(came.values()) <= {"refused", "none", "nothing", "unsure"}
    assert site.seen == ["GET /p/1"]
    assert len(here.session.context.pages) == 1


@pytest.mark.parametrize(
    "attack",
    [
        "location.href = new URL('/post', url).href",
        *(
            pytest.param(attack, marks=pytest.mark.slow)
            for attack in (
                "top.location = new URL('/post', url).href",
                "doc.location = new URL('/post', url).href",
                "document.write('<meta http-equiv=refresh content=\"0;url=' + url + '\">')",
            )
        ),
    ],
)
async def test_code_that_leads_its_place_elsewhere_harms_only_itself(
    here: Room, site: Site, attack: str
) -> None:
    code = (
        f"async (doc, url) => {{ {attack}; await new Promise(r => setTimeout(r, 200)); return 1 }}"
    )
    try:
        await here.do("query", code=code, urls=["/p/1"])
    except SkillError:
        # Its document went away while it ran.
        assert "GET /post" not in site.seen
    assert site.seen == ["GET /p/1"]
    assert await rows(here, "doc => doc.title", "/p/2") == ["Item 2"]
    assert here.session.url == f"{here.base}/"


async def test_nothing_goes_from_one_page_to_the_next(here: Room) -> None:
    code = """(doc) => {
        const before = [({}).stolen ?? '', globalThis.kept ?? '', window.name, document.title];
        Object.prototype.stolen = globalThis.kept = window.name = document.title = doc.title;
        JSON.stringify = () => '"forged"';
        Array.prototype.map = () => ['forged'];
        return before;
    }"""
    combine = "values => [values, ({}).stolen ?? '', globalThis.kept ?? '']"
    (values, *kept) = await rows(here, code, "/p/1", "/p/2", "/p/3", combine=combine)
    assert values == [["", "", "", ""]] * 3
    assert kept == ["", ""]


ENDLESS = {
    "loop": "doc => { for (;;); }",
    "microtasks": "async doc => { for (;;) await 0; }",
    "late loop": "async doc => { await 0; for (;;); }",
    "promise": "doc => new Promise(() => {})",
    "toJSON": "doc => ({toJSON() { for (;;); }})",
}


@pytest.mark.parametrize(
    "kind", ["loop", *(pytest.param(each, marks=pytest.mark.slow) for each in [*ENDLESS][1:])]
)
async def test_code_that_does_not_end_is_ended(
    here: Room, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agent_e.dom.query.run.RUN_S", 1.0)
    began = time.monotonic()
    urls = ["/p/1", "/p/2", "/p/3", "/p/4"]
    with pytest.raises(SkillError, match="it was not done after 1 s and was ended") as ended:
        await here.do("query", code=ENDLESS[kind], urls=urls)
    assert "it was not run there, since it had to be ended before" in str(ended.value)
    assert time.monotonic() - began < 20
    assert await rows(here, "doc => doc.title", "/p/1") == ["Item 1"]


BOMBS = {
    "arrays": "doc => { const all = []; for (;;) all.push(new Array(1e5).fill(1.5)); }",
    "buffers": "doc => { const all = []; for (;;) all.push(new Uint8Array(5e7).fill(7)); }",
    "strings": "doc => { let all = 'x'; for (;;) { all += all; all.at(-1).trim(); } }",
    "elements": "doc => { for (;;) doc.body.append(doc.createElement('p'), 'x'.repeat(1e5)); }",
}


@pytest.mark.parametrize(
    "kind", ["arrays", *(pytest.param(each, marks=pytest.mark.slow) for each in [*BOMBS][1:])]
)
async def test_code_that_takes_too_much_is_ended(here: Room, kind: str) -> None:
    said = "it took more than 64 MB of memory|RangeError: Invalid (string|array) length"
    with pytest.raises(SkillError, match=said):
        await here.do("query", code=BOMBS[kind], urls=["/p/1"])
    assert await rows(here, "doc => doc.title", "/p/1") == ["Item 1"]


@pytest.mark.slow
async def test_results_that_cannot_be_told_are_refused(here: Room) -> None:
    for code, said in [
        ("doc => { const a = {}; a.a = a; return a }", "circular structure"),
        ("doc => 'x'.repeat(1e6)", "its value has 1000002 characters, 400000 at most"),
        ("doc => { let a = 1; for (let i = 0; i < 1500; i++) a = [a]; return a }", "as JSON"),
        ("doc => { let a = 1; for (let i = 0; i < 1e5; i++) a = [a]; return a }", "call stack"),
        ("doc => { throw 'plain' }", "plain"),
        ("doc => { throw {toString() { for (;;); }} }", "Object"),
    ]:
        with pytest.raises(SkillError, match=said):
            await here.do("query", code=code, urls=["/p/1"])
    assert await rows(here, "doc => undefined", "/p/1") == [None]


class Refusing:
    def __init__(self, denied: str) -> None:
        self.denied = denied
        self.asked: list[tuple[str, Any]] = []

    async def check(self, action: str, target: Any, arguments: Any) -> Permit:
        self.asked.append((action, dict(arguments)))
        if self.denied in str(arguments.get("url", "")):
            raise ActionDenied("Not done: it was refused.")
        return Permit()


async def test_each_address_is_judged_as_open_url_is(here: Room, site: Site) -> None:
    gate = Refusing("/p/2")
    skills = Skills(here.session, here.context.journal, gate=gate)  # type: ignore[arg-type]
    read = await skills.do("query", code=PRICE, urls=["/p/1", "/p/2"])
    assert gate.asked[:2] == [("open_url", {"url": f"{here.base}/p/{n}"}) for n in (1, 2)]
    assert f"{here.base}/p/2: Not done: it was refused." in read.text
    assert site.seen == ["GET /p/1"]
    with pytest.raises(ActionDenied):
        await skills.do("query", code=PRICE, urls=["/p/2"])
