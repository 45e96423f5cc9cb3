"""The rule-based model that needs no key: it matches the words of the task against the page."""

from .model import OfflineModel

__all__ = ["OfflineModel"]
