"""Pictures of the page that a person is shown beside a question."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable

from agent_e.errors import BrowserError, SkillError
from agent_e.types import Screenshot

from .protocols import Journal


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
