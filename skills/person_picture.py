"""Pictures of the page that a person is shown beside a question."""

from __future__ import annotations

import re
import secrets
from collections.abc import Awaitable, Callable

from agent_e.errors import BrowserError, SkillError
from agent_e.types import Observation, Rect, Screenshot

from .protocols import Journal

_PUZZLE = re.compile(
    r"captcha|puzzle|verif|robot|human|security|characters|letters|sicherheit|rätsel|zeichen"
    r"|seguridad|caracteres|sécurité|caractères|验证",
    re.I,
)
_PICTURES = frozenset({"img", "canvas", "svg"})
_LEAST_WIDTH, _LEAST_HEIGHT = 40, 20


async def picture_for_person(journal: Journal, take: Callable[[], Awaitable[Screenshot]]) -> str:
    """Keep the picture that is taken; returns its file of the run folder.

    Where none can be taken, such as behind a dialog, it is ``""``: the question is asked without
    it, and the journal says why.
    """
    try:
        shot = await take()
    except (SkillError, BrowserError) as error:
        journal.write("pictured", started=None, error=str(error))
        return ""
    name = f"shots/asked-{secrets.token_hex(4)}.{shot.suffix}"
    journal.write_bytes(name, shot.data)
    return name


def puzzle_box(page: Observation) -> Rect | None:
    """Where the picture is whose name says that it is a puzzle; ``None`` where none says so."""
    for node in page.nodes:
        if (node.role == "img" or node.tag in _PICTURES) and node.bbox:
            large = node.bbox[2] >= _LEAST_WIDTH and node.bbox[3] >= _LEAST_HEIGHT
            if large and _PUZZLE.search(f"{node.name} {node.description}"):
                return node.bbox
    return None
