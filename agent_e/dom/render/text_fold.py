"""Normalises text for comparison, however it was typed. Pure."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_ACCENTS = re.compile("[\u0300-\u036f\u00ad\u200b-\u200f]")
_SIGNS = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u02bc\u2032", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u2033", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
    }
)
_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
_QUOTE_MARKS = (
    '"`\u00ab\u00b4\u00bb\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u02bc\u2032\u2033'
    "\u2039\u203a\u300c\u300d\u300e\u300f"
)
_QUOTES = str.maketrans(
    {
        **dict.fromkeys(_QUOTE_MARKS, "'"),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
    }
)


@lru_cache(maxsize=32_768)
def same_form(text: str) -> str:
    """``one_form``, cached for recurring names."""
    return one_form(text)


def one_form(text: str) -> str:
    """The text normalised for names: NFKC, lower case, single blanks, one quote, one dash."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", _UNSEEN.sub("", text.translate(_QUOTES)))
    return " ".join(text.translate(_QUOTES).casefold().split())


def folded(text: str) -> str:
    """The text in lower case and single blanks, without accents, with keyboard signs."""
    if not text.isascii():
        text = _ACCENTS.sub("", unicodedata.normalize("NFKD", text).translate(_SIGNS))
    return " ".join(text.casefold().split())
