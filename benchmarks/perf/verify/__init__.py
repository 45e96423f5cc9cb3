"""Whether pictures tell that an action had an effect: a page, its cases, and who judges them."""

from .bench import measure

__all__ = ["measure"]
