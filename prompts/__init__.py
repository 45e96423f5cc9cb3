"""Prompts are Markdown files with ``{{variables}}``; a missing or unused variable is an error."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from importlib.resources import files

_VARIABLE = re.compile(r"\{\{(\w+)\}\}")


def render(name: str, /, **variables: str) -> str:
    """Fill the prompt ``name.md``.

    Raises:
        KeyError: a variable of the prompt was not given, or one was given that it does not have.
    """
    template = source(name)
    wanted = set(_VARIABLE.findall(template))
    if wanted != variables.keys():
        difference = sorted(wanted.symmetric_difference(variables))
        raise KeyError(f"prompt {name}: variables {difference} are missing or unused")
    return _VARIABLE.sub(lambda match: variables[match[1]], template)


@cache
def source(name: str) -> str:
    """Return the prompt's text as it is in the file."""
    return files(__name__).joinpath(f"{name}.md").read_text(encoding="utf-8").strip()


def digest(name: str) -> str:
    """Return a short hash of the prompt, by which a run says what it was made with."""
    return hashlib.sha256(source(name).encode()).hexdigest()[:12]
