"""Who watches is told of every change, whatever happens to a poll."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from agent_e.server import run_news
from agent_e.server.folder_listing import FolderRuns
from agent_e.server.run_news import RunNews

from .elsewhere import Elsewhere


async def test_a_poll_that_fails_ends_no_news(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_news, "POLL_S", 0.01)
    polls = 0

    def poll() -> tuple[set[str], bool]:
        nonlocal polls
        polls += 1
        if polls in (2, 3):
            raise ValueError("a file holds anything")
        return ({"a"} if polls > 3 else set()), False

    async with RunNews(poll).watched() as watcher, asyncio.timeout(10):
        await watcher.wake.wait()
    assert list(watcher.changed) == ["a"]
    assert caplog.text.count("ValueError: a file holds anything") == 1


async def test_the_first_look_takes_no_news_from_who_comes_second(tmp_path: Path) -> None:
    run = Elsewhere(tmp_path)
    folder = FolderRuns(tmp_path)
    looking, goes_on = threading.Event(), threading.Event()

    def poll() -> tuple[set[str], bool]:
        if not looking.is_set():
            looking.set()
            goes_on.wait(10)
        return folder.poll(())

    news = RunNews(poll)

    async def knows() -> None:
        async with news.watched() as watcher:
            listed = folder.find(run.id)
            if listed is not None and not listed.figures.steps:
                await watcher.wake.wait()

    async with asyncio.timeout(10):
        first = asyncio.create_task(knows())
        await asyncio.to_thread(looking.wait, 10)
        second = asyncio.create_task(knows())
        await asyncio.sleep(0.05)
        run.step()
        goes_on.set()
        await asyncio.gather(first, second)
