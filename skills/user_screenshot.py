"""Pictures of the page shown to a person with a question."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable

from agent_e.errors import BrowserError, SkillError
from agent_e.types import Screenshot

from .protocols import Journal


async def picture_for_person(journal: Journal, take: Callable[[], Awaitable[Screenshot]]) -> str:
    """Take a picture and store it; returns its file in the run folder.

    ``""`` where none can be taken, such as behind a dialog: the question is asked without
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
