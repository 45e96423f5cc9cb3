"""The lines in which something is shown to a model, each with its nodes. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent_e.dom.changes.describe import describe
from agent_e.types import ChangeReport, Frame, Material, Node, Observation, Records

from .node_format import Wording
from .node_tree import tree
from .outline import lines
from .page_text import render

_WHOLE = 10_000_000
"""Characters: enough to include what the model's budget left out."""

ToldLine = tuple[str, tuple[Node, ...]]


def told_lines(material: Material, said: str = "") -> list[ToldLine]:
    """Return the lines of a page, report or table; a document's are its own.

    A report is preceded by what the skill ``said``.
    """
    match material:
        case Observation():
            head = render(replace(material, nodes=()), budget=_WHOLE).text
            return [*_bare(head), *_outlined(material.nodes, material.frames)]
        case ChangeReport():
            page = material.page
            outlined = _outlined(page.nodes, page.frames) if page else _outlined(material.added)
            words = describe(material, budget=_WHOLE, page_budget=_WHOLE).text
            return [*outlined, *_bare(f"{said} {words}".strip())]
        case Records():
            return [(",".join(row), ()) for row in material.rows]
    return []


def _bare(text: str) -> list[ToldLine]:
    return [(line, ()) for line in text.splitlines()]


def _outlined(nodes: Sequence[Node], frames: Sequence[Frame] = ()) -> list[ToldLine]:
    found = lines(tree(nodes), Wording(frames))
    return [(line.text, tuple(line.nodes)) for line in found]
