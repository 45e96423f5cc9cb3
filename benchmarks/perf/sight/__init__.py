"""What a person can see and press on a page, found out by points, to hold our reader against."""

from .bench import measure

__all__ = ["measure"]
