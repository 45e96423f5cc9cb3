"""Pages with so many listeners that the browser is asked for them only when there is news."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Frame

from agent_e.dom.worlds.registry import worlds_of
from tests.agent_e.dom.seeing import Lookout

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.browser]


async def _known(out: Lookout) -> list[str]:
    """Open the page, look until nothing is news, and return what is asked of the browser since."""
    await out.open("many_listeners")
    await out.look()
    asked: list[str] = []
    cdp = worlds_of(out.session.active).main.session
    send = cdp.send

    async def noting(method: str, params: dict[str, Any] | None = None) -> Any:
        asked.append(method)
        return await send(method, params)

    cdp.send = noting  # type: ignore[assignment]
    return asked


async def test_where_nothing_changed_they_are_not_asked_for_again(out: Lookout) -> None:
    asked = await _known(out)
    await out.look()
    assert "DOMDebugger.getEventListeners" not in asked
    assert len(out.page.elements) == 520


async def test_one_more_is_noticed_though_nothing_else_changed(out: Lookout) -> None:
    await _known(out)
    await out.script("document.querySelector('#plain').addEventListener('click', turn)")
    await out.look()
    assert out.find("Nothing yet")


async def test_one_less_is_noticed_though_nothing_else_changed(out: Lookout) -> None:
    await _known(out)
    await out.script("document.querySelector('div').removeEventListener('click', turn)")
    await out.look()
    assert [node.name for node in out.page.elements][:2] == ["Tile 1", "Tile 2"]


async def test_as_many_on_other_elements_are_noticed_when_these_are_new(out: Lookout) -> None:
    asked = await _known(out)
    await out.script(
        "const made = document.createElement('div');"
        "made.textContent = 'Made anew';"
        "made.addEventListener('click', turn);"
        "const old = document.querySelector('div');"
        "old.removeEventListener('click', turn);"
        "old.replaceWith(made);"
    )
    await out.look()
    assert "DOMDebugger.getEventListeners" in asked
    assert out.find("Made anew")


async def _framed(out: Lookout, address: str) -> Frame:
    """Look at the page in a frame until nothing is news, and return the frame."""
    await out.open("rerender")
    await out.write(f"<iframe src='{address}/many_listeners.html' width=600 height=500></iframe>")
    await out.session.active.page.wait_for_load_state("networkidle")
    for _ in range(3):
        await out.look()
    return out.session.active.page.frames[1]


async def test_in_a_frame_of_another_origin_as_well(out: Lookout) -> None:
    inner = await _framed(out, out.address.replace("127.0.0.1", "localhost"))
    await inner.evaluate("document.querySelector('#plain').addEventListener('click', turn)")
    await out.look()
    assert out.find("Nothing yet")
    assert len(out.page.elements) == 521


async def test_a_frame_with_another_document_is_asked_anew(out: Lookout) -> None:
    inner = await _framed(out, out.address)
    async with inner.page.expect_event("framenavigated"):
        await inner.evaluate("location.reload()")
    await inner.wait_for_selector("text=Tile 519")
    await out.look()
    assert len(out.page.elements) == 520
