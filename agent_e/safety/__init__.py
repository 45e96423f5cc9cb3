"""What an agent may do."""

from .gate import AllowAll

__all__ = ["AllowAll"]
