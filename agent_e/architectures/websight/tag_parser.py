"""Parser of the tags that the roles answer in. Pure."""

from __future__ import annotations

import re

from agent_e.parsing.replies import bare

_NUMBERED = re.compile(r"^\s*(?:\d{1,2}[.)]|[-*])\s+(.+)$", re.M)
_FINISHED = re.compile(r"\W*finished\b[\s:,.+-]*", re.I)
_MAX_STEPS = 12


def inside(text: str, name: str) -> list[str]:
    """The contents of each tag of this name; a missing closing tag extends to the end."""
    pattern = rf"<{name}>(.*?)(?:</{name}>|(?=<{name}>)|\Z)"
    found = (match.strip() for match in re.findall(pattern, text, re.I | re.S))
    return [words for words in found if words]


def steps_in(reply: str) -> list[str]:
    """The steps of a plan: in tags, else the items of a list, else all of it as one."""
    text = bare(reply)
    found = inside(text, "step") or [match.strip() for match in _NUMBERED.findall(text)]
    found = found or ([text] if text else [])
    return [" ".join(step.split()) for step in found[:_MAX_STEPS]]


def action_in(reply: str) -> tuple[str, str] | None:
    """The next action, ``("act", words)``, or the end, ``("done", answer)``.

    ``None`` when a reply has neither.
    """
    text = bare(reply)
    found = inside(text, "action")
    words = found[-1] if found else text
    if end := _FINISHED.match(words):
        return "done", words[end.end() :].strip()
    if not found:
        return None
    # Of two actions only the first counts; the page for the second was not seen yet.
    return "act", " ".join(found[0].split())
