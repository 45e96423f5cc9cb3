"""Take the pictures of the console: every screen, three widths, light and dark.

``make pictures`` drives a real server with local sites and the offline model by a real browser. All
pictures go to the folder that is given; those of the documentation go to ``docs/assets`` as well.
"""

from __future__ import annotations

import asyncio
import io
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import httpx
from PIL import Image
from playwright.async_api import Browser, Page, async_playwright

from agent_e.browser.chromium import find_chromium, is_root
from agent_e.config import Settings
from agent_e.server.serving import Serving, serve_runs

ASSETS = Path(__file__).parent / "assets"
SIZES = {360: 740, 1280: 900, 1920: 1080}
SETTLED = ("ended", "awaiting_human", "awaiting_plan")
SHOWN = {
    "approval-1280-light": "console-run",
    "start-1280-light": "console-start",
    "runs-1280-dark": "console-runs",
    "replay-1920-light": "console-replay",
    "take-over-1280-dark": "console-take-over",
    "suite-1280-light": "console-suite",
    "approval-360-light": "console-phone",
    "replay-360-dark": "console-phone-dark",
}
"""Pictures of the documentation, by what they are taken as."""


async def start(page: Page, _: dict[str, str]) -> None:
    """Show the start page with a task."""
    await page.get_by_role("heading", name="Or see one").wait_for()
    await page.get_by_label("Task").fill("Order the cheapest kettle for at most 40 EUR.")


async def runs(page: Page, _: dict[str, str]) -> None:
    """Show a table."""
    await page.locator("table.list").wait_for()


async def approval(page: Page, ids: dict[str, str]) -> None:
    """Show a question about an act beside the live page."""
    await page.locator(".crop img").wait_for()
    await page.locator("canvas[data-frames]").wait_for()


async def replay(page: Page, ids: dict[str, str]) -> None:
    """Show the moment and place of a claim."""
    await page.locator("button.claim").first.click()
    await page.locator("rect.claim").first.wait_for()


async def plan(page: Page, ids: dict[str, str]) -> None:
    """Show a plan to look at."""
    await page.locator(".plan-card").wait_for()


async def take_over(page: Page, ids: dict[str, str]) -> None:
    """Take the page over."""
    await page.locator("canvas[data-frames]").wait_for()
    await page.get_by_role("button", name="Take over").click()
    await page.get_by_text("You drive.").wait_for()


async def suite(page: Page, ids: dict[str, str]) -> None:
    """Show how suites stand."""
    await page.locator(".legend").wait_for()


SCREENS: dict[str, tuple[str, Callable[[Page, dict[str, str]], Awaitable[None]]]] = {
    "start": ("", start),
    "runs": ("runs", runs),
    "approval": ("runs/{approval}", approval),
    "plan": ("runs/{plan}", plan),
    "replay": ("runs/{rating}", replay),
    "compare": ("compare/{rating}/{flight}", runs),
    "suites": ("suites", suite),
    "suite": ("suites/{suite}", suite),
    "take-over": ("runs/{plan}", take_over),
}
"""Every screen: its address, and what brings it to what is shown."""


async def settled(client: httpx.AsyncClient, run: str) -> None:
    """Return once a run has ended or asks something."""
    async with asyncio.timeout(90):
        while (await client.get(f"/runs/{run}")).json()["state"] not in SETTLED:  # noqa: ASYNC110
            await asyncio.sleep(0.2)


async def prepare(server: Serving, folder: Path) -> dict[str, str]:
    """Make the runs that are shown; returns their ids by example."""
    command = [sys.executable, "-m", "agent_e", "bench", "run", "local", "--agent", "oracle"]
    out = folder / "bench" / "local"
    command += ["--limit", "12", "--out", str(out)]
    await asyncio.to_thread(subprocess.run, command, check=True, capture_output=True)
    headers = {"authorization": f"Bearer {server.token}"}
    async with httpx.AsyncClient(base_url=server.url, headers=headers, timeout=60) as client:
        ids = {}
        for name in ("rating", "flight", "plan", "approval"):
            ids[name] = (await client.post(f"/console/examples/{name}", json={})).json()["id"]
            await settled(client, ids[name])
        (known,) = (await client.get("/suites")).json()["suites"]
        return {**ids, "suite": known["id"]}


@asynccontextmanager
async def console(
    browser: Browser, server: Serving, width: int, scheme: str
) -> AsyncIterator[Page]:
    """A page of the console, signed in."""
    context = await browser.new_context(
        viewport={"width": width, "height": SIZES[width]},
        color_scheme="dark" if scheme == "dark" else "light",
        device_scale_factor=1.5 if width == 360 else 1,
    )
    headers = {"authorization": f"Bearer {server.token}"}
    async with httpx.AsyncClient(base_url=server.url, headers=headers) as client:
        address = (await client.post("/console/keys")).json()["address"]
    page = await context.new_page()
    await page.goto(address)
    await page.get_by_role("navigation", name="Pages").wait_for()
    yield page
    await context.close()


def save(picture: bytes, path: Path) -> None:
    """Write a picture as WebP."""
    with Image.open(io.BytesIO(picture)) as image:
        image.convert("RGB").save(path, "WEBP", quality=72, method=6)


async def main(out: Path) -> None:
    """Take all pictures."""
    out.mkdir(parents=True, exist_ok=True)
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="agent-e-")))
        settings = Settings.model_validate({"runs_dir": folder, "model": "offline"})
        server = await stack.enter_async_context(serve_runs(settings))
        ids = await prepare(server, folder)
        playwright = await stack.enter_async_context(async_playwright())
        browser = await playwright.chromium.launch(
            executable_path=find_chromium(None, playwright.chromium.executable_path).path,
            args=["--no-sandbox"] if is_root() else [],
        )
        for width in SIZES:
            for scheme in ("light", "dark"):
                async with console(browser, server, width, scheme) as page:
                    for name, (path, bring) in SCREENS.items():
                        await page.goto(f"{server.url}/#/{path.format(**ids)}")
                        await bring(page, ids)
                        await page.wait_for_timeout(700)
                        taken = f"{name}-{width}-{scheme}"
                        picture = await page.screenshot()
                        save(picture, out / f"{taken}.webp")
                        if shown := SHOWN.get(taken):
                            save(picture, ASSETS / f"{shown}.webp")
                        if name == "take-over":
                            await page.get_by_role("button", name="Hand back").click()
                            await page.get_by_role("button", name="Take over").wait_for()
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("dist/pictures")))
