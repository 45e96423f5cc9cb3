"""Answers in words: what stands around the action, and where it begins.

Everything here walks the text a bounded number of times, however long and strange it is.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_MARKER = re.compile(r"^[ \t*#>-]*action[ \t]*:[ \t*]*", re.IGNORECASE | re.MULTILINE)
_MARKER_ANYWHERE = re.compile(r"\baction[ \t]*:\s*", re.IGNORECASE)
_THOUGHT = re.compile(r"\s*(?:\*\*thought:\*\*|thought[ \t]*:)\s*", re.IGNORECASE)
_PLAIN_TOKENS = ("</s>", "[EOS]", "<eos>", "<end_of_turn>")
_LONGEST_TOKEN = 40
_FENCE = "```"
_LANGUAGE = re.compile(r"[\w+-]*[ \t]*\r?\n")


class Parts(NamedTuple):
    """A reply taken apart; ``action`` is what follows the marker."""

    thought: str
    action: str
    marked: bool


def bare(text: str) -> str:
    """Return a reply without reasoning, end-of-text tokens and a code fence around all of it."""
    text = without_tokens(_without_reasoning(text)).strip()
    if text.startswith(_FENCE) and text.endswith(_FENCE) and len(text) > 2 * len(_FENCE):
        inner = text[len(_FENCE) : -len(_FENCE)]
        if _FENCE not in inner:
            text = without_language(inner).strip()
    return without_tokens(text)


def without_language(inner: str) -> str:
    """Return the content of a fence without the language named after its three ticks."""
    found = _LANGUAGE.match(inner)
    return inner[found.end() :] if found else inner


def without_tokens(text: str) -> str:
    """Return the text without the special tokens a server left at its end."""
    end = len(text)
    while True:
        while end and text[end - 1].isspace():
            end -= 1
        shorter = _token_start(text, end)
        if shorter == end:
            return text[:end]
        end = shorter


def _token_start(text: str, end: int) -> int:
    for token in _PLAIN_TOKENS:
        if text.endswith(token, 0, end):
            return end - len(token)
    if text.endswith("|>", 0, end):
        start = text.rfind("<|", max(0, end - _LONGEST_TOKEN), end)
        # The closing token of a box belongs to the point before it.
        if start >= 0 and not text.startswith("<|box_", start):
            return start
    return end


def _without_reasoning(text: str) -> str:
    """Cut ``<think>…</think>`` from the front; the prompt may have held the opening tag."""
    opened = text.lstrip().startswith("<think>")
    end = text.find("</think>")
    if opened:
        return text[end + len("</think>") :] if end >= 0 else ""
    marker = _MARKER.search(text)
    brace = text.find("{")
    starts = [where for where in (marker.start() if marker else -1, brace) if where >= 0]
    first = min(starts, default=len(text))
    return text[end + len("</think>") :] if 0 <= end < first else text


def taken_apart(text: str, known: re.Pattern[str]) -> Parts:
    """Divide a reply at its ``Action:``.

    The marker is the first at the beginning of a line; a mere mention in the middle of one counts
    only where no known action stands before it. Without a marker all of the text is the action.

    Args:
        text: the bare reply.
        known: matches the beginning of an action of the dialect.
    """
    if known.match(text):
        return Parts("", text, marked=False)
    marker = _MARKER.search(text)
    if marker is None:
        marker = _MARKER_ANYWHERE.search(text)
        first = known.search(text)
        if marker is None or (first and first.start() < marker.start()):
            start = first.start() if first else 0
            return Parts(_thought(text[:start]), text[start:], marked=False)
    return Parts(_thought(text[: marker.start()]), text[marker.end() :], marked=True)


def _thought(text: str) -> str:
    named = _THOUGHT.match(text)
    return text[named.end() if named else 0 :].strip()


def with_thought(thought: str, action: str) -> str:
    """Return a reply in the form ``Thought: …`` and ``Action: …``.

    Raises:
        ValueError: the thought goes over more than one line, or into what is no thought.
    """
    if thought != thought.strip() or len(thought.splitlines()) > 1 or "</think>" in thought:
        raise ValueError(f"The thought {thought!r} cannot be told from what follows it.")
    return f"Thought: {thought}\nAction: {action}" if thought else f"Action: {action}"
