"""The browser: Playwright's lifecycle, tabs, dialogs, downloads and network, in our own words."""

from .errors import mapped_errors
from .launch import SharedBrowser
from .login import login
from .session import BrowserSession
from .tab import Tab
from .timeline import ActionEvents, Mark

__all__ = [
    "BrowserSession",
    "ActionEvents",
    "Mark",
    "SharedBrowser",
    "Tab",
    "login",
    "mapped_errors",
]
