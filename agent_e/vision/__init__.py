"""Seeing pages as pictures: what vision models are shown, and reading the actions they answer."""

from .eyes import PageImages, part_of
from .screenshots import Camera

__all__ = ["Camera", "PageImages", "part_of"]
