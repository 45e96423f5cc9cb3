"""The command line: parsing and printing only. ``main`` is the entry point ``agent-e``."""

from .entry import main

__all__ = ["main"]
