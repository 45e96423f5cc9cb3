"""What everybody who looks at a page is asked for, and what they give."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

TOTAL = "total"
"""The name of the time from the call to the text in hand."""


class PeerFailed(Exception):
    """A peer cannot be had, or failed on a page; the message is one sentence."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Element:
    """One element that is offered.

    Attributes:
        label: the text by which a model would know it.
        state_words: the words said of its state, of those that ``truth.recall`` asks for.
    """

    label: str
    state_words: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Offered:
    """What a model would get of the page.

    Attributes:
        text: the text itself.
        elements: what is offered in the text, in its order.
        ids: how many elements have an id, those beyond the text included.
        whole: everything that has an id; ``None`` where the text is all there is.
        whole_characters: length of the text without a budget; ``None`` where there is no other.
        problem: what is wrong with it, in words.
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
        offered: says what was seen; called outside of what is timed. ``None`` for a mere walk.
    """

    milliseconds: Mapping[str, float]
    offered: Callable[[], Offered] | None = None


class Looker(Protocol):
    """Somebody who looks at pages; what fails of it raises ``PeerFailed``."""

    @property
    def name(self) -> str:
        """The name in the report."""

    async def open(self, url: str, prepare: str) -> None:
        """Go to the page and run the expression ``prepare`` in it until its promise is kept."""

    async def look(self) -> Look:
        """Look at the page that is open."""


def offered_labels(
    text: str,
    *,
    is_offered: Callable[[str], bool],
    indent: Callable[[str], int],
    is_field: Callable[[str], bool] = lambda line: False,
    is_frame: Callable[[str], bool] = lambda line: False,
) -> Iterator[str]:
    """Yield each offered line of an indented text, joined with the plain lines that belong to it.

    A plain line belongs to the line it stands below, at greater depth, and through plain lines to
    theirs; a line belongs to one element only, the nearest, and what is in a frame not to the
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
