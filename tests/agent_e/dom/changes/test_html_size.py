from __future__ import annotations

import pytest

from agent_e.dom.changes.html_size import HtmlSizeWaiter
from agent_e.errors import ActionTimeout
from tests.agent_e.dom.stage import Stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_page_that_grows_is_waited_for_until_it_does_not(on: Stage):
    await on.open("controls")
    await on.script(
        "void (window.grow = setInterval(() => { log.textContent += '!';"
        " if (log.textContent.endsWith('!!!!!!')) clearInterval(window.grow) }, 100))"
    )
    await HtmlSizeWaiter(on.session, every_s=0.5).finish()
    assert await on.script("log.textContent") == "nothing yet!!!!!!"


async def test_a_page_that_never_ends_growing_is_an_error(on: Stage):
    await on.open("controls")
    await on.script("void setInterval(() => { log.textContent += '!' }, 10)")
    with pytest.raises(ActionTimeout, match="still loading after 1 s"):
        await HtmlSizeWaiter(on.session, every_s=0.2, cap_s=1.0).finish()


async def test_a_dialog_ends_the_wait(on: Stage):
    await on.open("controls")
    await on.script("void setTimeout(() => confirm('Really?'), 50)")
    settled = await HtmlSizeWaiter(on.session, every_s=0.3).finish()
    assert "html_stable" in settled.milliseconds
    await on.session.answer_dialog(accept=True)
