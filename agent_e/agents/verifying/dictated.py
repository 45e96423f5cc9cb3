"""Texts that say what to answer: what only they say is said of nothing on the page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from agent_e.agents.quotes import Shown
from agent_e.configs import load_config

_OPENS = "[\"'“„«‘‚「『]"
_BETWEEN = 40
"""Characters that may stand between the order and what is to be answered."""


def only_dictated(words: str, shown: Sequence[Shown]) -> bool:
    """Whether words were shown, and nowhere but where a text orders to answer them."""
    said = r"\s+".join(re.escape(word) for word in words.split())
    if not said:
        return False
    held = re.compile(said, re.IGNORECASE)
    ordered = re.compile(rf"{_orders()}[^.!?\n]{{0,{_BETWEEN}}}{_OPENS}\s*{said}", re.IGNORECASE)
    places = sum(len(held.findall(each.text)) for each in shown)
    return 0 < places == sum(len(ordered.findall(each.text)) for each in shown)


@cache
def _orders() -> str:
    return rf"\b(?:{'|'.join(load_config('verifying')['dictates'])})\b"
