"""Records a person's input in a window's tabs, unobservable and unforgeable by pages."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from playwright.async_api import CDPSession, Frame
from playwright.async_api import Error as PlaywrightError

from agent_e.browser import BrowserSession, Tab
from agent_e.browser.errors import is_closed
from agent_e.browser.remote_window import Choices, Copied, News, Option
from agent_e.dom.worlds.frame_sessions import frame_ids
from agent_e.dom.worlds.registry import WORLD_NAME, worlds_of
from agent_e.dom.worlds.scripts import installer, load_script
from agent_e.errors import BrowserError

_TELL = "agentETell"
_LEAVE_S = 0.5
"""Longest wait for a process to remove its listeners."""
_MOVES = {
    "historySameDocument": "back or forward",
    "historyDifferentDocument": "back or forward",
    "reload": "reload",
    "reloadBypassingCache": "reload",
}
_GONE = (
    "Cannot find context",
    "No frame",
    "Frame with the given id",
    "context was destroyed",
    # Of a process that another one is just taking the place of.
    "Script not found",
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Step:
    """One action by a person.

    Attributes:
        action: named after the equivalent skill.
        mmid: the target's id, if it has one.
        value: the key, the option or the address; never what was typed.
    """

    action: str
    role: str = ""
    name: str = ""
    mmid: int | None = None
    value: str = ""


class UserInputRecorder:
    """Records a person's input in every tab and frame, including new ones."""

    def __init__(
        self, session: BrowserSession, tell: Callable[[Tab, Step], None] | None = None
    ) -> None:
        """Create it; without ``tell`` only the tabs and fields used are recorded."""
        self._session = session
        self._tell = tell
        self._remote = session.remote
        self._options = json.dumps({"steps": tell is not None, "remote": self._remote is not None})
        self._scripts: dict[CDPSession, str] = {}
        self._tabs: set[Tab] = set()
        self._asked: set[Tab] = set()
        self._coming: set[asyncio.Task[None]] = set()
        self._listening: list[tuple[Any, str, Callable[[Any], None]]] = []
        self._over = False

    async def begin(self) -> None:
        """Start recording."""
        self._on(self._session.context, "page", lambda _: self._soon(self._attend_new()))
        for tab in self._session.tabs:
            await self._attend(tab)

    async def end(self) -> None:
        """Stop recording; nothing is left in the pages."""
        self._over = True
        for emitter, event, handler in self._listening:
            emitter.remove_listener(event, handler)
        while self._coming:
            await asyncio.wait(self._coming)
        await asyncio.gather(*(self._leave(*each) for each in self._scripts.items()))

    def _on(self, emitter: Any, event: str, handler: Callable[[Any], None]) -> None:
        emitter.on(event, handler)
        self._listening.append((emitter, event, handler))

    def _soon(self, work: Awaitable[None]) -> None:
        with self._session.lending.as_owner():
            task = asyncio.ensure_future(work)
        self._coming.add(task)
        task.add_done_callback(self._coming.discard)

    async def _attend_new(self) -> None:
        with suppress(BrowserError):
            # It is gone: its next user gets the error.
            await self._session.ready()
            for tab in self._session.tabs:
                await self._attend(tab)

    async def _attend(self, tab: Tab) -> None:
        """Listen in a tab's processes that have no listener yet."""
        if tab not in self._tabs:
            self._tabs.add(tab)
            self._follow(tab)
        for cdp in [tab.cdp, *await worlds_of(tab).sessions.apart()]:
            if cdp in self._scripts or self._over:
                continue
            self._scripts[cdp] = ""
            with _what_is_gone():
                await self._listen(tab, cdp)

    async def _listen(self, tab: Tab, cdp: CDPSession) -> None:
        self._on(cdp, "Runtime.bindingCalled", lambda event: self._on_binding(tab, cdp, event))
        await cdp.send("Runtime.addBinding", {"name": _TELL, "executionContextName": WORLD_NAME})
        script = f"({installer()})(); ({load_script('input_recorder')})({self._options});"
        where = {"source": script, "worldName": WORLD_NAME}
        added = await cdp.send("Page.addScriptToEvaluateOnNewDocument", where)
        self._scripts[cdp] = added["identifier"]
        # Without it the worlds of later documents lack the binding.
        await cdp.send("Runtime.enable")
        if tab.dialog is None:
            await _everywhere(cdp, script)

    async def _leave(self, cdp: CDPSession, script: str) -> None:
        with _what_is_gone():
            async with asyncio.timeout(_LEAVE_S):
                if script:
                    where = {"identifier": script}
                    await cdp.send("Page.removeScriptToEvaluateOnNewDocument", where)
                await cdp.send("Runtime.removeBinding", {"name": _TELL})
                await cdp.send("Runtime.disable")
                await _everywhere(cdp, f"({load_script('input_recorder_end')})()")

    def _on_binding(self, tab: Tab, cdp: CDPSession, event: Any) -> None:
        if self._over or event["name"] != _TELL:
            return
        payload: dict[str, Any] = json.loads(event["payload"])
        self._session.activate_user_tab(tab)
        action = payload.pop("kind")
        if self._remote is not None and action in ("touch", "choices", "copied"):
            self._remote.tell(_news(action, payload, cdp, event["executionContextId"]))
        elif self._tell is not None and action != "touch":
            self._tell(tab, Step(action=action, **payload))

    def _follow(self, tab: Tab) -> None:
        """Follow addresses opened through the browser's UI, and new parts of the page."""

        def moved(frame: Frame) -> None:
            if frame.parent_frame is not None:
                self._soon(self._attend(tab))

        def asked(event: Any) -> None:
            if event["frameId"] == tab.frame_id:
                self._asked.add(tab)

        self._on(tab.page, "framenavigated", moved)
        if (tell := self._tell) is not None:
            self._on(tab.cdp, "Page.frameRequestedNavigation", asked)
            started = partial(self._on_started, tab, tell)
            self._on(tab.cdp, "Page.frameStartedNavigating", started)

    def _on_started(self, tab: Tab, tell: Callable[[Tab, Step], None], event: Any) -> None:
        if event["frameId"] != tab.frame_id:
            return
        kind, by_page = event.get("navigationType", ""), tab in self._asked
        self._asked.discard(tab)
        if by_page or kind == "sameDocument":
            return
        self._session.activate_user_tab(tab)
        if kind in _MOVES:
            tell(tab, Step(action="history", value=_MOVES[kind]))
        else:
            # What follows may have been typed into a form.
            address = event["url"].partition("?")[0].partition("#")[0]
            tell(tab, Step(action="open_url", value=address))


def _news(action: str, payload: dict[str, Any], cdp: CDPSession, context: int) -> News:
    """What a page without a window tells the person; ``None`` where they have gone on."""
    if action == "copied":
        return Copied(text=payload["text"])
    if action != "choices":
        return None

    async def choose(place: int) -> None:
        with _what_is_gone():
            run = {"expression": f"chooseOption({place:d})", "contextId": context}
            await cdp.send("Runtime.evaluate", run)

    return Choices(
        options=[Option(**each) for each in payload["options"]],
        box=tuple(payload["box"]),
        at=tuple(payload["at"]) if payload["at"] else None,
        choose=choose,
    )


async def _everywhere(cdp: CDPSession, script: str) -> None:
    """Run a script in the isolated world of each frame of a process, topmost first."""
    tree = (await cdp.send("Page.getFrameTree"))["frameTree"]
    for frame in frame_ids(tree):
        where = {"frameId": frame, "worldName": WORLD_NAME}
        world = await cdp.send("Page.createIsolatedWorld", where)
        run = {"expression": script, "contextId": world["executionContextId"]}
        await cdp.send("Runtime.evaluate", run)


@contextmanager
def _what_is_gone() -> Iterator[None]:
    """Ignore what is closed, replaced or blocked by a dialog: nobody acts there now."""
    try:
        yield
    except TimeoutError:
        return
    except PlaywrightError as error:
        if not is_closed(error) and not any(words in error.message for words in _GONE):
            raise
