"""What secrets are called, in many languages (``secrets.yaml``)."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal, get_args

from agent_e.text import UNSPACED

from . import load_config

SecretKind = Literal["password", "pin", "code", "card", "cvc", "key"]
SECRET_KINDS: tuple[SecretKind, ...] = get_args(SecretKind)


@cache
def secret_names(*kinds: SecretKind) -> str:
    """Return a regular expression for the names of these kinds, without case; all by default.

    It has no groups. Names are whole words, but in languages that write none apart.
    """
    config = load_config("secrets")
    names = {
        name for kind in kinds or SECRET_KINDS for each in config[kind].values() for name in each
    }
    return "|".join(map(_pattern, sorted(names, key=len, reverse=True)))


def _pattern(name: str) -> str:
    words = r"[\s_-]?".join(map(re.escape, re.split(r"[ -]", name)))
    return words if UNSPACED.search(name) else rf"(?<![^\W_]){words}s?(?![^\W_])"
