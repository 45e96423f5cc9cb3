"""Limits of time while a person is asked."""

from __future__ import annotations

import asyncio
import time

import pytest

from agent_e.browser import BrowserSession
from agent_e.browser.pausable_timeout import PausableTimeout
from agent_e.errors import ActionTimeout

pytestmark = [pytest.mark.asyncio(loop_scope="session")]


async def test_a_limit_begins_anew_with_the_answer() -> None:
    patience, since = PausableTimeout(), time.monotonic() - 100
    assert patience.left(10, since) < 0
    with patience.asking(), patience.asking():
        assert patience.waiting
        assert patience.left(10, since) == 10
    assert not patience.waiting
    assert patience.left(10, since) > 0
    await patience.answered()


@pytest.mark.browser
async def test_no_limit_on_a_page_runs_out_while_a_person_is_asked(session: BrowserSession) -> None:
    async def slow() -> str:
        await asyncio.sleep(0.5)
        return "done"

    with pytest.raises(ActionTimeout):
        await session.active.guard(asyncio.Event().wait(), timeout_s=0.05)
    with session.patience.asking():
        assert await session.active.guard(slow(), timeout_s=0.05) == "done"
