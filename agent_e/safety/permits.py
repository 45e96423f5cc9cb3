"""Leave for one act, as it was when that was given."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from agent_e.errors import ActionDenied
from agent_e.types import AllowedBy, Tier

from .request_guard import RequestGuard
from .request_risk import OngoingAction

Option = Callable[[int, str], Awaitable[Tier]]
Recheck = Callable[[bool], Awaitable[str]]
"""Says why an act is not any more the one allowed, ``""`` while it is; see ``Permit.hold``."""


class Permit:
    """Leave for one act, as it was when that was given.

    Attributes:
        refused: what the act would have sent and was not let, in words; known when it is over.
        tier: of the act; once it is over, of what it was let send where that is higher.
        grant: by what that was allowed.
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
        """Give leave.

        Args:
            backstop: judges what the act leads to.
            acting: the act, as it was judged.
            option: tells the tier of choosing the option of a whole text.
            grant: by what the act is allowed.
            recheck: looks again whether it is that act; without it any is.
            password: is told of a password before it is typed, and raises ``ActionDenied`` where
                the leave does not cover that one.
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
        """What the act is done to, as in ``button 'Send'``; ``""`` where that was not looked at."""
        facts = self._acting.facts if self._acting is not None else ()
        if len(facts) != 1 or not facts[0].role:
            return ""
        name = facts[0].name or (facts[0].around if facts[0].role == "dialog" else "")
        return f"{facts[0].role} '{name}'" if name else facts[0].role

    @asynccontextmanager
    async def acting(self) -> AsyncIterator[None]:
        """Do the act: what pages send meanwhile is judged as what it leads to."""
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
        """Check the option of this whole text; ``ActionDenied`` when it is more than was allowed.

        ``option`` is how it was asked for.
        """
        if self._option is None or self._acting is None or _same(option, text):
            return
        if self._acting.approved or await self._option(mmid, text) > self._acting.tier:
            raise ActionDenied(
                f"Not done: '{option}' would choose '{text[:80]}', which is another matter. "
                "Say the whole text of the option that is meant."
            )

    def typing(self, value: str) -> None:
        """Say which password is typed: the arguments of the act do not.

        Raises:
            ActionDenied: it is not the one that was allowed.
        """
        self._password(value)
        if self._backstop is not None:
            self._backstop.typed.add(value, private=True)

    async def hold(self, *, filled: bool = False) -> None:
        """Check that the act is still the one allowed; ``ActionDenied`` when it is not.

        With ``filled`` the fields of its form were filled in since, which is no change.
        """
        if self._recheck and (why := await self._recheck(filled)):
            raise ActionDenied(f"Not done: {why}")


def _same(option: str, text: str) -> bool:
    return " ".join(option.split()).casefold() == " ".join(text.split()).casefold()
