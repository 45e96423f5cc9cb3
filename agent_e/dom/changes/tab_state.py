"""State shared by actor and watcher per tab: the current action and last observation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from agent_e.browser import Tab
from agent_e.dom.worlds.registry import IsolatedWorld, worlds_of
from agent_e.types import Node, Observation, Scroll

from .baseline import Baseline


@dataclass(kw_only=True, slots=True)
class ActionRecord:
    """What the action in progress has done to the page so far.

    Attributes:
        mmid: the target element.
        world: that element's world, if not the main one.
        clicked: whether it was clicked.
        unheard: neither a script nor the browser itself handles the input.
        entered: what it holds after being filled in, for the action's own message.
        filled: the same by id, if several elements were filled in.
        patient: whether the effect may be delayed, as suggestions are.
        scroll: position before the input: scrolling the element into view is no effect.
        moved: how far something in the page was scrolled; ``position``: where it is now.
        cause: why there may be no effect, if known.
    """

    mmid: int | None = None
    world: IsolatedWorld | None = None
    clicked: bool = False
    unheard: bool = False
    entered: str | None = None
    filled: Mapping[int, str] = field(default_factory=dict)
    patient: bool = False
    scroll: tuple[int, int] | None = None
    moved: tuple[int, int] | None = None
    position: Scroll | None = None
    cause: str = ""


@dataclass(kw_only=True, slots=True)
class Look:
    """The page as last seen: ``total`` is the number of events it surely includes."""

    observation: Observation
    document: int
    total: int


@dataclass(kw_only=True, slots=True)
class TabState:
    """The state of one tab.

    Attributes:
        acted: the action in progress.
        look: the page once the last action had settled.
        seen: the last observation, for whatever reason.
        versions: of the worlds then; see ``version.js``.
        first_mmid: ids below belong to documents that are gone.
        document: the document of ``first_mmid`` and ``tolerated``.
        tolerated: requests that this document keeps open, such as long polls.
        restless: shapes of texts seen to change by themselves.
        baseline: the last known changes, for when it cannot be queried.
        behind: what the page hides behind an open layer.
    """

    acted: ActionRecord = field(default_factory=ActionRecord)
    look: Look | None = None
    seen: Observation | None = None
    versions: Mapping[IsolatedWorld, str] = field(default_factory=dict)
    first_mmid: int = 1
    document: int = 0
    tolerated: int = 0
    restless: set[str] = field(default_factory=set)
    baseline: Baseline = field(default_factory=Baseline)
    behind: Sequence[Node] = ()

    def turn_to(self, tab: Tab) -> None:
        """Note a new document, discarding what was known about the old one."""
        if self.document != tab.document:
            # The first document seen may already have been read; later ones have not.
            self.first_mmid = tab.next_mmid if self.document else 1
            self.document = tab.document
            self.seen = None
            self.tolerated = 0
            self.restless.clear()
            self.baseline = Baseline()
            self.behind = ()


_BY_TAB: WeakKeyDictionary[Tab, TabState] = WeakKeyDictionary()


def trace_of(tab: Tab) -> TabState:
    """Return a tab's state, shared by actor and watcher."""
    trace = _BY_TAB.get(tab)
    if trace is None:
        trace = _BY_TAB[tab] = TabState()
    return trace


async def begin(
    tab: Tab, world: IsolatedWorld, mmid: int, found: Mapping[str, Any], *, patient: bool = False
) -> None:
    """Note the target, now that it is in view and the input comes next.

    ``found``: a page script's facts about it, with ``scroll``; for ``patient`` see
    ``ActionRecord``.
    """
    scroll = found["scroll"]
    if world.parent:
        # Only the main frame knows how far it scrolled to bring an inner one into view.
        scroll = (await worlds_of(tab).main.call("arm_watch"))["scroll"]
    trace_of(tab).acted = ActionRecord(
        mmid=mmid,
        world=world if world.parent else None,
        patient=patient,
        scroll=(scroll[0], scroll[1]),
        cause=found.get("cause", ""),
    )


def last_seen(tab: Tab) -> Observation | None:
    """The tab's last observation; the page is not queried."""
    return trace_of(tab).seen
