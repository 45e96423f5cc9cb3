"""Observes the active page: one evaluation per group of frames, then combined."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from agent_e.browser import BrowserSession, Tab
from agent_e.config import DomSettings
from agent_e.dom.changes.describe import brief, describe
from agent_e.dom.changes.phrases import left_out
from agent_e.dom.changes.tab_state import last_seen, trace_of
from agent_e.dom.changes.volatile_text import shape
from agent_e.dom.changes.watch import PageWatch
from agent_e.dom.records.choose import records
from agent_e.dom.records.pagination import next_page
from agent_e.dom.render.items import SubtreeCache
from agent_e.dom.render.page_text import Format, Rendered, View, render
from agent_e.dom.worlds.inspector import (
    ListenerDelta,
    find_listeners,
    listener_delta,
    open_closed_roots,
)
from agent_e.dom.worlds.registry import FrameGone, IsolatedWorld, worlds_of
from agent_e.errors import ActionTimeout, DialogOpen, SkillError
from agent_e.types import BBox, ChangeReport, Frame, Node, Observation, Records
from agent_e.urls import origin_of, short_address, short_title

from .decoder import Place, scroll_of

PAGE_TIMEOUT_S = 10.0
"""Longest wait for the page itself: a large one on a busy machine takes seconds."""
MAX_LINES = 40_000
"""Lines read per group of frames; a page with more gets a note."""
FRAME_TIMEOUT_S = 2.0
"""Longest wait for a cross-origin frame: a stuck advertisement must not hide the page."""
FRAMES_TIMEOUT_S = 6.0
"""Longest wait for all cross-origin frames together."""
_WALK_SHARE = 0.3
"""Share of the time limit for the walk; its result must also be fetched and formatted."""
_FRESH_S = 0.5
"""How long an observation is expected to stay valid."""
_BOX_S = 0.5
_TRIES = 3
_MAX_LAYERS = 8
"""Nested closed shadow roots that are opened."""


@dataclass(kw_only=True, slots=True)
class _Reading:
    """What has been read so far, main frame first."""

    nodes: list[Node] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    focus: int | None = None
    focused: Node | None = None
    versions: dict[IsolatedWorld, str] = field(default_factory=dict)
    attribute: str = ""
    frames_until: float = 0.0
    illegible: int = 0
    hidden: list[str] = field(default_factory=list)


class PageObserver:
    """Observes a session's active page.

    ``observe`` changes nothing in the page and is unnoticeable to it.
    """

    def __init__(
        self,
        session: BrowserSession,
        settings: DomSettings,
        *,
        on_seen: Callable[[Observation], None] = lambda page: None,
    ) -> None:
        """Create it; ``on_seen`` is called with every observation."""
        self._session = session
        self._settings = settings
        self._on_seen = on_seen
        self._told: Observation | None = None
        self._looked = -math.inf
        self._cache = SubtreeCache()

    async def observe(self) -> Observation:
        """Observe the active page once, with all frames.

        While a JavaScript dialog is open the page cannot be read: the observation then has no
        nodes, and ``dialog`` is set. ``FrameGone`` if the document was replaced again and again.
        """
        async with self._session.lending.turn():
            return await self._observed()

    async def boxes_of(self, words: str) -> tuple[BBox, ...]:
        """Return where words are drawn on the active page now, in viewport CSS pixels.

        One box for each line; empty if they are not there, or the page does not answer at once: it
        only serves to show a person the place.
        """
        main = worlds_of(self._session.active).main
        try:
            found = await main.call("quote_boxes", timeout_s=_BOX_S, words=words)
        except SkillError:
            return ()
        return tuple((x, y, width, height) for x, y, width, height in found)

    async def look_at(self, tab: Tab) -> Observation:
        """Observe an inactive tab once; raises as ``observe``."""
        looked = self._looked
        try:
            return await self._observed(tab)
        finally:
            self._looked = looked

    async def _observed(self, tab: Tab | None = None) -> Observation:
        tab = tab or self._session.active
        started = time.perf_counter()
        if tab.dialog:
            return await self._behind_dialog(tab)
        trace = trace_of(tab)
        trace.turn_to(tab)
        await worlds_of(tab).turned(trace.first_mmid)
        for last in range(_TRIES - 1, -1, -1):
            reading = _Reading(attribute=self._settings.write_attribute)
            try:
                answer = await _read(worlds_of(tab).main, reading, depth=0)
                break
            except DialogOpen:
                return await self._behind_dialog(tab)
            except FrameGone:
                if not last:
                    raise
        if count := reading.illegible:
            reading.notes.append(left_out(count))
        worlds_of(tab).all = tuple(reading.versions)
        trace.versions = reading.versions
        trace.seen = Observation(
            url=short_address(answer["url"]),
            title=short_title(answer["title"]),
            nodes=tuple(reading.nodes),
            focus=reading.focus,
            focused=reading.focused if reading.focus is None else None,
            scroll=scroll_of(answer["scroll"]),
            frames=tuple(reading.frames),
            notes=tuple(reading.notes),
            hidden=tuple(reading.hidden),
            milliseconds=(time.perf_counter() - started) * 1000,
        )
        self._looked = time.monotonic()
        self._announce(trace.seen)
        return trace.seen

    async def observe_cached(self) -> Observation:
        """Return the active page, observing it only if the last observation is stale.

        Otherwise ten times as fast. Raises as ``observe``.
        """
        async with self._session.lending.turn():
            return await self._held() or await self._observed()

    @property
    def last(self) -> Observation | None:
        """The last observation of the active page's document; the page is not queried."""
        return last_seen(self._session.active)

    @property
    def is_recent(self) -> bool:
        """Whether the last observation is so recent that it is most likely valid."""
        return time.monotonic() - self._looked < _FRESH_S

    async def cached_if_valid(self) -> Observation | None:
        """Return the last observation if another would be the same, else ``None``."""
        async with self._session.lending.turn():
            return await self._held()

    async def _held(self) -> Observation | None:
        tab = self._session.active
        seen = trace_of(tab).seen
        if seen is None or tab.dialog or not await _holds(tab):
            return None
        if seen is not self._told:
            # The observer of an earlier task in this browser made it.
            self._announce(seen)
        return seen

    def _announce(self, page: Observation) -> None:
        self._told = page
        self._on_seen(page)

    def restless(self, observation: Observation) -> frozenset[int]:
        """Return the indexes of nodes known to change their text by themselves."""
        trace = trace_of(self._session.active)
        if not trace.restless and not trace.baseline.moves:
            return frozenset()
        # A bare amount looks like many others that do not change.
        shapes = {each for each in trace.restless if any(map(str.isalpha, each))}

        @cache
        def moves(text: str) -> bool:
            return shape(text) in shapes or trace.baseline.shows(text)

        return frozenset(
            index for index, node in enumerate(observation.nodes) if node.name and moves(node.name)
        )

    def render(
        self,
        observation: Observation,
        *,
        view: View = "all_fields",
        format: Format = "outline",
        find: str = "",
        page: int = 1,
        links: bool = False,
        budget: int | None = None,
        rest: str = "",
    ) -> str:
        """Render an observation as text for the model, within the token budget.

        ``budget`` overrides that, in characters; ``rest`` says how to get what is left out of a
        page that is not open.
        """
        how: dict[str, Any] = {"view": view, "format": format, "find": find, "page": page}
        how |= {"links": links, "rest": rest, "cache": None if rest else self._cache}
        rendered = render(observation, budget=budget or self.budget_characters, **how)
        if not rest:
            self._tell(rendered)
        return rendered.text

    @property
    def budget_characters(self) -> int:
        """Longest text of one result."""
        return self._settings.budget_characters

    def records(
        self,
        observation: Observation,
        fields: Sequence[str],
        find: str = "",
        like: Records | None = None,
    ) -> Records:
        """Read repeated content of a page into records; see ``records.choose.records``."""
        return records(observation, fields, find, like=like)

    async def next_page(self) -> Node | None:
        """Find the control for the next page of the list on the page last observed.

        ``None`` on the last one. It may be acted on though the model has not seen it.
        """
        tab = self._session.active
        seen = trace_of(tab).seen
        if seen is None:
            return None
        declared = await worlds_of(tab).main.call("next_page")
        found = next_page(seen, declared["mmid"], declared["address"])
        if found:
            worlds_of(tab).tell([found])
        return found

    def watch(self) -> PageWatch:
        """Prepare change observation for one action."""
        return PageWatch(self._session, self, rule=self._settings.settle)

    def describe(self, report: ChangeReport, *, for_eyes: bool = False) -> str:
        """Format a change report; ``for_eyes``: for models that see pictures of the page."""
        seen = trace_of(self._session.active).seen
        frames = seen.frames if seen else ()
        room, page_room = self._settings.change_budget_characters, self.budget_characters
        rendered = describe(
            report, budget=room, page_budget=page_room, frames=frames, for_eyes=for_eyes
        )
        self._tell(rendered)
        return rendered.text

    def brief(self, report: ChangeReport) -> str:
        """Format a change report as one line without element numbers."""
        return brief(report)

    def _tell(self, rendered: Rendered) -> None:
        """Record that the model is shown this, and what its ids now mean."""
        worlds_of(self._session.active).tell(rendered.shown)

    async def _behind_dialog(self, tab: Tab) -> Observation:
        seen = Observation(url=tab.url, title=await tab.title(), dialog=tab.dialog)
        self._announce(seen)
        return seen


async def _holds(tab: Tab) -> bool:
    """Whether the last observation of a tab is still valid."""
    trace = trace_of(tab)
    if trace.document != tab.document:
        return False

    async def same(world: IsolatedWorld, version: str) -> bool:
        now, news = await asyncio.gather(
            world.call("version", timeout_s=FRAME_TIMEOUT_S),
            find_listeners(world, timeout_s=FRAME_TIMEOUT_S),
        )
        return bool(now == version and not news)

    try:
        return all(await asyncio.gather(*(same(*each) for each in trace.versions.items())))
    except SkillError:
        # The observation will report the problem.
        return False


async def _read(world: IsolatedWorld, reading: _Reading, *, depth: int) -> dict[str, Any]:
    """Read a world, and the frames in it that it cannot read itself, into ``reading``."""
    limit = PAGE_TIMEOUT_S
    if world.parent:
        limit = min(FRAME_TIMEOUT_S, reading.frames_until - time.monotonic())
        if limit <= 0:
            raise ActionTimeout("there was no time left for it")
    first = len(reading.frames)

    x, y = map(round, world.offset)
    place = Place(depth=depth, frame=first, x=x, y=y)
    answer, nodes = await _walk(world, limit, reading.attribute, place)
    if not world.parent:
        reading.frames_until = time.monotonic() + FRAMES_TIMEOUT_S
    reading.versions[world] = answer["version"]
    reading.illegible += answer["illegible"]
    reading.hidden += answer["hidden"]
    reading.frames += [
        Frame(url=short_address(f["url"]), origin=f["origin"]) for f in answer["frames"]
    ]
    if not answer["whole"]:
        reading.notes.append(f"The page is huge: only its first {len(nodes)} pieces were read.")
    reading.focus = focus = answer["focus"]
    if not world.parent and answer["focused"]:
        role, name = answer["focused"]
        reading.focused = Node(depth=0, role=role, name=name)
    done = 0
    for index, owner, x, y, source in answer["foreign"]:
        reading.nodes += nodes[done:index]
        done = index + 1
        inner = world.worlds.inside(world, owner)
        inner.offset = (world.offset[0] + x, world.offset[1] + y)
        await _read_foreign(inner, reading, nodes[index], source, reading.frames[first].origin)
        if focus != owner:
            reading.focus = focus
    reading.nodes += nodes[done:]
    return answer


async def _walk(
    world: IsolatedWorld, limit: float, attribute: str, place: Place
) -> tuple[dict[str, Any], Sequence[Node]]:
    """Read what one world can access, plus what only the browser knows."""
    walked, since = 0.0, ListenerDelta()

    async def walk() -> tuple[dict[str, Any], Sequence[Node]]:
        nonlocal walked
        look = world.rows.look(place)
        patience = limit * 1000 * _WALK_SHARE
        options = {"mostRows": MAX_LINES, "patience": patience, "attribute": attribute}
        answer: dict[str, Any] = await world.call_numbering(
            "observe", timeout_s=limit, drawn=since.drawn, **options, **look.options
        )
        walked = time.monotonic()
        return answer, world.rows.nodes(answer, look)

    seen: tuple[dict[str, Any], Sequence[Node]]
    if world.listener_count:
        # Mostly nothing has changed. The page answers in order: during its walk, the listeners
        # received are decoded here. If it changed after that, so may they.
        asked = time.monotonic()
        since = await listener_delta(world, timeout_s=limit)
        if since.known:
            changed, seen = False, await walk()
        else:
            changed, seen = await asyncio.gather(find_listeners(world, timeout_s=limit), walk())
        # The listeners may have been received long after the walk.
        moved = seen[0]["still"] < (walked - asked) * 1000
        if changed or (moved and await find_listeners(world, timeout_s=limit)):
            seen = await walk()
    else:
        await find_listeners(world, timeout_s=limit)
        seen = await walk()
    for _ in range(_MAX_LAYERS):
        if not seen[0]["suspects"] or not await open_closed_roots(world, timeout_s=limit):
            break
        seen = await walk()
    return seen


async def _read_foreign(
    world: IsolatedWorld, reading: _Reading, owner: Node, source: str, origin: str
) -> None:
    """Read a cross-origin frame; an unreadable one is noted with the reason."""
    place, number = len(reading.nodes), len(reading.frames)
    problem = ""
    try:
        await _read(world, reading, depth=owner.depth + 1)
    except DialogOpen:
        raise
    except ActionTimeout:
        late = time.monotonic() > reading.frames_until
        problem = "there was no time left for it" if late else "it did not answer in time"
    except FrameGone:
        problem = "it was replaced while it was read"
    except SkillError as error:
        problem = str(error)
    if problem:
        del reading.nodes[place:], reading.frames[number:]
        reading.frames.append(
            Frame(url=short_address(source), origin=origin_of(source), problem=problem)
        )
    elif len(reading.nodes) == place:
        return
    foreign = reading.frames[number].origin != origin
    states = ("other origin",) if foreign else ()
    reading.nodes.insert(place, owner._replace(states=states, frame=number, glue=None))
