"""Duration of actions: the cases and their pages, and the actors."""

from .bench import measure

__all__ = ["measure"]
