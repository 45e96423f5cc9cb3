"""Verifying an action by pictures from before and after it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress

import numpy as np

from agent_e.errors import BadArgument, SkillError
from agent_e.types import ChangeReport, Method, PixelChange, PixelRegion, Rect, Verdict

from ..page import Page
from ..screenshots import Camera
from .baseline import Baseline, frame_of, take_baseline
from .classify_change import difference, elements_near, verdict_of, whole
from .mean import THRESHOLD, mean_difference
from .tiles import Frame, Tiles, boxes_of, changed_tiles, tiles_of

STILL_S = 1.5
"""Longest wait for two frames that are alike: what fades in is there by then."""
SAMPLES_APART_S = 0.2
_MAX_SAMPLES = 12
_MAX_REGIONS = 8


class PixelVerifier:
    """Says whether an action changed what the active page looks like.

    ``before`` once, then the action, then ``after``; a baseline serves one action.
    """

    def __init__(self, camera: Camera, page: Page) -> None:
        self._camera = camera
        self._page = page
        self._before: Baseline | None = None
        self._meanwhile: list[Frame] = []

    async def before(self, mmid: int | None = None) -> None:
        """Put the mouse on the element that will be acted on, if any, and take the baseline."""
        self._before = None
        self._meanwhile.clear()
        target: Rect | None = None
        if mmid is not None:
            await self._page.point(mmid)
            await self._page.transitions_over()
            target = (await self._page.boxes([mmid])).get(mmid, (None,))[0]
        self._before = await take_baseline(self._camera, self._page, target)

    @asynccontextmanager
    async def sampling(self) -> AsyncIterator[None]:
        """Look now and then while the block waits for the page to settle.

        What fades away before that would be missed. Without a baseline nothing is done.
        """
        if self._before is None:
            yield
            return
        over = asyncio.Event()
        task = asyncio.ensure_future(self._sample(over))
        try:
            yield
        finally:
            over.set()
            await task

    async def _sample(self, over: asyncio.Event) -> None:
        # Behind a dialog, or in a tab that closes, there is nothing to see; `after` will say so.
        with suppress(SkillError):
            for _ in range(_MAX_SAMPLES):
                with suppress(TimeoutError):
                    await asyncio.wait_for(over.wait(), SAMPLES_APART_S)
                if over.is_set():
                    return
                self._meanwhile.append(await frame_of(self._camera))

    async def after(
        self, report: ChangeReport | None = None, *, method: Method = "tiles"
    ) -> PixelChange:
        """Compare the page with the baseline, which is used up by that.

        Args:
            report: what change observation says of the action.
            method: ``tiles``, or ``mean``: the seed's rule, the report left aside.

        Raises:
            BadArgument: there is no baseline.
        """
        before, self._before = self._before, None
        if before is None:
            raise BadArgument(
                "There is no picture from before the action to compare with. Take it first, then "
                "act, then compare."
            )
        if method == "mean":
            return _by_mean(before, await frame_of(self._camera), self._page.url)
        elsewhere = self._page.url != before.url
        frames = await self._frames(before)
        if any(frame.image.size != before.frame.image.size for frame in frames):
            return PixelChange(
                changed=True, score=1.0, verdict="address" if elsewhere else "global"
            )
        frames = [*self._meanwhile, *frames]
        return await self._by_tiles(before, frames, report, elsewhere=elsewhere)

    async def _frames(self, before: Baseline) -> list[Frame]:
        """The page until it keeps still, apart from what never does."""
        end = time.monotonic() + STILL_S
        frames = [await frame_of(self._camera)]
        while time.monotonic() < end:
            frames.append(await frame_of(self._camera))
            one, other = frames[-2:]
            if one.image.size != other.image.size:
                return frames
            if not changed_tiles(one, other, before.masked).any():
                break
        return frames

    async def _by_tiles(
        self,
        before: Baseline,
        frames: Sequence[Frame],
        report: ChangeReport | None,
        *,
        elsewhere: bool,
    ) -> PixelChange:
        focus = (await self._page.moving()).focus
        found = [difference(before, frame, focus) for frame in frames]
        # What fades away again is there in one of the frames, and not in the last.
        passing: Tiles = np.logical_or.reduce([each.tiles for each in found])
        if before.target:
            # But not a button that only shows for a moment that it was pressed.
            passing[tiles_of(before.target, passing.shape, margin=1)] = False
        tiles = passing | found[-1].tiles
        verdict: Verdict = "none"
        if tiles.any():
            verdict = verdict_of(tiles, before.target)
        elif any(each.focus_lost for each in found):
            verdict = "focus_lost"
        elif any(each.moved for each in found):
            verdict = "only_animation"
        if elsewhere:
            verdict = "address"
        elif report and not report.none and not tiles.any():
            verdict = "unseen"
        elements = (await self._page.observe_cached()).elements if tiles.any() else ()
        return PixelChange(
            changed=verdict not in ("none", "focus_lost", "only_animation"),
            score=round(float(tiles.mean()), 5),
            regions=tuple(
                PixelRegion(bbox=whole(box), near=elements_near(box, elements))
                for box in boxes_of(tiles)[:_MAX_REGIONS]
            ),
            masked=tuple(whole(part) for part in before.parts),
            verdict=verdict,
        )


def _by_mean(before: Baseline, after: Frame, url: str) -> PixelChange:
    score = mean_difference(before.frame.image, after.image)
    elsewhere = url != before.url
    changed = score >= THRESHOLD or elsewhere
    verdict: Verdict = "address" if elsewhere else "global" if changed else "none"
    return PixelChange(changed=changed, score=round(score, 5), method="mean", verdict=verdict)
