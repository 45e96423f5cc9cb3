"""The console: how soon its pages are there, what looking on costs, whether memory grows."""

from .bench import measure

__all__ = ["measure"]
