"""Pages: seeing them, acting on them, and saying what an action changed."""

from .act_facts import ActReader
from .acting.actor import PageActor
from .beside import PagesBeside
from .change.trace import last_seen
from .demonstrations import Demonstrations
from .drawn import DrawnPage
from .lent import LentWindow
from .linked import LinkedPage
from .naming import is_password
from .observe import PageObserver
from .render import estimate_tokens
from .summary import SummarizedPage
from .veil import Veil

__all__ = [
    "ActReader",
    "Demonstrations",
    "DrawnPage",
    "LentWindow",
    "LinkedPage",
    "PageActor",
    "PageObserver",
    "PagesBeside",
    "SummarizedPage",
    "Veil",
    "estimate_tokens",
    "is_password",
    "last_seen",
]
