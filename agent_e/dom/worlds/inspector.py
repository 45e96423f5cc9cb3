"""Page facts only the browser has: script listeners and closed shadow roots.

Our scripts can query neither, and the page would notice hooked functions. The browser's debugger
reveals both without a trace.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from playwright.async_api import CDPSession
from playwright.async_api import Error as PlaywrightError

from .registry import IsolatedWorld, ListenerCount, WorldHandle
from .scripts import load_script

_CLICKS = frozenset({"click", "dblclick", "mousedown", "mouseup", "pointerdown", "pointerup"})
_INPUTS = (
    *("click", "dblclick", "auxclick", "contextmenu", "mouse", "pointer", "touch"),
    *("drag", "focus", "blur"),
)
"""Prefixes of events that a click may trigger."""
_DELEGATES = 20
"""Kinds of events at which a listening box counts as a framework's delegating root."""
_MAX_NEW = 10_000
"""Elements resolved at once; the rest of a page's listeners waits for the next observation."""
_MANY = 500
"""Listeners from which it pays to check for changes first."""

_LISTENERS = "JSEventListeners"
_DRAWN = ("RecalcStyleCount", "LayoutCount")

_GROUP = "agent-e"


async def find_listeners(world: IsolatedWorld, *, timeout_s: float) -> bool:
    """Update which of a world's elements listen to clicks; return whether that changed.

    Raises as ``IsolatedWorld.call`` does.
    """
    return await world.ask_browser("listeners", _find_listeners, timeout_s=timeout_s)


@dataclass(frozen=True, kw_only=True, slots=True)
class ListenerDelta:
    """Changes on a page since its listeners were last queried.

    Attributes:
        known: the world's listeners are up to date, as far as can be told without a full query.
        drawn: counts layouts and style recalculations; ``""`` if not queried.
    """

    known: bool = False
    drawn: str = ""


async def listener_delta(world: IsolatedWorld, *, timeout_s: float) -> ListenerDelta:
    """Check whether a page with many listeners is unchanged since they were queried.

    They are the same if the page's tree has not changed since and their number is equal: listing
    them costs the browser microseconds each, and most observations find no change. Raises as
    ``IsolatedWorld.call`` does.
    """
    last = world.listener_count
    if last is None or not last.number:
        return ListenerDelta()

    async def ask(cdp: CDPSession, inside: WorldHandle) -> tuple[float, Mapping[str, float]]:
        answer = await call(cdp, inside, load_script("quiet_time"))
        # In sequence: pending layout must be counted as well, and Chromium counts at once, even
        # while it runs a script.
        return float(answer["value"]), await _counts(cdp)

    still, counts = await world.ask_browser("listeners", ask, timeout_s=timeout_s)
    # Computed once the answers are here: a busy page must not seem to have been still.
    since = (time.monotonic() - last.at) * 1000
    same = world.listener_count is last and counts[_LISTENERS] == last.number and still > since
    return ListenerDelta(known=same, drawn=" ".join(f"{counts[each]:.0f}" for each in _DRAWN))


async def has_listener(world: IsolatedWorld) -> bool:
    """Whether a listener is in the path of a mouse input at the point found by ``locate``.

    Queried from the browser, to include listeners of the page's own world, on shadow roots, the
    document and the window too. Always true in inner frames: their windows cannot be queried.

    Raises as ``IsolatedWorld.call`` does.
    """
    if world.parent and world.session is world.parent.session:
        return True
    return await world.ask_browser("listeners", _has_listener)


async def open_closed_roots(world: IsolatedWorld, *, timeout_s: float) -> bool:
    """Give the world access to closed shadow roots of elements suspected of having one.

    Returns whether there was one, so that the page must be read again. Raises as
    ``IsolatedWorld.call`` does.
    """
    return await world.ask_browser("shadow roots", _open_roots, timeout_s=timeout_s)


async def _find_listeners(cdp: CDPSession, inside: WorldHandle) -> bool:
    where = {"objectId": await page_document(cdp, inside), "depth": -1, "pierce": True}
    at = time.monotonic()
    # Counted first: one added in between then counts as new next time.
    counts, answer = await asyncio.gather(
        _counts(cdp) if inside.many_listeners else _none(),
        cdp.send("DOMDebugger.getEventListeners", where),
    )
    inside.listener_count = ListenerCount(at=at, number=int(counts.get(_LISTENERS, 0)))
    if not inside.many_listeners and len(answer["listeners"]) >= _MANY:
        inside.many_listeners = True
        await cdp.send("Performance.enable")
    now = _clicked(answer["listeners"])
    gone = sorted(inside.listening - now)
    new = sorted(now - inside.listening)[:_MAX_NEW]
    if not gone and not new:
        return False
    handles = await _resolve(cdp, inside, new)
    numbers = [number for number in new if number in handles]
    changes = {"value": {"gone": gone, "numbers": numbers}}
    elements = [{"objectId": handles[number]} for number in numbers]
    await call(cdp, inside, load_script("listen"), [changes, *elements])
    inside.listening.difference_update(gone)
    inside.listening.update(new)
    await cdp.send("Runtime.releaseObjectGroup", {"objectGroup": _GROUP})
    return True


async def _none() -> Mapping[str, float]:
    return {}


async def _counts(cdp: CDPSession) -> Mapping[str, float]:
    """The browser's counters for the pages of one process, with ``Performance`` enabled."""
    metrics = (await cdp.send("Performance.getMetrics"))["metrics"]
    return {each["name"]: each["value"] for each in metrics}


async def page_document(cdp: CDPSession, inside: WorldHandle) -> str:
    """Return a handle of the document in the page's own world.

    If queried for an isolated world's document, Chromium 156 wraps nodes of inner documents in the
    wrong world: our walk then runs the page's patched functions, or the renderer crashes.
    """
    if not inside.document:
        own = await call(cdp, inside, "() => document")
        node = (await cdp.send("DOM.describeNode", {"objectId": own["objectId"]}))["node"]
        answer = await cdp.send("DOM.resolveNode", {"backendNodeId": node["backendNodeId"]})
        inside.document = str(answer["object"]["objectId"])
    return inside.document


async def _open_roots(cdp: CDPSession, inside: WorldHandle) -> bool:
    asked = await call(cdp, inside, "() => agentE.suspects()", shadow="all")
    suspects = asked["deepSerializedValue"]["value"]
    roots = [(node["value"]["backendNodeId"], _closed_root(node)) for node in suspects]
    found = [(host, root) for host, root in roots if root is not None]
    handles = await _resolve(cdp, inside, [number for pair in found for number in pair])
    pairs = [(handles[h], handles[r]) for h, r in found if h in handles and r in handles]
    for pair in pairs:
        both = [{"objectId": handle} for handle in pair]
        await call(cdp, inside, "(host, root) => agentE.opened(host, root)", both)
    await cdp.send("Runtime.releaseObjectGroup", {"objectGroup": _GROUP})
    return bool(pairs)


def _clicked(listeners: Iterable[dict[str, Any]]) -> set[int]:
    kinds: Counter[int] = Counter()
    clicked: set[int] = set()
    for node, kind in {(each["backendNodeId"], each["type"]) for each in listeners}:
        kinds[node] += 1
        if kind in _CLICKS:
            clicked.add(node)
    return {node for node in clicked if kinds[node] < _DELEGATES}


def _closed_root(node: dict[str, Any]) -> int | None:
    root = node["value"].get("shadowRoot")
    closed = root is not None and root["value"].get("mode") == "closed"
    return int(root["value"]["backendNodeId"]) if root is not None and closed else None


async def _resolve(cdp: CDPSession, inside: WorldHandle, nodes: Iterable[int]) -> dict[int, str]:
    """Return handles, in this world, of the nodes that still exist."""

    async def resolve(node: int) -> str:
        where = {"backendNodeId": node, "executionContextId": inside.context}
        answer = await cdp.send("DOM.resolveNode", {**where, "objectGroup": _GROUP})
        return str(answer["object"]["objectId"])

    nodes = list(nodes)
    answers = await asyncio.gather(*map(resolve, nodes), return_exceptions=True)
    handles: dict[int, str] = {}
    for node, answer in zip(nodes, answers, strict=True):
        if isinstance(answer, str):
            handles[node] = answer
        elif not (isinstance(answer, PlaywrightError) and "No node" in answer.message):
            raise answer
    return handles


async def call(
    cdp: CDPSession,
    inside: WorldHandle,
    function: str,
    arguments: Sequence[dict[str, Any]] = (),
    *,
    shadow: str = "",
) -> dict[str, Any]:
    """Call a function in a world; with ``shadow`` (which roots) its result describes nodes."""
    asked: dict[str, Any] = {"objectId": inside.handle, "functionDeclaration": function}
    asked |= {"arguments": list(arguments), "objectGroup": _GROUP}
    if shadow:
        more = {"maxNodeDepth": 0, "includeShadowTree": shadow}
        deep = {"serialization": "deep", "maxDepth": 1, "additionalParameters": more}
        asked["serializationOptions"] = deep
    result: dict[str, Any] = (await cdp.send("Runtime.callFunctionOn", asked))["result"]
    return result


async def _has_listener(cdp: CDPSession, inside: WorldHandle) -> bool:
    document = await page_document(cdp, inside)
    everywhere = {"objectId": document, "depth": -1, "pierce": True}
    top, path, listeners, on_window, ours = await asyncio.gather(
        cdp.send("DOM.describeNode", {"objectId": document}),
        _path(cdp, inside),
        cdp.send("DOMDebugger.getEventListeners", everywhere),
        _window_listeners(cdp),
        _own_scripts(cdp, inside),
    )
    if any(_is_input(each) for each in on_window):
        return True
    if not path or path[-1] != top["node"]["backendNodeId"]:
        return True
    listening = {
        each["backendNodeId"]
        for each in listeners["listeners"]
        if _is_input(each) and each["scriptId"] not in ours
    }
    return not listening.isdisjoint(path)


async def _path(cdp: CDPSession, inside: WorldHandle) -> list[int]:
    nodes = (await call(cdp, inside, load_script("path"), shadow="none"))["deepSerializedValue"]
    return [int(node["value"]["backendNodeId"]) for node in nodes["value"]]


async def _window_listeners(cdp: CDPSession) -> list[dict[str, Any]]:
    # `this` runs no page code: it is the global object itself.
    window = await cdp.send("Runtime.evaluate", {"expression": "this"})
    where = {"objectId": window["result"]["objectId"]}
    answer = await cdp.send("DOMDebugger.getEventListeners", where)
    listeners: list[dict[str, Any]] = answer["listeners"]
    return listeners


async def _own_scripts(cdp: CDPSession, inside: WorldHandle) -> set[str]:
    """The scripts of our world, whose listeners are listed with the page's, except the window's."""
    answer = await cdp.send("DOMDebugger.getEventListeners", {"objectId": inside.handle})
    return {each["scriptId"] for each in answer["listeners"]}


def _is_input(listener: dict[str, Any]) -> bool:
    kind: str = listener["type"]
    return kind.startswith(_INPUTS)
