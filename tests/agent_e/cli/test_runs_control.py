"""agent-e runs stop|pause|resume|steer|answer, by the run's own socket or its server."""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from agent_e.benchmarks.scripted import scripted_server
from agent_e.benchmarks.sites import serve_site
from agent_e.human import HttpChannel, QuestionBroker, RunControl
from agent_e.human.socket import control_socket
from agent_e.journal import Journal, read_run
from tests.agent_e.server.serving import api_of, curious, settings_of
from tests.programs import start

from .conftest import Call, Ended


async def runs(folder: Path, *words: str, sent: bytes | None = None) -> Ended:
    program = await start("runs", *words, "--out", str(folder), piped=sent is not None)
    out, err = await program.communicate(sent or b"")
    told = " ".join(err.decode().split())
    return Ended(code=program.returncode or 0, out=out.decode().strip(), err=told)


class UnderWay:
    """A run folder with a run that asks, reached by its socket."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "20261122-140000-abcd"
        self.path.mkdir(parents=True)
        self.journal = Journal(self.path)
        self.journal.write_file("run.json", {"task": {"text": "t"}})
        self.kept: list[str] = []
        self.control = RunControl(self.journal.write)
        self.desk = QuestionBroker(
            self.path.name,
            self.journal.write,
            channels=[HttpChannel()],
            changed=self.control.changed,
            keep=lambda request, value: self.kept.append(value) or "kept",  # type: ignore[func-returns-value]
        )
        self.control.use_broker(self.desk)

    async def ask(self, *asked: Any, **more: Any) -> asyncio.Task[Any]:
        asking = asyncio.create_task(self.desk.ask(*asked, **more))
        await asyncio.sleep(0)
        return asking


@pytest.fixture
async def under_way(elsewhere: Path) -> AsyncIterator[UnderWay]:
    run = UnderWay(elsewhere / "runs")
    async with control_socket(run.path, run.control):
        yield run
    run.journal.close()


@pytest.mark.slow
async def test_a_run_is_held_steered_and_stopped_from_another_terminal(
    under_way: UnderWay,
) -> None:
    folder = under_way.folder
    assert (await runs(folder, "pause", "latest")).out == f"{under_way.path.name} paused"
    assert (await runs(folder, "steer", "2026", "only new ones")).code == 0
    assert "only new ones" in under_way.control.drain_messages()
    assert (await runs(folder, "resume", "latest")).out.endswith("planning")
    again = await runs(folder, "resume", "latest")
    assert (again.code, again.err) == (2, "Error: The run is not paused.")
    assert (await runs(folder, "stop", "latest")).out.endswith("stopping")


async def test_a_question_is_shown_and_answered(under_way: UnderWay) -> None:
    folder = under_way.folder
    assert (await runs(folder, "answer", "latest")).err == "Nothing is asked now."
    asking = await under_way.ask("choice", "Which\x1b[2J?", schema={"enum": ["red", "blue"]})
    (id_,) = under_way.desk.pending
    shown = await runs(folder, "answer", "latest")
    assert shown.out == f"{id_} choice: Which [2J? (red / blue)"
    misfit = await runs(folder, "answer", "latest", "green")
    assert (misfit.code, misfit.err) == (2, "Error: Answer with one of: red, blue.")
    given = await runs(folder, "answer", "latest", "blue", "--note", "if any", "--id", id_)
    assert (given.code, (await asking).value, (await asking).note) == (0, "blue", "if any")
    late = await runs(folder, "answer", "latest", "red", "--id", id_)
    assert late.code == 2 and "does not wait any more" in late.err
    asking = await under_way.ask("approval", "May I buy it?")
    await runs(folder, "answer", "latest", "--decline", "--note", "too dear")
    assert ((await asking).action, (await asking).note) == ("declined", "too dear")


async def test_a_plan_is_accepted_without_some_of_what_is_allowed(under_way: UnderWay) -> None:
    allowed = [{"number": 2, "text": "order at shop.example, once"}]
    asking = await under_way.ask("plan", "Right?", evidence={"steps": ["buy"], "grants": allowed})
    shown = await runs(under_way.folder, "answer", "latest")
    assert "done without a question, 2: order at shop.example, once" in shown.out
    for wrong in ('{"withdraw": ["2"]}', '{"withdraw": 2}', "{}", '{"steps": []}', '{"more": 1}'):
        misfit = await runs(under_way.folder, "answer", "latest", wrong)
        assert (misfit.code, "does not fit" in misfit.err) == (2, True), wrong
    given = await runs(under_way.folder, "answer", "latest", '{"withdraw": [2]}')
    assert (given.code, (await asking).value) == (0, {"withdraw": [2]})


async def test_a_secret_comes_by_a_pipe_and_never_as_an_argument(under_way: UnderWay) -> None:
    folder = under_way.folder
    asking = await under_way.ask("secret", "Your password?", sensitivity="secret")
    refused = await runs(folder, "answer", "latest", "hunter22")
    assert refused.code == 2 and "not written after the command" in refused.err
    given = await runs(folder, "answer", "latest", sent=b"hunter22\n")
    assert given.code == 0
    assert ((await asking).value, under_way.kept) == ("kept", ["hunter22"])
    assert "hunter22" not in (under_way.path / "events.jsonl").read_text()


def test_what_cannot_be_reached_is_told(call: Call, elsewhere: Path) -> None:
    folder = elsewhere / "runs" / "20261122-140000-abcd"
    folder.mkdir(parents=True)
    (folder / "run.json").write_text('{"task": {"text": "t"}}')
    assert "is not under way on this machine" in call("runs", "pause", "latest").err
    (folder / "run.json").write_text('{"task": {"text": "t"}, "served": true}')
    assert "belongs to a server that is not running" in call("runs", "pause", "latest").err
    (folder / "result.json").write_text('{"outcome": "success"}')
    ended = call("runs", "stop", "latest")
    assert (ended.code, "has ended (success)" in ended.err) == (2, True)
    assert "There is no run nope" in call("runs", "stop", "nope").err


@pytest.mark.browser
@pytest.mark.slow
async def test_runs_of_a_server_and_of_the_command_line_are_reached(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        model = await stack.enter_async_context(scripted_server(curious))
        site = await stack.enter_async_context(serve_site("catalog"))
        settings = settings_of(tmp_path, model.base_url, mode="autonomous")
        config = tmp_path / "settings.yaml"
        config.write_text(json.dumps(settings.model_dump(mode="json", exclude_unset=True)))
        run = await start(
            *("run", "Look slow.", "--start-url", site.url, "--config", str(config)),
            *("--out", str(tmp_path / "own")),
        )
        await asyncio.wait_for(model.asked.wait(), 60)
        assert (await runs(tmp_path / "own", "pause", "latest")).out.endswith("paused")
        assert (await runs(tmp_path / "own", "stop", "latest")).code == 0
        await run.communicate()
        assert run.returncode == 130
        (folder,) = (tmp_path / "own").iterdir()
        assert not (folder / "control.json").exists()
        kinds = [each["kind"] for each in read_run(folder).events]
        assert kinds.index("control.paused") < kinds.index("control.stopped")

        served = tmp_path / "served"
        server = await start("serve", "--config", str(config), "--out", str(served))
        url = (await server.stdout.readline()).decode().strip()
        token = json.loads((served / "server.json").read_text())["token"]
        async with api_of(url, token, site.url) as api:
            id_ = await api.make("Which size?", mode="human")
            await api.asked(id_)
            shown = await runs(served, "answer", id_)
            assert shown.out.endswith("text: Which size?")
            assert (await runs(served, "answer", "latest", "forty-two")).code == 0
            ended = await api.until(id_, "ended")
        assert ended["result"]["answer"] == "Which size? forty-two"
        server.send_signal(signal.SIGTERM)
        await server.communicate()
