"""``gaia``: quasi-exact match, after the normalisation that GAIA's authors publish.

Source: Mialon et al. 2023, "GAIA: a benchmark for General AI Assistants", section 3.3, and the
scorer of its leaderboard: by the right answer's kind a number, a list, or a text.
"""

from __future__ import annotations

import json
import re
import string

from .base import Case, Finding, Keys, pure, show

_NO_PUNCTUATION = str.maketrans("", "", string.punctuation)
_NO_UNITS = str.maketrans("", "", "$%,")


class GaiaCheck(Keys):
    """Keys of ``gaia``."""

    answer: str


def _rule(keys: GaiaCheck, case: Case) -> Finding:
    answer = case.evidence.answer
    given = answer if isinstance(answer, str) else "" if answer is None else json.dumps(answer)
    right = is_same(given, keys.answer)
    words = "is" if right else "is not"
    return Finding(passed=right, reason=f"It {words} {show(keys.answer)}.", evidence=show(answer))


def is_same(given: str, wanted: str) -> bool:
    """Whether an answer is the right one."""
    if _number(wanted) is not None:
        return _number(given.translate(_NO_UNITS)) == _number(wanted)
    if not re.search("[,;]", wanted):
        return _plain(given).translate(_NO_PUNCTUATION) == _plain(wanted).translate(_NO_PUNCTUATION)
    parts, wanted_parts = re.split("[,;]", given), re.split("[,;]", wanted)
    return len(parts) == len(wanted_parts) and all(
        _number(one.translate(_NO_UNITS)) == _number(other)
        if _number(other) is not None
        else _plain(one) == _plain(other)
        for one, other in zip(parts, wanted_parts, strict=True)
    )


def _plain(text: str) -> str:
    return "".join(text.split()).lower()


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


GAIA = pure("gaia", 1, GaiaCheck, _rule)
