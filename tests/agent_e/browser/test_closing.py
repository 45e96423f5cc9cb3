"""Nothing is left behind, however a session ends. Each case is a process of its own."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
import uuid
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.browser,
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs /proc"),
]

SCRIPT = """
import asyncio, sys
from pathlib import Path
from agent_e.browser import BrowserSession
from agent_e.config import BrowserSettings

async def main():
    async with BrowserSession.open(
        BrowserSettings(),
        downloads_dir=Path("none"),
        on_event=lambda what, **fields: print(what, flush=True),
    ) as session:
        page = session.active.page
        print("open", flush=True)
        BODY

async def stoppable():
    task = asyncio.ensure_future(main())
    asyncio.get_running_loop().add_signal_handler(10, task.cancel)
    print("begun", flush=True)
    try:
        await task
    except asyncio.CancelledError:
        print("cancelled", flush=True)

asyncio.run(stoppable())
"""


class Run:
    """One run of the script with this body; its processes are known by a variable they inherit."""

    def __init__(self, body: str) -> None:
        self.mark = f"AGENT_E_TEST_{uuid.uuid4().hex}"
        self.script = SCRIPT.replace("BODY", body)

    async def __aenter__(self) -> Run:
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            self.script,
            env={**os.environ, self.mark: "1", "PYTHONPATH": os.pathsep.join(sys.path)},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.process.returncode is None:
            self.process.kill()
        await self.process.communicate()

    async def said(self, word: str) -> None:
        assert self.process.stdout is not None
        async with asyncio.timeout(20):
            async for line in self.process.stdout:
                if line.decode().strip() == word:
                    return
        raise AssertionError(f"never said {word}")

    async def ended(self) -> str:
        out, errors = await asyncio.wait_for(self.process.communicate(), 20)
        assert not errors.decode().strip(), errors.decode()
        return out.decode()

    def left(self) -> list[str]:
        """Command lines of what is still there."""
        found = []
        for folder in Path("/proc").iterdir():
            try:
                if (
                    folder.name.isdigit()
                    and self.mark.encode() in (folder / "environ").read_bytes()
                ):
                    found.append((folder / "cmdline").read_text().replace("\0", " ")[:100])
            except OSError:
                continue
        return found

    async def nothing_left(self, within_s: float) -> None:
        end = time.monotonic() + within_s
        while left := self.left():
            assert time.monotonic() < end, left
            await asyncio.sleep(0.02)


NEVER = "await asyncio.Event().wait()"
WITH_DIALOG = """
        asking = asyncio.ensure_future(page.evaluate("confirm('?')"))
        asking.add_done_callback(lambda done: done.cancelled() or done.exception())
        await asyncio.Event().wait()
"""
STOP = """
        import psutil
        for each in psutil.Process().children(recursive=True):
            if "--type=renderer" in each.cmdline():
                each.suspend()
"""
STOPPED = f"{STOP}        {NEVER}"


@pytest.mark.slow
@pytest.mark.parametrize(
    "body",
    [
        NEVER,
        "await session.active.guard(page.evaluate('for (;;);'), timeout_s=99)",
        WITH_DIALOG,
        STOPPED,
    ],
)
async def test_a_cancelled_session_is_gone_at_once(body):
    async with Run(body) as run:
        await run.said("open")
        await asyncio.sleep(0.2)
        began = time.monotonic()
        os.kill(run.process.pid, signal.SIGUSR1)
        assert "cancelled" in await run.ended()
        await run.nothing_left(10)
        # What hangs here hangs for good; how fast the rest is depends on the machine.
        assert time.monotonic() - began < 15


@pytest.mark.parametrize("after_s", [0.0, 0.2, 0.5])
async def test_a_session_cancelled_while_it_opens_is_gone_as_well(after_s):
    async with Run(NEVER) as run:
        await run.said("begun")
        await asyncio.sleep(after_s)
        began = time.monotonic()
        os.kill(run.process.pid, signal.SIGUSR1)
        assert "cancelled" in await run.ended()
        await run.nothing_left(10)
        # What hangs here hangs for good; how fast the rest is depends on the machine.
        assert time.monotonic() - began < 15


@pytest.mark.slow
async def test_two_cancellations_are_one():
    async with Run(NEVER) as run:
        await run.said("open")
        for _ in range(2):
            os.kill(run.process.pid, signal.SIGUSR1)
            await asyncio.sleep(0.02)
        assert "cancelled" in await run.ended()
        await run.nothing_left(0.5)


async def test_a_killed_process_leaves_no_browser():
    async with Run(NEVER) as run:
        await run.said("open")
        assert len(run.left()) > 3
        run.process.kill()
        await run.process.wait()
        await run.nothing_left(3)


@pytest.mark.slow
async def test_a_body_that_fails_closes_the_browser_and_fails():
    async with Run("raise KeyError('mine')") as run:
        _, errors = await asyncio.wait_for(run.process.communicate(), 20)
        assert "KeyError: 'mine'" in errors.decode()
        await run.nothing_left(0.5)


@pytest.mark.slow
async def test_a_browser_that_opens_no_tab_any_more_is_given_up():
    body = f"""{STOP}
        from agent_e.errors import BrowserError
        try:
            await session.goto("http://127.0.0.1:1/")
        except BrowserError as error:
            print(error, flush=True)
            print("told", flush=True)
    """
    async with Run(body) as run:
        # The page may take 5 s to let itself be left, and another tab 10 s to come.
        for word in ("open", "told"):
            await run.said(word)
        await run.ended()
        await run.nothing_left(3)


async def test_a_browser_that_dies_is_told_and_closing_still_works():
    body = """
        import os, signal
        from agent_e.errors import BrowserError
        waiting = asyncio.ensure_future(
            session.active.guard(page.evaluate('new Promise(() => 0)'), timeout_s=20))
        await asyncio.sleep(0.1)
        for folder in Path('/proc').iterdir():
            if folder.name.isdigit():
                try:
                    line = (folder / 'cmdline').read_text()
                    ours = MARK in (folder / 'environ').read_bytes()
                except OSError:
                    continue
                if ours and '--remote-debugging-pipe' in line and '--type=' not in line:
                    os.kill(int(folder.name), signal.SIGKILL)
        for use in (waiting, session.goto('about:blank'), session.ready(),
                    session.active.guard(page.title())):
            try:
                await use
                print('no error', use)
            except BrowserError as error:
                print(error)
    """
    run = Run("pass")
    run.script = SCRIPT.replace("BODY", body.replace("MARK", repr(run.mark.encode())))
    async with run:
        lines = (await run.ended()).splitlines()
        assert len([line for line in lines if "browser is gone" in line]) == 4, lines
        assert "browser_gone" in lines
        await run.nothing_left(0.5)
