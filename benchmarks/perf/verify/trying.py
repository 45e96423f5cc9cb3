"""One case: done once in a browser, judged by us and by the seed's rule on the same pictures."""

from __future__ import annotations

import io
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageDraw
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from agent_e.benchmarks.asgi_server import serve_app
from agent_e.benchmarks.perf.shared import preparing
from agent_e.browser import BrowserSession
from agent_e.config import DomSettings
from agent_e.dom import PageActor, PageObserver
from agent_e.dom.layout.element_layout import ElementLayout
from agent_e.types import PixelChange
from agent_e.vision.pixels.baseline import frame_of
from agent_e.vision.pixels.mean import THRESHOLD, mean_difference
from agent_e.vision.pixels.tiles import Frame, changed_tiles
from agent_e.vision.pixels.verifier import PixelVerifier
from agent_e.vision.screenshots import Camera

from .cases import KEYS, Case

_PAGE = Path(__file__).with_name("page.html")
_FAR = 4
"""Position of the idle mouse, CSS pixels from the corner."""
_COMPARISONS = 15


@dataclass(frozen=True, kw_only=True, slots=True)
class Tried:
    """Verdicts on one case.

    Attributes:
        change: ours, by pictures alone.
        reported: whether change observation reports an effect.
        seed: whether the seed's rule does.
        milliseconds: of one comparison of two pictures by tiles, the fastest of several.
    """

    case: Case
    change: PixelChange
    reported: bool
    seed: bool
    milliseconds: float


class Trial:
    """Runs cases in a session, each on the page freshly opened."""

    def __init__(self, session: BrowserSession, address: str) -> None:
        """Use a session of the caller's, on the page at an address."""
        self._session = session
        self._address = address
        self._camera = Camera(session)
        self._observer = PageObserver(session, DomSettings())
        self._actor = PageActor(session, self._observer, session.settings.action_timeout_s)
        page = ElementLayout(session, self._observer, self._actor.hover)
        self._verifier = PixelVerifier(self._camera, page)

    async def run(self, case: Case) -> Tried:
        """Run one case; raises ``SkillError`` or Playwright's error when it cannot be done."""
        await self._open(case)
        url = self._session.url
        unhovered = await frame_of(self._camera)
        mmid = None
        if case.plain:
            await self._session.active.page.locator(f"#{case.target}").hover()
        elif case.target:
            mmid = await self._mmid(case.target)
        await self._verifier.before(mmid)
        watch = self._observer.watch()
        await watch.start()
        await self._act(case, mmid)
        async with self._verifier.sampling():
            report = await watch.finish()
        change = await self._verifier.after()
        after = await frame_of(self._camera)
        mean = mean_difference(unhovered.image, after.image)
        return Tried(
            case=case,
            change=change,
            reported=not report.none,
            seed=mean >= THRESHOLD or self._session.url != url,
            milliseconds=_comparison(unhovered, after),
        )

    async def _open(self, case: Case) -> None:
        page = self._session.active.page
        await page.mouse.move(_FAR, _FAR)
        await self._session.goto(self._address + case.query)
        await page.evaluate(preparing())

    async def _mmid(self, target: str) -> int:
        """The number of an element, located by the page's own coordinates."""
        page = self._session.active.page
        box = await page.locator(f"#{target}").bounding_box()
        assert box is not None
        seen = await self._observer.observe()
        self._observer.render(seen)
        middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        holding = [
            node
            for node in seen.elements
            if node.bbox
            and node.bbox[0] <= middle[0] <= node.bbox[0] + node.bbox[2]
            and node.bbox[1] <= middle[1] <= node.bbox[1] + node.bbox[3]
        ]
        return min(node.mmid for node in holding if node.mmid is not None)

    async def _act(self, case: Case, mmid: int | None) -> None:
        page = self._session.active.page
        if mmid is None and not case.target:
            await page.keyboard.press(KEYS[case.variant])
        elif mmid is None or case.disabled:
            # Our own click needs an element, not text, and refuses what is disabled.
            await page.mouse.down()
            await page.mouse.up()
        else:
            await self._actor.click(mmid)


def _comparison(one: Frame, other: Frame) -> float:
    """Milliseconds of one comparison, the fastest: two pictures with nothing precomputed."""
    taken = []
    for _ in range(_COMPARISONS):
        started = time.perf_counter()
        changed_tiles(Frame(one.image), Frame(other.image))
        taken.append((time.perf_counter() - started) * 1000)
    return min(taken)


@asynccontextmanager
async def serve_trial() -> AsyncIterator[str]:
    """Serve the page while the block runs; yields its address."""
    moving = _moving_gif()

    async def page(request: Request) -> Response:
        return Response(_PAGE.read_bytes(), media_type="text/html")

    async def gif(request: Request) -> Response:
        return Response(moving, media_type="image/gif")

    routes = [Route("/", page), Route("/moving.gif", gif)]
    async with serve_app(Starlette(routes=routes)) as port:
        yield f"http://127.0.0.1:{port}/"


def _moving_gif() -> bytes:
    frames = []
    for step in range(12):
        frame = Image.new("P", (160, 90), 0)
        frame.putpalette([20, 40, 90, 240, 220, 60] + [0] * 762)
        ImageDraw.Draw(frame).rectangle((step * 12, 30, step * 12 + 30, 60), fill=1)
        frames.append(frame)
    into = io.BytesIO()
    frames[0].save(
        into, format="GIF", save_all=True, append_images=frames[1:], duration=120, loop=0
    )
    return into.getvalue()
