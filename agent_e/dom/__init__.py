"""Pages: seeing them, acting on them, and saying what an action changed."""

from .acting.actor import PageActor
from .observe import PageObserver
from .render import estimate_tokens
from .saved import read_saved

__all__ = ["PageActor", "PageObserver", "estimate_tokens", "read_saved"]
