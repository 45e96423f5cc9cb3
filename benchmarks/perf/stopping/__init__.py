"""Runs that would go on for ever, and random moments at which somebody steps in."""

from .bench import measure

__all__ = ["measure"]
