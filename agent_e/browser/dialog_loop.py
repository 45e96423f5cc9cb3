"""Telling a page that asks again and again, as fast as it is answered, from one with questions."""

from __future__ import annotations

import time
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from playwright.async_api import Page

from agent_e.types import Dialog

MAX_IN_A_ROW = 5
"""How often a page may put the same dialog again at once before it is taken for a loop."""
AT_ONCE_S = 0.5
"""How soon after the end of a dialog the next one is put at once."""


@dataclass(slots=True)
class _Row:
    dialog: Dialog
    length: int = 0
    ended: float = 0.0


class DialogLoopDetector:
    """How often each page put the same dialog in a row."""

    def __init__(self) -> None:
        self._rows: WeakKeyDictionary[Page, _Row] = WeakKeyDictionary()

    def asks(self, page: Page | None, dialog: Dialog) -> bool:
        """Note a dialog that opens; whether the page only goes on with a loop by it."""
        if page is None:
            return False
        row = self._rows.get(page)
        if row is None or row.dialog != dialog or time.monotonic() - row.ended > AT_ONCE_S:
            row = self._rows[page] = _Row(dialog)
        row.length += 1
        return row.length > MAX_IN_A_ROW

    def ended(self, page: Page | None) -> None:
        """Note that the page's dialog ended just now."""
        if page is not None and page in self._rows:
            self._rows[page].ended = time.monotonic()
