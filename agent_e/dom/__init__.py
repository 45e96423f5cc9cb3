"""Pages: seeing them, acting on them, and saying what an action changed."""

from .act_facts import ActReader
from .acting.actor import PageActor
from .drawn import DrawnPage
from .observe import PageObserver
from .render import estimate_tokens
from .saved import read_saved
from .summary import SummarizedPage

__all__ = [
    "ActReader",
    "DrawnPage",
    "PageActor",
    "PageObserver",
    "SummarizedPage",
    "estimate_tokens",
    "read_saved",
]
