"""What one action did to the page (change observation; seed: Agent-E, section 2.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .observation import Dialog, Node, Observation, Scroll
from .outgoing_request import SentBy


@dataclass(frozen=True, kw_only=True, slots=True)
class Navigation:
    """A change of document or address.

    ``status`` is the HTTP status of the new document, ``None`` when there was no request
    (history state, hash, cache). ``same_document`` is true when only the address changed;
    ``complete`` is false when the page responded and is usable, but did not finish loading in time.
    """

    from_url: str
    to_url: str
    title: str = ""
    status: int | None = None
    same_document: bool = False
    complete: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class ElementChange:
    """An element whose ``what`` changed, such as its ``name``, ``value``, ``states`` or ``place``.

    ``label`` names what a changed text is about, as in ``Price``, or else ``under`` the heading or
    group above it; both are ``""`` for elements, which have names. ``owner`` says what an
    element with namesakes on the page belongs to, as in ``item 'Milk'``.
    """

    node: Node
    what: str
    before: str
    after: str
    label: str = ""
    under: str = ""
    owner: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class RemainingItems:
    """A list that lost most of its items, as by a filter.

    ``place`` names it (``""``: the page at large), ``before`` and ``count`` are its numbers of
    items before and now, ``nodes`` are the first ``shown`` of these with all they hold.
    """

    place: str
    before: int
    count: int
    shown: int
    nodes: tuple[Node, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class RequestSeen:
    """A request other than GET that the action caused.

    ``by`` says what sent it; ``on_load`` is true where that was a page that the action had opened.
    """

    method: str
    url: str
    status: int | None = None
    failure: str = ""
    by: SentBy = "script"
    on_load: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class ChangeReport:
    """Everything one action changed.

    Attributes:
        navigation: set when the document or the address changed.
        page: the new page, when the document changed.
        before: the page before it, when that was one of the same site.
        target: id of the element the action was done to.
        entered: the new value of that element, as reported by the action.
        filled: new values of elements, by their ids, where an action filled in several.
        added: new nodes (with ids and names), in document order; each depth 0 begins a new place.
        places: for each of ``added`` where it was inserted, as in ``tabpanel 'Size'``; ``""`` for
            the page at large.
        removed: nodes that are gone, likewise.
        left: lists that lost most of their items, which are not among ``removed``.
        changed: elements whose name, value or states changed.
        messages: new texts in live regions (roles alert, status and log).
        replacements: ids of elements that were only recreated in their place: old to new.
        renumbered: items that other elements show now, by their former ids.
        focus: the element that has focus now, if that changed.
        scroll: how far the page, or what was scrolled in it, moved, x and y in CSS pixels.
        position: scroll position afterwards.
        opened_tabs: addresses of tabs the action opened; ``closed_tab``: its own went away.
        dialogs: dialogs that opened; the last one still waits when ``dialog_open``.
        downloads: names of files that were saved.
        requests: requests other than GET.
        console_errors: script errors during the action.
        cause: why nothing changed, if known.
        earlier: changes that happened by themselves between the last look and the action.
        unsettled: what the page was still busy with when waiting ended.
        milliseconds: duration of each stage of settling and observing.
    """

    navigation: Navigation | None = None
    page: Observation | None = None
    before: Observation | None = None
    target: int | None = None
    entered: str | None = None
    filled: Mapping[int, str] = field(default_factory=dict)
    added: tuple[Node, ...] = ()
    places: tuple[str, ...] = ()
    removed: tuple[Node, ...] = ()
    left: tuple[RemainingItems, ...] = ()
    changed: tuple[ElementChange, ...] = ()
    messages: tuple[str, ...] = ()
    replacements: Mapping[int, int] = field(default_factory=dict)
    renumbered: Mapping[int, Node] = field(default_factory=dict)
    focus: Node | None = None
    scroll: tuple[int, int] | None = None
    position: Scroll | None = None
    opened_tabs: tuple[str, ...] = ()
    closed_tab: bool = False
    dialogs: tuple[Dialog, ...] = ()
    dialog_open: bool = False
    downloads: tuple[str, ...] = ()
    requests: tuple[RequestSeen, ...] = ()
    console_errors: tuple[str, ...] = ()
    cause: str = ""
    earlier: ChangeReport | None = None
    unsettled: str = ""
    milliseconds: Mapping[str, float] = field(default_factory=dict)

    @property
    def answered(self) -> bool:
        """Whether a request that it caused, other than a beacon, succeeded."""
        return any(seen.by != "ping" and 0 < (seen.status or 0) < 400 for seen in self.requests)

    @property
    def none(self) -> bool:
        """Whether the action had no visible effect at all (a ghost action)."""
        return not (
            self.navigation
            or self.added
            or self.removed
            or self.left
            or self.changed
            or self.renumbered
            or self.focus
            or self.scroll
            or self.opened_tabs
            or self.closed_tab
            or self.dialogs
            or self.downloads
            or self.requests
        )
