"""The interface of everything that looks at a page, and its results."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

TOTAL = "total"
"""Name of the time from the call to the finished text."""


class PeerFailed(Exception):
    """A peer is unavailable, or failed on a page; the message is one sentence."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Element:
    """One offered element.

    Attributes:
        label: the text by which a model would know it.
        state_words: its state words, of those that ``truth.recall`` asks for.
    """

    label: str
    state_words: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Offered:
    """What a model would get of the page.

    Attributes:
        text: the text itself.
        elements: those offered in the text, in its order.
        ids: number of elements with an id, including those beyond the text.
        whole: every element with an id; ``None`` where the text is complete.
        whole_characters: length of the text without a budget; ``None`` where there is none.
        problem: its fault, as text.
    """

    text: str
    elements: tuple[Element, ...]
    ids: int
    whole: tuple[Element, ...] | None = None
    whole_characters: int | None = None
    problem: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Look:
    """One look at the page.

    Attributes:
        milliseconds: wall time by stage; ``TOTAL`` is one of them.
        offered: returns what was seen; called outside the timing. ``None`` for a mere walk.
    """

    milliseconds: Mapping[str, float]
    offered: Callable[[], Offered] | None = None


class Looker(Protocol):
    """A looker at pages; its failures raise ``PeerFailed``."""

    @property
    def name(self) -> str:
        """The name in the report."""

    async def open(self, url: str, prepare: str) -> None:
        """Go to the page and evaluate ``prepare`` in it, awaiting its promise."""

    async def look(self) -> Look:
        """Look at the open page."""


def offered_labels(
    text: str,
    *,
    is_offered: Callable[[str], bool],
    indent: Callable[[str], int],
    is_field: Callable[[str], bool] = lambda line: False,
    is_frame: Callable[[str], bool] = lambda line: False,
) -> Iterator[str]:
    """Yield each offered line of an indented text, joined with the plain lines that belong to it.

    A plain line belongs to the line above it at smaller depth, and through plain lines to
    theirs; a line belongs to one element only, the nearest, and contents of a frame not to the
    frame. A field is known by the plain line right before it, at its depth.
    """
    labels: list[str] = []
    above: list[tuple[int, int]] = []  # indent, index of the label it belongs to or -1
    before = ""  # the plain line right before, if this line stands at its depth
    for line in text.split("\n"):
        depth = indent(line)
        while above and above[-1][0] >= depth:
            above.pop()
        owner = above[-1][1] if above else -1
        if is_offered(line):
            owner = len(labels)
            is_known = is_field(line) and before and indent(before) == depth
            labels.append(f"{line.strip()} {before.strip()}" if is_known else line.strip())
            before = ""
        else:
            before = line
            if owner >= 0:
                labels[owner] += " " + line.strip()
        above.append((depth, -1 if is_frame(line) else owner))
    yield from labels
