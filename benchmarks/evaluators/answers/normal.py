"""Normal forms of texts for comparison: spaces, quotes, dashes, digits and case."""

from __future__ import annotations

import re
import unicodedata

_ALIKE = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u02bc\u00b4`", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
        **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u00ad", ""),
    }
)
_SUPERSCRIPT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_POWER = re.compile("[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_MARKDOWN = re.compile(r"(\*\*|__|~~|`+)")
_LINK = re.compile(r"\[([^\]]+)\]\((?:[^()\s]+)\)")
_SPACES = re.compile(r"[^\S\n]+")
_OUTER = " \t\n.,;:!?\"'()[]{}<>*_`#"


def tidy(text: str) -> str:
    """Unify notations that read the same; lines, case and markup stay."""
    text = _POWER.sub(lambda match: "^" + match[0].translate(_SUPERSCRIPT), text)
    text = unicodedata.normalize("NFKC", text).translate(_ALIKE)
    text = _SPACES.sub(" ", text)
    # Digits of every script become ASCII digits.
    return "".join(
        str(unicodedata.digit(each)) if each.isdecimal() and not each.isascii() else each
        for each in text
    )


def plain(text: str, *, ignore_case: bool = True) -> str:
    """Return a text in its form for searching: tidy, on one line, in one case."""
    text = " ".join(without_markup(tidy(text)).split())
    return text.casefold() if ignore_case else text


def bare(text: str, *, ignore_case: bool = True) -> str:
    """Return the same without surrounding quotes, brackets or a full stop."""
    return plain(text, ignore_case=ignore_case).strip(_OUTER)


def without_markup(text: str) -> str:
    """Remove Markdown's emphasis and the addresses of its links."""
    return _MARKDOWN.sub("", _LINK.sub(r"\1", text))
