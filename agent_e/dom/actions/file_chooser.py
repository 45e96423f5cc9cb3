"""File choosers that pages open."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.async_api import FileChooser

from agent_e.browser import Tab
from agent_e.dom.changes.tab_state import trace_of

ACTIVATION_S = 5.0
"""How long after a click the browser lets a page open a file chooser."""


@contextmanager
def expected(tab: Tab) -> Iterator[asyncio.Future[FileChooser]]:
    """A future for the file chooser that the page opens; it is not displayed."""
    come: asyncio.Future[FileChooser] = asyncio.get_running_loop().create_future()

    def opened(chooser: FileChooser) -> None:
        if not come.done():
            come.set_result(chooser)

    tab.page.on("filechooser", opened)
    try:
        yield come
    finally:
        come.cancel()
        tab.page.remove_listener("filechooser", opened)


def notice(tab: Tab) -> None:
    """Report a file chooser opened by the click of the action in progress.

    Only while the click can be its cause: a person's own choosers must be displayed.
    """

    def opened(_: FileChooser) -> None:
        trace_of(tab).acted.cause = "It opened a file chooser: use upload_file with this number."

    tab.page.on("filechooser", opened)
    asyncio.get_running_loop().call_later(
        ACTIVATION_S, tab.page.remove_listener, "filechooser", opened
    )
