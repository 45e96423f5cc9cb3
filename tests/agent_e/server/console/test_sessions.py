"""Signing in to the console, and what its session is good for."""

from __future__ import annotations

import asyncio
import json
import stat
from pathlib import Path
from typing import Any

import httpx
import pytest

from agent_e.config import Settings
from agent_e.server.app import build_app
from agent_e.server.browsers import Browsers
from agent_e.server.console.sessions import KEY_S, SESSION_S, SESSIONS_FILE, ConsoleSessions
from agent_e.server.runs import Runs
from agent_e.server.serving import serve_runs

TOKEN = "the-token"
BEARER = {"authorization": f"Bearer {TOKEN}"}
OURS = "http://127.0.0.1:8000"
SAME = {"sec-fetch-site": "same-origin"}


class Clock:
    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def client_of(folder: Path, clock: Clock, port: int = 8000) -> httpx.AsyncClient:
    settings = Settings(runs_dir=folder)
    browsers = Browsers(settings.browser, workers=1, limit=1)
    sessions = ConsoleSessions(folder, clock=clock)
    app = build_app(Runs(settings, browsers.open), token=TOKEN, sessions=sessions)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    return httpx.AsyncClient(transport=transport, base_url=f"http://127.0.0.1:{port}")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def client(tmp_path: Path, clock: Clock) -> httpx.AsyncClient:
    return client_of(tmp_path, clock)


async def new_key(client: httpx.AsyncClient) -> str:
    answer = await client.post("/console/keys", headers=BEARER)
    assert answer.status_code == 201
    address, _, key = answer.json()["address"].partition("#key=")
    assert address == f"{client.base_url}/"
    return str(key)


async def sign_in(client: httpx.AsyncClient) -> httpx.Response:
    """Sign in as the page does; the client keeps the cookie."""
    headers = {"origin": str(client.base_url), **SAME}
    return await client.post(
        "/console/session", json={"key": await new_key(client)}, headers=headers
    )


async def test_a_key_is_changed_for_a_strict_cookie_once(client: httpx.AsyncClient) -> None:
    key = await new_key(client)
    answer = await client.post("/console/session", json={"key": key})
    assert (answer.status_code, answer.content) == (204, b"")
    name, *attributes = answer.headers["set-cookie"].split("; ")
    assert name.startswith("agent_e_8000=")
    assert {each.lower() for each in attributes} == {
        "httponly",
        "samesite=strict",
        "path=/",
        f"max-age={SESSION_S}",
    }
    assert (await client.get("/runs", headers=SAME)).status_code == 200
    again = await client.post("/console/session", json={"key": key})
    assert again.status_code == 403
    assert "agent-e console" in again.json()["error"]
    assert "set-cookie" not in again.headers


@pytest.mark.parametrize("late", [False, True])
async def test_a_key_counts_for_ten_minutes(
    client: httpx.AsyncClient, clock: Clock, late: bool
) -> None:
    key = await new_key(client)
    clock.now += KEY_S + (1 if late else -1)
    answer = await client.post("/console/session", json={"key": key})
    assert answer.status_code == (403 if late else 204)


@pytest.mark.parametrize("body", [{"key": "none"}, {"key": TOKEN}, {"key": "ü"}])
async def test_another_key_counts_never(client: httpx.AsyncClient, body: Any) -> None:
    await new_key(client)
    assert (await client.post("/console/session", json=body)).status_code == 403


COOKIE: dict[str, tuple[str, dict[str, str], int]] = {
    "its page asks": ("GET", SAME, 200),
    "its page asks, and says from where": ("GET", {**SAME, "origin": OURS}, 200),
    "its page gives an order": ("POST", {**SAME, "origin": OURS}, 404),
    "a browser that says only where from": ("POST", {"origin": OURS}, 404),
    "the person types the address": ("GET", {"sec-fetch-site": "none"}, 200),
    "nobody says where from": ("GET", {}, 403),
    "an order that nobody gave": ("POST", {"sec-fetch-site": "none"}, 403),
    "another port of this machine": ("GET", {"sec-fetch-site": "same-site"}, 403),
    "another site": ("GET", {"sec-fetch-site": "cross-site"}, 403),
    "another site that posts": (
        "POST",
        {"sec-fetch-site": "cross-site", "origin": "https://evil.example"},
        403,
    ),
    "another site in a browser of before": ("POST", {"origin": "https://evil.example"}, 403),
    "a page without an origin": ("POST", {"origin": "null"}, 403),
    "another name of the server": ("GET", {**SAME, "host": "evil.example:8000"}, 421),
}


@pytest.mark.parametrize("case", COOKIE)
async def test_the_cookie_is_for_our_own_pages(client: httpx.AsyncClient, case: str) -> None:
    method, headers, status = COOKIE[case]
    assert (await sign_in(client)).status_code == 204
    path = "/runs" if method == "GET" else "/runs/20260101-000000-abcd/stop"
    answer = await client.request(method, path, headers=headers)
    assert answer.status_code == status, answer.text
    client.cookies.clear()
    assert (await client.request(method, path, headers=headers)).status_code in (401, 403, 421)


@pytest.mark.parametrize("site", ["cross-site", "same-site", "none"])
async def test_no_other_page_signs_its_visitor_in(client: httpx.AsyncClient, site: str) -> None:
    body, headers = {"key": await new_key(client)}, {"sec-fetch-site": site}
    refused = await client.post("/console/session", json=body, headers=headers)
    assert refused.status_code == 403
    assert (await client.post("/console/session", json=body, headers=SAME)).status_code == 204


async def test_a_session_gets_no_keys(client: httpx.AsyncClient) -> None:
    assert (await client.post("/console/keys")).status_code == 401
    await sign_in(client)
    assert (await client.post("/console/keys", headers=SAME)).status_code == 401


async def test_who_signs_out_is_out(client: httpx.AsyncClient) -> None:
    answer = await sign_in(client)
    cookie = answer.headers["set-cookie"].partition(";")[0]
    out = await client.delete("/console/session", headers=SAME)
    assert (out.status_code, "Max-Age=0" in out.headers["set-cookie"]) == (204, True)
    again = await client.get("/runs", headers={**SAME, "cookie": cookie})
    assert again.status_code == 401


async def test_a_session_outlives_its_server_and_ends_after_thirty_days(
    client: httpx.AsyncClient, tmp_path: Path, clock: Clock
) -> None:
    await sign_in(client)
    unused = await new_key(client)
    after = client_of(tmp_path, clock)
    after.cookies = client.cookies
    assert (await after.get("/runs", headers=SAME)).status_code == 200
    assert (await after.post("/console/session", json={"key": unused})).status_code == 403
    clock.now += SESSION_S + 1
    assert (await after.get("/runs", headers=SAME)).status_code == 401


async def test_a_cookie_is_one_server_s(client: httpx.AsyncClient, tmp_path: Path) -> None:
    await sign_in(client)
    other = client_of(tmp_path, Clock(), port=8001)
    other.cookies = client.cookies  # as browsers do
    assert (await other.get("/runs", headers=SAME)).status_code == 401


async def test_no_key_or_token_is_kept_in_clear(
    client: httpx.AsyncClient, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(0)
    key = await new_key(client)
    answer = await client.post("/console/session", json={"key": key})
    token = answer.headers["set-cookie"].partition("=")[2].partition(";")[0]
    await client.post("/console/session", json={"key": key, "more": 1})
    await client.post("/console/session", content=f'{{"key": "{key}"'.encode())
    path = tmp_path / SESSIONS_FILE
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    written = path.read_text() + "".join(each.getMessage() for each in caplog.records)
    assert len(json.loads(path.read_text())["sessions"]) == 1
    assert key not in written and token not in written


@pytest.mark.parametrize("kept", ["", "[]", '{"port": "x", "sessions": [1]}', '{"port": -1}'])
def test_a_damaged_file_signs_nobody_in(tmp_path: Path, kept: str) -> None:
    (tmp_path / SESSIONS_FILE).write_text(kept)
    sessions = ConsoleSessions(tmp_path)
    assert sessions.port == 0
    token = sessions.sign_in(sessions.new_key())
    assert token is not None and ConsoleSessions(tmp_path).is_signed_in(token)


async def test_keys_and_sessions_are_not_kept_without_end(tmp_path: Path) -> None:
    sessions = ConsoleSessions(tmp_path)
    first = sessions.new_key()
    tokens = [sessions.sign_in(sessions.new_key()) for _ in range(150)]
    assert len(json.loads((tmp_path / SESSIONS_FILE).read_text())["sessions"]) == 100
    assert sessions.is_signed_in(tokens[-1] or "")
    for _ in range(100):
        sessions.new_key()
    assert sessions.sign_in(first) is None


async def test_a_browser_gets_the_page_and_others_the_way_in(client: httpx.AsyncClient) -> None:
    accept = "text/html,application/xhtml+xml,*/*;q=0.8"
    page = await client.get("/", headers={"accept": accept})
    assert page.headers["content-type"].startswith("text/html")
    policy = dict(
        part.partition(" ")[::2] for part in page.headers["content-security-policy"].split("; ")
    )
    assert policy == {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' blob: data:",
        "connect-src": "'self'",
        "frame-ancestors": "'none'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "require-trusted-types-for": "'script'",
        "trusted-types": "'none'",
    }
    assert page.headers["x-frame-options"] == "DENY"
    plain = await client.get("/", headers={"accept": "*/*"})
    assert "agent-e console" in plain.json()["console"]
    refused = await client.get("/", headers={"accept": accept, "host": "evil.example"})
    assert refused.status_code == 421


async def test_files_of_the_page_are_sent_and_no_others(client: httpx.AsyncClient) -> None:
    sent = await client.get("/console/static/index.html")
    assert sent.status_code == 200
    assert sent.headers["cache-control"] == "no-cache"
    assert sent.headers["x-content-type-options"] == "nosniff"
    etag = {"if-none-match": sent.headers["etag"]}
    assert (await client.get("/console/static/index.html", headers=etag)).status_code == 304
    for path in ("../docs.html", "..%2fdocs.html", "%2e%2e/docs.html", "", ".", "none.js", "%00"):
        # As it is: a client would take the dots out.
        url = client.base_url.copy_with(raw_path=f"/console/static/{path}".encode())
        refused = await client.get(url)
        assert refused.status_code in (401, 404), path
        assert set(refused.json()) == {"error"}


async def test_no_path_leads_out_of_the_files(tmp_path: Path) -> None:
    """As bytes on a connection: what a client or a proxy would mend is not mended."""
    (tmp_path / "other.json").write_text("4711")
    async with serve_runs(Settings(runs_dir=tmp_path)) as server:
        port = int(server.url.rpartition(":")[2])
        outside = Path(__file__).resolve()
        up = "../" * 30
        for path in (f"{up}{tmp_path}/other.json", f"..%2f..%2f..%2f{outside}", f"//{outside}"):
            for written in (path, path.replace("../", "%2e%2e/"), path.replace("/", "%5c")):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                asked = f"GET /console/static/{written} HTTP/1.0\r\nhost: 127.0.0.1:{port}\r\n\r\n"
                writer.write(asked.encode())
                answer = await reader.read()
                writer.close()
                await writer.wait_closed()
                assert answer.startswith(b"HTTP/1.1 404"), (written, answer[:100])
                assert b"4711" not in answer, written
