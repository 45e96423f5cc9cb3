"""Errors about unreadable replies, and their quotes."""

from __future__ import annotations

import reprlib

from agent_e.errors import ActionParseError, ParseCode

_MAX_QUOTED = 80

_short = reprlib.Repr()
_short.maxlevel = 2
_short.maxdict = _short.maxlist = 4
_short.maxstring = _short.maxother = 2 * _MAX_QUOTED


def refusal(code: ParseCode, problem: str) -> ActionParseError:
    """Return the error for an unreadable reply."""
    return ActionParseError(problem, code=code)


def quoted(value: object) -> str:
    """Return a model's text, shortened for quoting it back."""
    if isinstance(value, str) and len(value) > _MAX_QUOTED:
        value = value[: _MAX_QUOTED - 1].rstrip() + "…"
    words = _short.repr(value)
    return words if len(words) <= 3 * _MAX_QUOTED else words[: 3 * _MAX_QUOTED] + "…"
