"""The oracle of change: whether actions did what their reports say."""

from .bench import measure

__all__ = ["measure"]
