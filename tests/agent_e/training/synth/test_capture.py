"""Boxes, kinds and instructions of a small page whose places are known."""

from __future__ import annotations

import io
import random

import pytest
import pytest_asyncio
from PIL import Image

from agent_e.config import DomSettings
from agent_e.dom import PageObserver
from agent_e.training.synth.capture import NUMBERS, Capture, Element, capture, set_look
from agent_e.training.synth.generator import Placed
from agent_e.training.synth.sayings import sayings_of
from agent_e.training.synth.theme import Look

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

_STAR = '<svg viewBox="0 0 24 24" width="24" height="24"><path d="M2 2h20v20h-20z"/></svg>'
PAGE = f"""<!DOCTYPE html><html lang="en"><style>
body > * {{ position: absolute; margin: 0; padding: 0; box-sizing: border-box }}
</style><body>
<button style="left:20px;top:30px;width:100px;height:40px">Save</button>
<button data-s="1" style="left:140px;top:30px;width:40px;height:40px">{_STAR}</button>
<input placeholder="Your town" style="left:20px;top:90px;width:160px;height:30px">
<button style="left:200px;top:90px;width:60px;height:12px;font-size:8px">Later</button>
<button style="left:20px;top:150px;width:80px;height:30px">Under</button>
<div style="left:10px;top:140px;width:200px;height:60px;background:#ddd">a cover</div>
<button style="left:300px;top:150px;width:80px;height:30px;opacity:0">Ghost</button>
<button aria-label="Nothing" style="left:400px;top:150px;width:80px;height:30px;border:0;
  background:white"></button>
<div style="left:500px;top:150px;width:50px;height:30px;overflow:hidden">
  <button style="width:200px;height:30px">Half of it is cut off</button></div>
<button style="left:20px;top:2000px">Below</button>
<table style="left:20px;top:220px"><tr><td>Ann</td><td><button>Edit</button></td></tr>
<tr><td>Bob</td><td><button>Edit</button></td></tr></table>
<canvas data-s="" data-shapes='[["2", 10, 20, 30, 40]]' width="200" height="100"
  style="left:300px;top:220px"></canvas>
<script>
  {{ const pen = document.querySelector("canvas").getContext("2d");
    pen.fillStyle = "red"; pen.fillRect(10, 20, 30, 40); }}
</script></body></html>"""
PLACED = {
    "1": Placed(name="star filled", tags=("favourite",)),
    "2": Placed(name="red rectangle", kind="canvas"),
}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def tab(chromium, tmp_path_factory):
    async with chromium.session(downloads_dir=tmp_path_factory.mktemp("downloads")) as session:
        yield session, PageObserver(session, DomSettings(write_attribute=NUMBERS))


async def look_at(tab, html: str, look: Look) -> Capture:
    session, observer = tab
    await set_look(session, look)
    await session.active.page.set_content(html)
    return await capture(session, observer, PLACED)


def named(seen: Capture) -> dict[str, Element]:
    return {element.name: element for element in seen.elements}


@pytest.mark.parametrize(("zoom", "scale"), [(1.0, 1.0), (1.25, 1.0), (0.8, 2.0)])
async def test_boxes_are_where_css_has_put_them(tab, zoom: float, scale: float) -> None:
    look = Look(width=1000, height=700, zoom=zoom, scale=scale)
    seen = await look_at(tab, PAGE, look)
    elements = named(seen)

    assert (seen.width, seen.height) == (1000 * scale, 700 * scale)
    with Image.open(io.BytesIO(seen.picture)) as picture:
        assert picture.size == (seen.width, seen.height)
        for name, (left, top, width, height) in {
            "Save": (20, 30, 100, 40),
            "star filled": (140, 30, 40, 40),
            "Your town": (20, 90, 160, 30),
            "red rectangle": (310, 240, 30, 40),
        }.items():
            wanted = [edge * zoom * scale for edge in (left, top, left + width, top + height)]
            assert elements[name].box == pytest.approx(wanted, abs=1), name
        x1, y1, x2, y2 = elements["red rectangle"].box
        middle = int((x1 + x2) / 2), int((y1 + y2) / 2)
        assert picture.getchannel("R").getpixel(middle) == pytest.approx(254, abs=3)
        assert picture.getchannel("B").getpixel(middle) == pytest.approx(0, abs=6)


async def test_kinds_are_told_by_what_is_drawn(tab) -> None:
    elements = named(await look_at(tab, PAGE, Look(width=1000, height=700)))

    kinds = {name: element.kind for name, element in elements.items()}
    assert kinds == {
        "Save": "text",
        "star filled": "icon",
        "Your town": "field",
        "Later": "tiny",
        "Edit": "ambiguous",
        "red rectangle": "canvas",
    }, "and nothing that is covered, transparent, empty, cut off or out of sight"


async def test_what_is_tiny_is_so_in_the_picture(tab) -> None:
    seen = named(await look_at(tab, PAGE, Look(width=1000, height=700, zoom=2.0)))
    assert seen["Later"].kind == "text"


async def test_an_instruction_for_one_of_two_is_true_of_it_alone(tab) -> None:
    seen = await look_at(tab, PAGE, Look(width=1000, height=700))
    rows = [at for at, element in enumerate(seen.elements) if element.name == "Edit"]

    for seed in range(20):
        sayings = sayings_of(seen.elements, random.Random(seed))
        upper, lower = (sayings[at] for at in rows)
        assert upper and lower
        assert all({"Ann", "topmost", "highest"} & set(saying.split()) for saying in upper)
        assert all({"Bob", "lowest", "bottom"} & set(saying.split()) for saying in lower)


async def test_a_heading_counts_only_in_its_own_section(tab) -> None:
    page = """<!DOCTYPE html><html lang="en"><body style="display:flex;flex-direction:column">
    <section><h2>Letters</h2><button>Send</button></section>
    <section><button>Send</button></section></body></html>"""
    first, second = (await look_at(tab, page, Look(width=800, height=600))).elements
    assert first.near["under"] == "Letters"
    assert "under" not in second.near


async def test_icons_of_a_font_are_no_text(tab) -> None:
    page = """<!DOCTYPE html><html lang="en"><body>
    <button aria-label="Menu" style="font-size:30px">&#xe5d2;</button>
    <button aria-label="Close">X</button></body></html>"""
    elements = named(await look_at(tab, page, Look(width=800, height=600)))
    assert (elements["Menu"].kind, elements["Close"].kind) == ("icon", "text")


async def test_what_another_page_says_of_drawings_is_not_believed(tab) -> None:
    session, observer = tab
    await set_look(session, Look(width=600, height=400))
    said = "<button data-s='1' data-shapes='[no JSON'>Save</button>"
    await session.active.page.set_content(f"<!DOCTYPE html><html lang='en'><body>{said}")
    [found] = (await capture(session, observer, {})).elements
    assert (found.name, found.kind, found.drawing) == ("Save", "text", "")
