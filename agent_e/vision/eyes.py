"""Everything done with pictures of the active page."""

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
"""Longest wait for a picture that no action depends on."""
PART_S = 5.0
"""The same for a picture shown to a person with a question."""
AROUND = 24
"""CSS pixels shown around a part of the page."""


async def part_of(camera: Camera, box: Rect, *, quality: int, room: float = AROUND) -> Screenshot:
    """Take a picture of a part of the page, in CSS pixels of the viewport, with a margin.

    Raises as ``Camera.shoot`` does.
    """
    x, y, width, height = box
    around = x - room, y - room, width + 2 * room, height + 2 * room
    shot = await camera.shoot_part(around, timeout_s=PART_S)
    image = fitted(shot, round(max(shot.width, shot.height)))
    return encoded(image, shot, quality=quality)


class PageImages(PixelVerifier):
    """Pictures of a session's active page; each use of them has its own module."""

    def __init__(self, camera: Camera, page: Page, settings: VisionSettings) -> None:
        super().__init__(camera, page)
        self._settings = settings

    async def screenshot(self, *, whole: bool = False) -> Screenshot:
        """Take a picture at the size a model sees; see ``Camera.shoot``.

        With ``whole`` at the viewport's, for models with a size of their own.
        """
        shot = await self._camera.shoot()
        edge = round(max(shot.width, shot.height)) if whole else self._settings.long_edge
        image = fitted(shot, edge)
        return encoded(image, shot, quality=self._settings.quality)

    async def whole_page(self, boxes: Sequence[Rect], *, max_height: int) -> Screenshot:
        """Take a picture of the page from its top, with a red frame around each box.

        Args:
            boxes: on the page, CSS pixels from its top left corner.
            max_height: anything below is cut off, CSS pixels.
        """
        shot = await self._camera.shoot_page(max_height)
        image = outlined(fitted(shot, round(max(shot.width, shot.height))), boxes)
        return encoded(image, shot, quality=self._settings.quality)

    async def puzzle(self) -> Screenshot:
        """Take a picture of the page's likeliest puzzle, or else the viewport."""
        box = await self._page.puzzle()
        if box is None:
            return await self.screenshot(whole=True)
        return await part_of(self._camera, box, quality=self._settings.quality)

    async def glimpse(self) -> Screenshot:
        """Take a rough picture for later viewing, as the browser gives it.

        Shrinking it would take longer than taking it.
        """
        shot = await self._camera.shoot(quality=GLIMPSE_QUALITY, timeout_s=GLIMPSE_S)
        return shot.as_screenshot(shot.data, "image/jpeg", shot.size)

    async def mark(
        self, *, counted: bool = False, skip: int = 0, long_edge: int | None = None
    ) -> MarkedPage:
        """Take a numbered picture; see ``marks.marked_page``."""
        return await marked_page(
            self._camera,
            self._page,
            self._settings,
            counted=counted,
            skip=skip,
            long_edge=long_edge,
        )
