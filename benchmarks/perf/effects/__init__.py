"""The oracle of change: whether what an action is said to have done is what it did."""

from .bench import measure

__all__ = ["measure"]
