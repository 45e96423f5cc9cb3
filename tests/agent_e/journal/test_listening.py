from __future__ import annotations

import asyncio
import logging

from agent_e.journal import GuardedListener


async def test_an_async_listener_gets_the_events_in_order() -> None:
    heard: list[int] = []

    async def listen(event) -> None:
        await asyncio.sleep(0.01 / event["seq"])
        heard.append(event["seq"])

    guarded = GuardedListener(listen, lambda kind, **fields: None)
    for seq in (1, 2, 3):
        guarded({"seq": seq})
    await guarded.close()
    assert heard == [1, 2, 3]


async def test_failures_are_told_once_and_stop_nothing(caplog) -> None:
    heard: list[int] = []

    def listen(event) -> None:
        heard.append(event["seq"])
        raise ValueError("mine")

    written: list[object] = []
    guarded = GuardedListener(listen, lambda kind, **fields: written.append((kind, fields)))
    with caplog.at_level(logging.ERROR):
        guarded({"seq": 1})
        guarded({"seq": 2})
    await guarded.close()
    assert heard == [1, 2]
    assert written == [("hook.failed", {"hook": "listener", "type": "ValueError", "error": "mine"})]
    assert [record.getMessage() for record in caplog.records] == [
        "The listener of the run failed (ValueError: mine). The run goes on, and further failures "
        "of it are not reported."
    ]
