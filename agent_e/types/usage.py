"""Tokens and calls spent on a model."""

from __future__ import annotations

from dataclasses import asdict, dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Usage:
    """What one or more model calls cost, in calls and tokens.

    ``cached_tokens`` is the part of ``input_tokens`` the provider served from its prompt cache,
    ``cache_write_tokens`` the part it put there, where it charges for that.
    """

    calls: int = 0
    input_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0
    cache_write_tokens: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(**{each: used + getattr(other, each) for each, used in asdict(self).items()})

    @property
    def tokens(self) -> int:
        """Input and output tokens together."""
        return self.input_tokens + self.output_tokens

    def to_json(self) -> dict[str, int]:
        """Return the figures under their own names."""
        return asdict(self)
