from __future__ import annotations

import pytest

from tests.skills.widgets.driving import Model

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_an_item_of_a_jquery_ui_sortable_is_dragged(model: Model):
    await model.open("jquery_sortable", "Overture")
    told = await model.do("drag", mmid=model.id("item", "Finale"), to=model.id("item", "Overture"))
    assert "Finale, Overture, Aria" in told or "Overture, Finale, Aria" in told
    await model.do("drag", mmid=model.id("item", "Aria"), dy=-150)
    await model.check("$('#order li').first().text()", "Aria")


async def test_the_handle_of_a_jquery_ui_slider_is_dragged(model: Model):
    await model.open("jquery_slider", "Volume")
    await model.do("drag", mmid=model.id("clickable"), dx=200)
    await model.check("$('#volume').slider('value')", 60)


async def test_the_handle_of_a_jquery_ui_slider_takes_keys(model: Model):
    await model.open("jquery_slider", "Volume")
    await model.do("press_key", mmid=model.id("clickable"), key="ArrowRight ArrowRight")
    await model.check("$('#volume').slider('value')", 12)


@pytest.mark.parametrize("skill, how", [("drag", {"dx": 200}), ("press_key", {"key": "End"})])
async def test_that_a_slider_without_a_value_moved_is_told(model: Model, skill, how):
    await model.open("jquery_slider", "Volume")
    told = await model.do(skill, mmid=model.id("clickable"), **how)
    assert "Nothing on the page changed" not in told


async def test_an_item_of_sortablejs_is_dragged_within_its_list(model: Model):
    await model.open("sortablejs", "To do")
    told = await model.do("drag", mmid=model.id("item", "Write"), to=model.id("item", "Ship"))
    assert "Test, Ship, Write" in told
    await model.check("todo.toArray()", ["test", "ship", "write"])


async def test_an_item_of_sortablejs_is_dragged_to_another_list(model: Model):
    await model.open("sortablejs", "To do")
    told = await model.do("drag", mmid=model.id("item", "Test"), to=model.id("item", "Plan"))
    await model.check(
        "[todo.toArray(), done.toArray().sort()]", [["write", "ship"], ["plan", "test"]]
    )
    assert "Nothing on the page changed" not in told


async def test_a_shoelace_range_is_dragged(model: Model):
    await model.open("shoelace", "Settings")
    told = await model.do("drag", mmid=model.id("slider", "Font size"), dx=2000)
    assert "value='32'" in told
    await model.check("document.querySelector('sl-range').value", 32)
