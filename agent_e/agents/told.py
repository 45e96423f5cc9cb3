"""What came of a step, for who sees the page: in words that pictures do not make needless. Pure."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"\[\d+\] (?=\w)")
_PLACE = re.compile(r" at \(-?\d+, -?\d+\), on (?=\w+ '[^'])")
"""In CSS pixels, of which the pictures that reasoner and judge see have fewer."""
_KIND = re.compile(r"^\w+: the (?=page ')")
_MORE = re.compile(r"\s*… ")
_MOST_NEW = 300


def for_eyes(told: str) -> str:
    """A change report without numbers of elements and functions that nobody here has.

    Of what is new the first characters stay: it may lie below what the picture shows.
    """
    lines, left = [], _MOST_NEW
    for line in _bare(told).split("\n"):
        if line.startswith(" "):
            left -= len(line)
            if left < 0 or _MORE.match(line):
                continue
        lines.append(line)
    return "\n".join(lines)


def in_short(told: str) -> str:
    """It in one line, without what is new: the picture of the next step shows that."""
    lines = [line for line in _bare(told).split("\n") if line.strip() and not line.startswith(" ")]
    end = "." if lines and lines[-1][-1] in ".:" else ""
    return "; ".join(line.rstrip(".:") for line in lines) + end


def _bare(told: str) -> str:
    return _KIND.sub("The ", _PLACE.sub(" ", _NUMBER.sub("", told)))
