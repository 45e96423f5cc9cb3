"""Acting: our skills in their envelope beside browser-use's actions and Playwright's bare input.

All actors do the same to the same local pages, in turns, each time on the page freshly opened. Two
times are taken: from the call to its return, and until a model would know what happened: for ours
the same, for browser-use with the state that its agent builds before it calls its model, without a
picture; for bare input until the effect is in the page. It is also counted whether the model's
text names the effect.
"""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.async_api import Error as PlaywrightError

from agent_e.benchmarks.perf.peers import PEERS, BrowserUse, PeerFailed, PlaywrightPeer
from agent_e.benchmarks.perf.record import PerfOptions, PerfReport
from agent_e.benchmarks.perf.shared import (
    DEFAULT_PEERS,
    VIEWPORT,
    browser_use_beside,
    check_repeats,
    known,
    load,
    opened_session,
    telling,
)
from agent_e.browser import BrowserSession
from agent_e.errors import SkillError
from agent_e.journal import Journal

from .browser_use import BrowserUseActions
from .cases import CASES
from .doing import Doer
from .figures import CaseResult, rows_of
from .ours import OurSkills
from .playwright_floor import PlaywrightFloor
from .site import serve_pages
from .table import table_of
from .turns import Done, take_turns

REPEATS = 9


@dataclass(frozen=True, kw_only=True, slots=True)
class _Bench:
    """The actors and their site.

    ``versions`` holds those of peers, ``missing`` unavailable peers, with the reason.
    """

    session: BrowserSession
    doers: Sequence[Doer]
    address: str
    versions: Callable[[], dict[str, str]]
    missing: dict[str, str]


async def measure(options: PerfOptions) -> PerfReport:
    """Run the benchmark; minutes with browser-use, half a minute without.

    Raises:
        ConfigError: a case (``pages``) or a peer is unknown, or the number of repeats is none.
        BrowserError: the browser failed.
    """
    names = known("page", options.pages, CASES) or tuple(CASES)
    chosen = known("peer", options.peers, PEERS)
    peers = DEFAULT_PEERS if chosen is None else chosen
    check_repeats(options)
    load_before = load()
    async with _bench(options, peers) as bench:
        results = []
        for number, name in enumerate(names, 1):
            tell = telling(options, f"{name} ({number} of {len(names)})")
            results.append(await _measure(bench, name, options.repeats or REPEATS, tell))
        facts: dict[str, Any] = {
            "browser": bench.session.version,
            "peers": bench.versions() | bench.missing,
            "viewport": list(VIEWPORT),
            "repeats": options.repeats or REPEATS,
            "pages": list(names),
            "load_before": load_before,
            "load_after": load(),
        }
    return PerfReport(
        name="action",
        rows=tuple(row for result in results for row in rows_of(result)),
        facts=facts,
        table=table_of(results, peers),
    )


@asynccontextmanager
async def _bench(options: PerfOptions, peers: Sequence[str]) -> AsyncIterator[_Bench]:
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="agent-e-"))
        journal = Journal(Path(folder))
        stack.callback(journal.close)
        address = await stack.enter_async_context(serve_pages())
        session = await stack.enter_async_context(opened_session(options))
        doers: list[Doer] = [OurSkills(session, journal)]
        missing: dict[str, str] = {}
        versioned: list[BrowserUse | PlaywrightFloor] = []
        if BrowserUse.name in peers:
            try:
                peer = await browser_use_beside(session, options)
                stack.push_async_callback(peer.close)
                doers.append(BrowserUseActions(peer))
                versioned.append(peer)
            except PeerFailed as error:
                missing[BrowserUse.name] = str(error)
        if PlaywrightPeer.name in peers:
            floor = PlaywrightFloor(session)
            doers.append(floor)
            versioned.append(floor)
        yield _Bench(
            session=session,
            doers=doers,
            address=address,
            versions=lambda: {who.name: who.version for who in versioned},
            missing=missing,
        )


async def _measure(
    bench: _Bench, name: str, repeats: int, tell: Callable[[str], None]
) -> CaseResult:
    case = CASES[name]
    try:
        url = f"{bench.address}/{case.page}.html"
        done = await take_turns(bench.doers, url, case, repeats=repeats, tell=tell)
        done |= {peer: Done(problem=problem) for peer, problem in bench.missing.items()}
        result = CaseResult(name=name, case=case, done=done)
    except SkillError as error:
        result = CaseResult(name=name, case=case, problem=str(error))
    except PlaywrightError as error:
        result = CaseResult(name=name, case=case, problem=error.message.splitlines()[0])
    if result.problems:
        tell(result.problems)
    return result
