from __future__ import annotations

import pytest

from tests.agent_e.dom.stage import Stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


IN_VIEW = """text => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const at = texts.currentNode.data.indexOf(text);
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(texts.currentNode, at);
    range.setEnd(texts.currentNode, at + 1);
    const { top, bottom } = range.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  }
  return false;
}"""


async def in_view(on: Stage, text: str) -> bool:
    """Whether the first of this text is drawn inside of the window, by the page's own account."""
    return bool(await on.session.active.page.evaluate(IN_VIEW, text))


async def test_the_position_is_told_wherever_it_is(on: Stage):
    await on.open("long_text")
    await on.act(on.actor.scroll("down"))
    y, height = await on.script("[Math.round(scrollY), document.documentElement.scrollHeight]")
    assert y > 0
    assert f"Now at {y}–{y + 720} of {height} px" in on.words
    await on.act(on.actor.scroll("up"))
    report = await on.act(on.actor.scroll("up"))
    assert report.none
    assert on.words == f"Already at the top. Now at 0–720 of {height} px."


async def test_a_text_in_view_needs_no_scrolling(on: Stage):
    await on.open("long_text")
    report = await on.act(on.actor.scroll_until("down", "the VERY  beginning"))
    assert (on.result, report.scroll) == ("found", None)
    assert on.words == "It was in view already."


@pytest.mark.parametrize("text", ["line 9 of", "line 201 of", "line 399 of", "The very end"])
async def test_a_text_that_is_further_on_is_gone_to(on: Stage, text: str):
    await on.open("long_text")
    assert not await in_view(on, "line 201 of")
    await on.act(on.actor.scroll_until("down", text))
    assert on.result == "found"
    assert await in_view(on, text)
    if text != "line 9 of":
        assert "Now at " in on.words


async def test_a_text_is_looked_for_upwards(on: Stage):
    await on.open("long_text")
    await on.script("scrollTo(0, 1e6)")
    await on.act(on.actor.scroll_until("down", "line 5 of"))
    assert on.result == "behind"
    await on.act(on.actor.scroll_until("up", "line 5 of"))
    assert on.result == "found"
    assert await in_view(on, "line 5 of")


async def test_a_text_in_a_pane_is_gone_to_in_the_pane(on: Stage):
    await on.open("long_text")
    await on.script("pane.scrollIntoView()")
    await on.look()
    await on.act(on.actor.scroll_until("down", "Last in the pane", on.id("First in the pane")))
    assert on.result == "found"
    assert await on.script("pane.scrollTop") > 500
    assert await in_view(on, "Last in the pane")


async def test_more_of_an_endless_list_is_loaded_until_the_text_comes(on: Stage):
    await on.open("endless")
    assert await on.script("list.children.length") == 20
    report = await on.act(on.actor.scroll_until("down", "Story 47"))
    assert on.result == "found"
    assert await in_view(on, "Story 47")
    assert "Story 47" in {node.name for node in report.added}


async def test_the_end_of_a_list_that_is_not_endless_is_told(on: Stage):
    await on.open("endless")
    await on.act(on.actor.scroll_until("down", "Story 4711"))
    assert on.result == "end"
    assert await on.script("list.children.length") == 80
    y, height = await on.script("[Math.round(scrollY), document.documentElement.scrollHeight]")
    assert f"Now at {y}–{y + 720} of {height} px" in on.words


async def test_a_page_that_is_all_in_view_says_so(on: Stage):
    await on.open("arrived")
    await on.act(on.actor.scroll_until("down", "Nowhere"))
    assert on.result == "end"
    assert on.words == "Nothing here can be scrolled that way: all of it is in view."
