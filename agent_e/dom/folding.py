"""Words as they are compared when one looks for them: however they were typed. Pure."""

from __future__ import annotations

import re
import unicodedata

_ACCENTS = re.compile("[\u0300-\u036f\u00ad\u200b-\u200f]")
_SIGNS = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u02bc\u2032", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u2033", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
    }
)


def folded(text: str) -> str:
    """The text in small letters and single blanks, without accents, signs as on a keyboard."""
    if not text.isascii():
        text = _ACCENTS.sub("", unicodedata.normalize("NFKD", text).translate(_SIGNS))
    return " ".join(text.casefold().split())
