"""File choosers that pages open."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.async_api import FileChooser

from agent_e.browser import Tab
from agent_e.dom.changes.tab_state import trace_of

ACTIVATION_S = 5.0
"""How long after a click a page may open a file chooser; the browser allows no more."""


@contextmanager
def expected(tab: Tab) -> Iterator[asyncio.Future[FileChooser]]:
    """A future that gets the file chooser which the page opens; it is not shown to anybody."""
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
    """Let the report of the action in progress tell of a file chooser that its click opens.

    Only so long as it can be the click's: a person's own choosers are to be shown to the person.
    """

    def opened(_: FileChooser) -> None:
        trace_of(tab).acted.cause = "It opened a file chooser: use upload_file with this number."

    tab.page.on("filechooser", opened)
    asyncio.get_running_loop().call_later(
        ACTIVATION_S, tab.page.remove_listener, "filechooser", opened
    )
