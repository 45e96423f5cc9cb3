"""What actor and watcher know about one tab: the action in progress, and the last look."""

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
    """What the action in progress did to the page so far, as far as its effects go.

    Attributes:
        mmid: the element it was done to.
        world: the world of that element, when it is not the main one.
        clicked: whether it was clicked.
        unheard: nothing hears the input, neither a script nor the browser itself.
        entered: what it holds since it was filled in, for the action's own words to tell.
        filled: the same by ids, where it is several elements that were filled in.
        patient: whether the effect may be some time in coming, as suggestions are.
        scroll: where the page stood before the input: bringing the element into view is no effect.
        moved: how far something in the page was scrolled; ``position`` is where it stands now.
        cause: why there may be no effect, when that is known.
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
    """The page as last seen: ``total`` is the count of happenings that the look surely contains."""

    observation: Observation
    document: int
    total: int


@dataclass(kw_only=True, slots=True)
class TabState:
    """One tab's.

    Attributes:
        acted: the action in progress.
        look: how the page was when the last action had settled.
        seen: how it was when it was last looked at, for whatever reason.
        versions: of the worlds then; see ``version.js``.
        first_mmid: ids below belong to documents that are gone.
        document: the document that ``first_mmid`` and ``tolerated`` are about.
        tolerated: requests that this document keeps open for good, such as long polls.
        restless: shapes of texts that were seen to change by themselves.
        baseline: what was last known to do so, for when it cannot be asked.
        behind: what the page hides while something is open over it.
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
        """Take note of a new document: what was known about the old one is of no use."""
        if self.document != tab.document:
            # The first document seen may have been read already; of a later one nothing has been.
            self.first_mmid = tab.next_mmid if self.document else 1
            self.document = tab.document
            self.seen = None
            self.tolerated = 0
            self.restless.clear()
            self.baseline = Baseline()
            self.behind = ()


_BY_TAB: WeakKeyDictionary[Tab, TabState] = WeakKeyDictionary()


def trace_of(tab: Tab) -> TabState:
    """Return the trace of a tab: the same one for whoever acts and whoever watches."""
    trace = _BY_TAB.get(tab)
    if trace is None:
        trace = _BY_TAB[tab] = TabState()
    return trace


async def begin(
    tab: Tab, world: IsolatedWorld, mmid: int, found: Mapping[str, Any], *, patient: bool = False
) -> None:
    """Note what is acted on, now that it is in view and the input comes next.

    ``found`` is what a page script found out about it, with ``scroll``; for ``patient`` see
    ``ActionRecord``.
    """
    scroll = found["scroll"]
    if world.parent:
        # Only the main frame knows how far it was moved to bring an inner one into view.
        scroll = (await worlds_of(tab).main.call("arm_watch"))["scroll"]
    trace_of(tab).acted = ActionRecord(
        mmid=mmid,
        world=world if world.parent else None,
        patient=patient,
        scroll=(scroll[0], scroll[1]),
        cause=found.get("cause", ""),
    )


def last_seen(tab: Tab) -> Observation | None:
    """The tab's page as it was last looked at; nothing is asked of it."""
    return trace_of(tab).seen
