from __future__ import annotations

import pytest

from tests.skills.widgets.driving import Model

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def drag(model: Model, target: int, to: object, **more: str) -> str:
    return await model.do("pointer", action="drag", target=target, to=to, **more)


async def test_an_item_of_a_jquery_ui_sortable_is_dragged(model: Model):
    await model.open("jquery_sortable", "Overture")
    told = await drag(model, model.id("item", "Finale"), model.id("item", "Overture"))
    assert "Finale, Overture, Aria" in told or "Overture, Finale, Aria" in told
    await drag(model, model.id("item", "Aria"), "0px -150px")
    await model.check("$('#order li').first().text()", "Aria")


async def test_the_handle_of_a_jquery_ui_slider_is_dragged(model: Model):
    await model.open("jquery_slider", "Volume")
    await drag(model, model.id("clickable"), "200px 0px")
    await model.check("$('#volume').slider('value')", 60)


async def test_the_handle_of_a_jquery_ui_slider_takes_keys(model: Model):
    await model.open("jquery_slider", "Volume")
    await model.do("press_key", mmid=model.id("clickable"), key="ArrowRight ArrowRight")
    await model.check("$('#volume').slider('value')", 12)


@pytest.mark.parametrize("by_keys", [False, True])
async def test_that_a_slider_without_a_value_moved_is_told(model: Model, by_keys):
    await model.open("jquery_slider", "Volume")
    handle = model.id("clickable")
    if by_keys:
        told = await model.do("press_key", mmid=handle, key="End")
    else:
        told = await drag(model, handle, "200px 0px")
    assert "Nothing on the page changed" not in told


async def test_an_item_of_sortablejs_is_dragged_within_its_list(model: Model):
    await model.open("sortablejs", "To do")
    told = await drag(model, model.id("item", "Write"), model.id("item", "Ship"))
    assert "Test, Ship, Write" in told
    await model.check("todo.toArray()", ["test", "ship", "write"])


@pytest.mark.parametrize(("down", "order"), [(20, ["test", "plan"]), (90, ["plan", "test"])])
async def test_a_card_of_a_kanban_is_dropped_above_or_below_another(model: Model, down, order):
    await model.open("sortablejs", "To do")
    told = await drag(model, model.id("item", "Test"), f"{model.id('item', 'Plan')} 50% {down}%")
    await model.check("[todo.toArray(), done.toArray()]", [["write", "ship"], order])
    assert "Nothing on the page changed" not in told


async def test_a_shoelace_range_is_dragged(model: Model):
    await model.open("shoelace", "Settings")
    told = await drag(model, model.id("slider", "Font size"), "2000 0")
    assert "value='32'" in told
    await model.check("document.querySelector('sl-range').value", 32)


async def test_a_shoelace_range_is_clicked_at_a_part_of_it(model: Model):
    await model.open("shoelace", "Settings")
    size = model.id("slider", "Font size")
    await model.do("pointer", action="click", target=size, offset="50% 50%")
    await model.check("document.querySelector('sl-range').value", 20)


async def test_a_shoelace_pane_is_resized(model: Model):
    await model.open("split_panel", "Panes")
    await drag(model, model.id("separator", "Resize"), "150px 0px")
    await model.check("document.querySelector('sl-split-panel').positionInPixels", 450)


async def test_strokes_land_where_they_were_meant_to_on_a_drawing(model: Model):
    await model.open("drawing", "Nothing drawn")
    sheet = model.id("canvas", "Sheet")
    told = await drag(model, sheet, "80% 60%", offset="10% 20%")
    assert f"Dragged [{sheet}] canvas 'Sheet' from 10% 20% by (28" in told
    assert "1 drawn" in told
    await drag(model, sheet, f"{sheet} 5% 95%")
    await model.check(
        "strokes.map(({ from, to }) => [...from, ...to])", [[10, 20, 80, 60], [50, 50, 5, 95]]
    )
    await model.check("strokes.every(({ moves, trusted }) => moves > 5 && trusted)", True)


async def test_the_button_is_held_down_for_as_long_as_was_said(model: Model):
    await model.open("drawing", "Nothing drawn")
    sheet = model.id("canvas", "Sheet")
    told = await model.do("pointer", action="hold", target=sheet, offset="25% 75%", seconds=0.7)
    assert f"Clicked at 25% 75% of [{sheet}] canvas 'Sheet' for 0.7 s." in told
    await model.check("[held.length, held[0] > 650 && held[0] < 1500]", [1, True])
    await model.check("[...strokes[0].from, ...strokes[0].to]", [25, 75, 25, 75])


async def test_a_map_is_panned_and_zoomed_at_a_point(model: Model):
    await model.open("map", "Harbour")
    over = model.id("application", "Map")
    told = await drag(model, over, "-120px 60px")
    assert "820, 740" in told
    await model.check("[tiles.offsetLeft, tiles.offsetTop]", [-820, -740])
    await model.do("pointer", action="double", target=f"{over} 25% 50%")
    await model.check("Math.hypot(zoomed[0] - 125, zoomed[1] - 150) < 2", True)


async def test_menus_in_a_menu_open_where_the_mouse_is(model: Model):
    await model.open("jquery_menu", "Catalogue")
    opened = await model.do("pointer", action="hover", target="menuitem 'Music'")
    assert "Jazz" in opened
    opened = await model.do("pointer", action="hover", target="menuitem 'Jazz'")
    assert "Bebop" in opened
    told = await model.do("click", mmid="menuitem 'Bebop'")
    assert "Chose Bebop" in told


async def test_selected_text_gets_its_toolbar(model: Model):
    await model.open("quickbars", "it rained")
    told = await model.do("pointer", action="select", offset="on Monday", to="the river")
    assert "Selected 'on Monday, and on Tuesday the river' (35 characters)." in told
    await model.do("click", mmid=model.id("button", "Bold"))
    await model.check(
        "tinymce.activeEditor.getContent()",
        "<p>Dear all,</p>\n<p>it rained <strong>on <em>Monday</em>, and on Tuesday the river"
        "</strong> rose.</p>",
    )
