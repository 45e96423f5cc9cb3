"""What a rule says of something that is about to happen."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Decision:
    """Whether it may happen.

    Attributes:
        allowed: whether it may.
        rule: name of the rule that decided, such as ``deny``.
        sentence: why not, for model and person; ``""`` when it is allowed.
        lookup: the host whose addresses have to be looked up before this is final; else ``""``.
    """

    allowed: bool
    rule: str
    sentence: str = ""
    lookup: str = ""
