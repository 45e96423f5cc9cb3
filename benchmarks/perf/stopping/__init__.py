"""Endless runs, and random moments of intervention."""

from .bench import measure

__all__ = ["measure"]
