"""Seeing pages as pictures: what vision models are shown, and reading the actions they answer."""

from .eyes import Eyes
from .screenshots import Camera

__all__ = ["Camera", "Eyes"]
