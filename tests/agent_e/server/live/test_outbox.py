"""A viewer who reads slowly gets the newest, and nothing piles up."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any, cast

from starlette.websockets import WebSocket

from agent_e.browser.screencast import Frame
from agent_e.server.live.outbox import Outbox


class SlowSocket:
    def __init__(self) -> None:
        self.sent: list[Any] = []
        self.reads = asyncio.Event()

    async def send_text(self, text: str) -> None:
        await self.reads.wait()
        self.sent.append(json.loads(text))

    async def send_bytes(self, data: bytes) -> None:
        await self.reads.wait()
        self.sent.append(data[-1])


def frame(number: int) -> Frame:
    return Frame(tab=1, jpeg=bytes([number]), width=1280, height=720, scale=1)


async def test_the_newest_of_each_kind_is_sent() -> None:
    socket = SlowSocket()
    outbox = Outbox(cast(WebSocket, socket))
    sending = asyncio.create_task(outbox.send())
    for number in range(100):
        outbox.put_state("holder", by=str(number // 50))
        outbox.put_frame(frame(number))
        outbox.refuse(number)
        await asyncio.sleep(0)
    socket.reads.set()
    await asyncio.wait_for(outbox.sent(), 5)
    # What was being sent when the reader stopped, and the newest of all else.
    assert socket.sent[0] == {"kind": "holder", "by": "0"}
    assert socket.sent[1:] == [
        {"kind": "refused", "why": "99"},
        {"kind": "holder", "by": "1"},
        99,
    ]
    outbox.put_state("holder", by="1")
    outbox.put_frame(frame(7))
    outbox.put_frame(None)
    await asyncio.sleep(0.01)
    assert len(socket.sent) == 4
    sending.cancel()
    with suppress(asyncio.CancelledError):
        await sending


async def test_what_breaks_is_told() -> None:
    socket = SlowSocket()
    socket.reads.set()
    outbox = Outbox(cast(WebSocket, socket))

    async def breaking() -> None:
        raise ZeroDivisionError("nothing")

    await outbox.told(breaking())
    sending = asyncio.create_task(outbox.send())
    await asyncio.wait_for(outbox.sent(), 5)
    sending.cancel()
    (told,) = socket.sent
    assert told["kind"] == "refused" and "ZeroDivisionError" in told["why"]
