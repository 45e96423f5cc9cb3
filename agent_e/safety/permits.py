"""Permits for single acts, valid for the state in which they were issued."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from agent_e.errors import ActionDenied
from agent_e.types import AllowedBy, Tier

from .request_guard import RequestGuard
from .request_risk import OngoingAction

Option = Callable[[int, str], Awaitable[Tier]]
Recheck = Callable[[bool], Awaitable[str]]
"""Returns why an act is no longer the one allowed, ``""`` while it is; see ``Permit.hold``."""


class Permit:
    """Permit for one act, valid for the state in which it was issued.

    Attributes:
        refused: what the act tried to send but was refused, in words; known when it is over.
        tier: of the act; once over, of what it was allowed to send if that is higher.
        grant: what allowed the act.
    """

    def __init__(
        self,
        backstop: RequestGuard | None = None,
        acting: OngoingAction | None = None,
        *,
        option: Option | None = None,
        grant: AllowedBy = "",
        recheck: Recheck | None = None,
        password: Callable[[str], None] = lambda value: None,
    ) -> None:
        """Issue the permit.

        Args:
            backstop: judges what the act leads to.
            acting: the act, as it was judged.
            option: returns the tier of choosing the option with a given full text.
            grant: what allowed the act.
            recheck: checks whether it is still that act; without it any is.
            password: called with a password before it is typed; raises ``ActionDenied`` where
                the permit does not cover that password.
        """
        self.refused = ""
        self.tier = acting.tier if acting is not None else Tier.REVERSIBLE
        self.grant: AllowedBy = grant
        self._option = option
        self._recheck = recheck
        self._password = password
        self._backstop = backstop
        self._acting = acting

    @property
    def target(self) -> str:
        """The act's target, as in ``button 'Send'``; ``""`` where that was not examined."""
        return self._acting.target if self._acting is not None else ""

    @property
    def marks(self) -> frozenset[str]:
        """What the act is known by when it comes again, if it may change something outside."""
        return self._acting.marks if self._acting is not None else frozenset()

    @asynccontextmanager
    async def acting(self) -> AsyncIterator[None]:
        """Execute the act: requests sent by pages meanwhile are judged as its consequences."""
        if self._backstop is None or self._acting is None:
            yield
            return
        try:
            async with self._backstop.during(self._acting):
                yield
        finally:
            self.refused = self._backstop.refused()
            tier, grant = self._backstop.passed
            if tier > self.tier:
                self.tier, self.grant = tier, grant

    async def choosing(self, mmid: int, option: str, text: str) -> None:
        """Check the option of this full text; ``ActionDenied`` if it goes beyond the permit.

        ``option`` is how it was requested.
        """
        if self._option is None or self._acting is None or _same(option, text):
            return
        if self._acting.approved or await self._option(mmid, text) > self._acting.tier:
            raise ActionDenied(
                f"Not done: '{option}' would choose '{text[:80]}', which is another matter. "
                "Say the whole text of the option that is meant."
            )

    def typing(self, value: str) -> None:
        """Check the password being typed: the arguments of the act do not contain it.

        Raises:
            ActionDenied: it is not the allowed one.
        """
        self._password(value)
        if self._backstop is not None:
            self._backstop.typed.add(value, private=True)

    async def hold(self, *, filled: bool = False) -> None:
        """Check that the act is still the one allowed; ``ActionDenied`` when it is not.

        With ``filled`` its form's fields were filled in since, which is no change.
        """
        if self._recheck and (why := await self._recheck(filled)):
            raise ActionDenied(f"Not done: {why}")


def _same(option: str, text: str) -> bool:
    return " ".join(option.split()).casefold() == " ".join(text.split()).casefold()
