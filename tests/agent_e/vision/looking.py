"""A browser on the pages of ``tests/pages/vision``, and what makes pictures of it."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from PIL import Image

from agent_e.browser import BrowserSession
from agent_e.config import BrowserSettings, DomSettings, VisionSettings
from agent_e.dom import ElementLayout, PageActor, PageObserver
from agent_e.types import MarkedPage, Node
from agent_e.vision import Camera, PageImages
from agent_e.vision.marks import marked_page
from tests.agent_e.dom.seeing import pages
from tests.browsers import Chromium

PAGES = Path(__file__).parents[2] / "pages" / "vision"


class Looking:
    def __init__(self, session: BrowserSession, address: str, settings: VisionSettings) -> None:
        self.session = session
        self.address = address
        self.settings = settings
        self.observer = PageObserver(session, DomSettings())
        self.actor = PageActor(session, self.observer, 10.0)
        self.camera = Camera(session)
        self.page = ElementLayout(session, self.observer, self.actor.hover)
        self.eyes = PageImages(self.camera, self.page, settings)

    async def open(self, name: str) -> None:
        await self.session.goto(f"{self.address}/{name}.html")
        await self.session.active.page.wait_for_load_state("load")

    async def write(self, html: str) -> None:
        await self.session.active.page.set_content(html)

    async def script(self, expression: str) -> Any:
        return await self.session.active.page.evaluate(expression)

    async def mark(self, **how: Any) -> MarkedPage:
        return await marked_page(self.camera, self.page, self.settings, **how)

    async def find(self, name: str) -> int:
        seen = await self.observer.observe()
        self.observer.render(seen)
        [found] = [node.mmid for node in seen.elements if node.name == name]
        assert found is not None
        return found


def image_of(marked: MarkedPage) -> Image.Image:
    return image_of_bytes(marked.screenshot.data)


def image_of_bytes(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


def names(nodes: tuple[Node, ...]) -> list[str]:
    return [node.name for node in nodes]


@asynccontextmanager
async def looking(
    chromium: Chromium, downloads: Path, *, device: str | None = None, **settings: Any
) -> AsyncIterator[Looking]:
    browser = BrowserSettings(device=device)
    with pages(PAGES) as address:
        async with chromium.session(browser, downloads_dir=downloads) as session:
            yield Looking(session, address, VisionSettings(**settings))
