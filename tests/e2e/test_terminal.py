"""Whole runs on a terminal: the program in a process of its own, keys pressed, the screen read."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from agent_e.benchmarks.scripted import Script, Scripted, ScriptedServer, by_role, scripted_server
from agent_e.benchmarks.sites import RunningSite
from agent_e.journal import list_runs, read_run
from tests import programs
from tests.processes import alive, descendants
from tests.terminals import Window

from .conftest import LOOKED, asks_grants, browse, finish, offered, seen

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(sys.platform != "linux", reason="terminals of POSIX, reads /proc"),
]

KEPT_FROM = ("OPENAI_", "ANTHROPIC_", "AZURE_", "AGENT_E_", "NO_COLOR", "FORCE_COLOR", "COLUMNS")
THINKING = Scripted(calls=[("browse", {"sub_task": "buy", "expect": "x"})], delay_s=1.5)


class Attended:
    """A run on a terminal."""

    def __init__(self, window: Window, server: ScriptedServer, folder: Path) -> None:
        self.window = window
        self.server = server
        self.folder = folder
        self.program: programs.Program

    @property
    def requests(self) -> list[dict[str, Any]]:
        """All requests but the one for what the task allows."""
        return [body for body in self.server.requests if not asks_grants(body)]

    async def start(self, url: str, *flags: str, **variables: str) -> None:
        mine = {name: value for name, value in os.environ.items() if not name.startswith(KEPT_FROM)}
        own = {"HOME": str(self.folder), "XDG_CONFIG_HOME": str(self.folder), "TERM": "xterm"}
        self.program = await programs.start_at(
            self.window.inner,
            *("run", "Buy shoes.", "--start-url", url, "--verify", "never", "--trust", "127.0.0.1"),
            *("--model", "openai:scripted", "--planner", "always"),
            *("--base-url", self.server.base_url),
            *("--out", str(self.folder / "runs"), *flags),
            folder=self.folder,
            variables={**mine, **own, "OPENAI_API_KEY": "k", **variables},
        )

    async def type(self, *lines: tuple[str, str]) -> None:
        """Type each of these once the words before it are there."""
        for words, line in lines:
            await self.window.shows(words)
            self.window.type(line)

    async def end(self) -> int | None:
        """Return the exit code, when all that the program wrote is drawn."""
        await asyncio.to_thread(self.program.process.join, 60)
        self.window.draw_all()
        return self.program.returncode

    def events(self) -> list[dict[str, Any]]:
        (record,) = list_runs(self.folder / "runs")
        return [dict(event) for event in read_run(record.path).events]

    def kinds(self, start: str) -> list[str]:
        return [event["kind"] for event in self.events() if event["kind"].startswith(start)]


@asynccontextmanager
async def attended(
    script: Script, folder: Path, *, columns: int = 100, rows: int = 60
) -> AsyncIterator[Attended]:
    async with scripted_server(script) as server:
        with Window(columns, rows) as window:
            run = Attended(window, server, folder)
            try:
                yield run
            finally:
                if run.program.process.is_alive():
                    run.program.process.kill()
                await asyncio.to_thread(run.program.process.join)


def ask(kind: str, question: str, *options: str) -> Scripted:
    given = {"question": question, "kind": kind, **({"options": list(options)} if options else {})}
    return Scripted(calls=[("ask_user", given)])


@pytest.mark.slow
async def test_questions_take_the_terminal_from_the_live_view_and_give_it_back(
    catalog: RunningSite, tmp_path: Path
) -> None:
    asking = [ask("text", "Which size?"), ask("choice", "Which colour?", "red", "blue")]
    script = by_role(planner=[*asking, browse("buy"), finish("bought", 1)], navigator=[LOOKED])
    async with attended(script, tmp_path) as run:
        await run.start(catalog.url, "--mode", "human")
        await run.type(("Which size? Ctrl-D gives no answer. >", "forty-two\n"))
        await run.type(("1-2 or words >", "2\n"))
        assert await run.end() == 0
        await run.window.shows("asked: Which size? forty-two")
        assert "bought" in run.window.lines
        # Left as it was: it echoes, and the cursor is seen.
        assert run.window.echoes
        assert run.window.written.rfind(b"\x1b[?25h") > run.window.written.rfind(b"\x1b[?25l")
    assert "The person answered: blue" in seen(run.requests[2])


async def test_ctrl_c_pauses_and_steers(catalog: RunningSite, tmp_path: Path) -> None:
    script = by_role(
        planner=[THINKING, browse("buy the red ones"), finish("bought", 1)], navigator=[LOOKED] * 2
    )
    async with attended(script, tmp_path) as run:
        await run.start(catalog.url)
        await run.window.shows("Ctrl-C pauses")
        await asyncio.wait_for(run.server.asked.wait(), 60)
        await run.type(("planner is thinking", "\x03"), ("continue / steer / stop >", "what\n"))
        await run.type(("Type a number or a word", "steer buy the red ones\n"))
        assert await run.end() == 0
        await run.window.shows("steered by terminal: buy the red ones")
    done = [kind for kind in run.kinds("control.") if kind != "control.state"]
    assert done == ["control.paused", "control.steered", "control.resumed"]
    (browsed,) = [event["sub_task"] for event in run.events() if event["kind"] == "subtask.started"]
    assert browsed == "buy the red ones"


async def test_ctrl_c_twice_stops_and_leaves_no_browser(
    catalog: RunningSite, tmp_path: Path
) -> None:
    script = by_role(planner=[Scripted(delay_s=60)])
    async with attended(script, tmp_path) as run:
        await run.start(catalog.url)
        await asyncio.wait_for(run.server.asked.wait(), 60)
        started = descendants(run.program.process.pid or 0)
        assert len(started) > 2
        await run.type(("planner is thinking", "\x03"), ("continue / steer / stop >", "\x03"))
        assert await run.end() == 130
        assert run.window.echoes
        assert not any(map(alive, started))
    assert run.events()[-1]["outcome"] == "stopped"


@pytest.mark.slow
async def test_a_secret_is_on_no_screen_and_in_no_file(
    catalog: RunningSite, tmp_path: Path
) -> None:
    script = by_role(
        planner=[browse("log in"), finish("done", status="cannot")],
        navigator=[ask("secret", "What is the password here?"), LOOKED],
    )
    async with attended(script, tmp_path) as run:
        await run.start(
            catalog.url, "--mode", "human", PYTHON_KEYRING_BACKEND="keyring.backends.null.Keyring"
        )
        await run.window.shows("(not shown) >")
        await run.window.until(lambda: not run.window.echoes, "nothing is echoed")
        run.window.type("hunter2-lane\n")
        await run.window.shows("Taken, and shown to nobody.")
        await run.end()
        assert run.window.echoes
    assert b"hunter2" not in run.window.written
    assert "hunter2" not in str(run.server.requests)
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert any(file.name == "events.jsonl" for file in files)
    assert not [file for file in files if b"hunter2" in file.read_bytes()]


@pytest.mark.slow
@pytest.mark.parametrize(("typed", "code"), [("continue\n", 0), ("1\n", 0), ("stop\n", 130)])
async def test_the_menu_goes_on_or_stops(
    catalog: RunningSite, tmp_path: Path, typed: str, code: int
) -> None:
    script = by_role(planner=[THINKING, finish("bought", 1)], navigator=[LOOKED])
    async with attended(script, tmp_path) as run:
        await run.start(catalog.url)
        await asyncio.wait_for(run.server.asked.wait(), 60)
        await run.type(("planner is thinking", "\x03"), ("continue / steer / stop >", typed))
        assert await run.end() == code
        assert run.window.echoes
    assert ("control.resumed" in run.kinds("control.")) == (code == 0)


@pytest.mark.slow
async def test_a_question_is_shown_again_after_the_menu(
    catalog: RunningSite, tmp_path: Path
) -> None:
    script = by_role(
        planner=[ask("text", "Which size?"), browse("buy"), finish("bought", 1)], navigator=[LOOKED]
    )
    async with attended(script, tmp_path) as run:
        await run.start(catalog.url, "--mode", "human")
        await run.type(("Which size? Ctrl-D gives no answer. >", "forty"))
        await run.type(("> forty", "\x03"))
        await run.window.shows("continue / steer / stop >")
        run.window.clear()
        run.window.type("continue\n")
        await run.type(("Which size? Ctrl-D gives no answer. >", "42\n"))
        assert await run.end() == 0
    assert "The person answered: 42" in seen(run.requests[1])


@pytest.mark.slow
async def test_steering_takes_a_question_back(catalog: RunningSite, tmp_path: Path) -> None:
    script = by_role(
        planner=[ask("text", "Which size?"), browse("buy"), finish("bought", 1)], navigator=[LOOKED]
    )
    async with attended(script, tmp_path) as run:
        await run.start(catalog.url, "--mode", "human")
        await run.type(("Which size? Ctrl-D gives no answer. >", "\x03"))
        await run.type(("continue / steer / stop >", "2\n"), ("What is wanted now?", "any size\n"))
        assert await run.end() == 0
        await run.window.shows("steered by terminal: any size")
    assert 'The person says now: "any size"' in seen(run.requests[1])


@pytest.mark.slow
@pytest.mark.parametrize("secret", [False, True])
async def test_sigterm_while_a_question_waits_leaves_the_terminal_as_it_was(
    catalog: RunningSite, tmp_path: Path, secret: bool
) -> None:
    import signal

    script = by_role(
        planner=[browse("log in")],
        navigator=[
            ask(
                "secret" if secret else "text",
                "What is the password here" if secret else "Which size?",
            )
        ],
    )
    async with attended(script, tmp_path) as run:
        await run.start(catalog.url, "--mode", "human")
        await run.window.shows("Ctrl-D gives no answer.")
        if secret:
            await run.window.until(lambda: not run.window.echoes, "nothing is echoed")
        run.program.send_signal(signal.SIGTERM)
        assert await run.end() == 143
        assert run.window.echoes


@pytest.mark.slow
@pytest.mark.parametrize("variables", [{"TERM": "dumb"}, {"NO_COLOR": "1"}])
async def test_plain_terminals(
    catalog: RunningSite, tmp_path: Path, variables: dict[str, str]
) -> None:
    script = by_role(
        planner=[ask("text", "Which size?"), browse("buy"), finish("bought", 1)], navigator=[LOOKED]
    )
    async with attended(script, tmp_path) as run:
        await run.start(catalog.url, "--mode", "human", **variables)
        await run.type(("Which size? Ctrl-D gives no answer. >", "42\n"))
        assert await run.end() == 0
        written = run.window.written
    if variables.get("TERM") == "dumb":
        assert b"\x1b" not in written
        assert "answer: 42" in run.window.lines
        assert not [line for line in run.window.lines if line.startswith("waiting for you")]
    else:
        assert not [code for code in (b"\x1b[3", b"\x1b[9", b"\x1b[38") if code in written]


@pytest.mark.slow
async def test_the_live_view_fits_a_window_that_is_made_narrower(
    catalog: RunningSite, tmp_path: Path
) -> None:
    script = by_role(planner=[THINKING, browse("buy"), finish("bought", 1)], navigator=[LOOKED] * 2)
    async with attended(script, tmp_path) as run:
        await run.start(catalog.url)
        await run.window.shows("Ctrl-C pauses")
        run.window.resize(46, 60)
        run.window.clear()
        assert await run.end() == 0
        assert "bought" in run.window.lines
        assert all(len(line) <= 46 for line in run.window.lines)


@pytest.mark.slow
async def test_without_a_terminal_nobody_is_asked(catalog: RunningSite, tmp_path: Path) -> None:
    script = by_role(planner=[ask("text", "Which size?")])
    async with scripted_server(script) as server:
        program = await programs.start(
            *("run", "Buy shoes.", "--start-url", catalog.url, "--mode", "human"),
            *("--model", "openai:scripted", "--base-url", server.base_url),
            *("--planner", "always", "--out", str(tmp_path), "--verify", "never"),
            variables={**os.environ, "OPENAI_API_KEY": "k"},
        )
        out, err = await program.communicate()
    assert (program.returncode, out) == (3, b"")
    assert b"nobody can be asked" in err
    assert any(map(offered, server.requests))
