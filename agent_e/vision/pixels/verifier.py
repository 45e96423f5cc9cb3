"""Verifies an action by pictures from before and after it."""

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
"""Longest wait for two equal frames: by then, fade-ins are over."""
SAMPLES_APART_S = 0.2
_MAX_SAMPLES = 12
_MAX_REGIONS = 8


class PixelVerifier:
    """Tells whether an action changed the active page's look.

    ``before`` once, then the action, then ``after``; a baseline serves one action.
    """

    def __init__(self, camera: Camera, page: Page) -> None:
        self._camera = camera
        self._page = page
        self._before: Baseline | None = None
        self._meanwhile: list[Frame] = []

    async def before(self, mmid: int | None = None) -> None:
        """Move the mouse to the action's target, if any, and take the baseline."""
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
        """Take frames now and then while the block waits for the page to settle.

        Otherwise what fades away before that is missed. Does nothing without a baseline.
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
        # Behind a dialog or in a closing tab there is nothing to see; `after` reports that.
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
        """Compare the page with the baseline and discard that.

        Args:
            report: of change observation on the action.
            method: ``tiles``, or ``mean``: the seed's rule, which ignores the report.

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
        """Frames until the page is still, ignoring what never is."""
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
        # What fades away again shows in one of the frames but not the last.
        passing: Tiles = np.logical_or.reduce([each.tiles for each in found])
        if before.target:
            # But not a button's momentary pressed look.
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
