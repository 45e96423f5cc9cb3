"""Whether content that was read may steer the agent: raised by signs on pages, never lowered."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from agent_e.types import Observation

from .injection_signs import Kind, signals
from .origins import read_place

_SAYS: Mapping[Kind, str] = {
    "hidden": "holds hidden text that gives orders to an assistant",
    "orders": "gives orders to an assistant",
    "marks": "imitates the marks of a conversation with an assistant",
    "unseen letters": "holds a message in letters that nobody can see",
}


class Taint:
    """Examines everything that a run reads from pages.

    Attributes:
        reason: why what was read may steer the agent, in our own words; ``""`` if nothing does.
    """

    def __init__(self, journal: Callable[..., int], *, detector: bool = False) -> None:
        """Set up the detection.

        Args:
            journal: writes an event.
            detector: whether weak signs count as well.
        """
        self.reason = ""
        self._journal = journal
        self._detector = detector
        self._known: set[tuple[str, str]] = set()

    def look(self, page: Observation) -> None:
        """Examine an observation of a page."""
        texts = [page.title, *page.notes]
        for node in page.nodes:
            texts += [node.name, node.value or "", node.description, *node.options]
        if page.dialog:
            texts.append(page.dialog.message)
        self.read("\n".join(filter(None, texts)), page.url, page.hidden)

    def read(self, text: str, url: str, hidden: tuple[str, ...] = ()) -> None:
        """Examine a text from the web."""
        place = read_place(url)
        where = place.shown if place and place.host else "the page"
        for signal in signals(text, hidden, weak=self._detector):
            if (signal.kind, where) in self._known:
                continue
            self._known.add((signal.kind, where))
            self.reason = self.reason or f"what was read at {where} {_SAYS[signal.kind]}"
            self._journal("security.tainted", signal=signal.kind, quote=signal.quote, url=url)
