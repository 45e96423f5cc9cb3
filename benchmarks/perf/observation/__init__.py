"""Observing a page: ours beside browser-use, Playwright and a bare walk of the page."""

from .bench import measure

__all__ = ["measure"]
