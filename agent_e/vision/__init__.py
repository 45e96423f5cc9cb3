"""Pictures of pages: screenshots, numbers on them, and what differs between two of them."""

from .eyes import Eyes
from .screenshots import Camera

__all__ = ["Camera", "Eyes"]
