"""Change observation: what one action did, from a look before it and one when the page is calm."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal
from urllib.parse import urlsplit

from agent_e.browser import BrowserSession, Happened, Mark, Tab
from agent_e.dom.seeing import Seeing
from agent_e.dom.world import worlds_of
from agent_e.errors import SkillError
from agent_e.types import ChangeReport, ElementChange, Navigation, Node, Observation

from .diff import Difference, Noise, diff
from .news import FIELDS
from .restless import goes_on, joined, shape
from .settle import Settled, Settling
from .stable import HtmlStable
from .trace import Acted, Look, Trace, trace_of

SettleRule = Literal["events", "html_stable"]
"""How to wait until a page is calm: by its own events, or by the size of its HTML."""

_LEAST_SHARED = 0.5
"""Share of a page that must be new, after the address changed, for it to be shown whole."""


class PageWatch:
    """Change observation around one action."""

    def __init__(
        self, session: BrowserSession, observer: Seeing, *, rule: SettleRule = "events"
    ) -> None:
        self._session = session
        self._observer = observer
        self._tab = session.active
        self._document = 0
        self._mark: Mark = session.mark()
        self._rule = rule
        self._settling = self._waiting()
        self._before: Observation | None = None
        self._earlier: ChangeReport | None = None
        self._histories: list[list[str]] = []

    async def start(self) -> None:
        """Take the state before the action.

        The look at the end of the last action is used again when nothing has happened since.
        """
        tab = self._tab = self._session.active
        trace = trace_of(tab)
        trace.turn_to(tab)
        trace.acted = Acted()
        self._document = tab.document
        try:
            armed = await worlds_of(tab).main.call("arm_watch")
            self._before = await self._look_before(tab, trace, armed)
        except SkillError:
            # Behind a dialog nothing can be seen: the page is as it was when last looked at.
            self._before = trace.seen
        self._mark = self._session.mark()
        self._settling = self._waiting()

    async def finish(self) -> ChangeReport:
        """Wait until the page settles and say what changed.

        Raises ``BrowserError`` when the browser is gone.
        """
        acted = trace_of(self._tab).acted
        settled = await self._settling.finish()
        tab = self._session.active
        trace = trace_of(tab)
        started = time.perf_counter()
        after, unsettled = await self._look_after(tab, trace, settled)
        observing = (time.perf_counter() - started) * 1000
        happened = self._session.since(self._mark)
        same = tab is self._tab and tab.document == self._document
        report = _outline_of_events(happened, after)
        if after and same and self._before:
            report = self._compare(report, acted, trace, after)
        elif after:
            report = replace(report, page=after, before=self._same_site(tab, after))
        report = replace(report, target=acted.mmid, entered=acted.entered)
        return replace(
            report,
            cause=_cause(acted, self._before) if report.none else "",
            earlier=self._earlier,
            unsettled=" ".join([*_unsaved(happened), unsettled]).strip(),
            milliseconds={**settled.milliseconds, "observe": observing},
        )

    def _waiting(self) -> Settling | HtmlStable:
        if self._rule == "html_stable":
            return HtmlStable(self._session)
        return Settling(self._session, self._mark)

    def _same_site(self, tab: Tab, after: Observation) -> Observation | None:
        """The page before, when this one took its place in the tab and is of the same site."""
        before = self._before
        if before is None or tab is not self._tab:
            return None
        return before if _origin(before.url) == _origin(after.url) else None

    async def _look_before(self, tab: Tab, trace: Trace, armed: dict[str, Any]) -> Observation:
        look, self._histories = trace.look, armed["restless"]
        if look and look.document == tab.document and look.total == armed["total"]:
            return look.observation
        known = trace.seen
        before = await self._observer.observe()
        if self._histories:
            # Asked after the look, so that what it shows is among their texts.
            self._histories = (await worlds_of(tab).main.call("arm_watch"))["restless"]
        if known:
            self._earlier = self._changed_by_itself(trace, known, before)
        return before

    def _changed_by_itself(
        self, trace: Trace, known: Observation, now: Observation
    ) -> ChangeReport | None:
        found = diff(known, now, noise=self._noise(trace))
        for change in found.changed:
            if change.what == "name":
                trace.restless.add(shape(change.after))
        # A clock is known by its first tick; anything else that happened late is told once.
        late = [c for c in found.changed if shape(c.before) != shape(c.after)]
        report = ChangeReport(
            added=found.added, places=found.places, removed=found.removed, changed=tuple(late)
        )
        return None if report.none else report

    async def _look_after(
        self, tab: Tab, trace: Trace, settled: Settled
    ) -> tuple[Observation | None, str]:
        trace.look = None
        if tab.dialog or tab.closed:
            return None, settled.unsettled
        try:
            resting = await worlds_of(tab).main.call("rest_watch")
            if trace.acted.world:
                await trace.acted.world.call("rest_watch")
            after = await self._observer.observe()
            if self._histories:
                now = await worlds_of(tab).main.call("rest_watch")
                self._histories = joined(self._histories, now["restless"])
        except SkillError as error:
            return None, settled.unsettled or str(error)
        trace.look = Look(observation=after, document=tab.document, total=resting["total"])
        return after, settled.unsettled

    def _compare(
        self, report: ChangeReport, acted: Acted, trace: Trace, after: Observation
    ) -> ChangeReport:
        before = self._before
        assert before is not None
        if acted.scroll:
            x, y = acted.scroll
            before = replace(before, scroll=replace(before.scroll, x=x, y=y))
        noise = self._noise(trace)
        found = diff(before, after, noise=noise)
        if report.navigation and _is_another_page(found, after):
            return replace(report, page=after)
        position = acted.position or (after.scroll if found.scroll else None)
        return replace(
            report,
            added=found.added,
            places=found.places,
            removed=found.removed,
            changed=(*_retitled(before, after, noise), *found.changed),
            focus=_worth_telling(found.focus, acted),
            scroll=found.scroll or acted.moved,
            position=position,
        )

    def _noise(self, trace: Trace) -> Noise:
        histories = self._histories

        def noise(before: str, after: str) -> bool:
            if (
                before
                and after
                and shape(before) == shape(after)
                and shape(after) in trace.restless
            ):
                return True
            return any(goes_on(texts, before, after) for texts in histories)

        return noise


def _outline_of_events(happened: Happened, after: Observation | None) -> ChangeReport:
    navigation = happened.navigation
    if navigation and after:
        navigation = replace(navigation, title=after.title)
    return ChangeReport(
        navigation=_real(navigation),
        opened_tabs=happened.opened_tabs,
        closed_tab=happened.closed_tab,
        dialogs=happened.dialogs,
        dialog_open=happened.dialog_open,
        downloads=happened.downloads,
        requests=happened.requests,
        console_errors=happened.console_errors,
    )


def _unsaved(happened: Happened) -> list[str]:
    return [f"The file {name} could not be saved." for name in happened.failed_downloads]


def _retitled(before: Observation, after: Observation, noise: Noise) -> Sequence[ElementChange]:
    old, new = before.title, after.title
    if old == new or noise(old, new):
        return ()
    title = Node(depth=0, role="title", name=new)
    return (ElementChange(node=title, what="name", before=old, after=new),)


def _real(navigation: Navigation | None) -> Navigation | None:
    """Leave out an address that was written again as it is."""
    if navigation and navigation.same_document and navigation.from_url == navigation.to_url:
        return None
    return navigation


def _is_another_page(found: Difference, after: Observation) -> bool:
    return len(found.added) > _LEAST_SHARED * len(after.nodes)


def _worth_telling(focus: Node | None, acted: Acted) -> Node | None:
    """A button has the focus after every click on it; a field that took it waits for text."""
    if focus and focus.mmid == acted.mmid and focus.role not in FIELDS:
        return None
    return focus


def _cause(acted: Acted, before: Observation | None) -> str:
    """Why nothing changed: what was asked for was so already, or what is known of the action."""
    node = before.node(acted.mmid) if before and acted.mmid is not None else None
    if node is None or acted.cause:
        return acted.cause
    if acted.entered is not None:
        return "It held that already." if node.value == acted.entered else ""
    if not acted.clicked:
        return ""
    if node.role == "radio" and "checked" in node.states:
        return "It is checked already."
    if "selected" in node.states:
        return "It is selected already."
    return "No script of the page listens to a click there." if acted.unheard else ""


def _origin(url: str) -> tuple[str, str]:
    address = urlsplit(url)
    return address.scheme, address.netloc
