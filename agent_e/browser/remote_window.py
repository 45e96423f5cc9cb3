"""What a window tells a person who uses it from afar, where no display shows it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Option:
    """One option of a list."""

    label: str
    selected: bool
    disabled: bool


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Choices:
    """A native list that the person opened, which no browser paints without a window.

    Attributes:
        options: in their order.
        box: the field's place as x, y, width and height, in CSS pixels of the viewport.
        at: where in the same pixels it was pressed, if it was: the boxes of frames of other sites
            are those of their own viewports.
        choose: selects the option of a place in ``options``, as the person would.
    """

    options: Sequence[Option]
    box: tuple[float, float, float, float]
    at: tuple[float, float] | None
    choose: Callable[[int], Awaitable[None]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Copied:
    """A text that the person copied or cut; it is in no clipboard of the browser."""

    text: str


News = Choices | Copied | None
"""``None``: the list is closed."""


class RemoteWindow:
    """A session's window, for people who see it by its screencast."""

    def __init__(self) -> None:
        """Create it; nobody listens yet."""
        self._listeners: list[Callable[[News], None]] = []

    def tell(self, news: News) -> None:
        """Tell those who listen."""
        for listener in [*self._listeners]:
            listener(news)

    @contextmanager
    def heard(self, listener: Callable[[News], None]) -> Iterator[None]:
        """Call the listener with what is told while the block runs."""
        self._listeners.append(listener)
        try:
            yield
        finally:
            self._listeners.remove(listener)
