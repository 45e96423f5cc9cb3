"""Everybody who looks at the same pages: we, other projects, and a bare walk as the limit."""

from .browser_use import BrowserUse, installed_browser_use
from .looking import TOTAL, Element, Look, Looker, Offered, PeerFailed
from .ours import Ours, OursAnew
from .playwright_peer import PlaywrightPeer
from .walk import IN_PAGE, Walk

PEERS = (BrowserUse.name, PlaywrightPeer.name)
"""In the order of comparison: ratios are taken of the first one present."""

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
    "OursAnew",
    "PeerFailed",
    "PlaywrightPeer",
    "Walk",
    "installed_browser_use",
]
