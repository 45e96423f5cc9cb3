"""The control socket: orders from another process, for whoever has the token."""

from __future__ import annotations

import asyncio
import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from agent_e.errors import AnswerConflict, BadArgument
from agent_e.human import HttpChannel, QuestionBroker, RunControl
from agent_e.human.socket import ADDRESS_FILE, control_socket, order, write_private

pytestmark = pytest.mark.asyncio(loop_scope="session")


class Written:
    def __init__(self) -> None:
        self.events: list[tuple[str, dict[str, Any]]] = []

    def __call__(self, kind: str, /, **fields: Any) -> int:
        self.events.append((kind, fields))
        return len(self.events)


async def test_orders_are_obeyed_and_written_down(tmp_path: Path) -> None:
    written = Written()
    stopped: list[int] = []
    control = RunControl(written, stop=stopped.append)
    async with control_socket(tmp_path, control):
        assert (tmp_path / ADDRESS_FILE).stat().st_mode & 0o777 == 0o600
        assert (await order(tmp_path, {"do": "status"})) == {"state": "planning", "requests": []}
        assert (await order(tmp_path, {"do": "pause"}))["state"] == "paused"
        assert (await order(tmp_path, {"do": "resume"}))["state"] == "planning"
        await order(tmp_path, {"do": "steer", "words": "only new ones"})
        assert "only new ones" in control.drain_messages()
        with pytest.raises(AnswerConflict, match="not paused"):
            await order(tmp_path, {"do": "resume"})
        with pytest.raises(BadArgument, match="no order 'dance'"):
            await order(tmp_path, {"do": "dance"})
        with pytest.raises(AnswerConflict, match="asks nobody"):
            await order(tmp_path, {"do": "answer", "id": "1-a", "value": "x"})
        assert (await order(tmp_path, {"do": "stop"}))["state"] == "stopping"
    assert stopped == [130]
    by = {fields["by"] for kind, fields in written.events if kind.startswith("control.p")}
    assert by == {"command line"}
    assert not (tmp_path / ADDRESS_FILE).exists()
    with pytest.raises(AnswerConflict, match="not under way"):
        await order(tmp_path, {"do": "status"})


async def test_a_question_is_answered_by_its_id(tmp_path: Path) -> None:
    written = Written()
    control = RunControl(written)
    asked_for = asyncio.Event()
    desk = QuestionBroker("r", written, channels=[HttpChannel()], changed=asked_for.set)
    control.use_broker(desk)
    asking = asyncio.create_task(desk.ask("choice", "Which?", schema={"enum": ["red", "blue"]}))
    await asked_for.wait()
    async with control_socket(tmp_path, control):
        (asked,) = (await order(tmp_path, {"do": "status"}))["requests"]
        said = {"do": "answer", "id": asked["id"], "value": "green"}
        with pytest.raises(BadArgument, match="one of: red, blue"):
            await order(tmp_path, said)
        await order(tmp_path, {**said, "value": "RED", "note": "dark"})
        with pytest.raises(AnswerConflict, match="takes no answer"):
            await order(tmp_path, said)
    given = await asking
    assert (given.value, given.note, given.by) == ("red", "dark", "command line")


async def test_without_the_token_nothing_is_done(tmp_path: Path) -> None:
    control = RunControl(Written())
    async with control_socket(tmp_path, control):
        port = json.loads((tmp_path / ADDRESS_FILE).read_text())["port"]
        for line in (b"", b"no JSON\n", b"[]\n", b'{"do": "pause", "token": "x"}\n', b"x" * 2**21):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(line)
            writer.write_eof()
            with suppress(ConnectionError):  # closed before all was sent
                assert b"error" in await reader.read()
            writer.close()
        assert control.state == "planning"


async def test_a_process_that_is_gone_is_told(tmp_path: Path) -> None:
    server = await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    server.close()
    await server.wait_closed()
    write_private(tmp_path / ADDRESS_FILE, {"port": port, "token": "x", "pid": os.getpid()})
    with pytest.raises(AnswerConflict, match="is gone"):
        await order(tmp_path, {"do": "pause"})
