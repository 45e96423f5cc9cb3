"""Translation of Playwright's errors into ours."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeout

from agent_e.errors import ActionTimeout, BrowserError, SkillError

NOT_SHOWN = "Not attached to an active page"
"""The browser's message for a document that is being replaced."""

_UNDRAWN = ("Unable to capture screenshot", NOT_SHOWN)
"""Its messages for a screenshot of one."""
_CLOSED = ("has been closed", "Target closed", "Session closed", "Connection closed")
_CRASHED = ("Target crashed", "Page crashed")
_REPLACED = ("Execution context was destroyed", "Cannot find context", "Frame was detached")


@contextmanager
def mapped_errors(doing: str) -> Iterator[None]:
    """Translate Playwright's errors into ours.

    ``Tab.guard`` tells a tab that closes or crashes in use from a browser that is gone; such an
    error here is taken for the browser's end.

    Args:
        doing: the operation, such as ``"clicking"``; it completes "while …".

    Raises:
        ActionTimeout: it took too long.
        SkillError: the page was replaced meanwhile; observing it again helps.
        BrowserError: the browser is gone, or failed at it.
    """
    try:
        yield
    except PlaywrightTimeout as error:
        raise ActionTimeout(f"The page took too long while {doing}.") from error
    except PlaywrightError as error:
        raise _mapped(error.message, doing) from error


@contextmanager
def unless_closed() -> Iterator[None]:
    """Suppress errors that only say that the target closed or crashed meanwhile."""
    try:
        yield
    except PlaywrightError as error:
        if not is_closed(error):
            raise


def is_closed(error: BaseException) -> bool:
    """Whether the target closed or crashed: a tab, a frame's process, the browser."""
    return isinstance(error, PlaywrightError) and _any(_CLOSED + _CRASHED, error.message)


def is_undrawn(error: BaseException) -> bool:
    """Whether a screenshot failed because the document was being replaced."""
    return isinstance(error, PlaywrightError) and _any(_UNDRAWN, error.message)


def first_line(message: str) -> str:
    """Playwright's message without the call's name and log."""
    line = next((line.strip() for line in message.splitlines() if line.strip()), "")
    head, _, rest = line.partition(": ")
    return rest if rest and "." in head and " " not in head else line


def _mapped(message: str, doing: str) -> Exception:
    if _any(_CRASHED, message):
        return BrowserError(f"The page crashed while {doing}.")
    if _any(_CLOSED, message):
        return BrowserError(f"The browser was closed while {doing}.")
    if _any(_REPLACED + _UNDRAWN, message):
        return SkillError(f"The page was replaced while {doing}. Look at it again.")
    return BrowserError(f"The browser failed while {doing}: {first_line(message)}")


def _any(words: tuple[str, ...], message: str) -> bool:
    return any(word in message for word in words)
