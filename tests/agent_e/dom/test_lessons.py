"""What misled careful readers of other agents' observations and reports: one case each."""

from __future__ import annotations

import pytest

from agent_e.errors import ElementGone
from tests.agent_e.dom.stage import Stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def show(on: Stage, html: str) -> str:
    """Put a page together and return its outline."""
    await on.open("controls")
    await on.session.active.page.set_content(html)
    return on.observer.render(await on.look())


async def test_a_count_of_one_character_is_read(on: Stage):
    outline = await show(on, "<p>Found <b>1</b> result.</p><a href=#a>4</a> <a href=#b>5</a>")
    assert "Found 1 result." in outline
    assert "link '4'" in outline
    assert "link '5'" in outline


async def test_a_select_shows_what_is_chosen_and_how_many_there_are(on: Stage):
    options = "".join(f"<option>Size {n}</option>" for n in range(30))
    outline = await show(on, f"<label>Size <select>{options}</select></label>")
    assert "value='Size 0'" in outline
    assert "30 options" in outline or "+" in outline
    await on.act(on.actor.select_option(on.id("Size"), "Size 17"))
    assert on.result == "Size 17"
    assert await on.script("document.querySelector('select').value") == "Size 17"


async def test_a_form_whose_page_is_being_replaced_is_never_told_as_empty(on: Stage):
    await show(on, "<form method=post action=/send><button>Send</button></form>")
    await on.click("Send")
    assert "Thank you" in on.words
    assert "empty" not in on.words


async def test_every_row_keeps_its_link(on: Stage):
    rows = "".join(
        f"<tr><td><a href=/order/{n}>Order {n}</a></td><td>{n} items</td></tr>" for n in range(25)
    )
    outline = await show(on, f"<table><tr><th>Order</th><th>Items</th></tr>{rows}</table>")
    for n in range(25):
        assert f"link 'Order {n}'" in outline


async def test_an_element_that_is_missing_is_a_failure(on: Stage):
    await show(on, "<button onclick='this.remove()'>Once</button><p>Rest</p>")
    once = on.id("Once")
    await on.click("Once")
    with pytest.raises(ElementGone, match="not on the page any more"):
        await on.actor.resolve(once)
    with pytest.raises(ElementGone, match="not on the page any more"):
        await on.actor.click(once)


async def test_noise_is_not_offered(on: Stage):
    outline = await show(
        on,
        "<style>.icon { display: inline-block; width: 16px; height: 16px; background: red }</style>"
        "<i class='icon icon-star'></i>"
        "<a href=#p><img alt='Red pot' src=data:,></a><a href=#p>Red pot</a>"
        "<table><tr><th>A</th><th>B</th></tr><tr><td>one</td><td>two</td></tr></table>"
        "<label>Name <input></label>",
    )
    assert [(node.role, node.name) for node in on.page.elements] == [
        ("link", "Red pot"),
        ("textbox", "Name"),
    ]
    assert "shadow" not in outline


async def test_a_search_shows_the_lines_that_match(on: Stage):
    await show(
        on, "".join(f"<p>Line {n} about pots</p>" for n in range(40)) + "<p>A red kettle</p>"
    )
    found = on.observer.render(on.page, find="kettle")
    assert "A red kettle" in found
    assert "Line 3 about" not in found


async def test_a_row_at_the_edge_of_a_scrolled_list_keeps_its_text(on: Stage):
    rows = "".join(f"<li style='height: 40px'>Message {n} <b>{n % 10}</b></li>" for n in range(12))
    outline = await show(
        on, f"<ul style='height: 100px; overflow: auto; margin: 0' tabindex=0>{rows}</ul>"
    )
    # The third one straddles the edge: only half of it is in sight.
    assert "Message 2 2" in outline


async def test_a_drawing_put_in_by_an_action_does_not_end_reporting(on: Stage):
    await show(
        on,
        "<button id=b>Draw</button><p id=log>nothing</p><script>b.onclick = () => {"
        "const ns = 'http://www.w3.org/2000/svg'; const svg = document.createElementNS(ns, 'svg');"
        "svg.append(document.createElementNS(ns, 'circle')); document.body.append(svg);"
        "log.textContent = 'drawn ' + document.querySelectorAll('svg').length }</script>",
    )
    await on.click("Draw")
    assert "'nothing' is now 'drawn 1'" in on.words
    await on.click("Draw")
    assert "'drawn 1' is now 'drawn 2'" in on.words
