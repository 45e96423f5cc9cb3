"""Pages as pictures: what vision models are shown, and how their actions are read."""

from .eyes import PageImages, part_of
from .screenshots import Camera

__all__ = ["Camera", "PageImages", "part_of"]
