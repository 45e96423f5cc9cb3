"""What a person is shown of an act before they say yes to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from agent_e.dom import ActReader
from agent_e.errors import BrowserError, SkillError
from agent_e.skills.protocols import Journal
from agent_e.skills.user_screenshot import picture_for_person
from agent_e.types import ApprovalRequest, Sending
from agent_e.vision import Camera, part_of

_QUALITY = 85
_ROOM = 120
"""CSS pixels around the element: buttons of one name are told apart by what stands beside them."""


class ApprovalEvidence:
    """Looks at the element and at what its form holds; what cannot be seen is left out."""

    def __init__(
        self,
        reader: ActReader,
        camera: Camera,
        journal: Journal,
        redact: Callable[[Any], Any],
    ) -> None:
        """Make it; ``redact`` takes out of values what nobody may be shown."""
        self._reader = reader
        self._camera = camera
        self._journal = journal
        self._redact = redact

    async def __call__(self, request: ApprovalRequest) -> Mapping[str, Any]:
        """Return ``picture`` and ``values`` of an act, as far as there are any."""
        seen = await self._seen(request)
        values = {**dict(seen.values), **dict(request.values)}
        told = [{"name": name, "value": value} for name, value in values.items()]
        evidence: dict[str, Any] = {"values": self._redact(told)} if told else {}
        if seen.box is not None:
            take = partial(part_of, self._camera, seen.box, quality=_QUALITY, room=_ROOM)
            if picture := await picture_for_person(self._journal, take):
                evidence["picture"] = picture
        return evidence

    async def _seen(self, request: ApprovalRequest) -> Sending:
        if request.way is None:
            return Sending()
        try:
            return await self._reader.sending(request.mmid, request.way)
        except (SkillError, BrowserError) as error:
            self._journal.write("pictured", started=None, error=str(error))
            return Sending()
