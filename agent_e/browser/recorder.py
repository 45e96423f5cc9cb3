"""Records what happens in a context: in the timeline, and as journal events."""

from __future__ import annotations

from collections.abc import Callable

from playwright.async_api import Page, Request, Response, WebError

from agent_e.text import cut
from agent_e.types import Decision, Dialog, Navigation
from agent_e.urls import short_address

from .downloads import SavedFile
from .lease import BrowserLease
from .network import NetworkLog, page_of
from .open_tab import ContextEvents
from .received import ReceivedTexts
from .request_interceptor import Refused
from .tab import Tab
from .tabs import Tabs
from .timeline import Timeline

_MAX_ERROR = 500
"""Characters of a script error."""


class Recorder:
    """Listens to one context and updates the timeline, the tabs' logs and the journal.

    Attributes:
        received: the newest answers.
    """

    def __init__(
        self, timeline: Timeline, on_event: Callable[..., None], lending: BrowserLease
    ) -> None:
        """Create it; ``listen`` starts it. While a window is lent quietly, nothing is recorded."""
        self._timeline = timeline
        self._on_event = on_event
        self._lending = lending
        self.received = ReceivedTexts()
        self._elsewhere = NetworkLog()
        self._stopped = False
        self._tabs: Tabs | None = None

    def listen(self, events: ContextEvents, tabs: Tabs) -> None:
        """Record what a context and its tabs do from now on."""
        self._tabs = tabs
        events.on("request", self._on_request)
        events.on("response", self._on_response)
        events.on("requestfinished", self._on_request_ended)
        events.on("requestfailed", self._on_request_ended)
        events.on("weberror", self._on_script_error)

    def stop(self) -> None:
        """Stop recording: the effects of closing are of no interest."""
        self._stopped = True

    def tell(self, what: str, /, **fields: object) -> None:
        """Write to the journal, unless stopped."""
        if not self._stopped and not self._lending.quiet:
            self._on_event(what, **fields)

    def navigated(self, tab: Tab, navigation: Navigation) -> None:
        """Record a change of document or address."""
        self._timeline.navigations.add(navigation, tab)
        self.tell(
            "navigation",
            url=navigation.to_url,
            from_url=navigation.from_url,
            status=navigation.status,
            same_document=navigation.same_document,
            tab=tab.number,
        )

    def dialog_opened(self, page: Page | None, dialog: Dialog) -> None:
        """Record a dialog that a page opened."""
        self._timeline.dialogs.add(dialog)
        tab = self._tab_of(page)
        url = tab.url if tab else ""
        self.tell("dialog_opened", dialog=dialog.kind, message=dialog.message, url=url)

    def dialog_closed(self, dialog: Dialog, how: str) -> None:
        """Record how a dialog ended."""
        self.tell("dialog_closed", dialog=dialog.kind, message=dialog.message, how=how)

    def refused(self, refused: Refused) -> None:
        """Record an address that was not opened or sent to."""
        decision = refused.decision
        # The gate that held a request back reports it itself.
        if refused.where != "call" and decision.rule != "gate":
            self._timeline.refused.add(decision.sentence)
        self.tell(
            "blocked",
            url=short_address(refused.url),
            rule=decision.rule,
            sentence=decision.sentence,
            where=refused.where,
        )

    def unreached(self, place: str, decision: Decision, count: int) -> None:
        """Record that the proxy refused connections to a place, ``count`` so far."""
        self.tell(
            "blocked",
            url=f"//{place or 'others'}",
            rule=decision.rule,
            sentence=decision.sentence,
            where="connection",
            count=count,
        )

    def download_ended(self, file: SavedFile) -> None:
        """Record the end of a download, failed or not."""
        if file.theirs:
            return
        if file.failure:
            self._timeline.unsaved.add(f"{file.name} ({file.failure})")
            name, url, message = file.name, short_address(file.url), file.failure
            self.tell("download_failed", name=name, url=url, message=message)
        else:
            self._timeline.saved.add(file.label)
            self.tell(
                "download",
                path=str(file.path),
                url=short_address(file.url),
                name=file.name,
                suggested=file.suggested,
                size=file.size,
                sha256=file.sha256,
            )

    def _on_request(self, request: Request) -> None:
        page = page_of(request)
        log = self._network_of(page) or self._elsewhere
        if sent := log.started(request):
            self._timeline.requests.add(sent, self._tab_of(page))

    def _on_response(self, response: Response) -> None:
        self.received.add(response)
        for log in self._logs(response.request):
            log.answered(response)

    def _on_request_ended(self, request: Request) -> None:
        for log in self._logs(request):
            log.ended(request)

    def _on_script_error(self, error: WebError) -> None:
        lines = str(error.error).strip().splitlines()
        self._timeline.errors.add(
            cut(lines[0], _MAX_ERROR) if lines else "", self._tab_of(error.page)
        )

    def _logs(self, request: Request) -> list[NetworkLog]:
        # The first request of a new window is sent before its page exists.
        own = self._network_of(page_of(request))
        return [own, self._elsewhere] if own else [self._elsewhere]

    def _tab_of(self, page: Page | None) -> Tab | None:
        return self._tabs.of(page) if self._tabs else None

    def _network_of(self, page: Page | None) -> NetworkLog | None:
        return self._tabs.network_of(page) if self._tabs else None
