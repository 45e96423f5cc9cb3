"""What a person can see and press on a page, probed point by point, to check our reader."""

from .bench import measure

__all__ = ["measure"]
