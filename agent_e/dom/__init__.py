"""Pages: observing them, acting on them, and reporting what an action changed.

Anything that queries the page may raise as ``IsolatedWorld.call`` does, and ``BrowserError`` if the
browser is gone; actions also as ``PageActor`` does.
"""

from .actions.act_facts import ActReader
from .actions.actor import PageActor
from .changes.tab_state import last_seen
from .handover.demonstrations import Demonstrations
from .handover.window import WindowHandover
from .layout.clickable_boxes import ClickableBoxes
from .layout.element_layout import ElementLayout
from .layout.sensitive_regions import SensitiveRegions
from .observe.observer import PageObserver
from .observe.selector_summary import SelectorSummary
from .query.background_pages import PagesBeside
from .render.element_names import is_password
from .render.page_text import estimate_tokens

__all__ = [
    "ActReader",
    "Demonstrations",
    "ElementLayout",
    "WindowHandover",
    "ClickableBoxes",
    "PageActor",
    "PageObserver",
    "PagesBeside",
    "SelectorSummary",
    "SensitiveRegions",
    "estimate_tokens",
    "is_password",
    "last_seen",
]
