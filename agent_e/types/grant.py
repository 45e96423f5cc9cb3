"""Leave that a person gave beforehand for acts that are asked about otherwise."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, get_args

GrantKind = Literal[
    "sign_in", "send", "publish", "order", "pay", "delete", "cancel", "agree", "share",
    "change_account", "upload", "download",
]  # fmt: skip
GRANT_KINDS: tuple[GrantKind, ...] = get_args(GrantKind)


@dataclass(frozen=True, kw_only=True, slots=True)
class Grant:
    """Leave for acts of one kind.

    Attributes:
        kind: of act.
        site: host pattern where it holds, as in ``shop.example``; ``""`` for the sites that the
            task begins on or names.
        times: how many acts it covers; ``None`` for any number.
        max_amount: largest sum of money of one act; ``None`` for no limit.
        currency: ISO 4217 code of that sum; ``""`` where none was named.
        to: the recipient or the thing, in the person's own words; ``""`` for any.
        words: of the task that it rests on; ``""`` for a setting.
        by: who gave it: ``person`` is with the plan.
        number: of a grant that the person may take away, from 1; a resumed run counts its uses by
            it.
    """

    kind: GrantKind
    site: str = ""
    times: int | None = 1
    max_amount: Decimal | None = None
    currency: str = ""
    to: str = ""
    words: str = ""
    by: Literal["task", "settings", "vault", "person"] = "task"
    number: int = 0

    def describe(self, sites: str = "") -> str:
        """Say it for people and models, as in ``order at shop.example, once, at most 50 EUR``.

        Args:
            sites: where it holds if it names no site.
        """
        times = {None: "any number of times", 1: "once"}.get(self.times, f"{self.times} times")
        if self.kind == "sign_in":
            times = ""
        money = (
            f"at most {self.max_amount} {self.currency}".strip()
            if self.max_amount is not None
            else ""
        )
        where = self.site or sites
        at = f" at {where}" if where else ""
        to = f" ({self.to})" if self.to else ""
        parts = [f"{self.kind.replace('_', ' ')}{to}{at}", times, money]
        return ", ".join(filter(None, parts))
