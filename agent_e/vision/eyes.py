"""All that is done with pictures of the active page."""

from __future__ import annotations

from collections.abc import Sequence

from agent_e.config import VisionSettings
from agent_e.types import MarkedPage, Rect, Screenshot

from .marks import marked_page
from .page import Page
from .painting import outlined
from .pixels.verifier import PixelVerifier
from .screenshots import Camera, encoded, fitted

GLIMPSE_QUALITY = 60
GLIMPSE_S = 1.0
"""Longest wait for a picture that nobody needs in order to act."""
PART_S = 5.0
"""The same where a person is shown it beside a question."""
AROUND = 24
"""CSS pixels that are shown around a part of the page."""


async def part_of(camera: Camera, box: Rect, *, quality: int, room: float = AROUND) -> Screenshot:
    """Take a picture of a part of the page, CSS pixels of the viewport, with room around it.

    Raises as ``Camera.shoot`` does.
    """
    x, y, width, height = box
    around = x - room, y - room, width + 2 * room, height + 2 * room
    shot = await camera.shoot_part(around, timeout_s=PART_S)
    image = fitted(shot, round(max(shot.width, shot.height)))
    return encoded(image, shot, quality=quality)


class PageImages(PixelVerifier):
    """Pictures of the active page of a session; each way of using them is a module beside this."""

    def __init__(self, camera: Camera, page: Page, settings: VisionSettings) -> None:
        super().__init__(camera, page)
        self._settings = settings

    async def screenshot(self, *, whole: bool = False) -> Screenshot:
        """Take a picture in the size that a model sees; see ``Camera.shoot``.

        With ``whole`` in that of the viewport: for models that have a size of their own.
        """
        shot = await self._camera.shoot()
        edge = round(max(shot.width, shot.height)) if whole else self._settings.long_edge
        image = fitted(shot, edge)
        return encoded(image, shot, quality=self._settings.quality)

    async def whole_page(self, boxes: Sequence[Rect], *, max_height: int) -> Screenshot:
        """Take one of the page from its top down, with a red frame around each box.

        Args:
            boxes: of the page, CSS pixels from its top left corner.
            max_height: what lies below is left out, CSS pixels.
        """
        shot = await self._camera.shoot_page(max_height)
        image = outlined(fitted(shot, round(max(shot.width, shot.height))), boxes)
        return encoded(image, shot, quality=self._settings.quality)

    async def puzzle(self) -> Screenshot:
        """Take one of the likeliest puzzle on the page, or else of what is in view."""
        box = await self._page.puzzle()
        if box is None:
            return await self.screenshot(whole=True)
        return await part_of(self._camera, box, quality=self._settings.quality)

    async def glimpse(self) -> Screenshot:
        """Take a rough one for people to look at later, as the browser gives it.

        To make it smaller would take longer than to take it.
        """
        shot = await self._camera.shoot(quality=GLIMPSE_QUALITY, timeout_s=GLIMPSE_S)
        return shot.as_screenshot(shot.data, "image/jpeg", shot.size)

    async def mark(
        self, *, counted: bool = False, skip: int = 0, long_edge: int | None = None
    ) -> MarkedPage:
        """Take one with numbers on it; see ``marks.marked_page``."""
        return await marked_page(
            self._camera,
            self._page,
            self._settings,
            counted=counted,
            skip=skip,
            long_edge=long_edge,
        )
