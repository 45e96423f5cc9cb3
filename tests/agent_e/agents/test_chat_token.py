"""What a chat's token holds: calls under way, and no others."""

import asyncio

from agent_e.agents.chat import ChatToken


async def test_a_call_that_has_ended_is_forgotten_and_others_are_cancelled() -> None:
    token = ChatToken()
    loop = asyncio.get_running_loop()
    ended, pending, late = (loop.create_future() for _ in range(3))
    token.link_future(ended)
    token.link_future(pending)
    ended.set_result(None)
    await asyncio.sleep(0)
    assert len(token._callbacks) == 1
    token.cancel()
    assert pending.cancelled() and not ended.cancelled()
    assert token.link_future(late).cancelled()
