"""Our agent for AgentLab, one act a turn, in a tab of somebody else's browser."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, async_playwright

from agent_e.benchmarks.sites import serve_site
from tests.browsers import listening

pytestmark = pytest.mark.browser

PRICE = "What is the price of the third product?"


class OurSide:
    """The process, asked in lines as AgentLab does."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    async def turn(self, message: dict[str, Any]) -> dict[str, Any]:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        answer: dict[str, Any] = json.loads(await self.process.stdout.readline())
        return answer


@asynccontextmanager
async def started(tmp_path: Path) -> AsyncIterator[tuple[OurSide, Page, dict[str, Any]]]:
    async with serve_site("catalog") as site:
        # A browser that has just begun to listen may not answer; Playwright takes a while to start.
        with listening(tmp_path / "profile") as address:
            async with async_playwright() as playwright:
                page = await (
                    await playwright.chromium.connect_over_cdp(address, no_defaults=True)
                ).new_page()
                await page.goto(f"{site.url}/")
                process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", "agent_e.benchmarks.browsergym.agent_process"),
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                )
                settings = {"model": "offline", "runs_dir": str(tmp_path / "runs")}
                start = {"goal": PRICE, "address": address, "tab": page.url, "settings": settings}
                try:
                    yield OurSide(process), page, start
                finally:
                    if process.returncode is None:
                        process.kill()
                    await process.wait()


async def test_it_acts_only_when_it_is_its_turn(tmp_path: Path) -> None:
    async with started(tmp_path) as (ours, page, start):
        before = await page.inner_text("body")
        act = await ours.turn(start)
        assert (act["kind"], act["name"], act["arguments"]) == ("act", "click", {})
        assert act["target"].startswith("link '")
        assert any(PRICE in message["content"] for message in act["shown"])
        assert act["spent"]["llm_calls"] >= 2 and act["spent"]["input_tokens"] > 100
        assert await page.inner_text("body") == before
        acted = await ours.turn({})
        assert (acted["kind"], acted["error"]) == ("acted", "")
        assert await page.inner_text("body") != before
        end = await ours.turn({})
        assert (end["kind"], end["outcome"], end["fault"]) == ("end", "success", False)
        assert "$" in end["ending"]["send_message_to_user"]
        # What each turn cost is told once.
        result = json.loads(next(tmp_path.glob("runs/*/result.json")).read_text())
        used = sum(role["input_tokens"] for role in result["usage"].values())
        assert act["spent"]["input_tokens"] + end["spent"]["input_tokens"] == used
        assert not page.is_closed()


async def test_it_stops_when_nobody_takes_turns_with_it(tmp_path: Path) -> None:
    async with started(tmp_path) as (ours, page, start):
        await ours.turn(start)
        assert ours.process.stdin
        ours.process.stdin.close()
        async with asyncio.timeout(20):
            assert await ours.process.wait() == 0
        result = json.loads(next(tmp_path.glob("runs/*/result.json")).read_text())
        assert result["outcome"] == "stopped"


async def test_what_it_cannot_begin_with_is_a_fault(tmp_path: Path) -> None:
    async with started(tmp_path) as (ours, _, start):
        end = await ours.turn({**start, "settings": {"model": "nobody:nothing"}})
        assert (end["kind"], end["fault"]) == ("end", True)
        assert "nobody" in end["message"]
