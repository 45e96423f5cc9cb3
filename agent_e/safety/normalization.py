"""The one normalisation of text, for the redactor and the fence."""

from __future__ import annotations

import re
import unicodedata

_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    "\ufeff\ufff9-\ufffb\U000e0000-\U000e01ef]"
)
"""Control characters, those that change the reading direction, and invisible letters.

The two joiners that Persian and Indic words and emoji need are excluded.
"""
_JOINERS = re.compile("[\u034f\u200c\u200d\ufe00-\ufe0f]")
_STRAIGHT = str.maketrans("\u2039\uff1c\ufe64\u3008\u27e8\u27e6\ua789\uff1a", "<<<<<[::")
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58", "-"))
_APART = re.compile(r"(?:[^\w\"]|_)+")


def without_unseen(text: str) -> str:
    """Return the text without invisible characters."""
    return _UNSEEN.sub("", text)


def normalize(text: str) -> str:
    """Return text in a form for comparison, whether the fence altered it or not."""
    return without_unseen(text).translate(_STRAIGHT)


def plain(text: str) -> str:
    """Return the text in ordinary characters: full-width ones, dashes, joiners."""
    text = unicodedata.normalize("NFKC", _JOINERS.sub("", normalize(text)))
    return text.translate(_DASHES)


def letters(text: str) -> str:
    """Return only its letters and figures, in lower case without accents.

    Quotation marks stay, so that two strings of a JSON text do not become one.
    """
    return _APART.sub("", unicodedata.normalize("NFKD", text).lower())
