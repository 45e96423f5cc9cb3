"""A clock that stands still while the person is waited for."""

from __future__ import annotations

import asyncio

import pytest

from agent_e.human import PausableClock


def test_the_clock_stands_still_while_the_person_is_waited_for() -> None:
    now = [10.0]
    waits = PausableClock(lambda: now[0])
    assert waits.now() == 10
    with waits.waiting():
        now[0] = 20
        with waits.waiting():
            now[0] = 30
        assert waits.now() == 10
    assert waits.now() == 10
    now[0] = 31
    assert waits.now() == 11


@pytest.mark.asyncio(loop_scope="session")
async def test_a_limit_does_not_run_out_while_the_person_is_waited_for() -> None:
    waits = PausableClock()
    async with waits.limit(0.05) as limit:
        with waits.waiting():
            await asyncio.sleep(0.2)
    assert not limit.expired()


@pytest.mark.asyncio(loop_scope="session")
async def test_a_limit_that_began_while_waiting_runs_afterwards() -> None:
    waits = PausableClock()
    with pytest.raises(TimeoutError):
        with waits.waiting():
            limit = waits.limit(0.01)
            await limit.__aenter__()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError as error:
            await limit.__aexit__(asyncio.CancelledError, error, None)


@pytest.mark.asyncio(loop_scope="session")
async def test_no_limit_is_none() -> None:
    async with PausableClock().limit(None) as limit:
        pass
    assert not limit.expired()


@pytest.mark.asyncio(loop_scope="session")
async def test_a_limit_may_be_put_off() -> None:
    waits = PausableClock()
    async with waits.limit(0.05) as limit:
        with waits.waiting():
            waits.extend(limit, 3_600)
        assert not limit.expired()
        when = limit.when()
    assert when is not None and when > asyncio.get_running_loop().time() + 3_500
    waits.extend(limit, 10)
