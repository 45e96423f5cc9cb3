from __future__ import annotations

from pathlib import Path

import pytest

from tests.skills.widgets.driving import Model

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


def _of(model: Model, values: dict[tuple[str, str], str]) -> list[dict[str, object]]:
    return [{"mmid": model.id(*field), "value": value} for field, value in values.items()]


async def test_a_react_form_is_filled_field_by_field(model: Model):
    await model.open("react", "Reservation")
    await model.do("enter_text", mmid=model.id("textbox", "Name"), text="Bo")
    told = await model.do("enter_text", mmid=model.id("textbox", "Phone"), text="123456")
    assert "now holds '123-456'" in told
    await model.do("enter_text", mmid=model.id("spinbutton", "Seats"), text="4")
    await model.do("enter_text", mmid=model.id("textbox", "Day"), text="2026-05-28")
    await model.do("select_option", mmid=model.id("combobox", "Meal"), option="Fish")
    await model.do("click", mmid=model.id("checkbox", "I agree"))
    await model.do("enter_text", mmid=model.id("textbox", "Notes"), text="Window\nseat")
    told = await model.do("click", mmid=model.id("button", "Reserve"))
    assert "Thank you, Bo" in told
    await model.check(
        "({...state, files: 0})",
        {
            "name": "Bo",
            "phone": "123-456",
            "seats": "4",
            "day": "2026-05-28",
            "meal": "fish",
            "terms": True,
            "notes": "Window\nseat",
            "files": 0,
            "sent": True,
        },
    )


async def test_a_react_form_is_filled_in_one_call(model: Model):
    await model.open("react", "Reservation")
    fields = {
        ("textbox", "Name"): "Bo",
        ("textbox", "Phone"): "987",
        ("combobox", "Meal"): "Vegetarian",
        ("checkbox", "I agree"): "true",
    }
    reserve = model.id("button", "Reserve")
    await model.do("fill_form", fields=_of(model, fields), submit=reserve)
    await model.check(
        "[state.name, state.phone, state.meal, state.sent]", ["Bo", "987", "veg", True]
    )


async def test_a_button_of_react_takes_files(model: Model, tmp_path: Path):
    await model.open("react", "Reservation")
    files = [tmp_path / "ticket.txt", tmp_path / "map.txt"]
    for file in files:
        file.write_text(file.stem)
    attach = model.id("button", "Attach files")
    told = await model.do("upload_file", mmid=attach, paths=[str(file) for file in files])
    assert "ticket.txt, map.txt" in told
    await model.check("state.files", ["ticket.txt", "map.txt"])


async def test_a_vue_form_is_filled_field_by_field(model: Model):
    await model.open("vue", "Job application")
    await model.do("enter_text", mmid=model.id("textbox", "Name"), text=" Bo ")
    await model.do("enter_text", mmid=model.id("spinbutton", "Years"), text="4")
    await model.do("enter_text", mmid=model.id("textbox", "Start"), text="2026-05-28")
    await model.do("select_option", mmid=model.id("combobox", "Field"), option="Hardware")
    await model.do("click", mmid=model.id("checkbox", "Remote only"))
    await model.do("click", mmid=model.id("radio", "Part time"))
    await model.do("enter_text", mmid=model.id("textbox", "Letter"), text="Dear\nall")
    told = await model.do("click", mmid=model.id("button", "Apply"))
    assert "Received, Bo" in told
    await model.check(
        "({...model.$data, files: 0})",
        {
            "name": "Bo",
            "years": 4,
            "start": "2026-05-28",
            "area": "hw",
            "remote": True,
            "contract": "part",
            "letter": "Dear\nall",
            "files": 0,
            "sent": True,
        },
    )


async def test_a_vue_form_is_filled_in_one_call(model: Model):
    await model.open("vue", "Job application")
    fields = {
        ("textbox", "Name"): "Bo",
        ("spinbutton", "Years"): "12",
        ("radio", "Full time"): "true",
        ("textbox", "Letter"): "Dear all",
    }
    await model.do("fill_form", fields=_of(model, fields), submit=model.id("button", "Apply"))
    await model.check(
        "[model.name, model.years, model.contract, model.letter, model.sent]",
        ["Bo", 12, "full", "Dear all", True],
    )


async def test_a_file_field_of_vue_takes_a_file(model: Model, tmp_path: Path):
    await model.open("vue", "Job application")
    paper = tmp_path / "life.txt"
    paper.write_text("So far.")
    await model.do("upload_file", mmid=model.id("button", "Résumé"), paths=[str(paper)])
    await model.check("model.files", ["life.txt"])
