"""Goes through pages with several tabs of one browser, and writes the records of each."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

from agent_e.browser import BrowserSession, SharedBrowser, mapped_errors
from agent_e.config import DomSettings, Settings
from agent_e.dom import PageObserver
from agent_e.errors import BrowserError, SkillError
from agent_e.training.records import ClickRecord

from .capture import NUMBERS, Capture, Element, capture, set_look
from .generator import MadePage, letters_of, make_page, word_banks
from .icons import IconSet, default_folders
from .sayings import sayings_of
from .sources import MADE, PageSource, opened_sources
from .store import IMAGES, RecordStore
from .theme import Look

ROUNDS = 12
"""Looks at a page that is not made, each in another window."""
_MOST_PAGES = 200
"""Pages of one site."""
_MOST_FAULTS = 5
"""Browsers that may fail one after the other."""
_QUIET_S = 0.3
_BLANK = "about:blank"


@dataclass(frozen=True, kw_only=True, slots=True)
class Order:
    """What to make.

    Attributes:
        pages: addresses, folders, ``site:NAME`` or ``made``.
        icons: folders of SVG icons; none for the installed ones.
        jobs: tabs at the same time.
    """

    out: Path
    count: int
    pages: Sequence[str] = ()
    icons: Sequence[Path] = ()
    seed: int = 0
    jobs: int = 2


@dataclass(kw_only=True, slots=True)
class _Work:
    """What the tabs share."""

    order: Order
    settings: Settings
    store: RecordStore
    icons: IconSet | None
    sources: list[PageSource]
    on_page: Callable[[int], None]
    tell: Callable[[str], None]
    numbers: Iterator[int] = field(default_factory=lambda: iter(()))
    languages: Sequence[str] = ()

    @property
    def is_done(self) -> bool:
        return self.store.count >= self.order.count


async def collect(
    order: Order,
    settings: Settings,
    *,
    on_page: Callable[[int], None] = lambda records: None,
    tell: Callable[[str], None] = lambda line: None,
) -> dict[str, Any]:
    """Write records until there are as many as asked for, or no page is left; return the counts.

    Args:
        order: what to make.
        settings: those of the browser are used.
        on_page: called with the number of records after each page.
        tell: called with a line where a page is left out.

    Raises:
        ConfigError: the order cannot be carried out.
        BrowserError: the browser fails again and again.
    """
    icons = _icons(order)
    options = {"pages": list(order.pages), "seed": order.seed, "icons": len(icons or ())}
    store = RecordStore(order.out, options)
    started, before = time.monotonic(), store.count
    async with opened_sources(order.pages) as sources:
        work = _Work(
            order=order,
            settings=settings,
            store=store,
            icons=icons,
            sources=sources,
            on_page=on_page,
            tell=tell,
        )
        on_page(store.count)
        if not work.is_done:
            async with SharedBrowser.start(settings.browser) as shared:
                async with _session(work, shared) as session:
                    await _find_languages(work, session)
                    await _follow_links(work, session)
                work.numbers = _numbers(work)
                async with asyncio.TaskGroup() as tabs:
                    for _ in range(order.jobs):
                        tabs.create_task(_work_through(work, shared))
    return store.write_statistics(time.monotonic() - started, store.count - before)


def _icons(order: Order) -> IconSet | None:
    if order.pages and MADE not in order.pages:
        return None
    return IconSet(list(order.icons) or default_folders())


def _numbers(work: _Work) -> Iterator[int]:
    """Yield the numbers of looks to take: those of made pages never end."""
    number, sources = 0, work.sources
    endless = any(not source.url for source in sources)
    while endless or number < len(sources) * ROUNDS:
        ended = sources[number % len(sources)].url and number >= len(sources) * ROUNDS
        if not ended and _image(number) not in work.store.images:
            yield number
        number += 1


async def _work_through(work: _Work, shared: SharedBrowser) -> None:
    """Take one look after the other in a tab; a session that fails is replaced."""
    faults = 0
    while not work.is_done:
        try:
            async with _session(work, shared) as session:
                observer = PageObserver(session, DomSettings(write_attribute=NUMBERS))
                while not work.is_done and (number := next(work.numbers, None)) is not None:
                    await _take(work, session, observer, number)
                    faults = 0
                return
        except BrowserError as error:
            faults += 1
            if faults >= _MOST_FAULTS:
                raise
            work.tell(f"A tab failed and is replaced: {error}")


def _session(work: _Work, shared: SharedBrowser) -> Any:
    return BrowserSession.open(
        work.settings.browser,
        downloads_dir=work.order.out / "downloads",
        on_event=lambda what, **fields: None,
        shared=shared,
    )


async def _take(work: _Work, session: BrowserSession, observer: PageObserver, number: int) -> None:
    """Take one look, and keep its records."""
    source = work.sources[number % len(work.sources)]
    seed = f"{work.order.seed}:{number}"
    rng = random.Random(f"{seed}:sayings")
    made = None
    if not source.url:
        assert work.icons is not None, "made pages have icons"
        made = make_page(work.icons, seed, work.languages)
    look = made.look if made else Look.random(rng, scrolls=True)
    try:
        await set_look(session, look)
        await _open(session, made, source, look)
        seen = await capture(session, observer, made.placed if made else {})
    except SkillError as error:
        work.tell(f"{source.url or seed} is left out: {error}")
        return
    name = source.source if source.url else f"{MADE}-{seed}"
    records = list(_records(number, name, seen, rng))[: work.order.count - work.store.count]
    if records:
        work.store.add(_image(number), seen.picture, records)
        work.on_page(work.store.count)


async def _open(
    session: BrowserSession, made: MadePage | None, source: PageSource, look: Look
) -> None:
    if made:
        with mapped_errors("showing a made page"):
            # A document of its own: one that is only written anew keeps all that was on it.
            await session.active.page.goto(_BLANK)
            await session.active.page.set_content(made.html)
        return
    await session.goto(source.url)
    with mapped_errors("loading"):
        await session.active.page.wait_for_load_state("load", timeout=10_000)
        place = (
            f"scrollTo(0, {look.scroll} * (document.documentElement.scrollHeight - innerHeight))"
        )
        await session.active.page.evaluate(place)
    await asyncio.sleep(_QUIET_S)


async def _find_languages(work: _Work, session: BrowserSession) -> None:
    """Leave out languages that this machine has no font for: their words would be empty boxes."""
    if work.icons is None:
        return
    pairs = {language: letters_of(language) for language in word_banks()}
    source = resources.files(__package__).joinpath("drawn_letters.js").read_text(encoding="utf-8")
    with mapped_errors("looking for fonts"):
        drawn = await session.active.page.evaluate(source, list(pairs.values()))
    work.languages = [language for language, has in zip(pairs, drawn, strict=True) if has]
    if missing := set(pairs) - set(work.languages):
        work.tell(f"There is no font for {', '.join(sorted(missing))}: made pages go without.")


async def _follow_links(work: _Work, session: BrowserSession) -> None:
    """Add the pages that sites link to."""
    observer = PageObserver(session, DomSettings(write_attribute=NUMBERS))
    for start in [source for source in work.sources if source.follow]:
        known = [start.url]
        for url in known:
            await session.goto(url)
            links = [node.href or "" for node in (await observer.observe()).elements]
            new = [link.partition("#")[0] for link in links if link.startswith(start.url)]
            known += [link for link in dict.fromkeys(new) if link not in known]
            del known[_MOST_PAGES:]
        work.sources += [PageSource(source=start.source, url=url) for url in known[1:]]


def _records(number: int, source: str, seen: Capture, rng: random.Random) -> Iterator[ClickRecord]:
    for index, (element, sayings) in enumerate(
        zip(seen.elements, sayings_of(seen.elements, rng), strict=True)
    ):
        if sayings:
            yield _record(f"{number:07d}-{index}", source, _image(number), seen, element, sayings)


def _record(
    identity: str,
    source: str,
    image: str,
    seen: Capture,
    element: Element,
    sayings: tuple[str, ...],
) -> ClickRecord:
    left, top, right, bottom = (round(edge, 1) for edge in element.box)
    return ClickRecord(
        id=identity,
        image=image,
        width=seen.width,
        height=seen.height,
        box=(left, top, right, bottom),
        source=source,
        kind=element.kind,
        role=element.role,
        name=element.name,
        text=element.text,
        description=", ".join(element.tags),
        language=element.language,
        sayings=sayings,
    )


def _image(number: int) -> str:
    return f"{IMAGES}/{number:07d}.jpg"
