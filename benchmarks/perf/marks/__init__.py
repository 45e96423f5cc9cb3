"""Numbers drawn on pictures: what they take, whose they are taken for, and what they hide."""

from .bench import measure

__all__ = ["measure"]
