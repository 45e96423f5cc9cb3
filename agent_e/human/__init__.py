"""The ways to reach a person."""

from .terminal import TerminalAsker

__all__ = ["TerminalAsker"]
