"""A person at the terminal, and a process that dies."""

import asyncio
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from agent_e import Outcome
from agent_e.benchmarks.scripted import Scripted, by_role, scripted_server
from agent_e.benchmarks.sites import RunningSite
from agent_e.human import Terminal, TerminalChannel
from agent_e.journal import list_runs, read_run
from tests.processes import alive, descendants

from .conftest import LOOKED, Workbench, browse, finish, offered, seen

pytestmark = pytest.mark.browser

ASK = Scripted(calls=[("ask_user", {"question": "Which size\x1b[2J?"})])


@contextmanager
def typing(folder: Path, typed: str) -> Iterator[tuple[TerminalChannel, Path]]:
    """A terminal that is two files; yields it with the one that is written to."""
    source, sink = folder / "typed", folder / "shown"
    source.write_text(typed)
    with source.open() as reader, sink.open("w") as writer:
        yield TerminalChannel(Terminal(reader, writer)), sink


async def test_both_agents_may_ask_in_human_mode(
    workbench: Workbench, catalog: RunningSite, tmp_path: Path
) -> None:
    script = by_role(planner=[ASK, browse("buy"), finish("bought", 1)], navigator=[ASK, LOOKED])
    with typing(tmp_path, "forty\nforty-two\n") as (terminal, shown):
        agent = await workbench.agent(script, terminal, mode="human", verify="never")
        result = await agent.run("Buy shoes.", start_url=catalog.url)
    assert result.outcome is Outcome.SUCCESS
    agents = [*workbench.asked("planner"), *workbench.asked("navigator")]
    assert len(agents) == 5 and all("ask_user" in offered(body) for body in agents)
    assert "The person answered: forty" in seen(workbench.asked("planner")[1])
    assert "The person answered: forty-two" in seen(workbench.asked("navigator")[1])
    assert "? Which size [2J?" in shown.read_text()
    kinds = [event["kind"] for event in read_run(Path(result.run_dir)).events]
    assert kinds.count("person.asked") == kinds.count("person.answered") == 2


async def test_a_question_nobody_answers_is_exit_3(
    workbench: Workbench, catalog: RunningSite, tmp_path: Path
) -> None:
    with typing(tmp_path, "") as (terminal, _):
        agent = await workbench.agent(by_role(planner=[ASK], navigator=[]), terminal, mode="human")
        result = await agent.run("Buy shoes.", start_url=catalog.url)
    assert (result.outcome, result.exit_code) == (Outcome.NEEDS_PERSON, 3)
    assert "nobody can be asked" in result.message


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.slow
async def test_a_killed_run_leaves_its_journal_and_no_browser(
    catalog: RunningSite, tmp_path: Path
) -> None:
    async with scripted_server(lambda body: Scripted(delay_s=60)) as server:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "agent_e", "run", "wait", "--start-url", catalog.url),
            *("--model", "openai:scripted", "--base-url", server.base_url, "--out", str(tmp_path)),
            stderr=asyncio.subprocess.DEVNULL,
        )
        await asyncio.wait_for(server.asked.wait(), 30)
        children = descendants(process.pid)
        assert len(children) > 2
        os.kill(process.pid, signal.SIGKILL)
        await process.wait()
        async with asyncio.timeout(10):
            while any(map(alive, children)):  # noqa: ASYNC110 - processes that are not ours to await
                await asyncio.sleep(0.05)
    (record,) = list_runs(tmp_path)
    assert record.result is None
    events = read_run(record.path).events
    assert events[-1]["kind"] == "model.called"
