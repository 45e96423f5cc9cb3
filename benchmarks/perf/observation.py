"""Seeing a page: ours beside browser-use, Playwright and a bare walk; same pages, same run.

Everybody looks at each page several times, in turns; the pages are local, most with planted truth
that no looker can use. What is timed is from the call to the text in hand, no model, no picture.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import platformdirs
from playwright.async_api import Error as PlaywrightError

from agent_e.browser import BrowserSession
from agent_e.browser.chromium import FLAGS, find_chromium
from agent_e.config import BrowserSettings
from agent_e.errors import ConfigError, SkillError

from .figures import OURS, PageResult, rows_of
from .heap import heap_before_and_after
from .pages import PAGES
from .peers import (
    PEERS,
    BrowserUse,
    Looker,
    Ours,
    PeerFailed,
    PlaywrightPeer,
    Walk,
    installed_browser_use,
)
from .peers.turns import Taken, take_turns
from .real_pages import REAL_PAGES, PageMissing, real_page
from .record import PerfOptions, PerfReport
from .serving import PageFiles, serve_page
from .table import table_of
from .truth import planted

REPEATS = 7
VIEWPORT = (1280, 720)
HEAP_PAGE = "shop_3000"
"""Where the memory is measured, if it is among the pages; else the first of them."""
_PREPARE = Path(__file__).parent / "peers" / "prepare.js"
_DEFAULT_PEERS = (PlaywrightPeer.name,)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Bench:
    """Who looks, and how often.

    ``missing`` holds peers that could not be had, with the reason.
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
    names = _known("page", options.pages, [*PAGES, *REAL_PAGES]) or (*PAGES, *REAL_PAGES)
    asked = _known("peer", options.peers, PEERS)
    peers = _DEFAULT_PEERS if asked is None else asked
    if options.repeats is not None and options.repeats < 1:
        raise ConfigError("--repeats is a number from 1.")
    load = _load()
    async with _bench(options, peers) as bench:
        results = []
        for number, name in enumerate(names, 1):
            tell = _telling(options, f"{name} ({number} of {len(names)})")
            results.append(await _measure(bench, name, tell, heap=name == _heap_page(names)))
        facts = _facts(bench, names, load)
    return PerfReport(
        name="observation",
        rows=tuple(row for result in results for row in rows_of(result)),
        facts=facts,
        table=table_of(results, peers),
    )


def _known(
    what: str, wanted: tuple[str, ...] | None, known: Iterable[str]
) -> tuple[str, ...] | None:
    known = tuple(known)
    for name in wanted or ():
        if name not in known:
            raise ConfigError(f"There is no {what} {name}. There are: {', '.join(known)}.")
    return wanted


def _heap_page(names: Sequence[str]) -> str:
    return HEAP_PAGE if HEAP_PAGE in names else names[0]


@asynccontextmanager
async def _bench(options: PerfOptions, peers: Sequence[str]) -> AsyncIterator[_Bench]:
    width, height = VIEWPORT
    settings = BrowserSettings(
        executable=options.executable, viewport_width=width, viewport_height=height
    )
    cache_dir = options.cache_dir or platformdirs.user_cache_path("agent-e", appauthor=False)
    async with AsyncExitStack() as stack:
        downloads = stack.enter_context(tempfile.TemporaryDirectory(prefix="agent-e-"))
        session = await stack.enter_async_context(
            BrowserSession.open(
                settings, downloads_dir=Path(downloads), on_event=lambda what, **fields: None
            )
        )
        ours, walk = Ours(session), Walk(session)
        lookers: list[Looker] = [ours, walk]
        missing: dict[str, str] = {}
        if PlaywrightPeer.name in peers:
            lookers.append(PlaywrightPeer(session))
        if BrowserUse.name in peers:
            try:
                peer = await _browser_use(options, session, cache_dir)
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
            cache_dir=cache_dir,
        )


async def _browser_use(
    options: PerfOptions, session: BrowserSession, cache_dir: Path
) -> BrowserUse:
    browser = session.active.page.context.browser
    assert browser is not None
    chromium = find_chromium(options.executable, browser.browser_type.executable_path)
    return await installed_browser_use(
        cache_dir / "peers", chromium.path, viewport=VIEWPORT, flags=FLAGS, tell=options.tell
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
    prepare = f"({_PREPARE.read_text(encoding='utf-8').rstrip().rstrip(';')})"
    prepare += f"({json.dumps({'ready': files.ready, 'scroll': files.scroll})})"
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
        if name in PAGES:  # the last thing: it makes the page run a script
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


def _facts(bench: _Bench, names: Sequence[str], load: Sequence[float] | None) -> dict[str, Any]:
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
        "load_before": load,
        "load_after": _load(),
    }


def _load() -> list[float] | None:
    """How busy the machine is, over 1, 5 and 15 minutes; ``None`` where it does not say."""
    return [round(value, 2) for value in os.getloadavg()] if hasattr(os, "getloadavg") else None


def _telling(options: PerfOptions, about: str) -> Callable[[str], None]:
    return lambda line: options.tell(f"{about}: {line}")
