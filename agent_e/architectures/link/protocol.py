"""Parser of the link agent's answers. Pure.

Source: seed ai-web-agent, "Starting Out": an address, words to click, or anything else, which is
the answer for the person. With a grounder also a description of what to click.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agent_e.parsing.json_values import json_values
from agent_e.parsing.replies import bare
from agent_e.types import Linked

URL, CLICK, BY_LOOKS, ANSWER = "open_url", "click", "visual_click", "answer"
_MEMBERS = {"url": (URL, "url"), "click": (CLICK, "text")}
_BY_LOOKS = {BY_LOOKS: (BY_LOOKS, "description")}


def read_link(reply: str, *, by_looks: bool = False) -> tuple[str, dict[str, str]] | None:
    """Return the function and argument that a reply stands for; ``None`` for an empty one."""
    text = bare(reply)
    members = _MEMBERS | (_BY_LOOKS if by_looks else {})
    for found in json_values(text):
        value = found.value
        if not isinstance(value, Mapping):
            continue
        for member, (name, argument) in members.items():
            if isinstance(value.get(member), str):
                return name, {argument: value[member]}
    return (ANSWER, {"answer": text}) if text else None


def by_words(linked: Sequence[Linked], words: str) -> Linked | None:
    """The first link in document order whose text contains these words, case-insensitive."""
    needle = " ".join(words.split()).lower()
    if not needle:
        return None
    return next((each for each in linked if each.text is not None and needle in each.text), None)
