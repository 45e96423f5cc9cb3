"""A window under the person's control: observed before and after, not in between."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from textwrap import shorten

from agent_e.browser import BrowserSession, Tab
from agent_e.browser.background_tasks import to_the_end
from agent_e.browser.pausable_timeout import PausableTimeout
from agent_e.dom.changes.phrases import format_dialog
from agent_e.dom.changes.watch import PageWatch
from agent_e.dom.observe.observer import PageObserver
from agent_e.dom.render.node_context import label
from agent_e.errors import SkillError
from agent_e.text import format_count
from agent_e.types import ChangeReport, HandoverResult, TabInfo

from .user_input import Step, UserInputRecorder

_MAX_NAME_LENGTH = 80
_ADDRESS = 200
_MAX_FIELDS = 12
_FIELDS = frozenset({"value", "states"})


class WindowHandover:
    """A session's window, which the person takes over and returns.

    Call ``clear``, ``leave`` and ``back`` in this order.
    """

    def __init__(self, session: BrowserSession, observer: PageObserver) -> None:
        """Create it for a session; ``observer`` sees its pages."""
        self._session = session
        self._observer = observer
        self._watch: PageWatch | None = None
        self._hands: UserInputRecorder | None = None
        self._tabs: Sequence[TabInfo] = ()

    async def clear(self) -> None:
        """Lock the agents out, and wait until they have finished the current action."""
        try:
            await self._session.lending.close()
        except BaseException:
            self._session.take_back()
            raise

    async def leave(self, tell: Callable[[Tab, Step], None] | None = None) -> None:
        """Hand the window to the person; ``tell``, if given, is called with what they do."""
        session = self._session
        try:
            with session.lending.as_owner():
                self._tabs = await session.list_tabs()
                # A pending question is no reason to wait for the page.
                self._watch = PageWatch(session, self._observer, patience=PausableTimeout())
                await self._watch.start()
                session.lend(quiet=True)
                self._hands = UserInputRecorder(session, tell)
                await self._hands.begin()
        except BaseException:
            session.take_back()
            raise

    async def back(self) -> HandoverResult:
        """Take the window back and report what changed, once the page is calm."""
        session = self._session
        session.returned()
        try:
            with session.lending.as_owner():
                # The run may end meanwhile, and drop what is still recorded.
                hands, self._hands = self._hands, None
                if hands is not None:
                    await hands.end()
                return await self._looked()
        finally:
            self._watch = None
            session.take_back()

    async def drop(self) -> None:
        """Stop recording in a window that nobody takes back: the run is over.

        The person keeps it until the next run, so that nothing of theirs is reported.
        """
        hands, self._hands = self._hands, None
        if hands is not None:
            await to_the_end(hands.end())

    async def _looked(self) -> HandoverResult:
        assert self._watch is not None, "leave comes first"
        report = await self._watch.finish()
        # The person may have signed in.
        await self._session.keep()
        tabs = await self._session.list_tabs()
        lines = [*_tabs(self._tabs, tabs, reloaded=report.page is not None), *_page(report)]
        page, view = None, ""
        try:
            page = await self._observer.observe()
            view = self._observer.render(page)
        except SkillError as error:
            lines.append(f"The page cannot be read now: {error}")
        changes = "\n".join(lines or ["The page is as it was."])
        return HandoverResult(changes=changes, view=view, page=page)


def _tabs(before: Sequence[TabInfo], after: Sequence[TabInfo], *, reloaded: bool) -> Iterator[str]:
    known = {tab.number for tab in before}
    left = {tab.number for tab in after}
    if gone := len(known - left):
        yield f"{format_count(gone, 'tab')} closed."
    if come := [tab for tab in after if tab.number not in known]:
        yield "Opened: " + "; ".join(f"tab {tab.number} {_place(tab)}" for tab in come)
    now = next(tab for tab in after if tab.active)
    was = next(tab for tab in before if tab.active)
    if now.number != was.number:
        yield f"The active tab is {now.number} now: {_place(now)}"
    elif (now.url, now.title) != (was.url, was.title):
        yield f"Now open: {_place(now)}. It was {_place(was)}."
    elif reloaded:
        yield "The page was loaded anew."


def _page(report: ChangeReport) -> Iterator[str]:
    """Changes in the page if it stayed; a new one is shown whole."""
    fields: dict[int, str] = {}
    for change in report.changed:
        if change.what in _FIELDS and change.node.mmid is not None:
            fields[change.node.mmid] = label(change.node)
    if fields:
        named = list(fields.values())
        more = f" and {len(named) - _MAX_FIELDS} more" if len(named) > _MAX_FIELDS else ""
        yield f"Changed, with values that are the person's: {', '.join(named[:_MAX_FIELDS])}{more}"
    come, gone = len(report.added), len(report.removed)
    if come or gone:
        yield f"{format_count(come, 'piece')} of the page came, {gone} went."
    if report.dialog_open and report.dialogs:
        yield format_dialog(report.dialogs[-1], waits=True)


def _place(tab: TabInfo) -> str:
    title = shorten(tab.title, _MAX_NAME_LENGTH, placeholder=" …")
    return f"'{title}' at {tab.url[:_ADDRESS]}"
