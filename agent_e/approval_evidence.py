"""What a person is shown of an act before they approve it."""

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
"""CSS pixels around the element: what stands beside it tells buttons of one name apart."""


class ApprovalEvidence:
    """Shows the element and the contents of its form; what cannot be seen is left out."""

    def __init__(
        self,
        reader: ActReader,
        camera: Camera,
        journal: Journal,
        redact: Callable[[Any], Any],
    ) -> None:
        """``redact`` removes from values what nobody may be shown."""
        self._reader = reader
        self._camera = camera
        self._journal = journal
        self._redact = redact

    async def __call__(self, request: ApprovalRequest) -> Mapping[str, Any]:
        """Return ``picture`` and ``values`` of an act, as far as available."""
        seen = await self._seen(request)
        values = {**dict(seen.values), **dict(request.values)}
        fields = [{"name": name, "value": value} for name, value in values.items()]
        evidence: dict[str, Any] = {"values": self._redact(fields)} if fields else {}
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
