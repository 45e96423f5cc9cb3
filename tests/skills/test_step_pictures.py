"""Pictures of the page from before every action, for people."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import pytest
import pytest_asyncio
from PIL import Image
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from agent_e.errors import ActionTimeout
from agent_e.skills.click import click
from agent_e.skills.handle_dialog import handle_dialog

from .room import Room, room

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PAGE = """<title>Colours</title><style>body{margin:0;background:#fff}
button{position:absolute;left:300px;top:200px;width:120px;height:60px;background:#00f;border:0}
button:focus{background:#f00}
#far{left:10px;top:3000px}</style>
<button onclick="this.style.background='#f00'" aria-label=Paint></button>
<button id=far aria-label=Far></button>
<button onclick="confirm('Sure?')" aria-label=Ask style="left:500px"></button>"""


async def _page(request: Request) -> HTMLResponse:
    return HTMLResponse(PAGE)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def opened(chromium, tmp_path_factory):
    async with room(chromium, tmp_path_factory.mktemp("run"), [Route("/", _page)]) as made:
        yield made


@pytest_asyncio.fixture(loop_scope="session")
async def here(opened: Room):
    await opened.open("/")
    opened.forget()
    return opened


def picturing(here: Room, **changes: Any):
    return replace(here.context, pictures=True, **changes)


async def test_the_picture_is_from_before_and_the_box_is_the_target(here: Room):
    await click(picturing(here), await here.mmid("Paint"))
    [event] = here.events("pictured")
    [started] = here.events("action.started")
    assert event["started"] == started["seq"]
    assert event["box"] == [300, 200, 120, 60]
    image = Image.open(io.BytesIO((here.folder / event["file"]).read_bytes())).convert("RGB")
    assert image.size == (event["width"], event["height"]) == (1280, 720)
    spot = image.crop((350, 220, 370, 240)).resize((1, 1)).tobytes()
    assert spot[2] > 200 > spot[0]


async def test_a_target_out_of_view_has_a_box_outside_of_the_picture(here: Room):
    await click(picturing(here), await here.mmid("Far"))
    [event] = here.events("pictured")
    assert event["box"][1] == 3000


async def test_behind_a_dialog_the_action_goes_on_without_a_picture(here: Room):
    context = picturing(here)
    await click(context, await here.mmid("Ask"))
    here.forget()
    await handle_dialog(context, accept=True)
    [event] = here.events("pictured")
    assert "file" not in event
    assert event["error"]
    [ended] = here.events("action.ended")
    assert ended["status"] == "done"


async def test_a_page_that_does_not_draw_keeps_no_action_back(here: Room):
    class Late:
        def __init__(self, eyes: Any) -> None:
            self.sampling = eyes.sampling

        async def glimpse(self):
            raise ActionTimeout("The page did not answer within 1 s.")

    await click(picturing(here, vision=Late(here.context.vision)), await here.mmid("Paint"))
    assert here.events("pictured")[0]["error"] == "The page did not answer within 1 s."
    assert here.events("action.ended")[0]["status"] == "done"


async def test_nothing_is_pictured_unless_asked_for(here: Room):
    await click(here.context, await here.mmid("Paint"))
    assert here.events("pictured") == []


async def test_the_end_has_a_picture_of_its_own(here: Room):
    await picturing(here).picture()
    [event] = here.events("pictured")
    assert (event["started"], event["file"]) == (None, "shots/end.jpg")
    assert (here.folder / "shots" / "end.jpg").is_file()
