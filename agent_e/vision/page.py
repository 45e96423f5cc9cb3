"""What picture code needs to know about the page itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from agent_e.types import Moving, Node, Observation, Rect


class Page(Protocol):
    """The active page; ``composition.py`` connects ``dom.drawn.ElementLayout``."""

    @property
    def url(self) -> str:
        """Its address."""

    async def observe(self) -> Observation:
        """Observe it once, with all frames."""

    async def observe_cached(self) -> Observation:
        """Return the last observation if still valid, else a new one."""

    @property
    def is_recent(self) -> bool:
        """Whether the last observation is so recent that it is most likely valid."""

    async def cached_if_valid(self) -> Observation | None:
        """Return the last observation if another would be the same, else ``None``."""

    def tell(self, nodes: Iterable[Node]) -> None:
        """Record that the model is shown these elements."""

    async def boxes(
        self, mmids: Sequence[int], *, selectors: str = "", minimum: float = 0
    ) -> Mapping[int, tuple[Rect, ...]]:
        """Return where elements are now, line by line, without those not clickable there.

        With ``selectors``, without those these do not match instead; and without anything not
        larger than ``minimum`` on both sides.
        """

    async def texts(self) -> Sequence[Rect]:
        """Return where lines of text are drawn in view, even if covered."""

    def words_of(self, page: Observation, nodes: Sequence[Node]) -> list[str]:
        """Describe elements as in an outline, without their ids."""

    async def puzzle(self) -> Rect | None:
        """Return the box of a likely human-verification puzzle, else ``None``."""

    async def point(self, mmid: int) -> None:
        """Move the mouse to an element."""

    async def transitions_over(self) -> None:
        """Wait until effects of hovering are over."""

    async def moving(self, points: Sequence[tuple[float, float]] = ()) -> Moving:
        """Report what moves by itself; ``points`` are where movement was seen."""
