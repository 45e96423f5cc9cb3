"""Numbers drawn on pictures: their cost, which elements they seem to mark, what they hide."""

from .bench import measure

__all__ = ["measure"]
