"""Saving screens whole, so that they can be examined where nothing is installed.

``python -m agent_e.benchmarks.screens.saving FOLDER`` makes the sample of the tests; ``make test``
does so before its first run.
"""

from __future__ import annotations

import asyncio
import gzip
import sys
from contextlib import aclosing
from functools import cache
from importlib import resources
from pathlib import Path

from playwright.async_api import CDPSession, Frame, Page
from playwright.async_api import Error as PlaywrightError

from agent_e.benchmarks.perf.record import PerfOptions

from .visiting import visits

SAMPLE = (
    "trac/log-in", "trac/active tickets", "trac/query", "trac/batch changes", "trac/ticket",
    "trac/timeline", "trac/date picker of a milestone", "trac/permissions", "trac/accounts",
    "trac/preferences", "static/dijit themes", "static/dijit times", "static/svgedit paint",
    "static/spectrum", "static/jsgrid", "static/ckeditor toolbar configurator",
    "static/smartmenus", "static/swagger file menu", "static/gentelella wizard", "static/raty",
)  # fmt: skip
"""The screens of the tests: those that install in seconds. None is in the repository."""
PRESSES = frozenset({"click", "mousedown", "mouseup", "pointerdown", "pointerup"})


def file_of(name: str) -> str:
    """Return the file name of a saved screen."""
    return name.replace("/", "-").replace(" ", "-") + ".html.gz"


async def save(page: Page) -> str:
    """Return a page as one HTML document, including frames. The page is unusable afterwards.

    Not included: pictures, fonts, canvas drawings, closed shadow roots, listeners of
    ancestors, and scroll positions.

    Raises:
        playwright.async_api.Error: the page, or a frame of it, went away.
    """
    session = await page.context.new_cdp_session(page)
    await _mark_listeners(session)
    return await _frozen(page.main_frame)


async def _frozen(frame: Frame) -> str:
    for inner in frame.child_frames:
        owner = await inner.frame_element()
        text = await _frozen(inner)
        await owner.evaluate("(element, text) => element.setAttribute('data-frame', text)", text)
    return str(await frame.evaluate(_script("freeze"), {"thaw": f"({_script('thaw')})();"}))


async def _mark_listeners(session: CDPSession) -> None:
    root = (await session.send("DOM.getDocument", {"depth": -1, "pierce": True}))["root"]
    document = await session.send("DOM.resolveNode", {"backendNodeId": root["backendNodeId"]})
    query = {"objectId": document["object"]["objectId"], "depth": -1, "pierce": True}
    listeners = (await session.send("DOMDebugger.getEventListeners", query))["listeners"]
    numbers = {each.get("backendNodeId") for each in listeners if each["type"] in PRESSES} - {None}
    for number in numbers:
        try:
            found = await session.send("DOM.resolveNode", {"backendNodeId": number})
        except PlaywrightError:
            # It is gone with what the page rerendered.
            continue
        await session.send(
            "Runtime.callFunctionOn",
            {"objectId": found["object"]["objectId"], "functionDeclaration": _MARK},
        )


_MARK = "function () { if (this.nodeType === 1) this.setAttribute('data-hears', ''); }"


@cache
def _script(name: str) -> str:
    text = resources.files(__package__).joinpath(f"{name}.js").read_text(encoding="utf-8")
    return text.rstrip().removesuffix(";")


async def save_sample(folder: Path) -> None:
    """Save the sample into a folder, each screen as HTML packed by gzip."""
    folder.mkdir(parents=True, exist_ok=True)
    async with aclosing(visits(PerfOptions(), list(SAMPLE))) as opened:
        async for visit in opened:
            await visit.open()
            text = await save(visit.page)
            path = folder / file_of(visit.name)
            path.write_bytes(gzip.compress(text.encode(), mtime=0))
            sys.stdout.write(f"{visit.name}: {path.stat().st_size} bytes\n")


if __name__ == "__main__":
    asyncio.run(save_sample(Path(sys.argv[1])))
