"""What a skill may rely on, as Protocols: the page, its actor, the person, the journal.

Skills know no browser, no model and no terminal; ``run.py`` wires the real ones.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import date
from typing import Any, Literal, Protocol

from agent_e.types import (
    AskedKind,
    BBox,
    ChangeReport,
    Document,
    Entered,
    Filled,
    Grant,
    Linked,
    MarkedPage,
    Method,
    Navigation,
    Node,
    Observation,
    PersonAnswer,
    PixelChange,
    QueryAnswer,
    ReadPage,
    Records,
    Rect,
    Screenshot,
    Sensitivity,
    Sink,
    SkillResult,
    TabInfo,
    Tier,
)
from agent_e.types.act import PageSummary

View = Literal["text_only", "input_fields", "all_fields"]
Format = Literal["outline", "json"]
How = Literal["single", "double", "right", "middle"]


class Observer(Protocol):
    """Sees the active page."""

    async def observe(self) -> Observation:
        """Look at the page once, all frames."""
        ...

    async def current(self) -> Observation:
        """Return the page as it is, from the last look where that still holds."""
        ...

    async def boxes_of(self, words: str) -> tuple[BBox, ...]:
        """Return where words are drawn on the active page now; nothing where that is not known."""
        ...

    def restless(self, observation: Observation) -> frozenset[int]:
        """Return the indexes of nodes whose texts change by themselves, as far as is known."""
        ...

    def watch(self) -> Watch:
        """Prepare change observation for one action."""
        ...

    def render(
        self,
        observation: Observation,
        *,
        view: View = "all_fields",
        format: Format = "outline",
        find: str = "",
        page: int = 1,
        links: bool = False,
        budget: int | None = None,
        rest: str = "",
    ) -> str:
        """Turn an observation into the text the model reads, within the token budget.

        ``budget`` is another one, in characters; ``rest`` says how to get what is left out.
        """
        ...

    @property
    def budget_characters(self) -> int:
        """Longest text of one result."""
        ...

    def records(
        self,
        observation: Observation,
        fields: Sequence[str],
        find: str = "",
        like: Records | None = None,
    ) -> Records:
        """Read what repeats into records; ``like`` are those of the page before.

        Raises ``SkillError`` that says what there is instead.
        """
        ...

    async def next_page(self) -> Node | None:
        """Find what leads to the next page of the list last seen; ``None`` on the last one."""
        ...

    def describe(self, report: ChangeReport, *, for_eyes: bool = False) -> str:
        """Turn a change report into words; ``for_eyes``: for who is shown pictures of the page."""
        ...

    def brief(self, report: ChangeReport) -> str:
        """Turn a change report into one line without numbers of elements."""
        ...


class Watch(Protocol):
    """Change observation around one action."""

    async def start(self) -> None:
        """Take the state before the action."""
        ...

    async def since_seen(self) -> ChangeReport | None:
        """Return what the page has changed by itself since it was last looked at, if anything."""
        ...

    async def finish(self) -> ChangeReport:
        """Wait until the page settles and say what changed."""
        ...

    async def broken_off(self) -> ChangeReport | None:
        """Say what an action changed that failed; ``None`` when that is nothing."""
        ...


class Actor(Protocol):
    """Acts on the active page with trusted input. ``mmid`` is an id from an observation.

    Every method raises ``ElementGone``, ``ElementBlocked``, ``DialogOpen`` or ``ActionTimeout``.
    """

    async def resolve(self, target: int | str) -> Node:
        """Return the element as it is now, its ``mmid`` set, by id or by role and name in words.

        An id that is gone or means something else is refused, and so are words that fit no element
        or several: the error names those that may be meant.
        """
        ...

    async def click(
        self,
        mmid: int,
        how: How = "single",
        modifiers: str = "",
        *,
        hold_s: float = 0.0,
        at: tuple[float, float] | None = None,
    ) -> str:
        """Click at a point of the element that the hit test confirms, keys held down meanwhile.

        ``hold_s``: seconds for which the button is held; ``at``: the very point, where ``at_point``
        found it. Returns what is to be said of the way, such as by the keyboard; else ``""``.
        """
        ...

    async def at_point(self, x: float, y: float) -> Node:
        """Return what a click at a point would land on; CSS pixels of the viewport."""
        ...

    async def point_in(self, mmid: int, across: float, down: float) -> tuple[float, float]:
        """Bring a point of the element into view, in parts of its box; returns where it is."""
        ...

    async def hover(self, mmid: int, at: tuple[float, float] | None = None) -> None:
        """Move the mouse onto the element and leave it there."""
        ...

    async def drag(
        self,
        mmid: int,
        to: int | None = None,
        dx: float = 0.0,
        dy: float = 0.0,
        *,
        part: tuple[float, float] = (0.5, 0.5),
        at: tuple[float, float] | None = None,
    ) -> None:
        """Drag the element to a part of another one, or by an offset in CSS pixels."""
        ...

    async def text_at(self, first: str, last: str, within: int | None) -> tuple[float, float]:
        """Bring a text into view, from its first to its last words; returns where it begins."""
        ...

    async def select_text(
        self, first: str, last: str, within: int | None, under: int
    ) -> tuple[str, int]:
        """Select it; returns what is selected then, and how often its first words stand there."""
        ...

    async def upload_file(self, mmid: int, paths: Sequence[str]) -> str:
        """Give files to a file field, chooser or drop zone; returns what became of them."""
        ...

    async def enter_text(
        self, mmid: int, text: str, *, submit: bool = False, part: str = ""
    ) -> Entered:
        """Replace the field's text or a part of it, press Enter if asked; returns what it holds."""
        ...

    async def fill_secret(self, mmid: int, reveal: Callable[[Sink], str]) -> None:
        """Put what ``reveal`` gives for the field into it; ``ActionDenied`` when it may not."""
        ...

    async def fill_form(
        self,
        values: Sequence[tuple[int, str]],
        submit: int | None = None,
        *,
        sure: Callable[[], Awaitable[None]] | None = None,
        choosing: Callable[[int, str, str], Awaitable[None]] | None = None,
    ) -> Filled:
        """Give fields (ids first) their values, then click ``submit``; stops at any trouble.

        ``sure`` is awaited before that click, and raises where it must not be; ``choosing`` before
        an option is chosen, as in ``select_option``.
        """
        ...

    async def pick_date(self, mmid: int, day: date, end: date | None = None) -> str:
        """Choose a date, or a range, in a calendar or by typing; returns what the field holds."""
        ...

    async def press_key(self, key: str, mmid: int | None = None) -> str:
        """Press keys or combinations (Playwright's names), on the element or on what has focus.

        Returns what is to be said of the way it was done; else ``""``.
        """
        ...

    async def select_option(
        self,
        mmid: int,
        option: str,
        *,
        sure: Callable[[int, str, str], Awaitable[None]] | None = None,
    ) -> str:
        """Choose an option by its text from whatever lists options; returns its whole text.

        ``sure`` is awaited before, with the id, ``option`` and that whole text, and raises where it
        must not be chosen.
        """
        ...

    async def scroll(
        self,
        direction: Literal["up", "down", "left", "right"],
        pages: float = 1.0,
        mmid: int | None = None,
    ) -> None:
        """Scroll the page, or the scrollable element or its nearest scrollable ancestor."""
        ...

    async def scroll_until(
        self,
        direction: Literal["up", "down", "left", "right"],
        text: str,
        mmid: int | None = None,
    ) -> Literal["found", "end", "behind", "limit"]:
        """Scroll until the text is in view; says how that ended."""
        ...

    async def wait_for(
        self,
        text: str,
        timeout_s: float,
        *,
        gone: bool = False,
        within: int | None = None,
        then: int | None = None,
        sure: Callable[[], Awaitable[None]] | None = None,
    ) -> str:
        """Wait until the text is on the page or ``within``, or is gone; then click at once.

        ``40..60`` in it stands for any number between. ``sure`` is awaited before the click, and
        raises where it must not be. Returns what showed when ``then`` was clicked; raises
        ``ActionTimeout`` if it does not come about.
        """
        ...

    async def wait_for_url(self, part: str, timeout_s: float) -> str:
        """Wait until the address has this part; returns it, or raises ``ActionTimeout``."""
        ...

    async def wait_for_element(
        self, target: int | str, timeout_s: float, *, gone: bool = False
    ) -> Node:
        """Wait until the element can be used, or is gone; ``ActionTimeout`` if neither happens."""
        ...

    async def wait_until_calm(self, timeout_s: float) -> str:
        """Wait until nothing loads or changes; returns what still does when the time is up."""
        ...


class Navigator(Protocol):
    """Moves the active tab."""

    @property
    def url(self) -> str:
        """Address of the active tab."""
        ...

    async def title(self) -> str:
        """Title of the active tab; ``""`` while it cannot be read."""
        ...

    async def goto(self, url: str) -> Navigation:
        """Open an address; raises ``NavigationFailed`` or ``BadArgument`` in plain words."""
        ...

    async def history(self, direction: Literal["back", "forward", "reload"]) -> Navigation:
        """Go back, forward or reload; raises ``NavigationFailed`` when there is nowhere to go."""
        ...

    async def list_tabs(self) -> Sequence[TabInfo]:
        """Every open tab, oldest first."""
        ...

    async def switch_tab(self, number: int) -> None:
        """Work in another tab; raises ``BadArgument`` when there is none with this number."""
        ...

    async def close_tab(self, number: int) -> None:
        """Close a tab; raises ``BadArgument`` when there is none, or it is the only one."""
        ...

    async def answer_dialog(self, *, accept: bool, text: str = "") -> str:
        """Answer the open dialog; returns its message. Raises ``SkillError`` when none is open."""
        ...


class Documents(Protocol):
    """Reads files that are no pages."""

    async def read_pdf(self, url: str, *, pages: str = "", find: str = "") -> Document:
        """Return the text of a PDF, or the places with some words in it, within the budget.

        ``url`` is an address, the name of a downloaded file, or ``""`` for the open page. Raises
        ``NavigationFailed`` or ``BadArgument`` in plain words.
        """
        ...


class Pages(Protocol):
    """Reads pages that are not open."""

    def address(self, url: str) -> str:
        """Make an address of what was written; raises ``BadArgument``."""
        ...

    async def read(self, urls: Sequence[str]) -> Sequence[ReadPage]:
        """Open pages side by side in the background; of what fails, the reason is in its place."""
        ...

    def content(self, page: Observation) -> Observation:
        """Return a page without what frames its content."""
        ...

    async def query(
        self, code: str, urls: Sequence[str], combine: str = "", *, again: bool = False
    ) -> QueryAnswer:
        """Run a JavaScript function on a copy of each page, and ``combine`` on what they gave.

        No ``urls`` means the open page; ``again`` gives the last answer where the query is the
        same. Raises ``BadArgument`` for code that is no function.
        """
        ...


class Eyes(Protocol):
    """Sees the active page as a picture. All raise ``DialogOpen`` while a dialog is open."""

    async def screenshot(self, *, whole: bool = False) -> Screenshot:
        """Take a picture in the size that a model sees; ``whole``: in that of the viewport."""
        ...

    async def whole_page(self, boxes: Sequence[Rect], *, most_height: int) -> Screenshot:
        """Take one of the page from its top down, with a red frame around each box of it."""
        ...

    async def puzzle(self) -> Screenshot:
        """Take one of the likeliest puzzle on the page, or else of what is in view."""
        ...

    async def glimpse(self) -> Screenshot:
        """Take a rough one for people to look at later; ``ActionTimeout`` after a second."""
        ...

    async def mark(
        self, *, counted: bool = False, skip: int = 0, long_edge: int | None = None
    ) -> MarkedPage:
        """Take one with the elements' ids on it, or ``counted`` with numbers from 1.

        The first ``skip`` of those that can have one have none; it is no longer than ``long_edge``.
        """
        ...

    async def before(self, mmid: int | None = None) -> None:
        """Put the mouse on what will be acted on, and note how the page looks."""
        ...

    def sampling(self) -> AbstractAsyncContextManager[None]:
        """Look on while the page settles, if a state before was noted."""
        ...

    async def after(
        self, report: ChangeReport | None = None, *, method: Method = "tiles"
    ) -> PixelChange:
        """Say what looks otherwise than before; ``BadArgument`` when that was not noted."""
        ...


class Grounder(Protocol):
    """Finds on a picture of the active page what is described in words."""

    async def ground(
        self, description: str, shot: Screenshot, page: Observation
    ) -> tuple[float, float]:
        """Return the point, CSS pixels of the viewport; ``SkillError`` when it is not there.

        ``page`` is what the picture shows; who sees needs nothing of it.
        """
        ...


class Selectors(Protocol):
    """Knows the active page by CSS selectors, for agents that name elements so."""

    async def summarize(self, most: int) -> PageSummary:
        """List at most ``most`` elements: those to act on first, then those to read."""
        ...

    async def element(self, selector: str) -> int:
        """Return the id of the one element that a selector names.

        Raises ``BadArgument`` when that is no selector or names several, ``ElementGone`` for none.
        """
        ...


class Links(Protocol):
    """Knows the active page by words, for agents that click what bears them."""

    async def linked(self) -> Sequence[Linked]:
        """List what may be clicked, in document order."""
        ...

    async def tell(self, mmid: int) -> None:
        """Note that this element is meant."""
        ...

    async def arrive(self) -> str:
        """Wait until the page is there; returns what it is still busy with."""
        ...


class Permit(Protocol):
    """Leave for one action.

    Attributes:
        refused: once the action is over, what it would have sent and was not let; else ``""``.
        tier: how much the action may do; once it is over, with all that it was let send.
        grant: by what that was allowed.
    """

    refused: str
    tier: Tier
    grant: Grant

    @property
    def target(self) -> str:
        """What the action is done to, as in ``button 'Send'``; ``""`` where nothing says."""
        ...

    def acting(self) -> AbstractAsyncContextManager[None]:
        """Do the action: what pages send meanwhile is judged as what it leads to."""
        ...

    async def choosing(self, mmid: int, option: str, text: str) -> None:
        """Check the option of this whole text; ``ActionDenied`` when it is more than was allowed.

        ``option`` is how it was asked for.
        """
        ...

    def typing(self, value: str) -> None:
        """Say what private is typed: the arguments of the action do not."""
        ...

    async def hold(self, *, filled: bool = False) -> None:
        """Check that the action is still what was allowed; ``ActionDenied`` when it is not.

        With ``filled`` the fields of its form were filled in since, which is no change.
        """
        ...


class Gate(Protocol):
    """Decides whether an action may happen."""

    async def check(self, action: str, target: Node | None, arguments: Mapping[str, Any]) -> Permit:
        """Return leave for it; raise ``ActionDenied`` with the reason when there is none."""
        ...


class Secrets(Protocol):
    """Keeps the person's secrets."""

    @property
    def kept(self) -> bool:
        """Whether there are any, for whatever site."""
        ...

    def told(self, url: str, by: str = "fill_secret") -> str:
        """Name those of an address's site, for the model; ``""`` where there are none.

        ``by`` says how its actions fill one in.
        """
        ...

    def site(self, url: str) -> str:
        """Return what a secret for a page is bound to; ``ActionDenied`` where none is filled in."""
        ...

    def reveal(self, handle: str, sink: Sink) -> str:
        """Return a value for a field; raises ``ActionDenied`` or ``BadArgument``."""
        ...


class Asker(Protocol):
    """Reaches the person."""

    async def ask(
        self,
        kind: AskedKind,
        question: str,
        *,
        schema: Mapping[str, Any] | None = None,
        evidence: Mapping[str, Any] | None = None,
        sensitivity: Sensitivity = "plain",
    ) -> PersonAnswer:
        """Ask and return what came of it; ``NeedsPerson`` when nobody can answer."""
        ...


class Control(Protocol):
    """Lets the person hold the run and step in."""

    async def acting(self) -> None:
        """Wait while the run is paused; ``Interrupted`` when an action is not wanted any more."""
        ...

    def unspoken(self) -> None:
        """Raise ``Interrupted`` when an action is not wanted any more."""
        ...


class Demonstrations(Protocol):
    """Lets the person show in the window how something is done."""

    async def look_on(
        self, asking: Callable[[], Awaitable[PersonAnswer]]
    ) -> tuple[PersonAnswer, SkillResult]:
        """Leave the window to the person while they are asked; returns what they did, in words."""
        ...


class Journal(Protocol):
    """Takes one event."""

    def write(self, kind: str, /, **fields: Any) -> int:
        """Append the event before anything it announces happens; returns its number."""
        ...

    def write_file(self, name: str, value: Mapping[str, Any]) -> None:
        """Write a JSON file of the run folder, such as ``extracts/12.json``."""
        ...

    def write_bytes(self, name: str, data: bytes) -> None:
        """Write a file of the run folder, such as ``shots/12.jpg``."""
        ...
