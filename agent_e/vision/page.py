"""What those who work on pictures need to know of the page itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from agent_e.types import Moving, Node, Observation, Rect


class Page(Protocol):
    """The active page; ``composition.py`` connects ``dom.drawn.ElementLayout``."""

    @property
    def url(self) -> str:
        """Its address."""
        ...

    async def observe(self) -> Observation:
        """Look at it once, all frames."""
        ...

    async def observe_cached(self) -> Observation:
        """Return it as it is, from the last look where that still holds."""
        ...

    @property
    def is_recent(self) -> bool:
        """Whether the last look, such as an action ends with, was a moment ago: mostly it holds."""
        ...

    async def cached_if_valid(self) -> Observation | None:
        """Return what the last look saw, if another one would see the same; else nothing."""
        ...

    def tell(self, nodes: Iterable[Node]) -> None:
        """Note that the model is shown these elements."""
        ...

    async def boxes(
        self, mmids: Sequence[int], *, selectors: str = "", minimum: float = 0
    ) -> Mapping[int, tuple[Rect, ...]]:
        """Say where elements are now, line by line; those left out that cannot be clicked there.

        With ``selectors`` those instead that these do not name; and what is not larger than
        ``minimum`` on both sides.
        """
        ...

    async def texts(self) -> Sequence[Rect]:
        """Say where lines of text are drawn in view, whether or not anybody sees them."""
        ...

    def words_of(self, page: Observation, nodes: Sequence[Node]) -> list[str]:
        """Put elements of a page into words as an outline does, without their ids."""
        ...

    async def puzzle(self) -> Rect | None:
        """Say where the picture is that looks like a puzzle for people; ``None`` without one."""
        ...

    async def point(self, mmid: int) -> None:
        """Put the mouse on an element."""
        ...

    async def transitions_over(self) -> None:
        """Wait until what began with the mouse's coming is over."""
        ...

    async def moving(self, points: Sequence[tuple[float, float]] = ()) -> Moving:
        """Say what moves by itself; ``points`` are where something was seen to."""
        ...
