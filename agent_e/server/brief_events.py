"""Events of a journal without what no page of the console shows: a fraction of its size."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from typing import Any

from agent_e.journal import read_event
from agent_e.journal.formatting import format_line

from .journal_tail import Line

LONGEST = 4_000
"""Characters of one text."""
_MOST = 200
"""Entries of one list or record."""
_UNSHOWN = "observed"
_WITHOUT = {
    # What a model is sent is most of a journal.
    "model.called": frozenset({"messages", "tools", "spare"}),
    "effect.classified": frozenset({"facts"}),
}


_NO_NUMBER = re.compile(rb"\b(?:NaN|Infinity)\b")
"""What Python reads and writes for a number, and JSON has no word for."""


def brief(line: Line) -> str:
    """Return an event as JSON, shorter; ``""`` for one that is not shown, or none.

    ``line`` is the event in words, as the terminal has it, where it has any. A short event without
    words is sent as it was written. Of all others, texts longer than ``LONGEST`` are cut, and lists
    and records after 200 entries; characters beyond ASCII are escaped, as halves of surrogate
    pairs, which pages may hold, can be sent in no other way.
    """
    if line.kind == _UNSHOWN:
        return ""
    try:
        return _brief(line)
    except RecursionError:  # it nests deeper than any event of ours
        return ""


def _brief(line: Line) -> str:
    event = line.event
    if "kind" not in event:
        return ""
    without = _WITHOUT.get(line.kind, frozenset())
    words = format_line(read_event(event))
    if not without and not words and len(line.text) <= LONGEST and not _NO_NUMBER.search(line.text):
        return line.text.decode("utf-8", "replace").rstrip("\n")
    kept = {name: value for name, value in event.items() if name not in without}
    return json.dumps(_cut({**kept, "line": words} if words else kept))


def _cut(value: Any) -> Any:
    if isinstance(value, str):
        return value if len(value) <= LONGEST else f"{value[: LONGEST - 1]}…"
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {name: _cut(each) for name, each in list(value.items())[:_MOST]}
    if isinstance(value, list):
        return [_cut(each) for each in value[:_MOST]]
    return value
