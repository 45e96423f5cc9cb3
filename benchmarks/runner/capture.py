"""Captures evidence: the state of pages, sites and files when an agent has ended."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from playwright.async_api import Error as PlaywrightError
from pydantic import JsonValue

from agent_e.benchmarks.episodes.record import DownloadEvidence, Evidence, TabEvidence
from agent_e.benchmarks.evaluators.js import LAST, LAST_POST
from agent_e.browser import BrowserSession, Tab
from agent_e.browser.downloads import SavedFile
from agent_e.dom import SensitiveRegions
from agent_e.errors import AgentEError
from agent_e.vision import Camera

from .environment import Place

_PAGE_S = 5.0
_SHOT_S = 5.0
_QUALITY = 70
_WORLD = "agent-e-evidence"
_POST = re.compile(r"https?://[^/]+/f/[^/]+/[^/?#]+")
"""A post of WebArena's forum; below it are its comments."""


async def capture(
    place: Place,
    *,
    intent: str,
    state_before: Mapping[str, JsonValue],
    expressions: Mapping[str, tuple[str, str]],
) -> Evidence:
    """Record everything evaluators may ask for, in the episode's folder.

    A page that can no longer be read has no file: the evidence has less then, but is complete.

    Args:
        place: environment of the episode.
        intent: the agent's task.
        state_before: of our sites.
        expressions: by key, the address of a page and the expression to evaluate in it.
    """
    session = place.session
    tabs: list[TabEvidence] = []
    values: dict[str, JsonValue] = {}
    downloads: Sequence[SavedFile] = ()
    pictures: list[str] = []
    if session is not None:
        await session_calm(session)
        picture = await _picture(session, place.folder, lambda: place.secrets.source)
        pictures = [*shots(place.folder), *picture]
        for number, tab in enumerate(session.tabs):
            tabs.append(await _tab(tab, number, place, active=tab is session.active))
        values = {
            key: await _evaluated(session, url, script)
            for key, (url, script) in expressions.items()
        }
        downloads = session.downloads
    place.network.write(place.folder, place.secrets)
    return Evidence(
        intent=intent,
        start_url=place.task.start_url,
        tabs=tuple(tabs),
        sites=place.addresses,
        state_before=dict(state_before),
        state={name: site.state() for name, site in place.sites.items()},
        js=values,
        downloads=tuple(_download(file) for file in downloads),
        screenshots=tuple(pictures),
    )


async def session_calm(session: BrowserSession) -> None:
    """Let navigations end and dismiss dialogs, so that pages can be read; bounded in time."""
    for tab in session.tabs:
        if tab.dialog is not None:
            try:
                await session.answer_dialog(accept=False)
            except AgentEError:
                continue  # it closed by itself meanwhile
        try:
            await tab.loaded(_PAGE_S)
        except AgentEError:
            continue  # a closed tab needs no waiting


def shots(folder: Path) -> list[str]:
    """Paths of the pictures of our agent's run within the folder, in order."""
    found = sorted(folder.glob("run/*/shots/*"))
    return [str(path.relative_to(folder)) for path in found if not path.name.startswith(".")]


async def _tab(tab: Tab, number: int, place: Place, *, active: bool) -> TabEvidence:
    html = ""
    try:
        text = str(await tab.guard(_isolated(tab, _script("page")), timeout_s=_PAGE_S))
    except (AgentEError, PlaywrightError):
        text = ""  # crashed, closed or stuck: the missing file shows it
    if text:
        html = f"pages/{number}.html"
        (place.folder / html).parent.mkdir(exist_ok=True)
        text = place.secrets(text)
        (place.folder / html).write_text(text, encoding="utf-8", errors="backslashreplace")
    return TabEvidence(url=tab.url, title=await tab.title(), html=html, active=active)


async def _isolated(tab: Tab, function: str) -> Any:
    """Call a function in an isolated world that the page can neither see nor tamper with."""
    tree = await tab.cdp.send("Page.getFrameTree")
    world = await tab.cdp.send(
        "Page.createIsolatedWorld",
        {"frameId": tree["frameTree"]["frame"]["id"], "worldName": _WORLD},
    )
    answer = await tab.cdp.send(
        "Runtime.evaluate",
        {
            "expression": f"({function})()",
            "contextId": world["executionContextId"],
            "returnByValue": True,
        },
    )
    return answer["result"].get("value", "")


async def _picture(session: BrowserSession, folder: Path, secrets: Callable[[], str]) -> list[str]:
    camera = Camera(session, SensitiveRegions(session, secrets).boxes)
    try:
        shot = await camera.shoot(quality=_QUALITY, timeout_s=_SHOT_S)
    except AgentEError:
        return []  # a page that does not paint has no picture
    name = "pages/end.jpg"
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_bytes(shot.data)
    return [name]


async def _evaluated(session: BrowserSession, url: str, expression: str) -> JsonValue:
    """Evaluate in a fresh page: the agent may have tampered with its own; there only for LAST."""
    page = None
    try:
        last = session.active
        async with asyncio.timeout(2 * _PAGE_S):
            if url == LAST:
                held: JsonValue = await last.guard(last.page.evaluate(expression))
                return held
            if url == LAST_POST:
                post = _POST.match(last.url)
                url = f"{post[0]}/" if post else last.url
            page = await session.context.new_page()
            await page.goto(url, wait_until="load")
            value: JsonValue = await page.evaluate(expression)
            return value
    except (AgentEError, PlaywrightError, TimeoutError) as error:
        return {"$error": str(error).splitlines()[0] if str(error) else "It took too long."}
    finally:
        if page is not None:
            await page.close()


def _download(file: SavedFile) -> DownloadEvidence:
    return DownloadEvidence(name=file.name, size=file.size, sha256=file.sha256)


@cache
def _script(name: str) -> str:
    text = (Path(__file__).parent / "js" / f"{name}.js").read_text(encoding="utf-8")
    return text.strip().removesuffix(";")
