"""Whether pictures show that an action had an effect: a page, its cases, and judges."""

from .bench import measure

__all__ = ["measure"]
