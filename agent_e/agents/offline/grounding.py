"""Finding what is described without looking: its words against names and roles of what is in view.

The offline default behind ``visual_click``, and the baseline that grounding models have to beat.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from agent_e.errors import ElementGone
from agent_e.types import Node, Observation, Screenshot

from .language import words

_ROLES = {
    "textbox": "field input textbox text",
    "searchbox": "field input search searchbox",
    "combobox": "list dropdown select field combobox",
    "button": "button icon",
    "link": "link",
    "checkbox": "checkbox box",
    "radio": "radio option",
    "tab": "tab",
    "img": "picture icon",
}
"""What people call things of a role."""
_OF_ROLE = 0.5
_LEAST = 1.0
"""One word of its name at least has to be said."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Candidate:
    """Something that can be pointed at."""

    role: str
    name: str
    point: tuple[float, float]


class LexicalGrounder:
    """Points at what bears the words of a description; the ``Grounder`` of ``skills``."""

    async def ground(
        self, description: str, shot: Screenshot, page: Observation
    ) -> tuple[float, float]:
        """Return the middle of the element in view that fits best; the first of equals.

        Raises:
            ElementGone: nothing in view bears a word of it.
        """
        found = best_candidate(description, candidates(page))
        if found is None:
            raise ElementGone(f"Nothing in view is called like '{description[:80]}'.")
        return found.point


def candidates(page: Observation) -> list[Candidate]:
    """What of a page is in view and can be hit in its middle."""
    view = page.scroll
    found = []
    for node in page.elements:
        if node.bbox is None or node.reachable is False:
            continue
        x, y, width, height = node.bbox
        right, bottom = min(x + width, view.viewport_width), min(y + height, view.viewport_height)
        left, top = max(x, 0), max(y, 0)
        if right > left and bottom > top:
            point = (left + right) / 2, (top + bottom) / 2
            found.append(Candidate(role=node.role, name=_called(node), point=point))
    return found


def best_candidate(description: str, among: Iterable[Candidate]) -> Candidate | None:
    """The one that fits best; ``None`` when none has a word of it."""
    said = words(description)
    scored = [(_fit(said, each), each) for each in among]
    score, found = max(scored, key=lambda each: each[0], default=(0.0, None))
    return found if score >= _LEAST else None


def _fit(said: Sequence[str], candidate: Candidate) -> float:
    """How many words of its name are said, the more of it the better, and what it is."""
    name = words(candidate.name)
    common = set(name) & set(said)
    if not common:
        return 0.0
    role = set(words(_ROLES.get(candidate.role, candidate.role))) & set(said)
    whole = f" {' '.join(name)} " in f" {' '.join(said)} "
    return len(common) + len(common) / len(set(name)) + _OF_ROLE * bool(role) + whole


def _called(node: Node) -> str:
    return " ".join(filter(None, [node.name or node.description, node.value or ""]))
