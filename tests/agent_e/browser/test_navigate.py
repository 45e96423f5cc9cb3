from __future__ import annotations

import asyncio
import socket
import ssl
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from agent_e.errors import BadArgument, NavigationFailed, SkillError

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_opens_a_page_and_says_what_it_is(session, site, events):
    url = site.page("/one", "<title>One</title>1")
    went = await session.goto(url)
    assert (went.from_url, went.to_url, went.title, went.status) == ("about:blank", url, "One", 200)
    assert (went.same_document, went.complete) == (False, True)
    assert session.url == url
    assert await session.title() == "One"
    assert ("navigation", url) in [(what, fields["url"]) for what, fields in events]


async def test_does_not_wait_for_what_the_page_loads(session, site):
    site.page("/picture", wait_s=8)
    url = site.page("/slow", "<title>Slow</title><img src=/picture>")
    began = time.monotonic()
    await session.goto(url)
    assert time.monotonic() - began < 6


async def test_a_relative_address_belongs_to_the_current_page(session, site):
    site.page("/two", "<title>Two</title>")
    await session.goto(site.page("/one", "1"))
    assert (await session.goto("/two")).to_url == site.base + "/two"


async def test_a_fragment_stays_in_the_document(session, site):
    await session.goto(site.page("/one", "<title>One</title>"))
    document = session.active.document
    went = await session.goto("#part")
    assert (went.same_document, went.status, went.title) == (True, None, "One")
    assert went.to_url == site.base + "/one#part"
    assert session.active.document == document


async def test_documents_are_counted(session, site):
    url = site.page("/one", "1")
    numbers = []
    for _ in range(3):
        await session.goto(url)
        numbers.append(session.active.document)
    assert numbers == [numbers[0], numbers[0] + 1, numbers[0] + 2]


async def test_an_error_status_is_a_result(session, site):
    went = await session.goto(site.page("/none", "<title>Gone</title>", status="404 Not Found"))
    assert (went.status, went.title) == (404, "Gone")


async def test_an_error_status_without_a_page_is_a_result_too(session, site):
    went = await session.goto(site.page("/none", "", status="503 Service Unavailable"))
    assert (went.status, went.to_url) == (503, site.base + "/none")
    assert session.url == site.base + "/none"


async def test_a_redirect_by_script_is_followed(session, site):
    site.page("/end", "<title>End</title>", status="201 Created")
    began = site.page("/begin", "<script>location.replace('/end')</script>")
    went = await session.goto(began)
    assert (went.to_url, went.title, went.status) == (site.base + "/end", "End", 201)


async def test_a_redirect_by_the_server_is_followed(session, site):
    site.page("/end", "<title>End</title>")
    went = await session.goto(site.page("/begin", "", status="302 Found", location="/end"))
    assert (went.to_url, went.status) == (site.base + "/end", 200)


async def test_a_page_that_never_finishes_can_be_used(session, site, hurry):
    head = b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<title>Part</title><p id=p>half"
    url = site.raw("/stall", head, hold=True)
    hurry(1.0)
    went = await session.goto(url)
    assert (went.complete, went.status, went.title) == (False, 200, "Part")
    page = session.active.page
    assert await session.active.guard(page.evaluate("p.textContent")) == "half"


async def refusing_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def test_an_unknown_host_is_named(session):
    with pytest.raises(NavigationFailed, match=r"no address is known for nowhere\.invalid"):
        await session.goto("http://nowhere.invalid/")


async def test_a_refused_connection_is_told(session):
    port = await refusing_port()
    with pytest.raises(NavigationFailed, match=rf"127\.0\.0\.1:{port} refused the connection"):
        await session.goto(f"http://127.0.0.1:{port}/")


async def test_a_redirect_loop_is_told(session, site):
    with pytest.raises(NavigationFailed, match="redirects in a circle"):
        await session.goto(site.page("/loop", "", status="302 Found", location="/loop"))


async def test_an_empty_answer_is_told(session, site):
    with pytest.raises(NavigationFailed, match="without sending anything"):
        await session.goto(site.raw("/empty", b""))


async def test_https_where_there_is_none_is_told(session, site):
    with pytest.raises(NavigationFailed) as caught:
        await session.goto(site.base.replace("http:", "https:"))
    assert "https" in str(caught.value)


async def test_a_certificate_that_is_not_valid_is_told(session, tmp_path):
    context = self_signed(tmp_path)
    server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0, ssl=context)
    port = server.sockets[0].getsockname()[1]
    async with server:
        with pytest.raises(NavigationFailed, match=r"certificate of 127\.0\.0\.1:\d+ is not valid"):
            await session.goto(f"https://127.0.0.1:{port}/")


def self_signed(folder: Path) -> ssl.SSLContext:
    x509 = pytest.importorskip("cryptography.x509")
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    form, none = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    (folder / "pem").write_bytes(certificate.public_bytes(pem) + key.private_bytes(pem, form, none))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "pem")
    return context


async def test_an_answer_without_content_leaves_the_page(session, site):
    url = site.page("/one", "<title>One</title>")
    await session.goto(url)
    with pytest.raises(NavigationFailed, match="status 204 and no page"):
        await session.goto(site.page("/nothing", "", status="204 No Content"))
    assert (session.url, await session.title()) == (url, "One")
    assert not session.active.navigating


async def test_a_server_that_never_answers_times_out(session, site, hurry):
    hurry(0.5)
    with pytest.raises(NavigationFailed, match=r"did not answer within 0\.5 s"):
        await session.goto(site.raw("/silent", b"", hold=True))
    hurry(5.0)
    assert (await session.goto(site.page("/one", "1"))).status == 200


async def test_the_next_page_opens_right_after_a_failure(session, site):
    url = site.page("/one", "<title>One</title>")
    for _ in range(3):
        with pytest.raises(NavigationFailed):
            await session.goto("http://nowhere.invalid/")
        assert session.url == "http://nowhere.invalid/"
        assert (await session.goto(url)).title == "One"


async def test_a_refused_scheme_leaves_the_page(session, site):
    await session.goto(site.page("/one", "1"))
    for address in ("javascript:alert(1)", "file:///etc/hostname"):
        with pytest.raises(BadArgument):
            await session.goto(address)
    assert session.url == site.base + "/one"


async def test_a_file_is_saved_and_named(session, site):
    await session.goto(site.page("/one", "1"))
    attachment = 'attachment; filename="report.csv"'
    url = site.page("/file", "a,b\n", content_disposition=attachment)
    with pytest.raises(NavigationFailed, match=r"a file to download.*saved as report\.csv"):
        await session.goto(url)
    assert session.downloads[-1].path.read_text() == "a,b\n"
    assert session.url == site.base + "/one"


async def test_goes_back_forward_and_reloads(session, site):
    first, second = site.page("/1", "<title>1</title>"), site.page("/2", "<title>2</title>")
    with pytest.raises(NavigationFailed, match="no earlier page"):
        await fresh_history(session)
    await session.goto(first)
    await session.goto(second)
    back = await session.history("back")
    assert (back.from_url, back.to_url, back.title, back.status) == (second, first, "1", 200)
    assert (await session.history("forward")).to_url == second
    with pytest.raises(NavigationFailed, match="no later page"):
        await session.history("forward")
    document = session.active.document
    reload = await session.history("reload")
    assert (reload.to_url, reload.same_document) == (second, False)
    assert session.active.document == document + 1


async def fresh_history(session):
    """A tab of its own, because the shared one has a past."""
    page = session.active.page
    async with page.context.expect_page() as opened:
        await page.context.new_page()
    await opened.value
    await session.ready()
    session.activate(session.tabs[-1])
    await session.history("back")


async def test_history_within_a_document(session, site):
    await session.goto(site.page("/app", "<script>history.pushState(1, '', '/app/2')</script>"))
    assert session.url == site.base + "/app/2"
    back = await session.history("back")
    assert (back.to_url, back.same_document, back.status) == (site.base + "/app", True, None)


async def test_back_to_a_page_whose_server_fails_is_told(session, site):
    await session.goto(site.page("/1", "1", cache_control="no-store"))
    await session.goto(site.page("/2", "2"))
    site.raw("/1", b"")
    with pytest.raises(NavigationFailed, match="without sending anything"):
        await session.history("back")


async def test_a_click_that_navigates_is_seen_from_its_first_moment(session, site, click, until):
    site.page("/next", "<title>Next</title>", wait_s=0.3)
    style = "position:fixed;left:0;top:0;width:100px;height:100px"
    await session.goto(site.page("/link", f"<a href=/next style='{style}'>next</a>"))
    mark = session.mark()
    await click()
    await until(lambda: session.active.navigating, 0.5)
    assert session.url == site.base + "/link"
    assert await session.active.loaded(5)
    assert not session.active.navigating
    navigation = session.since(mark).navigation
    assert navigation is not None
    assert (navigation.from_url, navigation.to_url) == (site.base + "/link", site.base + "/next")
    assert (navigation.status, navigation.same_document) == (200, False)


async def test_a_click_on_a_dead_link_is_a_navigation_that_failed(session, site, click, until):
    style = "position:fixed;left:0;top:0;width:100px;height:100px"
    link = f"<a href='http://nowhere.invalid/' style='{style}'>dead</a>"
    await session.goto(site.page("/link", link))
    mark = session.mark()
    await click()
    await until(lambda: session.since(mark).navigation)
    assert session.since(mark).navigation.to_url == "http://nowhere.invalid/"
    assert session.since(mark).navigation.status is None
    assert session.active.failed


async def test_cancelling_a_navigation_leaves_the_tab_usable(session, site):
    task = asyncio.ensure_future(session.goto(site.raw("/silent", b"", hold=True)))
    await asyncio.sleep(0.2)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (await session.goto(site.page("/one", "1"))).status == 200


async def test_a_form_is_not_sent_once_more_by_loading_its_answer_again(session, site, until):
    site.page("/order", "<title>ordered</title>")
    start = site.page("/start", "<form method=post action=/order></form>")
    await session.goto(start)
    await session.active.page.evaluate("document.forms[0].submit()")
    await until(lambda: "POST /order" in site.requests)
    await session.active.page.wait_for_url("**/order")
    with pytest.raises(SkillError, match="send that once more"):
        await session.history("reload")
    assert site.requests.count("POST /order") == 1
    await session.goto(start)
    assert (await session.history("reload")).to_url == start
