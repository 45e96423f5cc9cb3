"""Change observation: an action's effects, from observations before it and once calm."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Literal

from agent_e.browser import ActionEvents, BrowserSession, Mark, Tab
from agent_e.browser.pausable_timeout import PausableTimeout
from agent_e.dom.observe.protocol import ObserverProtocol
from agent_e.dom.render.items import SIDES
from agent_e.dom.render.scopes import without_parts
from agent_e.dom.worlds.registry import worlds_of
from agent_e.errors import ActionTimeout, SkillError
from agent_e.types import ChangeReport, ElementChange, Navigation, Node, Observation, Scroll
from agent_e.urls import origin_of

from .baseline import Baseline, armed, rested
from .diff import Difference, Noise, diff_with_behind
from .html_size import HtmlSizeWaiter
from .messages import LIVE, new_messages
from .relevance import FIELDS
from .settle import Settled, SettleWaiter
from .tab_state import ActionRecord, Look, TabState, trace_of
from .volatile_text import shape, telling, ticks

SettleRule = Literal["events", "html_stable"]
"""How to wait for a calm page: by its own events, or by the size of its HTML."""

_MIN_SHARED = 0.5
"""Share that must be new, after the address changed, to show the page whole."""
_MIN_NEW = 0.9
"""Share that must be new to count as another page under the same address."""
_READING_S = 0.8
"""How long a page typically shows a confirmation before a timer moves it on."""
_GLANCE_S = 0.05


class PageWatch:
    """Change observation around one action."""

    def __init__(
        self,
        session: BrowserSession,
        observer: ObserverProtocol,
        *,
        rule: SettleRule = "events",
        patience: PausableTimeout | None = None,
    ) -> None:
        """Create it; ``patience`` knows when limits pause, by default the session's."""
        self._patience = patience
        self._session = session
        self._observer = observer
        self._tab = session.active
        self._document = 0
        self._mark: Mark = session.mark()
        self._rule = rule
        self._settling = self._waiting()
        self._before: Observation | None = None
        self._earlier: ChangeReport | None = None
        self._baseline = Baseline()
        self._looked = 0.0

    async def start(self) -> None:
        """Record the state before the action.

        The observation after the last action is reused if nothing has happened since.
        """
        tab = self._tab = self._session.active
        trace = trace_of(tab)
        trace.turn_to(tab)
        trace.acted = ActionRecord()
        self._document = tab.document
        self._baseline = trace.baseline
        try:
            self._before = await self._look_before(tab, trace)
        except SkillError:
            # Behind a dialog nothing can be seen: use the last observation.
            self._before = trace.seen
        self._looked = time.time()
        self._mark = self._session.mark()
        self._settling = self._waiting()

    async def since_seen(self) -> ChangeReport | None:
        """Return spontaneous changes since the last observation, if any."""
        await self.start()
        with suppress(SkillError):
            await rested(self._tab)
        return self._earlier

    async def finish(self) -> ChangeReport:
        """Wait until the page settles and report what changed."""
        acted = trace_of(self._tab).acted
        report = await self._settled(acted)
        if _may_lead_on(report) and await self._leads_on():
            self._settling = self._waiting()
            report = await self._settled(acted)
        return report

    async def _settled(self, acted: ActionRecord) -> ChangeReport:
        """Wait until the page settles, observe and compare."""
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
        # Password field contents must not be exposed.
        before = self._before.elements if self._before else ()
        hidden = {node.mmid for node in before if "password" in node.states}
        filled = {at: "" if at in hidden else text for at, text in self._filled(acted).items()}
        return replace(
            report,
            target=acted.mmid,
            entered="" if acted.entered and acted.mmid in hidden else acted.entered,
            filled=filled,
            messages=new_messages(self._before, after) if after else (),
            cause=_cause(acted, self._before) if report.none else "",
            earlier=self._earlier,
            unsettled=" ".join([*_refused(happened), unsettled]).strip(),
            milliseconds={**settled.milliseconds, "observe": observing},
        )

    async def _leads_on(self) -> bool:
        """Wait while a page shows a brief message; return whether it then moved on."""
        url, end = self._tab.url, time.monotonic() + _READING_S
        while time.monotonic() < end:
            await asyncio.sleep(_GLANCE_S)
            tab = self._session.active
            if tab is not self._tab or tab.document != self._document or tab.navigating:
                return True
            if tab.dialog or tab.url != url:
                return True
        return False

    async def broken_off(self) -> ChangeReport | None:
        """Report what an action changed before it failed; ``None`` if nothing."""
        if not await self._touched():
            return None
        try:
            report = await self.finish()
        except ActionTimeout:
            # The action's own failure must be reported.
            return None
        # The browser's error page repeats that the address could not be opened.
        failed = self._session.active.failed
        return None if report.none or failed else report

    async def _touched(self) -> bool:
        """Whether input was sent, or anything happened without; mostly it was refused."""
        tab = self._session.active
        if tab is not self._tab or tab.document != self._document or tab.dialog:
            return True
        if trace_of(tab).acted.mmid is not None or tab.navigating:
            return True
        try:
            return (await armed(tab)).total != self._baseline.total
        except SkillError:
            return False

    def _waiting(self) -> SettleWaiter | HtmlSizeWaiter:
        if self._rule == "html_stable":
            return HtmlSizeWaiter(self._session)
        return SettleWaiter(self._session, self._mark, self._patience)

    def _same_site(self, tab: Tab, after: Observation) -> Observation | None:
        """The previous page, if this one replaced it in the tab and is of the same site."""
        before = self._before
        if before is None or tab is not self._tab:
            return None
        return before if origin_of(before.url) == origin_of(after.url) else None

    async def _look_before(self, tab: Tab, trace: TabState) -> Observation:
        look = trace.look
        self._baseline = trace.baseline = await armed(tab)
        if look and look.document == tab.document and look.total == self._baseline.total:
            return look.observation
        known = trace.seen
        before = await self._observer.observe()
        if self._baseline.moves:
            # Queried after the observation, so that its texts are included.
            self._baseline = trace.baseline = await armed(tab)
        if known:
            self._earlier = self._changed_by_itself(trace, known, before)
        return before

    def _changed_by_itself(
        self, trace: TabState, known: Observation, now: Observation
    ) -> ChangeReport | None:
        found, trace.behind = diff_with_behind(known, now, trace.behind, noise=self._noise(trace))
        worlds_of(self._tab).succeed(found.recreated)
        for change in found.changed:
            if change.what == "name" and telling(shape(change.after)):
                trace.restless.add(shape(change.after))
        # A clock is known by its first tick; other late changes are reported once.
        late = [
            each
            for each in found.changed
            if shape(each.before) != shape(each.after) and not self._shifts(each)
        ]
        report = self._with_pieces(ChangeReport(changed=tuple(late)), found)
        return None if report.none else report

    async def _look_after(
        self, tab: Tab, trace: TabState, settled: Settled
    ) -> tuple[Observation | None, str]:
        trace.look = None
        if tab.dialog or tab.closed:
            return None, settled.unsettled
        try:
            resting = await rested(tab)
            after = await self._observer.observe()
            if self._baseline.moves:
                trace.baseline = self._baseline = self._baseline.since(await rested(tab))
        except SkillError as error:
            return None, settled.unsettled or str(error)
        trace.look = Look(observation=after, document=tab.document, total=resting.total)
        return after, settled.unsettled

    def _compare(
        self, report: ChangeReport, acted: ActionRecord, trace: TabState, after: Observation
    ) -> ChangeReport:
        before = self._before
        assert before is not None
        if acted.scroll:
            x, y = acted.scroll
            before = replace(before, scroll=replace(before.scroll, x=x, y=y))
        noise = self._noise(trace)
        found, trace.behind = diff_with_behind(before, after, trace.behind, noise=noise)
        worlds_of(self._tab).succeed(found.recreated)
        replaced = not trace.behind and _is_replaced(found, before, after)
        if replaced or (report.navigation and _is_another_page(found, after)):
            # Views of one document share ids for common parts, so a few lines describe the change.
            return replace(report, page=after, before=before if report.navigation else None)
        changed = [each for each in found.changed if not self._shifts(each)]
        # A field scrolls into view for input; that is not an effect.
        slight = acted.entered is not None or _shortened(before.scroll, after.scroll)
        moved = None if slight else found.scroll
        position = acted.position or (after.scroll if moved else None)
        changed += _emptied(self._filled(acted), after)
        if replace(found, focus=None) == Difference() and _may_shift(acted):
            changed += _shifted(before, after, acted)
        report = replace(
            report,
            changed=(*_retitled(before, after, noise), *changed),
            # The model knows no numbers of others that could have changed.
            replacements={
                was: now
                for was, now in found.recreated.items()
                if now in worlds_of(self._tab).last_shown
            },
            focus=_worth_telling(found.focus, acted),
            scroll=moved or acted.moved,
            position=position,
        )
        return self._with_pieces(report, found)

    def _with_pieces(self, report: ChangeReport, found: Difference) -> ChangeReport:
        """Add what came and went, and items whose known numbers changed."""
        last_shown = worlds_of(self._tab).last_shown
        items = {was: now for was, now in found.renumbered.items() if was in last_shown}
        report = replace(report, added=found.added, places=found.places, removed=found.removed)
        return replace(report, left=found.left, renumbered=items)

    def _filled(self, acted: ActionRecord) -> dict[int, str]:
        now = worlds_of(self._tab).now
        return {now(mmid): value for mmid, value in acted.filled.items()}

    def _noise(self, trace: TabState) -> Noise:
        now = time.time()

        def noise(before: str, after: str, about: str) -> bool:
            digits = before and after and shape(before) == shape(after)
            if digits and shape(after) in trace.restless:
                return True
            if digits and ticks(before, after, now=now, passed=now - self._looked):
                return True
            return self._baseline.explains(before, after, about)

        return noise

    def _shifts(self, change: ElementChange) -> bool:
        """Whether it is a state that toggles by itself, like a carousel's dots."""
        return change.what == "states" and self._baseline.shifts(change.node.mmid)


def _outline_of_events(happened: ActionEvents, after: Observation | None) -> ChangeReport:
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


def _refused(happened: ActionEvents) -> Iterator[str]:
    """Effects of the action that the browser refused."""
    for name in happened.failed_downloads:
        yield f"The file {name} could not be saved."
    for why in happened.refused[:3]:
        yield f"The page tried to open another address: {why}"


def _retitled(before: Observation, after: Observation, noise: Noise) -> Sequence[ElementChange]:
    old, new = before.title, after.title
    if old == new or noise(old, new, ""):
        return ()
    title = Node(depth=0, role="title", name=new)
    return (ElementChange(node=title, what="name", before=old, after=new),)


def _shortened(before: Scroll, after: Scroll) -> bool:
    """Whether the page scrolled only because content above it shrank or grew."""
    grown, down = after.height - before.height, after.y - before.y
    at_end = after.y + after.viewport_height >= after.height - 1
    return after.x == before.x and (down == grown or (grown < 0 and down < 0 and at_end))


def _emptied(filled: Mapping[int, str], after: Observation) -> list[ElementChange]:
    """Fields that were filled in and have since been emptied by the page, as they were."""
    held = [(after.node(mmid), value) for mmid, value in filled.items() if value]
    return [
        ElementChange(node=node, what="value", before=value, after="")
        for node, value in held
        if node and node.value == ""
    ]


def _may_shift(acted: ActionRecord) -> bool:
    """Whether it was dragged or sent keys; a click's effect on position is reported otherwise."""
    return not (acted.clicked or acted.moved or acted.entered is not None)


def _shifted(
    before: Observation, after: Observation, acted: ActionRecord
) -> Sequence[ElementChange]:
    """How far the element moved, if its position is its value."""
    if acted.mmid is None:
        return ()
    old, new = before.node(acted.mmid), after.node(acted.mmid)
    if not (old and new and old.bbox and new.bbox):
        return ()
    across, down = new.bbox[0] - old.bbox[0], new.bbox[1] - old.bbox[1]
    ways = [
        f"{abs(across)} px {'right' if across > 0 else 'left'}" * bool(across),
        f"{abs(down)} px {'down' if down > 0 else 'up'}" * bool(down),
    ]
    words = " and ".join(filter(None, ways))
    if not words:
        return ()
    return (ElementChange(node=new, what="position", before="", after=words),)


def _real(navigation: Navigation | None) -> Navigation | None:
    """Ignore an address rewritten unchanged, or with an empty fragment."""
    if navigation is None or not navigation.same_document:
        return navigation
    same = navigation.from_url.rstrip("#") == navigation.to_url.rstrip("#")
    return None if same else navigation


def _is_another_page(found: Difference, after: Observation) -> bool:
    """Whether the address leads to another view, judged by the main content."""
    # A dialog over the page does not count either.
    aside = [at for at, n in enumerate(after.nodes) if n.role in SIDES or "modal" in n.states]
    content = without_parts(after.nodes, aside)
    there = {(node.role, node.name, node.mmid) for node in content}
    new = sum((node.role, node.name, node.mmid) in there for node in found.added)
    return new > _MIN_SHARED * len(content)


def _may_lead_on(report: ChangeReport) -> bool:
    """Whether the site accepted something, and so far only shows a message."""
    if report.page or report.navigation or report.dialog_open:
        return False
    return report.answered and any(node.role in LIVE for node in report.added)


def _is_replaced(found: Difference, before: Observation, after: Observation) -> bool:
    """Whether almost nothing is left of the page under the same address."""
    gone = len(found.removed) + len(found.taken) > _MIN_SHARED * len(before.nodes)
    return gone and len(found.added) >= _MIN_NEW * len(after.nodes)


def _worth_telling(focus: Node | None, acted: ActionRecord) -> Node | None:
    """The focus if meaningful: every clicked button has it, but a field awaits text."""
    if focus is None or focus.mmid in acted.filled:
        return None
    if focus.mmid is None:
        # A click focuses the nearest focusable ancestor: that is not an effect.
        return None if acted.clicked else focus
    waits = focus.role in FIELDS and acted.entered is None
    return None if focus.mmid == acted.mmid and not waits else focus


def _cause(acted: ActionRecord, before: Observation | None) -> str:
    """Why nothing changed: it was already so, or what is known of the action."""
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
