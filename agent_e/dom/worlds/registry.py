"""Isolated JavaScript worlds: where page scripts run, unseen by the page, and where ids live.

One world serves a group of frames that can access one another: the main frame with all same-origin
frames below it, then one per cross-origin frame. A world dies with its document and is recreated at
the next call; ids of the old document are unknown to the new one, and so rejected.
"""

from __future__ import annotations

import asyncio
import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from playwright.async_api import CDPSession
from playwright.async_api import Error as PlaywrightError

from agent_e.browser import Tab, mapped_errors
from agent_e.dom.observe.decoder import ObservationDecoder
from agent_e.errors import ElementGone, SkillError
from agent_e.types import Node

from .frame_sessions import FrameSessions
from .scripts import calling, installer, load_script

T = TypeVar("T")

WORLD_NAME = "agent-e"
SCRIPT_TIMEOUT_S = 5.0
"""Longest wait for a page script: a page busy for longer is reported, not waited for."""

_REMEMBERED = 2_000
"""Ids of earlier documents whose meaning is remembered, to name what is gone in errors."""
_NO_FRAME = ("No frame for given id", "Frame with the given id was not found")
_NOT_STARTED = (
    "Cannot find context",
    "Could not find object",
    "No object with given id",
    "Node with given id does not belong to the document",
    *_NO_FRAME,
)
_INTERRUPTED = ("context was destroyed", "Promise was collected", "navigated or closed")
_CLOSED = ("has been closed", "Session closed")
_ESCAPED = r"\ud"
"""How a surrogate begins, as ``JSON.stringify`` and ``js/install.js`` write it."""
_SURROGATE = r"\\u[dD][%s][0-9a-fA-F]{2}"
_PAIR = _SURROGATE % "89abAB" + _SURROGATE % "c-fC-F"
_LONE_SURROGATE = re.compile(rf"(\\\\|{_PAIR})|{_SURROGATE % '89a-fA-F'}")


class LastShown(NamedTuple):
    """What an id meant when last shown to the model."""

    role: str
    name: str


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class ListenerCount:
    """When listeners were queried, and how many there were; 0: not counted."""

    at: float
    number: int


@dataclass(kw_only=True, slots=True, eq=False)
class WorldHandle:
    """Access to a world as long as its document lives.

    Attributes:
        context: number of its execution context.
        handle: CDP object id of its global object.
        listening: the browser's node ids of elements that listen to clicks.
        document: CDP object id of the document in the page's own world, once needed.
        listener_count: the last query for listeners.
        many_listeners: so many that it pays to count them first.
    """

    context: int
    handle: str
    listening: set[int] = field(default_factory=set)
    document: str = ""
    listener_count: ListenerCount | None = None
    many_listeners: bool = False


class FrameGone(SkillError):
    """The frame was removed or replaced while being read."""


class _NotStarted(Exception):
    """The world no longer exists; the script did not run."""


class IsolatedWorld:
    """One isolated world.

    Attributes:
        parent: the world of the page containing this frame; ``None`` for the main frame.
        owner: id of the frame's element in ``parent``, 0 for the main frame.
        offset: position of the frame's content in the top viewport, CSS pixels, as last seen.
        rows: decodes its page scripts' records.
    """

    def __init__(
        self, worlds: WorldRegistry, *, parent: IsolatedWorld | None = None, owner: int = 0
    ) -> None:
        self.parent = parent
        self.owner = owner
        self.offset = (0.0, 0.0)
        self.worlds = worlds
        self.rows = ObservationDecoder()
        self._session: CDPSession | None = None
        self._frame_id = ""
        self._inside: WorldHandle | None = None
        self._confirmed = 1

    @property
    def session(self) -> CDPSession:
        """The CDP session of this frame's process."""
        if self._session:
            return self._session
        return self.parent.session if self.parent else self.worlds.tab.cdp

    @property
    def listener_count(self) -> ListenerCount | None:
        """The last query for elements that listen to clicks, if any."""
        return self._inside.listener_count if self._inside else None

    async def call(
        self, name: str, /, *, timeout_s: float = SCRIPT_TIMEOUT_S, **options: Any
    ) -> Any:
        """Run ``js/<name>.js`` on the options and return its result, as JSON values.

        Raises:
            DialogOpen: a dialog is open, so nothing can run in the page.
            ActionTimeout: the page is too busy to answer in time.
            FrameGone: the document was replaced while the script ran, possibly with effect.
            SkillError: the script failed.
        """
        result = await self._result(name, calling(name), options, timeout_s)
        text = result.get("value")
        if text is None:
            return None
        # Hardly any text has one, and the search takes longer than parsing the rest.
        return json.loads(_LONE_SURROGATE.sub(_mend, text) if _ESCAPED in text else text)

    async def call_numbering(
        self, name: str, /, *, timeout_s: float = SCRIPT_TIMEOUT_S, **options: Any
    ) -> Any:
        """As ``call``, for scripts that hand out ids.

        They take ``next`` and ``confirmed`` for ``agentE.begin`` and give back ``next``.
        """
        worlds = self.worlds
        async with worlds.numbering:
            first = worlds.tab.next_mmid
            answer = await self.call(
                name, timeout_s=timeout_s, next=first, confirmed=self._confirmed, **options
            )
            self._confirmed = answer["next"]
            worlds.handed_out(self, first, answer["next"])
            return answer

    async def handle(
        self, name: str, /, *, timeout_s: float = SCRIPT_TIMEOUT_S, **options: Any
    ) -> str:
        """Run a script that returns an object; return its CDP object id, ``""`` for null.

        For operations that only CDP supports. Raises as ``call``.
        """
        result = await self._result(name, load_script(name), options, timeout_s, by_value=False)
        return str(result.get("objectId", ""))

    async def _result(
        self,
        name: str,
        function: str,
        options: dict[str, Any],
        timeout_s: float,
        *,
        by_value: bool = True,
    ) -> dict[str, Any]:
        evaluate = partial(self._evaluate, name, function, options, by_value=by_value)
        return await self._run(name, evaluate, timeout_s)

    async def locate(self) -> tuple[float, float]:
        """Find the frame content's current position in the top viewport; stored in ``offset``."""
        if self.parent:
            x, y = await self.parent.locate()
            origin = await self.parent.call("frame_origin", mmid=self.owner)
            if origin is None:
                raise ElementGone("The frame of this element is not on the page any more.")
            self.offset = (x + origin[0], y + origin[1])
        return self.offset

    async def ask_browser(
        self,
        name: str,
        work: Callable[[CDPSession, WorldHandle], Awaitable[T]],
        *,
        timeout_s: float = SCRIPT_TIMEOUT_S,
    ) -> T:
        """Let ``work`` query the browser about this world; raises as ``call``.

        ``name`` names the operation in errors. ``work`` may be restarted.
        """

        async def ask() -> T:
            inside = self._inside or await self._open()
            return await work(self.session, inside)

        return await self._run(name, ask, timeout_s)

    async def _run(self, name: str, work: Callable[[], Awaitable[T]], timeout_s: float) -> T:
        for last in (False, True):
            try:
                with self._errors(name):
                    return await self.worlds.tab.guard(work(), timeout_s=timeout_s)
            except _NotStarted as error:
                await self.end()
                if last:
                    raise FrameGone("The page was being replaced and could not be read.") from error
        raise AssertionError("the second attempt returns or raises")

    @contextmanager
    def _errors(self, name: str) -> Iterator[None]:
        try:
            yield
        except PlaywrightError as error:
            if _any(_NOT_STARTED, error) or (self.parent and _any(_CLOSED, error)):
                raise _NotStarted(error.message) from error
            if _any(_INTERRUPTED, error):
                self._forget()
                raise FrameGone("The page was replaced while it was being read.") from error
            with mapped_errors(f"reading the page ({name})"):
                raise

    async def end(self) -> None:
        """Drop access to the world, and its own session if any."""
        frame_id, own = self._frame_id, self._session
        self._forget()
        if own:
            await self.worlds.sessions.forget(frame_id)

    def _forget(self) -> None:
        self._session, self._frame_id, self._inside = None, "", None

    async def _evaluate(
        self, name: str, function: str, options: dict[str, Any], *, by_value: bool
    ) -> dict[str, Any]:
        inside = self._inside or await self._open()
        answer = await self.session.send(
            "Runtime.callFunctionOn",
            {
                "objectId": inside.handle,
                "functionDeclaration": function,
                "arguments": [{"value": options}],
                "returnByValue": by_value,
                "awaitPromise": True,
            },
        )
        _check_ran(name, answer)
        result: dict[str, Any] = answer["result"]
        return result

    async def _open(self) -> WorldHandle:
        """Create or find the world and return access to it.

        Context numbers are reused by other processes, so a number alone could come to mean the
        page's own world. An object id obtained between two answers of the same number cannot.
        """
        if not self._frame_id:
            await self._find_frame()
        where = {"frameId": self._frame_id, "worldName": WORLD_NAME}
        context = (await self.session.send("Page.createIsolatedWorld", where))["executionContextId"]
        world = {"expression": "globalThis", "contextId": context}
        found, again = await asyncio.gather(
            self.session.send("Runtime.evaluate", world),
            self.session.send("Page.createIsolatedWorld", where),
        )
        if again["executionContextId"] != context:
            raise _NotStarted("the document was replaced")
        handle = str(found["result"]["objectId"])
        install = {"objectId": handle, "functionDeclaration": installer()}
        answer = await self.session.send("Runtime.callFunctionOn", install)
        _check_ran("install", answer)
        self._inside = WorldHandle(context=context, handle=handle)
        return self._inside

    async def _find_frame(self) -> None:
        if not self.parent:
            tree = await self.session.send("Page.getFrameTree")
            self._frame_id = tree["frameTree"]["frame"]["id"]
            return
        script, options = load_script("element"), {"mmid": self.owner}
        owner = await self.parent._evaluate("element", script, options, by_value=False)
        if "objectId" not in owner:
            raise _NotStarted("the frame's element is gone")
        node = await self.parent.session.send("DOM.describeNode", {"objectId": owner["objectId"]})
        self._frame_id = node["node"].get("frameId", "")
        self._session = await self.worlds.sessions.of(self._frame_id, self.parent.session)
        if self._session is None:
            raise _NotStarted("the frame is gone")


class WorldRegistry:
    """The worlds of one tab, and what the model knows of their ids.

    Attributes:
        main: the world of the main frame.
        last_shown: each id's meaning when last shown; an id not in it was never shown.
        successors: recreated elements, by the ids of those they replaced.
        all: the page's worlds as last read, the main one first.
    """

    def __init__(self, tab: Tab) -> None:
        self.tab = tab
        self.last_shown: dict[int, LastShown] = {}
        self.successors: dict[int, int] = {}
        self.numbering = asyncio.Lock()
        self.sessions = FrameSessions(tab.page)
        self.main = IsolatedWorld(self)
        self.all: tuple[IsolatedWorld, ...] = (self.main,)
        self._inner: dict[int, IsolatedWorld] = {}
        self._firsts: list[int] = []
        self._givers: list[IsolatedWorld] = []

    def inside(self, parent: IsolatedWorld, owner: int) -> IsolatedWorld:
        """Return the world of a frame that ``parent`` cannot read, by its element's id."""
        return self._inner.setdefault(owner, IsolatedWorld(self, parent=parent, owner=owner))

    def of(self, mmid: int) -> IsolatedWorld:
        """Return the world of this id; ``ElementGone`` for one never given out."""
        if not self._firsts or not self._firsts[0] <= mmid < self.tab.next_mmid:
            raise ElementGone(f"There is no element [{mmid}]. Use a number of the last outline.")
        return self._givers[bisect_right(self._firsts, mmid) - 1]

    def succeed(self, replacements: Mapping[int, int]) -> None:
        """Note elements recreated unchanged in the same place: old id, new id.

        Otherwise pages that redraw themselves at every change would invalidate all numbers. The old
        ones keep the meaning shown to the model.
        """
        for before, after in replacements.items():
            self.successors.pop(after, None)
            if before != after:
                self.successors[before] = after
                if before in self.last_shown:
                    self.last_shown[after] = self.last_shown[before]

    def now(self, mmid: int) -> int:
        """Return the id of the element that now replaces this one; mostly itself."""
        while mmid in self.successors:
            mmid = self.successors[mmid]
        return mmid

    def tell(self, nodes: Iterable[Node]) -> None:
        """Record that the model is shown these nodes as they now are."""
        for node in nodes:
            if node.mmid is not None:
                self.last_shown[node.mmid] = LastShown(role=node.role, name=node.name)

    async def tell_now(self, mmid: int) -> bool:
        """Record that the model means this element in its current form; return if it exists."""
        now = await self.of(mmid).call("element_now", mmid=mmid)
        if now is not None:
            self.last_shown[mmid] = LastShown(role=now["role"], name=now["name"])
        return now is not None

    def handed_out(self, world: IsolatedWorld, first: int, after: int) -> None:
        """Record that ids from ``first`` up to ``after`` (exclusive) are that world's."""
        if after > first:
            self._firsts.append(first)
            self._givers.append(world)
            self.tab.next_mmid = after

    async def turned(self, first: int) -> None:
        """Forget the worlds of documents before the one whose first id is ``first``.

        Their ids stay invalid: the main world, now responsible for them, never gave them out.
        """
        if not self._firsts or self._firsts[0] == first:
            return
        self.successors = {old: now for old, now in self.successors.items() if old >= first}
        gone = [owner for owner in self._inner if owner < first]
        self.all = (self.main,)
        for world in [self._inner.pop(owner) for owner in gone]:
            await world.end()
        at = bisect_left(self._firsts, first)
        self._firsts[:at], self._givers[:at] = ([1], [self.main]) if at else ([], [])
        self.last_shown = {
            mmid: shown for mmid, shown in self.last_shown.items() if mmid >= first - _REMEMBERED
        }


_BY_TAB: WeakKeyDictionary[Tab, WorldRegistry] = WeakKeyDictionary()


def worlds_of(tab: Tab) -> WorldRegistry:
    """Return a tab's worlds, shared by observer and actor."""
    worlds = _BY_TAB.get(tab)
    if worlds is None:
        worlds = _BY_TAB[tab] = WorldRegistry(tab)
    return worlds


def _check_ran(name: str, answer: dict[str, Any]) -> None:
    if details := answer.get("exceptionDetails"):
        message = details.get("exception", {}).get("description") or details.get("text", "")
        raise SkillError(f"The page could not be examined ({name}): {message.splitlines()[0]}")


def _any(parts: Iterable[str], error: PlaywrightError) -> bool:
    return any(part in error.message for part in parts)


def _mend(match: re.Match[str]) -> str:
    return match[0] if match[1] else "\\ufffd"
