"""The cost of request guarding: loading pages with and without it, in the same run.

Five browsers take turns at the same pages of one server: a bare session, one restricted to
its start page's host as every run is, one like that without the proxy, one in which all requests
wait for the gate as well, as during an act after typing, and one in which Playwright routes
every request, which is the usual way and disables the browser's cache.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, nullcontext
from pathlib import Path

from playwright.async_api import Route
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route as Served

from agent_e.benchmarks.asgi_server import serve_app
from agent_e.browser import BrowserSession
from agent_e.config import BrowserSettings, SafetySettings
from agent_e.safety import ApprovalSettings, OngoingAction, RiskGate, granted_place, url_check
from agent_e.types import ActFacts, InputMethod, Tier

from .record import PerfOptions, PerfReport, PerfRow
from .shared import check_repeats, load

REPEATS = 20
OURS, UNPROXIED, ACTING, BARE, ROUTED = WAYS = (
    "guarded", "guarded, no proxy", "guarded, during an act", "bare", "context.route",
)  # fmt: skip
CASES = {
    "1 document": "/plain",
    "1 document, 60 cached files": "/files",
    "1 document, 12 frames": "/frames",
    "1 document, 99 files": "/fresh",
    "1 document, a new connection": "/closed",
}
FIGURES = "load, median", "first byte, median"
_FILES, _FRESH, _FRAMES, _TYPED = 60, 99, 12, 10
_FIRST_BYTE = """() => {
    const {fetchStart, responseStart} = performance.getEntriesByType("navigation")[0];
    return responseStart - fetchStart;
}"""


async def measure(options: PerfOptions) -> PerfReport:
    """Run the benchmark; about a minute.

    Raises:
        ConfigError: an option does not fit.
    """
    check_repeats(options)
    options.refuse("network", "peers", "pages")
    before = load()
    taken: dict[tuple[str, str], list[tuple[float, float]]] = {}
    async with AsyncExitStack() as stack:
        port = await stack.enter_async_context(serve_app(_site()))
        base = f"http://127.0.0.1:{port}"
        sessions = {
            name: await stack.enter_async_context(_session(name, base, options)) for name in WAYS
        }
        acting = _typing(sessions[ACTING], base)
        for case, path in CASES.items():
            options.tell(case)
            # The first round fills the caches.
            for number in range((options.repeats or REPEATS) + 1):
                for name, session in sessions.items():
                    async with acting() if name == ACTING else nullcontext():
                        spent = await _load(session, base + path)
                    if number:
                        taken.setdefault((case, name), []).append(spent)
    return PerfReport(
        name="network",
        rows=tuple(
            _row(case, figure, {name: taken[case, name] for name in WAYS})
            for case in CASES
            for figure in FIGURES
        ),
        facts={"load_before": before, "load_after": load()},
    )


def _row(case: str, figure: str, taken: Mapping[str, list[tuple[float, float]]]) -> PerfRow:
    which = FIGURES.index(figure)
    middle = {
        name: round(statistics.median(each[which] for each in all), 2)
        for name, all in taken.items()
    }
    others = {name: value for name, value in middle.items() if name != OURS}
    return PerfRow(case, figure, middle[OURS], "ms", peer_values=others)


def _typing(session: BrowserSession, base: str) -> Callable[[], AbstractAsyncContextManager[None]]:
    """Make the session's requests wait for a gate that knows some values; returns the act."""

    async def read(mmid: int | None, way: InputMethod) -> ActFacts:
        return ActFacts(page=base, frame=base)

    gate = RiskGate(ApprovalSettings(), read, lambda kind, **fields: 0, intercept=session.intercept)
    for number in range(_TYPED):
        gate.backstop.typed.add(f"value number {number}", private=False)
    session.set_request_policy(gate.backstop)
    return lambda: gate.backstop.during(OngoingAction(action="click", tier=Tier.REVERSIBLE))


async def _load(session: BrowserSession, url: str) -> tuple[float, float]:
    """Milliseconds until the page has loaded, and until the first byte of its answer came."""
    page = session.active.page
    start = time.perf_counter()
    await page.goto(url, wait_until="load")
    loaded = time.perf_counter()
    return (loaded - start) * 1000, float(await page.evaluate(_FIRST_BYTE))


@asynccontextmanager
async def _session(name: str, base: str, options: PerfOptions) -> AsyncIterator[BrowserSession]:
    settings = BrowserSettings(executable=options.executable, proxy=name != UNPROXIED)
    with tempfile.TemporaryDirectory(prefix="agent-e-") as downloads:
        async with BrowserSession.open(
            settings, downloads_dir=Path(downloads), on_event=lambda what, **fields: None
        ) as session:
            place = granted_place(base)
            assert place is not None
            if name in (OURS, UNPROXIED, ACTING):
                await session.restrict_urls(url_check(SafetySettings(), [place]))
            elif name == ROUTED:
                await session.context.route("**/*", _go_on)
            yield session


async def _go_on(route: Route) -> None:
    await route.continue_()


def _site() -> Starlette:
    pictures = "".join(f"<img src='/file/{n}.svg' width=9>" for n in range(_FILES))
    fresh = "".join(f"<img src='/new/{n}.svg' width=9>" for n in range(_FRESH))
    frames = "".join(f"<iframe src='/plain?{n}'></iframe>" for n in range(_FRAMES))
    plain = "<h1>Plain</h1>"
    bodies = {"/plain": plain, "/closed": plain, "/files": pictures, "/fresh": fresh}
    documents = [_document(path, body) for path, body in {**bodies, "/frames": frames}.items()]
    cached, uncached = _files("file", "max-age=3600"), _files("new", "no-store")
    return Starlette(routes=[*documents, cached, uncached])


def _document(path: str, body: str) -> Served:
    headers = {"connection": "close"} if path == "/closed" else {}

    async def answer(request: Request) -> Response:
        page = f"<!doctype html><title>x</title>{body}"
        return Response(page, media_type="text/html", headers=headers)

    return Served(path, answer)


def _files(folder: str, caching: str) -> Served:
    async def answer(request: Request) -> Response:
        drawing = "<svg xmlns='http://www.w3.org/2000/svg'><circle r='9'/></svg>"
        headers = {"cache-control": caching}
        return Response(drawing, media_type="image/svg+xml", headers=headers)

    return Served(f"/{folder}/{{name}}", answer)
