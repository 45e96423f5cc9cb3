"""Words: how texts are compared, and which words of theirs tell anything."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from agent_e.configs import load_config

_MARK = re.compile(r"\[\d+\] ")
_WORD = re.compile(r"\w+")
STOP_WORDS = frozenset(load_config("verifying")["stop_words"].split())
_ALIKE = tuple(
    re.compile(rf"\b(?:{'|'.join(words)})\b", re.I) for words in load_config("verifying")["alike"]
)


def plain(text: str) -> str:
    """The text as texts are compared: case, spacing, marks of outlines and quotes do not count."""
    text = unicodedata.normalize("NFKC", _MARK.sub("", text)).casefold().replace("−", "-")
    text = re.sub(r"\b(?:link|button|heading \d|text|img|cell) (?=')", "", text)
    text = re.sub(r"[\"'“”‘’`´*]|\(heading \d[^)]*\)", " ", text)
    return " ".join(text.split()).strip(" .,;:")


def within(part: str, whole: str) -> bool:
    """Whether the words of one, both plain, stand in the other one after another."""
    at = whole.find(part)
    while at >= 0:
        end = at + len(part)
        before, after = whole[at - 1 : at], whole[end : end + 1]
        if not (before.isalnum() or after.isalnum()):
            return True
        at = whole.find(part, at + 1)
    return False


def stems(text: str) -> frozenset[str]:
    """The telling words of a text, cut so that forms of a word are one."""
    words = _WORD.findall(plain(text))
    return frozenset(
        word[:5]
        for word in words
        if len(word) > 2 and word not in STOP_WORDS and not word.isdigit()
    )


def lacks(text: str, *, has: str, task: str) -> bool:
    """Whether a text lacks a condition of a task that another one has, in whatever words."""
    asked = [words for words in _ALIKE if words.search(task) and words.search(has)]
    return not all(words.search(text) for words in asked)


def named_in(text: str, names: Iterable[str]) -> tuple[str, ...]:
    """Of the names, those that a plain text has; one that is part of another is left out."""
    there = [name for name in names if within(name, text)]
    longest = sorted(set(there), key=len, reverse=True)
    kept: list[str] = []
    for name in longest:
        if not any(within(name, other) for other in kept):
            kept.append(name)
    return tuple(kept)
