"""Pages with so many listeners that the browser is asked for them only when there is news."""

from __future__ import annotations

from typing import Any

import pytest

from agent_e.dom.world import worlds_of
from tests.agent_e.dom.seeing import Lookout

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.browser]

TILES = """
<p id=plain style="width: 200px">Nothing yet</p>
<script>
  for (let at = 0; at < 520; at += 1) {
    const tile = document.createElement("div");
    tile.textContent = `Tile ${at}`;
    tile.addEventListener("click", turn);
    document.body.append(tile);
  }
  function turn() {}
</script>
"""


async def _known(out: Lookout) -> list[str]:
    """Open the page, look until nothing is news, and return what is asked of the browser since."""
    await out.session.goto("about:blank")
    await out.write(TILES)
    await out.look()
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
