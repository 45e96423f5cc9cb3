"""``js``: an expression in a fresh page at the end, so that the agent's page cannot affect it."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from pydantic import JsonValue

from .base import Case, EvaluationError, Finding, Keys, pure, show
from .values import same

LAST = "last"
"""Instead of an address: the agent's own page at the end."""
LAST_POST = "last:post"
"""Instead of an address: the forum's post that this page is about."""
THROWN = "$error"
"""The key under which the message of an expression that threw is stored."""


class JsCheck(Keys):
    """Keys of ``js``."""

    url: str
    """Opened in a fresh page of the episode's context."""
    expression: str
    equals: JsonValue


def js_key(url: str, expression: str) -> str:
    """Return the evidence key of an expression's value."""
    return hashlib.sha256(json.dumps([url, expression]).encode()).hexdigest()[:16]


def _rule(keys: JsCheck, case: Case) -> Finding:
    key = js_key(keys.url, keys.expression)
    if key not in case.evidence.js:
        raise EvaluationError(
            f"The evidence of {case.folder} has no value of {keys.expression!r}. "
            "Run the episode again."
        )
    value: Any = case.evidence.js[key]
    if isinstance(value, dict) and THROWN in value:
        return Finding(passed=False, reason="The expression threw.", evidence=str(value[THROWN]))
    if same(value, keys.equals):
        return Finding(passed=True, reason="The expression is as it should.", evidence=show(value))
    return Finding(
        passed=False,
        reason=f"The expression is {show(value)}, not {show(keys.equals)}.",
        evidence=show(value),
    )


JS = pure("js", 1, JsCheck, _rule)
