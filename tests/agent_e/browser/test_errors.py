from __future__ import annotations

import pytest
from playwright.async_api import Error, TimeoutError

from agent_e.browser import mapped_errors
from agent_e.errors import ActionTimeout, BrowserError, SkillError


@pytest.mark.parametrize(
    ("error", "kind", "words"),
    [
        (TimeoutError("Timeout 5ms exceeded."), ActionTimeout, "took too long while clicking"),
        (Error("Target page, context or browser has been closed"), BrowserError, "was closed"),
        (Error("Protocol error: Target closed"), BrowserError, "was closed while clicking"),
        (Error("Page.evaluate: Target crashed"), BrowserError, "crashed while clicking"),
        (Error("Page.goto: Page crashed"), BrowserError, "crashed while clicking"),
        (
            Error("Page.evaluate: Execution context was destroyed, most likely because …"),
            SkillError,
            "was replaced while clicking",
        ),
        (
            Error("Mouse.click: Something odd\nCall log:\n  - more"),
            BrowserError,
            r"failed while clicking: Something odd$",
        ),
    ],
)
def test_playwrights_errors_become_ours(error, kind, words):
    with pytest.raises(kind, match=words) as caught, mapped_errors("clicking"):
        raise error
    assert caught.value.__cause__ is error


def test_other_errors_pass():
    with pytest.raises(ZeroDivisionError), mapped_errors("clicking"):
        raise ZeroDivisionError
