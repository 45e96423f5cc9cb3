"""Elements given by role and name, looked up on the page open at that time."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence

from agent_e.dom.changes.tab_state import ActionRecord, trace_of
from agent_e.dom.render.element_names import alike, find, numbered, of_kind
from agent_e.dom.render.node_context import label
from agent_e.dom.render.scopes import place_of, words_before
from agent_e.dom.worlds.registry import FrameGone, worlds_of
from agent_e.errors import ActionTimeout, BadArgument, DialogOpen, ElementGone
from agent_e.types import Node, Observation

from .targets import Targets
from .waiting import wait_for_element

PATIENCE_S = 2.0
"""Longest wait for a busy page to show the named element."""
_STILL_S = 0.5
"""How long a page without requests must stay unchanged to count as complete."""
_ALSO = 3
"""Elements named in addition to better matches."""
_PAUSE_S = 0.1
MAX_TOLD = 5
"""Elements listed in an error."""


async def resolve(targets: Targets, target: int | str) -> Node:
    """Return the element as it is now, by its number or by role and name.

    A number before the words counts if its element still exists. ``ElementGone`` if no element has
    that name, ``BadArgument`` if several do.
    """
    if isinstance(target, int):
        return await targets.resolve(target)
    number, words = numbered(target)
    if number is not None:
        try:
            return await targets.resolve(number)
        except ElementGone:
            if not words:
                raise
    page, found = await _look(targets, words, PATIENCE_S, still_s=_STILL_S)
    if not found:
        raise ElementGone(_nowhere(targets, page, words))
    return await targets.resolve(_only(targets, page, found, words))


async def wait_for(targets: Targets, words: str, timeout_s: float, *, gone: bool) -> Node:
    """Wait until exactly one usable element has that name, or (``gone``) none does.

    Returns the element as last seen, or bare words if it was never there. ``ActionTimeout`` if it
    did not happen in time, ``BadArgument`` if several have that name.
    """
    loop = asyncio.get_running_loop()
    end = loop.time() + timeout_s
    seen = Node(depth=0, role="element", name=words)
    trace_of(targets.session.active).acted = ActionRecord()
    while (left := end - loop.time()) > 0:
        page, found = await _look(targets, words, 0 if gone else left)
        if gone and not found:
            return seen
        if gone:
            seen = page.nodes[found[0]]
            await asyncio.sleep(_PAUSE_S)
            continue
        if not found:
            break
        mmid = _only(targets, page, found, words)
        try:
            return await wait_for_element(targets, mmid, max(end - loop.time(), 0.1), gone=False)
        except ElementGone:
            # Another one may have taken its place.
            await asyncio.sleep(_PAUSE_S)
    if gone:
        raise ActionTimeout(f"{label(seen)} is still there after {timeout_s:g} s.")
    page, _ = await _look(targets, words, 0)
    raise ActionTimeout(f"After {timeout_s:g} s: {_nowhere(targets, page, words)}")


async def _look(
    targets: Targets, words: str, timeout_s: float, *, still_s: float = float("inf")
) -> tuple[Observation, Sequence[int]]:
    """Observe until something matches or the time is up, less if the page is static."""
    loop = asyncio.get_running_loop()
    since = loop.time()
    end = since + timeout_s
    last: Observation | None = None
    while True:
        try:
            page = await targets.observer.observe_cached()
        except FrameGone:
            if loop.time() >= end:
                raise
            await asyncio.sleep(_PAUSE_S)
            continue
        if page.dialog:
            raise DialogOpen("A dialog is open. Answer it with handle_dialog first.")
        found = find(page, words)
        now = loop.time()
        if page is not last or _is_busy(targets):
            last, since = page, now
        if found or now >= end or now - since >= still_s:
            return page, found
        await asyncio.sleep(_PAUSE_S)


def _is_busy(targets: Targets) -> bool:
    tab = targets.session.active
    waits = tab.network.in_flight > trace_of(tab).tolerated
    return tab.navigating or not tab.parsed or waits


def _only(targets: Targets, page: Observation, found: Sequence[int], words: str) -> int:
    """The number of the only element found; it counts as shown."""
    mmid = page.nodes[found[0]].mmid
    assert mmid is not None
    if len(found) > 1:
        # The intended one may have a longer name, such as with its picture's.
        also = [at for at in alike(page, words, len(page.nodes)) if at not in found][:_ALSO]
        less = f"; or else {_listed(targets, page, also)}" if also else ""
        listed = _listed(targets, page, found)
        raise BadArgument(f"{len(found)} elements could be {words}: {listed}{less}. Use a number.")
    worlds_of(targets.session.active).tell([page.nodes[found[0]]])
    return mmid


def _nowhere(targets: Targets, page: Observation, words: str) -> str:
    none = f"There is no {words} on this page"
    if near := alike(page, words, MAX_TOLD):
        return f"{none}; there is {_listed(targets, page, near)}."
    if last := of_kind(page, words, MAX_TOLD):
        return f"{none}. The last of its kind are {_listed(targets, page, last)}."
    return f"{none}. Look with get_dom."


def _listed(targets: Targets, page: Observation, found: Sequence[int]) -> str:
    """List elements by number and place; the numbers count as shown."""
    first = found[:MAX_TOLD]
    worlds_of(targets.session.active).tell(page.nodes[at] for at in first)
    listed = [f"{label(page.nodes[at])} {place}".rstrip() for at, place in _places(page, first)]
    more = len(found) - len(first)
    return "; ".join(listed) + (f"; and {more} more" if more else "")


def _places(page: Observation, found: Sequence[int]) -> Iterator[tuple[int, str]]:
    """The place of each, in words that distinguish it if there are any."""
    alike = Counter((page.nodes[at].name, place_of(page.nodes, at)) for at in found)
    for at in found:
        place = place_of(page.nodes, at)
        if alike[page.nodes[at].name, place] > 1:
            place = f"{place} {words_before(page.nodes, at)}".strip()
        yield at, place
