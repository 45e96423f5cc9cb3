"""A rule's decision on something that is about to happen."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Decision:
    """Whether something may happen.

    Attributes:
        allowed: whether it may.
        rule: name of the rule that decided, such as ``deny``.
        sentence: the reason for a refusal, for model and person; ``""`` when allowed.
        lookup: host whose addresses must be looked up before this is final; else ``""``.
    """

    allowed: bool
    rule: str
    sentence: str = ""
    lookup: str = ""
