"""Pages that are too much, never end or fall over: each is told in time, and the run goes on."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Event, Thread

import pytest
import pytest_asyncio

from agent_e.browser import BrowserSession
from agent_e.browser.dialogs import MAX_IN_A_ROW
from agent_e.config import BrowserSettings, DomSettings
from agent_e.dom import PageObserver
from agent_e.errors import ActionTimeout, AgentEError, DialogOpen, NavigationFailed, SkillError
from agent_e.types import Observation
from tests.programs import start

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.browser]

MAX_MB = 500
"""What one bad page may cost our own process; a tab's renderer is Chromium's own affair."""
ARRIVAL_S = 10.0
LOOK_S = 25.0

Page = Callable[["Stage"], bytes]


def html(body: str) -> bytes:
    return f"<!doctype html><html lang=en><title>Bad</title><body>{body}".encode()


def built(script: str) -> bytes:
    return html(f"<script>let at = document.body;{script}</script>")


NEST = "for (let i = 0; i < {0}; i += 1) {{ {1}; at.append(d); at = d }} at.innerHTML = '{2}'"
SPAN = "const d = document.createElement('span')"
ROOT = """for (let i = 0; i < {0}; i += 1) {{
  const d = document.createElement('div'); at.append(d); at = d.attachShadow({{ mode: 'open' }});
}} at.innerHTML = '<button>Deep</button>'"""
ROOTS = """for (let i = 0; i < 10000; i += 1) {
  const d = document.createElement('div'); at.append(d);
  d.attachShadow({ mode: 'open' }).innerHTML = `<button>Number ${i}</button>`;
}"""
ODD = r"""document.title = 'T\ud800\u0000t';
at.innerHTML = '<button>x</button><p></p><input><a>l</a><select aria-label=S></select>';
const [b, p, i, a, s] = at.children;
b.setAttribute('aria-label', 'a\udc00\u0000b'); p.textContent = 'p\ud83d\u0000q \ud83d\ude00';
i.value = 'v\udfff\u0000w'; i.placeholder = '\ud800hint'; a.href = '/x?\ud800'; a.append('\udead');
s.append(new Option('o\udc00\u0000'));"""
WORD = "lorem ipsum "
LARGE: dict[str, tuple[bytes | Page, str]] = {
    "deep_inline": (built(NEST.format(5000, SPAN, "<button>Deep</button>")), "button 'Deep'"),
    "deep_roots": (built(ROOT.format(1000)), "button 'Deep'"),
    "many_roots": (built(ROOTS), "button 'Number 0'"),
    "odd_characters": (built(ODD), "combobox 'S'"),
    "rewritten": (
        html(
            "<script>setInterval(() => { document.open();"
            "document.write('<button>Again</button>'); document.close() }, 5)</script>"
        ),
        "button 'Again'",
    ),
    "hung_frame": (
        lambda stage: html(
            f"<button>Kept</button><iframe src='{stage.other}/spin' width=200 height=90></iframe>"
        ),
        "button 'Kept'",
    ),
}
SLOW = ("deep_inline", "many_roots")
HEAVY: dict[str, tuple[bytes | Page, str]] = {
    "fifty_megabytes": (
        lambda _: html("<button>First</button>" + f"<p>{WORD * 40}</p>" * 102_000),
        "button 'First'",
    ),
    "elements": (
        lambda _: html("<button>First</button>" + "<div><b>x</b> <i>y</i></div>" * 100_000),
        "button 'First'",
    ),
    "frames": (
        lambda stage: html(
            "<button>First</button>"
            + "<iframe src='/tiny'></iframe>" * 1400
            + "<iframe srcdoc='<button>in</button>'></iframe>" * 590
            + f"<iframe src='{stage.other}/tiny'></iframe>" * 10
        ),
        "button 'First'",
    ),
    "long_text": (
        lambda _: html(f"<button>First</button><p>{WORD * 850_000}</p>"),
        "button 'First'",
    ),
    "long_attributes": (
        lambda _: html(f"<button>First</button><button aria-label={'a' * 10_000_000}>b</button>"),
        "button 'First'",
    ),
    "cells": (
        lambda _: html("<table>" + ("<tr>" + "<td>c</td>" * 100 + "</tr>") * 1000 + "</table>"),
        "row: c | c",
    ),
    "options": (
        lambda _: html("<select aria-label=S>" + "<option>o</option>" * 100_000 + "</select>"),
        "combobox 'S'",
    ),
    "rules": (
        lambda _: html(
            "<style>"
            + "".join(f".c{n} > p:hover {{ color: red }}" for n in range(50_000))
            + "</style><button>First</button>"
        ),
        "button 'First'",
    ),
}
SPIN = html("<button>B</button><script>setTimeout(() => { while (true); }, 300)</script>")


@dataclass
class Stage:
    """A server with bad manners, a session on it, and what its events were."""

    base: str = ""
    session: BrowserSession = field(init=False)
    observer: PageObserver = field(init=False)
    events: list[str] = field(default_factory=list)

    @property
    def other(self) -> str:
        return self.base.replace("127.0.0.1", "localhost")

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            await self.answer(head.split(" ")[1].strip("/").partition("?")[0], writer)
            await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            return
        finally:
            writer.close()

    async def answer(self, name: str, writer: asyncio.StreamWriter) -> None:
        start = (
            b"HTTP/1.1 200 OK\r\ncontent-type: text/html; charset=utf-8\r\nconnection: close\r\n"
        )
        if name == "silent":
            await asyncio.sleep(600)
        elif name == "slow":
            writer.write(start + b"\r\n<title>Slow</title><button>Early</button>")
            await drip(writer, 1, 0.9)
        elif name == "gigabyte":
            writer.write(start + b"\r\n<title>Big</title><button>Early</button>")
            await drip(writer, 1_000_000, 0, 1000)
        elif name == "circle":
            writer.write(b"HTTP/1.1 302 Found\r\nlocation: /circle\r\ncontent-length: 0\r\n\r\n")
        else:
            made = {**LARGE, **HEAVY}[name][0] if name in {**LARGE, **HEAVY} else SMALL[name]
            body = made if isinstance(made, bytes) else made(self)
            writer.write(start + f"content-length: {len(body)}\r\n\r\n".encode() + body)

    async def goto(self, name: str) -> None:
        await self.session.goto(f"{self.base}/{name}")

    async def look(self) -> tuple[str, Observation | None]:
        """What the model would read of the page, or of the error."""
        started = time.monotonic()
        try:
            page = await self.observer.observe()
            return self.observer.render(page), page
        except SkillError as error:
            return str(error), None
        finally:
            assert time.monotonic() - started < LOOK_S

    async def goes_on(self) -> None:
        """The same session opens an ordinary page and sees it."""
        await self.goto("fine")
        assert "heading 1 'Fine'" in (await self.look())[0]


SMALL: dict[str, bytes] = {
    "fine": html("<h1>Fine</h1><button>Go on</button>"),
    "tiny": html("<button>Tiny</button>"),
    "spin": SPIN,
    "spin_at_once": html("<button>B</button><script>while (true);</script>"),
    "alerts": html("<button>B</button><script>while (true) alert('again')</script>"),
    "confirms": html("<script>setTimeout(() => { while (true) confirm('again') })</script>"),
    "deep_blocks": built(NEST.format(5000, SPAN.replace("span", "div"), "<button>Deep</button>")),
    "circling": html("<meta http-equiv=refresh content='0;url=/circling'><button>B</button>"),
}


async def drip(
    writer: asyncio.StreamWriter, size: int, pause_s: float, times: int = 1_000_000
) -> None:
    for _ in range(times):
        writer.write(b" " * size)
        await writer.drain()
        await asyncio.sleep(pause_s)


@contextmanager
def served(stage: Stage) -> Iterator[None]:
    """Serve in a thread beside the tests, so that large answers do not slow what is measured."""
    ready, end = Event(), asyncio.Event()
    loops: list[asyncio.AbstractEventLoop] = []

    async def run() -> None:
        server = await asyncio.start_server(stage.serve, "127.0.0.1", 0)
        stage.base = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        loops.append(asyncio.get_running_loop())
        ready.set()
        await end.wait()
        server.close()

    thread = Thread(target=asyncio.run, args=(run(),))
    thread.start()
    ready.wait()
    try:
        yield
    finally:
        loops[0].call_soon_threadsafe(end.set)
        thread.join()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def stage(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stage]:
    made = Stage()
    settings = BrowserSettings(navigation_timeout_s=ARRIVAL_S)
    folder = tmp_path_factory.mktemp("downloads")
    with served(made):
        async with BrowserSession.open(
            settings, downloads_dir=folder, on_event=lambda what, **_: made.events.append(what)
        ) as session:
            made.session, made.observer = session, PageObserver(session, DomSettings())
            yield made


@pytest.fixture
def hurry(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Waits are shortened to a fraction; that they end is what is to be seen."""
    monkeypatch.setattr("agent_e.dom.observe.observer.PAGE_TIMEOUT_S", 1.0)
    monkeypatch.setattr("agent_e.browser.navigate._STUCK_S", 1.0)
    means = replace(stage.session._means, timeout_s=2.0)
    monkeypatch.setattr(stage.session, "_means", means)


def peak_mb() -> float:
    """Most memory that this process ever held since the count was reset."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def reset_peak() -> None:
    Path("/proc/self/clear_refs").write_text("5")


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] if name in SLOW else []) for name in LARGE],
)
async def test_a_large_or_odd_page_is_seen(stage: Stage, name: str) -> None:
    await stage.goto(name)
    text, page = await stage.look()
    assert page is not None and LARGE[name][1] in text
    assert len(text) <= DomSettings().budget_characters
    json.dumps(text, ensure_ascii=False).encode()
    await stage.goes_on()


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", HEAVY)
async def test_a_page_beyond_measure_is_seen_or_told_in_time(stage: Stage, name: str) -> None:
    reset_peak()
    before = peak_mb()
    await stage.goto(name)
    started = time.monotonic()
    text, page = await stage.look()
    took = time.monotonic() - started
    print(f"{name}: {took:.1f} s, {before:.0f} -> {peak_mb():.0f} MB: {text[:150]!r}")
    if page is None:
        assert "busy or stuck" in text
    else:
        assert HEAVY[name][1] in text and len(text) <= DomSettings().budget_characters
    assert peak_mb() - before < MAX_MB
    await stage.goes_on()


@pytest.mark.usefixtures("hurry")
@pytest.mark.parametrize(
    "name", ["spin", *(pytest.param(n, marks=pytest.mark.slow) for n in ("spin_at_once", "alerts"))]
)
async def test_a_page_that_never_answers_is_told_and_left(stage: Stage, name: str) -> None:
    stage.events.clear()
    await stage.goto(name)
    await asyncio.sleep(0.4)
    with pytest.raises(ActionTimeout, match="busy or stuck"):
        await stage.observer.observe()
    await stage.goes_on()
    assert "tab_stuck" in stage.events
    assert stage.events.count("dialog_opened") <= MAX_IN_A_ROW, (
        "a loop of dialogs is not told for ever"
    )


@pytest.mark.usefixtures("hurry")
async def test_a_page_that_asks_in_a_circle_is_left_in_the_end(stage: Stage) -> None:
    with suppress(DialogOpen):
        await stage.goto("confirms")
    for _ in range(10):
        try:
            await stage.goes_on()
            return
        except DialogOpen:
            await stage.session.answer_dialog(accept=False)
    raise AssertionError("the page could not be left")


@pytest.mark.slow
@pytest.mark.usefixtures("hurry")
async def test_a_stuck_page_can_be_loaded_again_and_gone_back_from(stage: Stage) -> None:
    await stage.goto("fine")
    await stage.goto("spin")
    await asyncio.sleep(0.4)
    back = await stage.session.history("back")
    assert back.to_url == f"{stage.base}/fine"
    assert "heading 1 'Fine'" in (await stage.look())[0]


async def test_a_tab_that_crashes_under_the_look_is_told(stage: Stage) -> None:
    await stage.goto("fine")
    crash = asyncio.ensure_future(stage.session.active.cdp.send("Page.crash"))
    crash.add_done_callback(lambda done: done.exception())
    with pytest.raises(SkillError, match=r"crashed"):
        for _ in range(100):
            await stage.observer.observe()
    await stage.goes_on()


async def test_five_thousand_boxes_deep_is_too_much_for_chromium_and_told(stage: Stage) -> None:
    with pytest.raises(SkillError, match="crashed"):
        await stage.goto("deep_blocks")
        await stage.observer.observe()
    await stage.goes_on()


@pytest.mark.usefixtures("hurry")
async def test_addresses_that_never_become_a_page(stage: Stage) -> None:
    with pytest.raises(NavigationFailed, match="did not answer within 2 s"):
        await stage.goto("silent")
    with pytest.raises(NavigationFailed, match="redirects in a circle"):
        await stage.goto("circle")
    await stage.goes_on()


@pytest.mark.usefixtures("hurry")
async def test_one_byte_per_second_is_seen_as_far_as_it_has_come(stage: Stage) -> None:
    navigation = await stage.session.goto(f"{stage.base}/slow")
    assert not navigation.complete
    assert "button 'Early'" in (await stage.look())[0]
    await stage.goes_on()


@pytest.mark.slow
@pytest.mark.timeout(200)
async def test_a_gigabyte_of_nothing(stage: Stage) -> None:
    reset_peak()
    before = peak_mb()
    await stage.goto("gigabyte")
    text, page = await stage.look()
    assert "button 'Early'" in text or (page is None and "busy" in text)
    assert peak_mb() - before < MAX_MB
    await stage.goes_on()


async def test_a_page_that_goes_in_circles_is_seen_or_told(stage: Stage) -> None:
    await stage.goto("circling")
    text, page = await stage.look()
    assert "button 'B'" in text if page else "replaced" in text
    for _ in range(5):
        try:
            await stage.goes_on()
            return
        except (AgentEError, AssertionError):
            continue
    raise AssertionError("the page could not be left")


async def snapshot(address: str) -> tuple[int, str, str]:
    """The command in a process of its own."""
    variables = {**os.environ, "AGENT_E_BROWSER__NAVIGATION_TIMEOUT_S": "3"}
    process = await start("snapshot", address, variables=variables)
    async with asyncio.timeout(60):
        out, err = await process.communicate()
    assert b"Traceback" not in err
    return process.returncode or 0, out.decode(), err.decode()


@pytest.mark.slow
async def test_the_command_shows_odd_characters(stage: Stage) -> None:
    code, out, _ = await snapshot(f"{stage.base}/odd_characters")
    assert code == 0 and "combobox 'S'" in out


@pytest.mark.slow
async def test_the_command_tells_of_a_server_that_is_silent(stage: Stage) -> None:
    code, out, err = await snapshot(f"{stage.base}/silent")
    assert code != 0 and not out
    assert "did not answer within 3 s" in err


@pytest.mark.slow
async def test_the_command_tells_of_a_page_that_never_answers(stage: Stage) -> None:
    code, out, err = await snapshot(f"{stage.base}/spin_at_once")
    assert code != 0 and not out
    assert "busy" in err
