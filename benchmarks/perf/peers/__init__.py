"""All lookers at the same pages: ours, other projects, and a bare walk as the limit."""

from .browser_use import BrowserUse, installed_browser_use
from .looking import TOTAL, Element, Look, Looker, Offered, PeerFailed
from .ours import Ours, OursAgain
from .playwright_peer import PlaywrightPeer
from .walk import IN_PAGE, Walk

PEERS = (BrowserUse.name, PlaywrightPeer.name)
"""In order of comparison: ratios use the first one present."""

__all__ = [
    "IN_PAGE",
    "PEERS",
    "TOTAL",
    "BrowserUse",
    "Element",
    "Look",
    "Looker",
    "Offered",
    "Ours",
    "OursAgain",
    "PeerFailed",
    "PlaywrightPeer",
    "Walk",
    "installed_browser_use",
]
