"""Counts messages to the browser's driver."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.async_api import Page


class Messages:
    """Messages so far: ``sent`` ones were waited for, ``received`` ones include events."""

    def __init__(self) -> None:
        self.sent = 0
        self.received = 0


@contextmanager
def counted_messages(page: Page) -> Iterator[Messages]:
    """Count messages between Playwright's client and its driver while the block runs.

    Playwright has no public API for them.
    """
    connection: Any = page._impl_obj._connection
    send, dispatch = connection.onmessage, connection.dispatch
    messages = Messages()

    def sending(message: Any) -> None:
        messages.sent += 1
        send(message)

    def dispatching(message: Any) -> None:
        messages.received += 1
        dispatch(message)

    connection.onmessage, connection.dispatch = sending, dispatching
    try:
        yield messages
    finally:
        connection.onmessage, connection.dispatch = send, dispatch
