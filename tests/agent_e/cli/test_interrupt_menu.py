"""Ctrl-C while a run is only starting, on a terminal."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from agent_e.benchmarks.sites import serve_site
from tests.programs import Program, start_at
from tests.terminals import Window

pytestmark = pytest.mark.browser


@asynccontextmanager
async def starting() -> AsyncIterator[tuple[Window, Program]]:
    async with serve_site("shop") as site:
        with Window() as window:
            task = ["run", "Find the price of the Fjord Wool Blanket", "--start-url", site.url]
            program = await start_at(window.inner, *task, "--model", "offline")
            await window.shows("starting")
            yield window, program


async def test_steering_before_anything_is_done_is_what_is_done() -> None:
    async with starting() as (window, program):
        window.type("\x03")
        await window.shows("Paused")
        await window.shows("stop >")
        window.type("steer find the price of the Canvas Tote Bag\r")
        await asyncio.to_thread(program.process.join, 60)
        await window.shows("success")
    assert program.returncode == 0
    assert "$17.60" in window.text
    assert "Not done" not in window.text


async def test_ctrl_c_twice_at_the_start_stops_without_a_traceback() -> None:
    async with starting() as (window, program):
        window.type("\x03")
        await asyncio.sleep(0.05)
        window.type("\x03")
        await asyncio.to_thread(program.process.join, 60)
        await window.shows("stopped: The run was stopped.")
    assert program.returncode == 130
    assert "Traceback" not in window.text
    assert "never retrieved" not in window.text
