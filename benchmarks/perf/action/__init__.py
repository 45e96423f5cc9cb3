"""How long actions take: the cases and their pages, and whoever acts on them."""

from .bench import measure

__all__ = ["measure"]
