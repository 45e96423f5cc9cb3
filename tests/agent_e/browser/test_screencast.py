"""The live picture when a tab cannot be cast, and when casting breaks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from playwright.async_api import Error as PlaywrightError

from agent_e.browser import BrowserSession
from agent_e.browser import screencast as casting
from agent_e.browser.screencast import Screencast

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_tab_that_cannot_be_cast_is_tried_again_seldom_and_logged(
    session: BrowserSession, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    cdp, tries = session.active.cdp, 0
    send = cdp.send

    async def failing(method: str, params: Any = None) -> Any:
        nonlocal tries
        if method == "Page.startScreencast" and (tries := tries + 1) < 3:
            raise PlaywrightError("no cast today")
        return await send(method, params)

    monkeypatch.setattr(cdp, "send", failing)
    monkeypatch.setattr(casting, "_AGAIN_S", 0.4, raising=False)
    cast = Screencast(session)
    began = asyncio.get_running_loop().time()
    with cast.viewer() as viewer:
        assert await asyncio.wait_for(viewer.frame(), 10) is not None
    assert asyncio.get_running_loop().time() - began > 0.8
    assert [each.levelname for each in caplog.records if "no cast today" in each.message] == [
        "WARNING"
    ] * 2
    await cast.close()


async def test_a_cast_that_breaks_shows_nothing_is_logged_and_can_be_begun_anew(
    session: BrowserSession,
    until: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    cast = Screencast(session)
    with cast.viewer() as viewer:
        assert await asyncio.wait_for(viewer.frame(), 10) is not None
        with monkeypatch.context() as broken:
            broken.setattr(casting, "_frame", lambda tab, event: event["no such member"])
            await session.active.page.evaluate("document.body.style.background = 'red'")
            assert await asyncio.wait_for(viewer.frame(), 10) is None
        await until(lambda: "the live picture broke" in caplog.text)
        assert "no such member" in caplog.text
    with cast.viewer() as viewer:
        assert await asyncio.wait_for(viewer.frame(), 10) is not None
    await cast.close()
