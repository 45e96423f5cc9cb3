"""The grants of a run: which acts they cover, and how much of them is used up."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import get_args

from agent_e.errors import ConfigError
from agent_e.types import GRANT_KINDS, ActKind, Grant, GrantKind, Risk

from .origins import read_pattern, read_place

_COVERS: Mapping[ActKind, tuple[GrantKind, ...]] = {
    "money": ("order", "pay"),
    "message": ("send", "publish"),
    "delete": ("delete", "cancel"),
    "sign_in": ("sign_in",),
    "credentials": ("change_account",),
    "account": ("change_account",),
    "consent": ("agree",),
    "permission": ("share",),
    "upload": ("upload",),
}
_ORDERING: tuple[GrantKind, ...] = ("order", "pay")
_OF_AN_ORDER = frozenset({"money", "consent", "account"})
"""Acts that an order's single button does together: it accepts the terms and address as well."""
_ADDRESSED: tuple[GrantKind, ...] = ("send", "pay", "share")
"""Kinds whose ``to`` names a recipient that the page must mention where the act happens."""
_WORD = re.compile(r"\w+")
_SETTING = re.compile(
    r"(?P<kind>[a-z_-]+)(?:\s*<=\s*(?P<amount>\d+(?:\.\d+)?)\s*(?P<currency>[A-Za-z]{3}))?"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class GrantedAct:
    """An act that a grant has to cover.

    Attributes:
        kinds: what it does.
        urls: where it happens and where it sends to.
        amounts: sums of money shown there, as written.
        words: the text shown there and the text typed, one of which has to name a recipient.
        unsaid: whether it gives a name or an address that was typed and that the person never said.
    """

    kinds: frozenset[ActKind]
    urls: tuple[str, ...]
    amounts: tuple[str, ...] = ()
    words: str = ""
    unsaid: bool = False


class Grants:
    """The person's prior permissions; nothing from a page or a model is added to them.

    Attributes:
        all: every grant, in the order they were given.
    """

    def __init__(
        self, given: Iterable[Grant] = (), *, on_task_site: Callable[[str], bool] = bool
    ) -> None:
        """Start with the grants from the settings.

        Args:
            given: grants from the settings and the vault.
            on_task_site: whether an address is on a site that the task starts on or names.
        """
        self.all: list[Grant] = list(given)
        self._on_task_site = on_task_site
        self._used: Counter[Grant] = Counter()

    def add(self, grants: Iterable[Grant]) -> None:
        """Add the grants read from the task, or given by the person with the plan."""
        self.all.extend(grants)

    def withdraw(self, numbers: Collection[int]) -> None:
        """Take away the grants of these numbers."""
        self.all = [each for each in self.all if each.number not in numbers]

    def covering(self, act: GrantedAct) -> tuple[Grant, ...]:
        """Return the grants that together cover an act; ``()`` if any part is left uncovered."""
        ordered = self._first(_ORDERING, act) if "money" in act.kinds else None
        kinds = act.kinds - _OF_AN_ORDER if ordered else act.kinds
        found = [self._first(_COVERS[kind], act) for kind in sorted(kinds)]
        if not act.kinds or not all(found):
            return ()
        return tuple(dict.fromkeys(filter(None, [ordered, *found])))

    def use(self, grants: Iterable[Grant]) -> None:
        """Count one act against these grants."""
        self._used.update(grants)

    def _first(self, kinds: Sequence[GrantKind], act: GrantedAct) -> Grant | None:
        return next((g for g in self.all if g.kind in kinds and self._covers(g, act)), None)

    def _covers(self, grant: Grant, act: GrantedAct) -> bool:
        # Signing in may take several steps, and another attempt after a mistake.
        times = None if grant.kind == "sign_in" else grant.times
        left = times is None or self._used[grant] < times
        named = grant.kind not in _ADDRESSED or _names(act.words, grant.to)
        # The task says to whom; settings allow acts of a kind to anybody.
        meant = not act.unsaid or grant.by != "task" or grant.kind == "sign_in"
        return (
            left and named and meant
            and self._at(grant, act.urls)
            and _within(grant, act.amounts)
        )  # fmt: skip

    def _at(self, grant: Grant, urls: Sequence[str]) -> bool:
        if not grant.site:
            return bool(urls) and all(map(self._on_task_site, urls))
        pattern = read_pattern(grant.site)
        places = [read_place(url) for url in urls]
        return bool(places) and all(p and pattern.matches(p.host, p.port) for p in places)


def read_grants(written: Sequence[str], hosts: Sequence[str]) -> list[Grant]:
    """Read the setting ``safety.may``, such as ``sign-in,send`` or ``order<=50 EUR``.

    Args:
        written: items of one or more kinds, separated by commas.
        hosts: where they hold (``safety.on``); if empty, on the sites of the task.

    Raises:
        ConfigError: a kind is unknown, or a limit cannot be read.
    """
    found = []
    for text in (part.strip() for each in written for part in each.split(",")):
        match = _SETTING.fullmatch(text)
        kind = match["kind"].replace("-", "_") if match else ""
        if match is None or kind not in GRANT_KINDS:
            known = ", ".join(each.replace("_", "-") for each in GRANT_KINDS)
            raise ConfigError(
                f"--may {text!r} names no act. Write one of {known}, with a limit if you like, "
                "such as 'order<=50 EUR'."
            )
        for host in hosts or [""]:
            if host:
                read_pattern(host)
            found.append(
                Grant(
                    kind=kind,
                    site=host,
                    times=None,
                    max_amount=Decimal(match["amount"]) if match["amount"] else None,
                    currency=(match["currency"] or "").upper(),
                    by="settings",
                )
            )
    return found


def flag_for(risk: Risk, site: str) -> str:
    """Return the flags that would allow an act, such as ``--may sign-in --on shop.example``."""
    kinds = [_COVERS[kind][0].replace("_", "-") for kind in sorted(risk.kinds)]
    return f"--may {','.join(dict.fromkeys(kinds))} --on {site}" if kinds and site else ""


def _names(words: str, to: str) -> bool:
    needed = {word.casefold() for word in _WORD.findall(to)}
    return needed <= {word.casefold() for word in _WORD.findall(words)}


def _within(grant: Grant, amounts: Sequence[str]) -> bool:
    """Whether the largest sum shown is within the limit; without any sum it is not."""
    if grant.max_amount is None:
        return True
    from price_parser import Price  # takes 40 ms, and most runs never need it

    for price in (read := [Price.fromstring(each) for each in amounts]):
        if price.amount is None or price.amount > grant.max_amount:
            return False
        if grant.currency and not _same(price.currency, grant.currency):
            return False
    return bool(read)


def _same(shown: str | None, code: str) -> bool:
    return shown is not None and (shown.upper() == code or _SIGNS.get(shown) == code)


_SIGNS = {"€": "EUR", "$": "USD", "US$": "USD", "£": "GBP", "¥": "JPY", "zł": "PLN", "₹": "INR"}
assert set(_COVERS) == set(get_args(ActKind))
