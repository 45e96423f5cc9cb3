"""Leave for one act, as it was when that was given."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from agent_e.errors import ActionDenied
from agent_e.types import Tier


class Permit:
    """Leave for one act, as it was when that was given."""

    async def hold(self, *, filled: bool = False) -> None:
        """Check that the act is still the one allowed; ``ActionDenied`` when it is not.

        With ``filled`` the fields of its form were filled in since, which is no change.
        """


class Unasked(Permit):
    """Leave that the rules gave, for a form whose button is another matter than its fields."""

    def __init__(self, tier: Tier, now: Callable[[], Awaitable[Tier]]) -> None:
        """Make it; ``now`` tells the tier of the button as it is now."""
        self._tier = tier
        self._now = now

    async def hold(self, *, filled: bool = False) -> None:
        """See ``Permit``."""
        if filled and await self._now() > self._tier:
            raise ActionDenied(
                "Not done: what was filled in changed what the button does. Look at the page "
                "again and click it by itself."
            )


class Approved(Permit):
    """Leave that a person gave: for one act, once, while it looks as it did then."""

    def __init__(
        self, approved: list[str], button: str, now: Callable[[bool], Awaitable[list[str]]]
    ) -> None:
        """Make it; ``now`` tells the marks as they are now."""
        self._approved = {False: approved, True: [button]}
        self._now = now

    async def hold(self, *, filled: bool = False) -> None:
        """See ``Permit``."""
        if await self._now(filled) != self._approved[filled]:
            raise ActionDenied(
                "Not done: what was approved has changed since, such as an amount, a value or "
                "where it is sent. Look at the page again; it will be asked anew."
            )
