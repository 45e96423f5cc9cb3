"""Replies without reasoning, end-of-text tokens and the code fence around them.

Everything here scans the text a bounded number of times, however long and strange it is.
"""

from __future__ import annotations

import re

ACTION_MARKER = re.compile(r"^[ \t*#>-]*action[ \t]*:[ \t*]*", re.IGNORECASE | re.MULTILINE)
"""``Action:`` at the beginning of a line, after any Markdown."""
FENCE = "```"
_PLAIN_TOKENS = ("</s>", "[EOS]", "<eos>", "<end_of_turn>")
_MAX_TOKEN = 40
_LANGUAGE = re.compile(r"[\w+-]*[ \t]*\r?\n")


def bare(text: str) -> str:
    """Return a reply without reasoning, end-of-text tokens and an enclosing code fence."""
    text = _without_tokens(_without_reasoning(text)).strip()
    if text.startswith(FENCE) and text.endswith(FENCE) and len(text) > 2 * len(FENCE):
        inner = text[len(FENCE) : -len(FENCE)]
        if FENCE not in inner:
            text = without_language(inner).strip()
    return _without_tokens(text)


def without_language(inner: str) -> str:
    """Return the content of a fence without the language named after its three ticks."""
    found = _LANGUAGE.match(inner)
    return inner[found.end() :] if found else inner


def _without_tokens(text: str) -> str:
    """Cut blanks and special tokens from the end of a text."""
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
        start = text.rfind("<|", max(0, end - _MAX_TOKEN), end)
        # The closing token of a box belongs to the point before it.
        if start >= 0 and not text.startswith("<|box_", start):
            return start
    return end


def _without_reasoning(text: str) -> str:
    """Cut ``<think>…</think>`` from the front; the prompt may have held the opening tag."""
    end = text.find("</think>")
    after = text[end + len("</think>") :]
    if text.lstrip().startswith("<think>"):
        return after if end >= 0 else ""
    marker = ACTION_MARKER.search(text)
    brace = text.find("{")
    starts = [where for where in (marker.start() if marker else -1, brace) if where >= 0]
    return after if 0 <= end < min(starts, default=len(text)) else text
