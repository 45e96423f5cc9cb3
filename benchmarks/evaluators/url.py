"""``url``: where the agent ended up."""

from __future__ import annotations

from typing import Self

from pydantic import model_validator

from agent_e.benchmarks.episodes.record import TabEvidence

from .addresses import UrlKeys, matches_url
from .base import Case, Finding, pure
from .pages import Which, tabs_that_count, where_it_was


class UrlCheck(UrlKeys):
    """Keys of ``url``."""

    any_of: tuple[UrlKeys, ...] | None = None
    """Conditions of which any is accepted."""
    tab: Which = "active"

    @model_validator(mode="before")
    @classmethod
    def _lists(cls, values: dict[str, object]) -> dict[str, object]:
        # A JSON list becomes a tuple in a frozen record.
        if isinstance(values, dict) and isinstance(values.get("any_of"), list):
            return {**values, "any_of": tuple(values["any_of"])}  # type: ignore[arg-type]
        return values

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        own = [name for name in UrlKeys.model_fields if getattr(self, name) is not None]
        if bool(own) == bool(self.any_of):
            raise ValueError("give either keys of an address or any_of")
        return self

    @property
    def wanted(self) -> tuple[UrlKeys, ...]:
        """The conditions of which any is accepted."""
        if self.any_of:
            return self.any_of
        own = {name: getattr(self, name) for name in UrlKeys.model_fields}
        return (UrlKeys.model_validate(own),)


def _rule(keys: UrlCheck, case: Case) -> Finding:
    wrong = "no page that counts was open"
    for wanted in keys.wanted:
        for tab in tabs_that_count(case, keys.tab, _only_host(wanted)):
            wrong = matches_url(wanted, tab.url)
            if not wrong:
                return Finding(passed=True, reason="The address is right.", evidence=tab.url)
        wrong = _why_not(case.evidence.tabs, wanted) or wrong
    return Finding(
        passed=False, reason=f"The address is wrong: {wrong}.", evidence=where_it_was(case)
    )


def _only_host(wanted: UrlKeys) -> UrlKeys | None:
    return UrlKeys(host=wanted.host) if wanted.host is not None else None


def _why_not(tabs: tuple[TabEvidence, ...], wanted: UrlKeys) -> str:
    return next((wrong for tab in tabs if (wrong := matches_url(wanted, tab.url))), "")


URL = pure("url", 1, UrlCheck, _rule)
