"""Observations as JSON, with the outline's lines and pages. Pure."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from agent_e.types import Node, Observation

from .outline import Line
from .paging import Part, part
from .viewport_rank import ranks

_AROUND = 160
"""Characters for the JSON frame: omissions, brackets."""
_FACTS = ("mmid", "role", "level", "name", "states", "description", "options", "href")


def as_json(
    observation: Observation, found: Sequence[Line], *, words_only: bool, page: int, budget: int
) -> tuple[str, Part]:
    """Format one page of lines as JSON: nodes, or with ``words_only`` strings."""
    scroll = observation.scroll
    whole: dict[str, Any] = {"url": observation.url, "title": observation.title}
    whole["scroll"] = {"y": scroll.y, "height": scroll.height, "viewport": scroll.viewport_height}
    if observation.focus is not None:
        whole["focus"] = observation.focus
    if observation.dialog:
        dialog = observation.dialog
        whole["dialog"] = {"kind": dialog.kind, "message": dialog.message}
    if observation.notes:
        whole["notes"] = list(observation.notes)
    where = ranks(found, observation)
    flat = [_sized(line, words_only=words_only) for line in found]
    room = max(budget - len(_dumped(whole)) - _AROUND, budget // 2)
    shown = part(flat, budget=room, page=page, ranks=where)
    # Lines without nodes are titles and counts; "more" covers what is left out.
    facts = [line.text for line in shown.lines if line.nodes and line.text]
    whole["nodes"] = []
    if shown.left:
        whole["more"] = {"left": shown.left, "page": page + 1}
    return _dumped(whole).replace('"nodes":[]', f'"nodes":[{",".join(facts)}]', 1), shown


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _sized(line: Line, *, words_only: bool) -> Line:
    """The line with its JSON as text, so that the budget counts what is sent."""
    if words_only:
        return replace(line, indent=0, cached_text=_dumped(line.text) if line.nodes else "")
    facts = (_facts(node) for node in line.nodes)
    return replace(line, indent=0, cached_text=",".join(_dumped(each) for each in facts if each))


def _facts(node: Node) -> dict[str, Any]:
    """A node's non-empty facts."""
    facts = {key: fact for key in _FACTS if (fact := getattr(node, key))}
    return facts | ({"value": node.value} if node.value is not None else {})
