"""The skills that look at pictures, as the executor calls them."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
import pytest_asyncio
from PIL import Image

from agent_e.errors import BadArgument, ElementGone, SkillError
from agent_e.skills.mark_screenshot import mark_screenshot

from .room import Room, room

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PAGE = """<title>Prices</title><style>body{font:16px sans-serif}</style>
<button onclick="document.getElementById('note').textContent='Saved'">Save</button>
<button>Idle</button>
<p id=note style="height:20px"></p>"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def opened(chromium, tmp_path_factory):
    async with room(chromium, tmp_path_factory.mktemp("run"), []) as made:
        yield made


@pytest_asyncio.fixture(loop_scope="session")
async def here(opened: Room):
    await opened.write(PAGE)
    opened.forget()
    return opened


async def test_a_marked_picture_comes_with_its_legend_and_stays_in_the_run(here: Room):
    seen = await here.do("mark_screenshot")
    [picture] = seen.pictures
    assert Image.open(io.BytesIO(picture.data)).size == (1280, 720)
    mmid = await here.mmid("Save")
    assert f"[{mmid}] button 'Save'" in seen.text.splitlines()
    [event] = here.events("marked")
    assert (event["marks"], event["bytes"]) == (2, len(picture.data))
    assert event["numbers"][0] == mmid
    [shot] = (here.folder / "shots").glob(f"{event['seq']}.*")
    assert shot.read_bytes() == picture.data


async def test_its_numbers_can_be_clicked_without_another_look(here: Room):
    seen = await here.do("mark_screenshot")
    [line] = [line for line in seen.text.splitlines() if line.endswith("'Save'")]
    clicked = await here.do("click", mmid=line.partition("]")[0].strip("["))
    assert "Saved" in clicked.text


@pytest.mark.parametrize(("show", "pictures"), [("text", 0), ("image", 1)])
async def test_one_of_the_two_may_be_left_out(here: Room, show, pictures):
    seen = await here.do("mark_screenshot", show=show)
    assert len(seen.pictures) == pictures
    assert ("'Save'" in seen.text) == (show == "text")


async def test_an_effect_is_verified_with_where_it_is(here: Room):
    mmid = await here.mmid("Save")
    await here.do("verify_pixels", when="before", mmid=mmid)
    await here.do("click", mmid=mmid)
    seen = await here.do("verify_pixels", when="after")
    assert seen.text.startswith("Changed to the eye")
    [event] = here.events("verified")
    assert (event["changed"], event["method"]) == (True, "tiles")
    assert event["regions"]


async def test_a_click_without_effect_is_told_with_what_to_do(here: Room):
    mmid = await here.mmid("Idle")
    await here.do("verify_pixels", when="before", mmid=mmid)
    await here.do("click", mmid=mmid)
    seen = await here.do("verify_pixels", when="after")
    assert seen.text.startswith("Nothing changed to the eye. Do not repeat the action")


async def test_an_effect_that_cannot_be_seen_is_known_from_the_action(here: Room):
    await here.write(
        f"<button onclick=\"fetch('{here.base}/ok', {{method: 'POST'}})\">Send</button><p>Words</p>"
    )
    mmid = await here.mmid("Send")
    await here.do("verify_pixels", when="before", mmid=mmid)
    clicked = await here.do("click", mmid=mmid)
    assert clicked.report is not None
    assert clicked.report.requests
    seen = await here.do("verify_pixels", when="after")
    assert seen.text.startswith("Nothing changed to the eye, but the action had an effect")


async def test_a_state_before_serves_once(here: Room):
    await here.do("verify_pixels", when="before")
    await here.do("verify_pixels", when="after")
    with pytest.raises(BadArgument, match="no picture from before"):
        await here.do("verify_pixels", when="after")


async def test_what_is_gone_cannot_be_pointed_at(here: Room):
    mmid = await here.mmid("Idle")
    await here.script("document.querySelectorAll('button')[1].remove()")
    with pytest.raises(ElementGone):
        await here.do("verify_pixels", when="before", mmid=mmid)


async def test_where_no_pictures_are_made_the_skill_says_so(here: Room):
    with pytest.raises(SkillError, match="No pictures can be taken here. Look with get_dom."):
        await mark_screenshot(replace(here.context, vision=None))
