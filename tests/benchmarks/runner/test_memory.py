"""What processes hold, by real ones that hold a known amount."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Awaitable, Callable

import psutil
import pytest

from agent_e.benchmarks.runner.memory import MB, MemoryWatch, held, held_by_tree

CHILD_MB = 80
HOLDING = f"""
import subprocess, sys
if len(sys.argv) > 1:
    child = subprocess.Popen([sys.executable, *sys.orig_argv[1:-1]], stdin=subprocess.PIPE)
held = bytearray(b"x") * ({CHILD_MB} << 20)
print("holding", flush=True)
sys.stdin.read()
if len(sys.argv) > 1:
    child.communicate()
"""

WindowLease = Callable[..., Awaitable[Process]]


@pytest.fixture
async def holding() -> AsyncIterator[WindowLease]:
    """Starts a process that holds 80 MiB, with ``"child"`` another below it that does too."""
    started: list[Process] = []

    async def start(*arguments: str) -> Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", HOLDING, *arguments, stdin=PIPE, stdout=PIPE
        )
        started.append(process)
        assert process.stdout is not None
        for _ in range(1 + len(arguments)):
            assert await process.stdout.readline() == b"holding\n"
        return process

    yield start
    for process in started:
        if process.returncode is None:
            await process.communicate(b"")


async def test_what_all_below_a_process_hold_is_added_up(holding):
    process = await holding("child")
    alone = held(psutil.Process(process.pid))
    assert alone >= CHILD_MB * MB
    assert held_by_tree(process.pid) >= alone + CHILD_MB * MB


async def test_a_process_that_is_gone_holds_nothing(holding):
    process = await holding()
    seen = psutil.Process(process.pid)
    await process.communicate(b"")
    assert (held(seen), held_by_tree(process.pid)) == (0, 0)


async def test_the_most_is_kept_when_it_is_given_back(holding):
    async with MemoryWatch(os.getpid()) as watch:
        process = await holding()
        await watch.look()
        most = watch.peak_mb
        await process.communicate(b"")
        await watch.look()
    now = held_by_tree(os.getpid()) / MB
    assert watch.peak_mb >= most
    assert watch.peak_mb >= now + CHILD_MB / 2


async def test_it_looks_by_itself(holding):
    async with MemoryWatch() as watch, asyncio.timeout(60):
        while not watch.peak_mb:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        process = await holding("child")
        while watch.peak_mb < 2 * CHILD_MB:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    assert process.returncode is None
