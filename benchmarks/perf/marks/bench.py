"""Pictures with numbers on them: their duration, and what the page notices of it.

From the call to the encoded picture and its legend: collecting the elements while the shot
is taken, a second look at their places, painting, encoding. Most pictures are taken after an
action, and so is the one compared with the bar: a click, observed like any
action, precedes each. The duration after a change of the page since its last look is measured too,
in its own row. The page counts every mutation of itself. In turns with them the bare
protocol shot and Playwright's own screenshot are taken. On real screens the placement of the
numbers is judged: see ``badges.py``.
"""

from __future__ import annotations

import statistics
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from agent_e.benchmarks.perf.record import PerfOptions, PerfReport, PerfRow
from agent_e.benchmarks.perf.serving import PageFiles, serve_page
from agent_e.benchmarks.perf.shared import (
    VIEWPORT,
    check_repeats,
    load,
    opened_session,
    preparing,
    telling,
)
from agent_e.benchmarks.screens import STATIC_GROUP, chosen_screens
from agent_e.browser import BrowserSession
from agent_e.config import DomSettings, VisionSettings
from agent_e.dom import ElementLayout, PageActor, PageObserver
from agent_e.errors import ConfigError
from agent_e.types import MarkedPage
from agent_e.vision import Camera, PageImages

from .badges import facts_of, rows_of, standings

REPEATS = 15
CASES = {"50": 50, "300": 300}
"""Elements in view, by the name of the page."""
BARS = {"50": 60.0, "300": 110.0}
"""Maximum milliseconds on an idle machine."""
STEP, CHANGED = "after a click", "after a change"
SHOT, PLAYWRIGHT, BAR = "bare shot", "playwright", "bar"

_NODES = 2_300
"""Nodes of a page in all, pieces of text included: five per element, two per line."""
_COUNT = """<script>
let records = 0;
const all = { subtree: true, childList: true, attributes: true, characterData: true };
new MutationObserver((list) => (records += list.length)).observe(document, all);
</script>"""
_CHANGED = "void (document.querySelector('p').firstChild.data += '.')"
_SETTLED = "new Promise((resolve) => setTimeout(() => resolve(records), 0))"


@dataclass(kw_only=True, slots=True)
class _Taken:
    """Measurements of one page.

    Attributes:
        times: of each look, by who looked or after what we did, milliseconds.
        looks: our own, by what preceded them.
        mutations: seen by the page during all of ours.
    """

    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    looks: dict[str, list[MarkedPage]] = field(default_factory=lambda: defaultdict(list))
    mutations: int = 0


async def measure(options: PerfOptions) -> PerfReport:
    """Run the benchmark; about half a minute, and some seconds for each screen.

    Raises:
        ConfigError: a page or screen is unknown, peers were asked for, or the number of repeats is
            none.
        BrowserError: the browser failed.
    """
    chosen = options.pages or (*CASES, STATIC_GROUP)
    screens = [name for name in chosen if name not in CASES]
    names = [name for name in chosen if name in CASES]
    for name in screens:
        chosen_screens([name])
    if options.peers:
        raise ConfigError("The measurement marks has no --peers: Playwright's is always in it.")
    check_repeats(options)
    load_before = load()
    rows: list[PerfRow] = []
    async with opened_session(options) as session:
        for number, name in enumerate(names, 1):
            telling(options, f"{name} elements")(f"page {number} of {len(names)}")
            taken = await _measured(session, page_of(CASES[name]), options.repeats or REPEATS)
            rows += _rows(name, taken)
        version = session.version
    found, problems = await standings(options, screens)
    return PerfReport(
        name="marks",
        rows=(*rows, *rows_of(found), *problems),
        facts={
            "browser": version,
            "viewport": list(VIEWPORT),
            "repeats": options.repeats or REPEATS,
            "load_before": load_before,
            "load_after": load(),
            "wrong": facts_of(found),
        },
    )


def page_of(elements: int) -> str:
    """Build a page with so many elements in view, and text below and beside them."""
    cells = "".join(
        f"<td>{_element(n)}<p>Item {n}</p></td>{'' if (n + 1) % 20 else '</tr><tr>'}"
        for n in range(elements)
    )
    rest = "".join(
        f"<p>Line {n} of what stands below</p>" for n in range((_NODES - 5 * elements) // 2)
    )
    style = (
        "body { font: 11px sans-serif; margin: 4px } p { margin: 0 } td { padding: 1px 4px }"
        "button, input, a { font: inherit; width: 40px; display: inline-block }"
    )
    return (
        f"<!doctype html><title>{elements} elements</title><style>{style}</style>{_COUNT}"
        f"<table><tr>{cells}</tr></table>{rest}"
    )


def _element(number: int) -> str:
    kinds = (
        f"<button>Do {number}</button>",
        f'<a href="#{number}">To {number}</a>',
        f'<input aria-label="Field {number}" value="{number}">',
    )
    return kinds[number % len(kinds)]


async def _measured(session: BrowserSession, html: str, repeats: int) -> _Taken:
    observer = PageObserver(session, DomSettings())
    actor = PageActor(session, observer, session.settings.action_timeout_s)
    camera = Camera(session)
    drawn = ElementLayout(session, observer, actor.hover)
    # All elements get a number here: the workload must not shrink with the setting.
    eyes = PageImages(camera, drawn, VisionSettings(max_marks=max(CASES.values())))
    taken = _Taken()

    async def clicked() -> None:
        watch = observer.watch()
        await watch.start()
        await actor.click(await _button(observer, drawn))
        await watch.finish()

    async def changed() -> None:
        await session.active.page.evaluate(_CHANGED)

    async def look(after: str) -> None:
        before = await session.active.page.evaluate(_SETTLED)
        with _timed(taken, after):
            marked = await eyes.mark()
        taken.looks[after].append(marked)
        taken.mutations += await session.active.page.evaluate(_SETTLED) - before

    async with serve_page(PageFiles(texts={"/": html})) as address:
        await session.goto(address)
        await session.active.page.evaluate(preparing())
        for _ in range(repeats + 1):
            await clicked()
            await look(STEP)
            await changed()
            await look(CHANGED)
            with _timed(taken, SHOT):
                await camera.shoot()
            with _timed(taken, PLAYWRIGHT):
                await session.active.page.screenshot(type="jpeg", quality=70)
    # The first look at a page fetches what later ones have cached.
    for times in taken.times.values():
        del times[0]
    for looks in taken.looks.values():
        del looks[0]
    return taken


async def _button(observer: PageObserver, drawn: ElementLayout) -> int:
    """Return the number of a button, as the model would see it."""
    [button, *_] = [
        node for node in (await observer.observe_cached()).elements if node.role == "button"
    ]
    drawn.tell([button])
    assert button.mmid is not None
    return button.mmid


@contextmanager
def _timed(taken: _Taken, name: str) -> Iterator[None]:
    started = time.perf_counter()
    yield
    taken.times[name].append((time.perf_counter() - started) * 1000)


def _rows(name: str, taken: _Taken) -> list[PerfRow]:
    case, looks = f"{name} elements", taken.looks[STEP]
    peers = (SHOT, PLAYWRIGHT)
    rows = [
        PerfRow(
            case,
            figure,
            of(taken.times[after]),
            "ms",
            peer_values={**{who: of(taken.times[who]) for who in peers}, BAR: BARS[name]},
            note=f"{len(looks[-1].marked)} marks, {after}",
        )
        for figure, after, of in (
            ("marked picture", STEP, _median),
            ("marked picture, fastest", STEP, _least),
            ("marked picture, page changed", CHANGED, _median),
        )
    ]
    for stage in looks[-1].milliseconds:
        spent = _median([look.milliseconds[stage] for look in looks])
        rows.append(PerfRow(case, stage, spent, "ms", note=STEP))
    size = statistics.median(len(look.screenshot.data) for look in looks)
    rows.append(PerfRow(case, "picture", round(size / 1000, 1), "kB"))
    rows.append(PerfRow(case, "mutations seen", taken.mutations, "records"))
    return rows


def _median(values: Sequence[float]) -> float:
    return round(statistics.median(values), 1)


def _least(values: Sequence[float]) -> float:
    return round(min(values), 1)
