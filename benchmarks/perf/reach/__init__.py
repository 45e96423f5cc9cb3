"""Whether what an outline offers is reachable: each number tried up to the press."""

from .bench import measure

__all__ = ["measure"]
