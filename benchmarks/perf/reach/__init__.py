"""Whether what an outline offers can be got at: each number tried up to the press."""

from .bench import measure

__all__ = ["measure"]
