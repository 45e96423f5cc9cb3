from __future__ import annotations

import pytest

from tests.skills.widgets.driving import Model

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,  # a sample of the widgets stands in for all of them
    pytest.mark.asyncio(loop_scope="session"),
]


async def test_a_cell_of_ag_grid_is_edited_by_the_keyboard(model: Model):
    await model.open("ag_grid", "Kettle")
    await model.do("press_key", key="Enter", mmid=model.id("gridcell", "30", row="Kettle"))
    editor = model.id("spinbutton", "Input Editor")
    await model.do("enter_text", mmid=editor, text="35", submit=True)
    await model.check("shown().map((row) => row.price)", [35, 120, 8])


async def test_a_cell_of_ag_grid_is_edited_by_a_double_click(model: Model):
    await model.open("ag_grid", "Kettle")
    cell = model.id("gridcell", "120", row="Anvil")
    await model.do("pointer", action="double", target=cell)
    editor = model.id("spinbutton", "Input Editor")
    told = await model.do("enter_text", mmid=editor, text="99.5", submit=True)
    assert "gridcell '99.5'" in told
    await model.check("shown().map((row) => row.price)", [30, 99.5, 8])


async def test_a_list_in_a_cell_of_ag_grid_is_chosen_from(model: Model):
    await model.open("ag_grid", "Kettle")
    await model.do("press_key", key="Enter", mmid=model.id("gridcell", "Small", row="Kettle"))
    await model.do("click", mmid=model.id("option", "Large"))
    await model.check("shown().map((row) => row.size)", ["Large", "Large", "Medium"])


async def test_ag_grid_is_sorted_by_its_header(model: Model):
    await model.open("ag_grid", "Kettle")
    told = await model.do("click", mmid=model.id("clickable", "Price"))
    assert "sorted ascending" in told
    await model.check("shown().map((row) => row.item)", ["Rope", "Kettle", "Anvil"])


async def test_a_row_of_ag_grid_is_ticked(model: Model):
    await model.open("ag_grid", "Kettle")
    tick = "Press Space to toggle row selection (unchecked)"
    await model.do("click", mmid=model.id("checkbox", tick, row="Anvil"))
    await model.check("grid.getSelectedRows().map((row) => row.item)", ["Anvil"])
