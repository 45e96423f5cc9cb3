"""Answers with their evidence: right ones in free phrasing, false quotes, and wrong answers."""

from .bench import measure

__all__ = ["measure"]
