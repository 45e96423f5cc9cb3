"""What is refused on each way by which a page comes to open another address, in a real browser.

The site is one server under two names: ``127.0.0.1``, which is granted, and ``localhost``, which is
not. Whether a request was sent is told by the server.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, suppress
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from agent_e.browser import BrowserSession, SharedBrowser, launch
from agent_e.browser.chromium import launch_arguments
from agent_e.browser.pdf import PdfDocuments
from agent_e.config import BrowserSettings, SafetySettings
from agent_e.errors import ActionDenied, NavigationFailed
from agent_e.safety import UrlCheck, granted_place
from agent_e.safety.origins import read_pattern
from agent_e.safety.url_check import url_check
from agent_e.safety.url_policy import UrlPolicy
from agent_e.types import Decision, Outgoing
from tests.browsers import Chromium

from .conftest import Shared, Site

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

Until = Callable[..., Awaitable[None]]


def within(site: Site) -> UrlCheck:
    place = granted_place(site.base)
    assert place is not None
    return UrlCheck(UrlPolicy(granted=frozenset({place})), resolve=None)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def bordered(server: Site, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Shared]:
    events: list[tuple[str, dict[str, Any]]] = []
    settings = BrowserSettings(navigation_timeout_s=20, action_timeout_s=20)
    async with BrowserSession.open(
        settings,
        downloads_dir=tmp_path_factory.mktemp("none"),
        on_event=lambda what, **fields: events.append((what, fields)),
    ) as session:
        await session.restrict_urls(within(server))
        yield Shared(session, events)


class RequestInterceptor:
    """A page to try things on, and what came of it."""

    def __init__(self, shared: Shared, site: Site, until: Until) -> None:
        self.session, self.events, self.site, self.until = (
            shared.session,
            shared.events,
            site,
            until,
        )
        self.evil = f"{site.base.replace('127.0.0.1', 'localhost')}/evil"
        site.page("/evil", "<title>evil</title>")
        site.page("/good", "<title>good</title>")

    @property
    def blocked(self) -> list[dict[str, Any]]:
        """What the border told: the proxy may have refused a connection before, made ahead."""
        told = [fields for what, fields in self.events if what == "blocked"]
        return [fields for fields in told if fields["where"] != "connection"]

    async def open(self, body: str) -> None:
        self.site.page("/start", body)
        await self.session.goto(f"{self.site.base}/start")

    async def run(self, script: str) -> None:
        """Run a script in the page, not waiting for what it leads to."""
        tab = self.session.active
        await tab.guard(tab.page.evaluate(f"() => {{ setTimeout(() => {{ {script} }}) }}"))

    async def refused(self, where: str, rule: str = "private") -> dict[str, Any]:
        """Wait for a refusal, and see that nothing was asked of the other host."""
        await self.until(lambda: self.blocked, timeout_s=30)
        found = self.blocked[0]
        assert (found["where"], found["rule"]) == (where, rule)
        assert "may not be opened" in found["sentence"]
        assert "GET /evil" not in self.site.requests
        return found

    async def stays(self, url: str = "/start") -> None:
        await self.until(lambda: self.session.active.url == self.site.base + url, timeout_s=30)
        assert len(self.session.tabs) == 1


@pytest_asyncio.fixture(loop_scope="session")
async def border(bordered: Shared, site: Site, until: Until) -> AsyncIterator[RequestInterceptor]:
    session = bordered.session
    tab = await session.ready()
    for other in [each for each in session.tabs if each is not tab]:
        await other.page.close()
    await tab.guard(tab.page.goto("about:blank"))
    await tab.loaded(20)
    bordered.events.clear()
    yield RequestInterceptor(bordered, site, until)


@pytest.mark.slow
async def test_an_address_that_may_not_be_opened_is_refused_with_the_reason(
    border: RequestInterceptor,
) -> None:
    with pytest.raises(ActionDenied, match="localhost.* may not be opened: its address is of this"):
        await border.session.goto(border.evil)
    assert border.site.requests == []
    assert border.blocked[0]["where"] == "call"


async def test_a_redirect_is_followed_no_further_than_allowed(border: RequestInterceptor) -> None:
    border.site.page("/one", status="302 Found", location="/two")
    border.site.page("/two", status="301 Moved", location=border.evil)
    with pytest.raises(ActionDenied, match=r"leads on to another one, and localhost:\d+ may not"):
        await border.session.goto(f"{border.site.base}/one")
    assert border.site.requests == ["GET /one", "GET /two"]
    await border.refused("page")


@pytest.mark.slow
async def test_a_new_window_is_not_opened_and_not_waited_for(border: RequestInterceptor) -> None:
    await border.open("<title>start</title>")
    mark = border.session.mark()
    tab = border.session.active
    await border.run(f"open('{border.evil}')")
    await border.refused("window")
    await border.until(lambda: not tab.navigating)
    await border.stays()
    happened = border.session.since(mark)
    assert happened.opened_tabs == ()
    assert "may not be opened" in happened.refused[0]


WAYS = {
    "meta refresh": ("<meta http-equiv=refresh content='0;url=EVIL'>", "", "page"),
    "location": ("", "location = 'EVIL'", "page"),
    "location.replace": ("", "location.replace('EVIL')", "page"),
    "link": ("<a href='EVIL'>x</a>", "document.links[0].click()", "page"),
    "link with other spelling": (
        "<a href='EVIL'>x</a>",
        "const a = document.links[0]; a.hostname = '0x7f.0.1.1'; a.click()",
        "page",
    ),
    "link with backslashes": (
        "",
        r"location = 'EVIL'.replace('http://', 'http:\\\\x@')",
        "page",
    ),
    "link with a dot": ("", "location = 'EVIL'.replace('localhost', 'LOCALHOST.')", "page"),
    "IPv6": ("", "location = 'EVIL'.replace('localhost', '[::ffff:127.0.0.1]')", "page"),
    "decimal": ("", "location = 'EVIL'.replace('localhost', '2130706434')", "page"),
    "octal": ("", "location = 'EVIL'.replace('localhost', '0177.0.0.2')", "page"),
    "userinfo": ("", "location = 'EVIL'.replace('localhost', '127.0.0.1@localhost')", "page"),
    "form by GET": (
        "<form action='EVIL'><input name=q value=secret></form>",
        "document.forms[0].submit()",
        "page",
    ),
    "form by POST": (
        "<form method=post action='EVIL'><input name=q value=secret></form>",
        "document.forms[0].submit()",
        "page",
    ),
    "link to a new window": (
        "<a target=_blank href='EVIL'>x</a>",
        "document.links[0].click()",
        "window",
    ),
    "window without its opener": ("", "open('EVIL', '_blank', 'noopener')", "window"),
    "window that is sent on": ("", "open('BASE/leads')", "window"),
    "iframe": ("<iframe src='EVIL'></iframe>", "", "frame"),
    "iframe that is sent on": ("<iframe src='BASE/leads'></iframe>", "", "frame"),
    "iframe by script": (
        "<iframe src='BASE/good'></iframe>",
        "frames[0].location = 'EVIL'",
        "frame",
    ),
    "iframe in an iframe": (
        "<iframe srcdoc=\"<iframe src='EVIL'></iframe>\"></iframe>",
        "",
        "frame",
    ),
    "object": ("<object data='EVIL' type='text/html'></object>", "", "frame"),
    "download": ("<a download href='EVIL'>x</a>", "document.links[0].click()", "page"),
}


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
async def test_no_way_leads_to_an_address_that_may_not_be_opened(
    border: RequestInterceptor, way: str
) -> None:
    body, script, where = WAYS[way]
    border.site.page("/leads", status="302 Found", location=border.evil)
    fill = lambda text: text.replace("EVIL", border.evil).replace("BASE", border.site.base)  # noqa: E731
    await border.open(f"<title>start</title>{fill(body)}")
    if script:
        await border.run(fill(script))
    await border.refused(where)
    await border.stays()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("script", "where"),
    [("location = URL", "page"), ("open(URL)", "window"), ("open(URL, '', 'noopener')", "window")],
)
async def test_a_document_without_a_request_is_left_at_once(
    border: RequestInterceptor, script: str, where: str
) -> None:
    await border.open("<title>start</title>")
    blob = "URL.createObjectURL(new Blob(['<h1>evil'], {type: 'text/html'}))"
    await border.run(script.replace("URL", blob, 1))
    found = await _first(border)
    assert (found["where"], found["rule"]) == (where, "scheme")
    if where == "page":
        await border.until(lambda: border.session.url == "about:blank", timeout_s=30)
    else:
        await border.until(lambda: len(border.session.context.pages) == 1, timeout_s=30)
        await border.stays()


async def _first(border: RequestInterceptor) -> dict[str, Any]:
    await border.until(lambda: border.blocked, timeout_s=30)
    return border.blocked[0]


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["view-source:", "file:", "chrome:", "javascript:"])
async def test_no_page_leads_to_addresses_of_other_schemes(
    border: RequestInterceptor, scheme: str
) -> None:
    address = {"file:": "file:///etc/passwd", "chrome:": "chrome://version"}
    target = address.get(scheme, f"{scheme}{border.site.base}/good")
    await border.open(f'<title>start</title><a href="{target}">x</a>')
    await border.run("document.links[0].click()")
    await border.run("document.title = 'clicked'")
    await border.until(
        lambda: asyncio.ensure_future(border.session.title()) and border.session.active.url
    )
    await border.stays()
    with pytest.raises(Exception, match="cannot be opened|may not be opened"):
        await border.session.goto(target)


@pytest.mark.slow
async def test_history_does_not_lead_to_what_is_denied_now(border: RequestInterceptor) -> None:
    await border.open("<title>start</title>")
    await border.session.goto(f"{border.site.base}/good")
    before = within(border.site)
    denying = UrlCheck(
        UrlPolicy(deny=(read_pattern("127.0.0.1"),), granted=before.policy.granted), resolve=None
    )
    await border.session.restrict_urls(denying)
    try:
        with pytest.raises(ActionDenied, match="among the denied hosts"):
            await border.session.history("back")
        await border.run("history.back()")
        assert (await _first(border))["rule"] == "deny"
    finally:
        await border.session.restrict_urls(before)


@pytest.mark.slow
async def test_a_pdf_is_fetched_no_further_than_allowed(border: RequestInterceptor) -> None:
    border.site.page("/file.pdf", status="302 Found", location=border.evil)
    await border.open("<title>start</title>")
    documents = PdfDocuments(border.session, budget_characters=2000)
    with pytest.raises(ActionDenied, match="may not be opened"):
        await documents.read_pdf("/file.pdf")
    with pytest.raises(ActionDenied, match="may not be opened"):
        await documents.read_pdf(border.evil)
    assert "GET /evil" not in border.site.requests


@pytest.mark.slow
async def test_what_is_allowed_works_as_ever(border: RequestInterceptor) -> None:
    body = "<title>start</title><iframe src='/good'></iframe><iframe srcdoc='hello'></iframe>"
    await border.open(body)
    await border.until(lambda: "GET /good" in border.site.requests)
    await border.session.goto(f"{border.site.base}/good")
    back = await border.session.history("back")
    assert back.to_url == f"{border.site.base}/start"
    await border.run("open('/good')")
    await border.until(lambda: len(border.session.tabs) == 2, timeout_s=30)
    border.site.page("/missing", "gone", status="404 Not Found")
    assert (await border.session.goto(f"{border.site.base}/missing")).status == 404
    assert border.blocked == []


@pytest.mark.slow
async def test_a_name_that_leads_to_a_private_address_is_refused(
    border: RequestInterceptor,
) -> None:
    """As an attacker's own name server has it."""
    place = granted_place(border.site.base)
    assert place is not None
    check = UrlCheck(
        UrlPolicy(granted=frozenset({place})), resolve=lambda _: ["93.184.216.34", "10.0.0.1"]
    )
    await border.session.restrict_urls(check)
    try:
        await border.open("<title>start</title>")
        await border.run("location = 'http://rebound.example.org/evil'")
        found = await _first(border)
        assert (found["rule"], found["where"]) == ("private", "page")
        assert "10.0.0.1" in found["sentence"]
    finally:
        await border.session.restrict_urls(within(border.site))


@pytest.mark.slow
async def test_a_name_that_leads_elsewhere_once_it_was_looked_up_is_left(
    site: Site, tmp_path: Path, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As an attacker's own name server has it, where no proxy of ours connects."""
    usual = launch_arguments()
    rule = "--host-resolver-rules=MAP rebound.example.org 127.0.0.1"
    monkeypatch.setattr(launch, "launch_arguments", lambda **_: [*usual, rule])
    site.page("/inside", "<title>inside</title>")
    address = site.base.replace("127.0.0.1", "rebound.example.org")
    events: list[tuple[str, dict[str, Any]]] = []
    async with BrowserSession.open(
        BrowserSettings(proxy=False),
        downloads_dir=tmp_path,
        on_event=lambda what, **fields: events.append((what, fields)),
    ) as session:
        await session.restrict_urls(UrlCheck(UrlPolicy(), resolve=lambda _: ["93.184.216.34"]))
        with suppress(NavigationFailed):
            await session.goto(f"{address}/inside")
        await until(lambda: any(what == "blocked" for what, _ in events), timeout_s=30)
        await until(lambda: session.url == "about:blank", timeout_s=30)
        (found,) = [fields for what, fields in events if what == "blocked"]
        assert (found["rule"], found["where"]) == ("private", "page")
        assert "127.0.0.1" in found["sentence"]


@pytest.mark.slow
async def test_in_a_shared_browser_other_contexts_are_left_alone(
    site: Site, tmp_path: Path, until: Until
) -> None:
    evil = site.base.replace("127.0.0.1", "localhost")
    site.page("/start", "<title>start</title>")
    site.page("/frame", f"<iframe src='{evil}/inside'></iframe>")
    site.page("/inside", "<title>inside</title>")
    async with SharedBrowser.start(BrowserSettings()) as shared:
        guarded = BrowserSession.open(
            BrowserSettings(), downloads_dir=tmp_path, on_event=lambda *_, **__: None, shared=shared
        )
        free = BrowserSession.open(
            BrowserSettings(), downloads_dir=tmp_path, on_event=lambda *_, **__: None, shared=shared
        )
        async with guarded as ours, free as theirs:
            await ours.restrict_urls(url_check(SafetySettings(), [_place(site)]))
            assert (await theirs.goto(f"{evil}/inside")).title == "inside"
            site.requests.clear()
            await theirs.goto(f"{site.base}/frame")
            await until(lambda: "GET /inside" in site.requests)
            site.requests.clear()
            await ours.goto(f"{site.base}/frame")
            with pytest.raises((ActionDenied, NavigationFailed)):
                await ours.goto(f"{evil}/inside")
            assert "GET /frame" in site.requests
            assert "GET /inside" not in site.requests


async def test_in_a_shared_browser_a_border_ends_with_its_context(
    site: Site, tmp_path: Path
) -> None:
    asked: list[str] = []

    class Listed(UrlCheck):
        async def __call__(self, url: str) -> Decision:
            asked.append(url)
            return await super().__call__(url)

    site.page("/start", "<title>start</title>")
    place = frozenset({_place(site)})
    async with SharedBrowser.start(BrowserSettings()) as shared:

        def opened() -> AbstractAsyncContextManager[BrowserSession]:
            return BrowserSession.open(
                BrowserSettings(),
                downloads_dir=tmp_path,
                on_event=lambda *_, **__: None,
                shared=shared,
            )

        async with opened() as first:
            await first.restrict_urls(Listed(UrlPolicy(granted=place), resolve=None))
            await first.goto(f"{site.base}/start")
            assert asked
        asked.clear()
        async with opened() as second:
            assert (await second.goto(f"{site.base}/start")).title == "start"
        assert asked == []


def _place(site: Site) -> tuple[str, int]:
    place = granted_place(site.base)
    assert place is not None
    return place


class _Allowing:
    """Judges every request, and lets each go on."""

    def __init__(self) -> None:
        self.judged: list[str] = []

    async def judge(self, sent: Outgoing) -> Decision:
        self.judged.append(sent.url)
        return Decision(allowed=True, rule="test")

    def addressed(self, url: str) -> None:
        pass

    def noticed(self, sent: Outgoing) -> None:
        """Nothing is learned from it."""


async def test_a_frame_that_waits_for_its_own_request_is_not_asked_whose_it_is(
    server: Site, chromium: Chromium, tmp_path: Path
) -> None:
    # Older editors load their parts so: the page answers nobody until this request is answered.
    server.page("/part", "part")
    # The frame's own document is written by the page, and comes by no request.
    server.page(
        "/editor",
        '<title>Editor</title><p id=out></p><iframe srcdoc="<script>'
        "const request = new XMLHttpRequest(); request.open('GET', '/part', false);"
        'request.send(); parent.out.textContent = request.responseText</script>"></iframe>',
    )
    warden = _Allowing()
    async with chromium.session(downloads_dir=tmp_path) as session:
        await session.restrict_urls(within(server))
        session.set_request_policy(warden)
        await session.intercept("all")
        await session.goto(f"{server.base}/editor")
        await session.active.page.wait_for_function("out.textContent === 'part'", timeout=10_000)
    assert f"{server.base}/part" in warden.judged
