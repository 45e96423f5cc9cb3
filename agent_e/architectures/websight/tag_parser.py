"""Answers between tags, as the roles are asked for them. Pure."""

from __future__ import annotations

import re

from agent_e.parsing.replies import bare

_NUMBERED = re.compile(r"^\s*(?:\d{1,2}[.)]|[-*])\s+(.+)$", re.M)
_FINISHED = re.compile(r"\W*finished\b[\s:,.+-]*", re.I)
_MAX_STEPS = 12


def inside(text: str, name: str) -> list[str]:
    """What stands between tags of a name, each time; a closing tag that is missing is the end."""
    pattern = rf"<{name}>(.*?)(?:</{name}>|(?=<{name}>)|\Z)"
    found = (match.strip() for match in re.findall(pattern, text, re.I | re.S))
    return [words for words in found if words]


def steps_in(reply: str) -> list[str]:
    """The steps of a plan: between tags, else the items of a list, else all of it as one."""
    text = bare(reply)
    found = inside(text, "step") or [match.strip() for match in _NUMBERED.findall(text)]
    found = found or ([text] if text else [])
    return [" ".join(step.split()) for step in found[:_MAX_STEPS]]


def action_in(reply: str) -> tuple[str, str] | None:
    """What is to be done next, ``("act", words)``, or the end, ``("done", answer)``.

    ``None`` when a reply says neither.
    """
    text = bare(reply)
    found = inside(text, "action")
    words = found[-1] if found else text
    if end := _FINISHED.match(words):
        return "done", words[end.end() :].strip()
    if not found:
        return None
    # Who writes two actions is asked for the first; what follows was not seen yet.
    return "act", " ".join(found[0].split())
