"""A server of runs in a process of its own, the browser of a person who looks at them, a site."""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import psutil
from playwright.async_api import Browser, BrowserContext, Page, ViewportSize

from agent_e.benchmarks.perf.record import PerfOptions
from agent_e.benchmarks.perf.serving import PageFiles, serve_page
from agent_e.benchmarks.scripted import scripted_server
from agent_e.benchmarks.sites import serve_site
from agent_e.browser import SharedBrowser
from agent_e.config import BrowserSettings
from agent_e.errors import AgentEError

from .model import model

WINDOW: ViewportSize = {"width": 1280, "height": 900}
_PAGES = Path(__file__).parent / "pages"
_RUNS = "runs"
_START_S = 60.0
_RUN_S = 1_800.0
_LOOK_S = 0.2


class ConsoleFailed(AgentEError):
    """The console did not show what was to be measured."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Desk:
    """What is measured.

    Attributes:
        url: of the server.
        runs: its folder of runs.
        server: its process.
        api: its client.
        browser: of the person.
        site: address of a shop, whose products runs look at.
        pages: address of ``pages/``.
    """

    url: str
    runs: Path
    server: psutil.Process
    api: httpx.AsyncClient
    browser: Browser
    site: str
    pages: str

    async def make(self, task: str, start_url: str, **more: Any) -> str:
        """Make a run; returns its id."""
        asked = {"task": task, "start_url": start_url, **more}
        return str((await self._json("POST", "/runs", asked))["id"])

    async def until(self, id_: str, state: str) -> None:
        """Wait until a run is in this state."""
        async with asyncio.timeout(_RUN_S):
            while (run := await self._json("GET", f"/runs/{id_}"))["state"] != state:
                if run["state"] == "ended":
                    raise ConsoleFailed(f"A run ended instead of being {state}: {run['result']}.")
                await asyncio.sleep(_LOOK_S)

    async def stop(self, id_: str) -> None:
        """End a run."""
        await self._json("POST", f"/runs/{id_}/stop")
        await self.until(id_, "ended")

    async def list(self, most: int) -> None:
        """List the newest runs."""
        await self._json("GET", f"/runs?limit={most}")

    @asynccontextmanager
    async def signed_in(self) -> AsyncIterator[BrowserContext]:
        """A profile in which the console is signed in."""
        context = await self.browser.new_context(viewport=WINDOW)
        try:
            page = await context.new_page()
            await page.goto((await self._json("POST", "/console/keys"))["address"])
            await page.get_by_role("navigation", name="Pages").wait_for()
            await page.close()
            yield context
        finally:
            await context.close()

    async def watch(self, context: BrowserContext, id_: str) -> Page:
        """Open a run in a new tab."""
        page = await context.new_page()
        await page.goto(self.address(id_))
        await page.locator(".title h1").wait_for()
        return page

    def address(self, id_: str) -> str:
        """Of the page of a run."""
        return f"{self.url}/#/runs/{id_}"

    async def _json(self, method: str, path: str, body: Any = None) -> Any:
        response = await self.api.request(method, path, json=body)
        if response.is_error:
            raise ConsoleFailed(f"{method} {path}: {response.status_code} {response.text}")
        return response.json()


@asynccontextmanager
async def open_desk(options: PerfOptions) -> AsyncIterator[Desk]:
    """Open all of it while the block runs."""
    files = {f"/{path.name}": path.read_text(encoding="utf-8") for path in _PAGES.iterdir()}
    browser = BrowserSettings(executable=options.executable)
    async with (
        serve_site("catalog") as site,
        serve_page(PageFiles(texts=files, start="")) as pages,
        scripted_server(model()) as scripted,
        SharedBrowser.start(browser) as person,
    ):
        with tempfile.TemporaryDirectory(prefix="agent-e-") as folder:
            settings = _settings(scripted.base_url, options)
            async with _served(Path(folder), settings) as (url, token, process):
                headers = {"authorization": f"Bearer {token}"}
                client = httpx.AsyncClient(
                    base_url=url, headers=headers, trust_env=False, timeout=60
                )
                async with client as api:
                    yield Desk(
                        url=url,
                        runs=Path(folder, _RUNS),
                        server=process,
                        api=api,
                        browser=person.browser,
                        site=site.url,
                        pages=pages,
                    )


def _settings(base_url: str, options: PerfOptions) -> Mapping[str, Any]:
    executable = options.executable
    return {
        "model": "openai:scripted",
        "models": {"base_url": base_url},
        "planner": "always",
        "mode": "human",
        "verify": "never",
        "about_me": False,
        "loops": {"enabled": False},
        "limits": {"max_steps": 10_000, "planner_steps": 10_000, "seconds": 7_200.0},
        "browser": {"executable": str(executable)} if executable else {},
    }


@asynccontextmanager
async def _served(
    folder: Path, settings: Mapping[str, Any]
) -> AsyncIterator[tuple[str, str, psutil.Process]]:
    """Run ``agent-e serve`` while the block runs; yields its address, token and process."""
    config, runs = folder / "config.yaml", folder / _RUNS
    config.write_text(json.dumps({**settings, "runs_dir": str(runs)}), encoding="utf-8")
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "agent_e", "serve", "--config", str(config)),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        assert process.stdout is not None
        async with asyncio.timeout(_START_S):
            url = (await process.stdout.readline()).decode().strip()
        if not url:
            raise ConsoleFailed("agent-e serve did not start.")
        token = json.loads((runs / "server.json").read_text(encoding="utf-8"))["token"]
        yield url, token, psutil.Process(process.pid)
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()
