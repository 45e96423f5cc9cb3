"""The judge's part: says no to what was never done, and leaves all else undecided."""

from __future__ import annotations

import json
from collections.abc import Sequence

from agent_e.models.model import Message

_ASKED = '"cannot_tell"'


def is_asked(messages: Sequence[Message]) -> bool:
    """Whether the system prompt asks for a verdict."""
    return any(_ASKED in message.text for message in messages if message.role == "system")


def verdict(messages: Sequence[Message]) -> str:
    """Return the verdict on the answer that the last line of the message holds, as JSON."""
    try:
        asked = json.loads(messages[-1].words.rstrip().rpartition("\n")[2])
        kinds = {note["kind"] for note in asked["notes"]}
    except (ValueError, KeyError, TypeError):
        kinds = set()
    if "nothing_done" in kinds:
        why = "The task asks for something to be done, and nothing was."
        return json.dumps({"verdict": "no", "why": why})
    return json.dumps({"verdict": "cannot_tell", "why": "Rules cannot judge an answer."})
