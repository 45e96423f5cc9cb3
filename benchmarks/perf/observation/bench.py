"""Observing a page: ours beside browser-use, Playwright and a bare walk; same pages, same run.

All look at each page several times, in turns; the pages are local, most with planted truth
that no looker can use. Timed from the call to the finished text, without model or picture.
Between two looks the page is unchanged, which ours exploits; so it also looks after a change.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from playwright.async_api import Error as PlaywrightError

from agent_e.benchmarks.perf.pages import PAGES
from agent_e.benchmarks.perf.peers import (
    PEERS,
    BrowserUse,
    Looker,
    Ours,
    OursAgain,
    PeerFailed,
    PlaywrightPeer,
    Walk,
)
from agent_e.benchmarks.perf.peers.turns import Taken, take_turns
from agent_e.benchmarks.perf.real_pages import REAL_PAGES, PageMissing, real_page
from agent_e.benchmarks.perf.record import PerfOptions, PerfReport
from agent_e.benchmarks.perf.serving import PageFiles, serve_page
from agent_e.benchmarks.perf.shared import (
    DEFAULT_PEERS,
    VIEWPORT,
    browser_use_beside,
    cache_folder,
    check_repeats,
    known,
    load,
    opened_session,
    preparing,
    telling,
)
from agent_e.browser import BrowserSession
from agent_e.errors import SkillError

from .figures import OURS, PageResult, rows_of
from .ground_truth import planted
from .heap import heap_before_and_after
from .table import table_of

REPEATS = 7
HEAP_PAGE = "shop_3000"
"""Page for the memory measurement, if chosen; else the first page is used."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Bench:
    """The lookers and options.

    ``missing`` holds unavailable peers, with the reason.
    """

    session: BrowserSession
    ours: Ours
    walk: Walk
    lookers: Sequence[Looker]
    missing: dict[str, str]
    options: PerfOptions
    cache_dir: Path


async def measure(options: PerfOptions) -> PerfReport:
    """Run the benchmark; minutes with browser-use on all pages, seconds for small ones without.

    Raises:
        ConfigError: a page or a peer is unknown, or the number of repeats is none.
        BrowserError: the browser failed.
    """
    names = known("page", options.pages, [*PAGES, *REAL_PAGES]) or (*PAGES, *REAL_PAGES)
    chosen = known("peer", options.peers, PEERS)
    peers = DEFAULT_PEERS if chosen is None else chosen
    check_repeats(options)
    load_before = load()
    async with _bench(options, peers) as bench:
        results = []
        for number, name in enumerate(names, 1):
            tell = telling(options, f"{name} ({number} of {len(names)})")
            results.append(await _measure(bench, name, tell, heap=name == _heap_page(names)))
        facts = _facts(bench, names, load_before)
    return PerfReport(
        name="observation",
        rows=tuple(row for result in results for row in rows_of(result)),
        facts=facts,
        table=table_of(results, peers),
    )


def _heap_page(names: Sequence[str]) -> str:
    return HEAP_PAGE if HEAP_PAGE in names else names[0]


@asynccontextmanager
async def _bench(options: PerfOptions, peers: Sequence[str]) -> AsyncIterator[_Bench]:
    async with AsyncExitStack() as stack:
        session = await stack.enter_async_context(opened_session(options))
        ours, walk = Ours(session), Walk(session)
        lookers: list[Looker] = [ours, walk, OursAgain(ours)]
        missing: dict[str, str] = {}
        if PlaywrightPeer.name in peers:
            lookers.append(PlaywrightPeer(session))
        if BrowserUse.name in peers:
            try:
                peer = await browser_use_beside(session, options)
                stack.push_async_callback(peer.close)
                lookers.append(peer)
            except PeerFailed as error:
                missing[BrowserUse.name] = str(error)
        yield _Bench(
            session=session,
            ours=ours,
            walk=walk,
            lookers=lookers,
            missing=missing,
            options=options,
            cache_dir=cache_folder(options),
        )


async def _measure(
    bench: _Bench, name: str, tell: Callable[[str], None], *, heap: bool
) -> PageResult:
    tell("making the page")
    try:
        files = await _files(name, bench.cache_dir / "pages")
        return await _measure_files(bench, name, files, tell, heap=heap)
    except (PageMissing, SkillError) as error:
        problem = str(error)
    except PlaywrightError as error:
        problem = error.message.splitlines()[0]
    tell(problem)
    return PageResult(name=name, problem=problem)


async def _measure_files(
    bench: _Bench, name: str, files: PageFiles, tell: Callable[[str], None], *, heap: bool
) -> PageResult:
    prepare = preparing(ready=files.ready, scroll=files.scroll)
    repeats = bench.options.repeats or REPEATS
    async with serve_page(files) as url:
        await bench.session.goto(url)
        await bench.session.active.page.evaluate(prepare)
        taken = await take_turns(bench.lookers, url, prepare, repeats=repeats, tell=tell)
        for peer, problem in bench.missing.items():
            taken[peer] = Taken(problem=problem)
        result = PageResult(name=name, taken=taken, elements=bench.walk.elements)
        if heap and taken[OURS].offered:
            tell("observing it many times")
            result = await _with_heap(result, bench.ours)
        if name in PAGES:  # last: it makes the page run a script
            result = replace(result, planted=await planted(bench.session.active.page))
    if result.problems:
        tell(result.problems)
    return result


async def _with_heap(result: PageResult, ours: Ours) -> PageResult:
    try:
        return replace(result, heap=await heap_before_and_after(ours))
    except PeerFailed as error:
        return replace(result, problem=f"{OURS}, observing many times: {error}")


async def _files(name: str, cache_dir: Path) -> PageFiles:
    if name in REAL_PAGES:
        return await real_page(name, cache_dir)
    page = PAGES[name]()
    start = f"/{page.name}"
    texts = {start: page.html, **page.inner}
    return PageFiles(texts=texts, foreign=page.foreign, start=start, scroll=page.scroll)


def _facts(
    bench: _Bench, names: Sequence[str], load_before: Sequence[float] | None
) -> dict[str, Any]:
    versions = {
        looker.name: looker.version
        for looker in bench.lookers
        if isinstance(looker, PlaywrightPeer | BrowserUse)
    }
    return {
        "browser": bench.session.version,
        "peers": versions | bench.missing,
        "viewport": list(VIEWPORT),
        "repeats": bench.options.repeats or REPEATS,
        "pages": list(names),
        "load_before": load_before,
        "load_after": load(),
    }
