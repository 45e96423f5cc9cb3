from __future__ import annotations

from typing import Any

import pytest
import pytest_asyncio

from agent_e.config import VisionSettings
from agent_e.errors import DialogOpen, ElementGone
from agent_e.types import Node, Observation, Scroll
from agent_e.vision.marks import choose
from agent_e.vision.painting import RED
from agent_e.vision.screenshots import Camera, Shot

from .looking import Looking, image_of, looking, names

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def on(chromium, tmp_path_factory):
    async with looking(chromium, tmp_path_factory.mktemp("downloads")) as opened:
        yield opened


def is_red(colour) -> bool:
    return all(abs(one - other) < 70 for one, other in zip(colour, RED, strict=True))


async def edges(on: Looking, marked) -> dict[str, tuple[float, float, float, float]]:
    """Where each marked element is, by its name, pixels of the picture."""
    boxes = await on.page.boxes([node.mmid for node in marked.marked])
    across, down = marked.screenshot.scale
    found = {}
    for node in marked.marked:
        x, y, width, height = boxes[node.mmid][0]
        found[node.name] = (x * across, y * down, width * across, height * down)
    return found


async def test_the_picture_has_the_size_of_the_page(on: Looking):
    await on.open("form")
    marked = await on.mark()
    shot = marked.screenshot
    assert (shot.width, shot.height) == (1280, 720) == image_of(marked).size
    assert shot.to_css(512, 288) == (512, 288)


async def test_each_mark_is_framed_in_red_where_the_browser_has_the_element(on: Looking):
    await on.open("form")
    marked = await on.mark()
    image = image_of(marked)
    across, down = marked.screenshot.scale
    for name in ("Save", "Cancel"):
        box = await on.session.active.page.get_by_role("button", name=name).bounding_box()
        assert box is not None
        x, y = round(box["x"] * across), round(box["y"] * down)
        right = round((box["x"] + box["width"]) * across)
        # Below the number, if it stands beside.
        low = y + round(box["height"] * down) - 2
        assert is_red(image.getpixel((x - 1, low))), name
        assert is_red(image.getpixel((right, low))), name
        assert not is_red(image.getpixel((x + 1, low))), "nothing is drawn in it"


async def test_what_is_disabled_or_hidden_has_no_mark_but_is_told(on: Looking):
    await on.open("form")
    marked = await on.mark()
    assert "Pay" not in names(marked.marked)
    assert "Disabled: button 'Pay'." in marked.legend
    [save] = [node for node in marked.marked if node.name == "Save"]
    assert f"[{save.mmid}] button 'Save'" in marked.legend.splitlines()
    assert "checkbox 'Gift wrap' (checked)" in marked.legend


async def test_a_field_that_is_not_seen_is_marked_at_its_label(on: Looking):
    await on.open("form")
    marked = await on.mark()
    _, _, width, height = (await edges(on, marked))["Newsletter"]
    assert width > 40
    assert height > 10


async def test_only_what_is_in_front_of_a_dialog_is_marked(on: Looking):
    await on.open("dialog")
    marked = await on.mark()
    assert names(marked.marked) == ["Accept all", "Reject", "More"]
    assert "5 more are covered" in marked.legend


async def test_frames_are_marked_where_they_are_and_not_beneath_what_covers_them(on: Looking):
    await on.open("frames")
    marked = await on.mark()
    found = names(marked.marked)
    assert found.count("Foreign button") == 2
    assert "Inner save" in found
    assert "Foreign below" not in found
    boxes = await on.page.boxes([node.mmid for node in marked.marked if node.mmid])
    page = on.session.active.page
    for number, frame in enumerate(page.frames[2:4]):
        outer = await (await frame.frame_element()).bounding_box()
        inner = await frame.locator("button").first.evaluate("(b) => b.getBoundingClientRect()")
        node = [n for n in marked.marked if n.name == "Foreign button"][number]
        assert node.mmid is not None
        assert outer is not None
        x, y, *_ = boxes[node.mmid][0]
        # Its border is 4 wide, its padding 6.
        assert x == pytest.approx(outer["x"] + 10 + inner["x"], abs=1)
        assert y == pytest.approx(outer["y"] + 10 + inner["y"], abs=1)
    await on.script("document.getElementById('cover').style.cssText = 'left:480px;top:60px'")
    await on.script("document.getElementById('cover').style.width = '600px'")
    await on.script("document.getElementById('cover').style.height = '400px'")
    assert names((await on.mark()).marked).count("Foreign button") == 1


async def test_shadow_roots_are_marked_closed_ones_too(on: Looking):
    await on.open("shadow")
    marked = await on.mark()
    expected = ["Light", "Open button", "Open link", "Closed button", "Closed field"]
    assert names(marked.marked) == expected
    found = await edges(on, marked)
    assert found["Open button"][1] < found["Closed button"][1]


async def test_a_link_over_two_lines_is_framed_line_by_line(on: Looking):
    await on.write(
        '<p style="width:300px;font:16px sans-serif">Words before <a href="#long">a rather long '
        "link that is broken over more than one line</a> and after it.</p>"
    )
    marked = await on.mark()
    [link] = marked.marked
    assert link.mmid is not None
    lines = (await on.page.boxes([link.mmid]))[link.mmid]
    assert len(lines) == 2
    assert lines[0][0] > lines[1][0]


async def test_what_a_part_of_the_page_cuts_off_is_framed_as_far_as_it_is_seen(on: Looking):
    await on.write(
        '<div style="width:100px;height:50px;overflow:hidden;margin:0">'
        '<button style="width:400px;height:40px">Wide</button></div>'
    )
    marked = await on.mark()
    [button] = marked.marked
    assert button.mmid is not None
    [(_, _, width, height)] = (await on.page.boxes([button.mmid]))[button.mmid]
    assert (width, height) == (100, 40)


async def test_what_stays_in_place_is_not_cut_off_by_the_boxes_around_it(on: Looking):
    await on.write(
        '<div style="width:100px;height:50px;overflow:hidden;margin:0">'
        '<div><button style="width:400px;height:40px">Wide</button></div>'
        '<div style="position:fixed;left:200px;top:100px">'
        '<button style="width:250px">Loose</button>'
        '<button style="position:fixed;left:500px;top:300px;width:280px">Looser</button></div>'
        "</div>"
    )
    marked = await on.mark()
    boxes = await on.page.boxes([node.mmid for node in marked.marked if node.mmid])
    widths = {node.name: boxes[node.mmid][0][2] for node in marked.marked if node.mmid}
    assert widths == {"Wide": 100, "Loose": 250, "Looser": 280}


@pytest.mark.parametrize("around", ["display:contents", "position:static"])
async def test_only_boxes_that_lay_something_out_cut_it_off(on: Looking, around: str):
    # Directus has a table scroll by a box that has none: all its rows were lost.
    inner = "position:absolute;left:200px;top:100px" if around == "position:static" else ""
    await on.write(
        f'<div style="{around};width:100px;height:50px;overflow:auto">'
        f'<button style="width:250px;{inner}">Loose</button></div>'
    )
    marked = await on.mark()
    [button] = marked.marked
    assert button.mmid is not None
    [(_, _, width, _)] = (await on.page.boxes([button.mmid]))[button.mmid]
    assert width == 250


async def test_a_button_without_room_is_framed_by_the_box_around_its_icon(on: Looking):
    # Etherpad draws the icon of its "Underline" so.
    await on.write(
        "<style>a{display:flex;align-items:center;justify-content:center;width:30px;height:30px}"
        "button{width:0;height:0;padding:0;border:0;position:relative}button::before{content:'U';"
        "position:absolute;left:-10px;top:-10px;width:20px;height:20px}</style>"
        "<a><button aria-label=Underline></button></a>"
    )
    marked = await on.mark()
    [button] = marked.marked
    assert button.mmid is not None
    [(_, _, width, height)] = (await on.page.boxes([button.mmid]))[button.mmid]
    assert (width, height) == (30, 30)


async def test_what_a_chart_lays_over_itself_to_hear_the_mouse_gets_no_number(on: Looking):
    bars = "".join(f"<rect x={30 * n} y=0 width=30 height=200 />" for n in range(6))
    await on.write(
        f"<svg width=200 height=200><g fill-opacity=0>{bars}</g>"
        "<circle cx=50 cy=50 r=20 fill=red /></svg><script>"
        "for (const each of document.querySelectorAll('rect, circle')) each.onclick = () => {}"
        "</script>"
    )
    marked = await on.mark()
    assert [node.states[0] for node in marked.marked if node.role == "clickable"] == ["circle"]


async def test_the_page_sees_nothing_of_it(on: Looking):
    await on.open("form")
    await on.script(
        "new MutationObserver((list) => (window.seen = (window.seen ?? 0) + list.length))"
        ".observe(document, {subtree: true, childList: true, attributes: true, "
        "characterData: true})"
    )
    await on.mark()
    await on.eyes.screenshot()
    await on.script("new Promise((resolve) => setTimeout(resolve, 0))")
    assert await on.script("window.seen ?? 0") == 0


async def test_a_page_that_moved_meanwhile_is_looked_at_again(on: Looking):
    await on.open("form")

    class Late(Camera):
        shots = 0

        async def shoot(self, **options: Any) -> Shot:
            self.shots += 1
            if self.shots == 1:
                await on.script("document.body.style.marginTop = '260px'")
            return await super().shoot(**options)

    camera = on.camera = Late(on.session)
    try:
        marked = await on.mark()
    finally:
        on.camera = Camera(on.session)
    assert camera.shots == 2
    [save] = [node for node in marked.marked if node.name == "Save"]
    box = await on.session.active.page.get_by_role("button", name="Save").bounding_box()
    assert box is not None
    assert save.bbox is not None
    assert abs(save.bbox[1] - box["y"]) <= 1


async def test_the_ids_of_a_picture_can_be_acted_on(on: Looking):
    await on.open("form")
    observed = await on.observer.observe()
    [insurance] = [node for node in observed.elements if node.name == "Insurance"]
    assert insurance.mmid is not None
    with pytest.raises(ElementGone, match="that you have seen"):
        await on.actor.resolve(insurance.mmid)
    await on.mark()
    await on.actor.resolve(insurance.mmid)


async def test_numbers_from_one_lead_to_the_ids_and_those_without_one_come_next(on: Looking):
    await on.open("form")
    on.settings = VisionSettings(max_marks=4)
    try:
        first = await on.mark(counted=True)
        rest = await on.mark(counted=True, skip=4)
        ids = await on.mark()
    finally:
        on.settings = VisionSettings()
    assert list(first.numbers) == [1, 2, 3, 4]
    assert list(first.numbers.values()) == [node.mmid for node in first.marked]
    assert list(rest.numbers)[0] == 1
    assert not set(rest.numbers.values()) & set(first.numbers.values())
    assert f"{first.left_out} more in view have no number here: more_marks" in first.legend
    assert first.left_out - len(rest.numbers) == rest.left_out
    assert "get_dom lists them" in ids.legend
    assert list(ids.numbers) == list(ids.numbers.values())


async def test_what_reads_alike_is_told_apart_in_the_list(on: Looking):
    await on.write(
        "<h1>Do as you are told</h1><ul><li>Ann <button>Edit</button></li>"
        "<li>Bob <button>Edit</button></li></ul><table><tr><td>Tea</td><td><button>5</button></td>"
        "</tr></table><button>Save</button>"
    )
    lines = (await on.mark(counted=True)).legend.splitlines()
    assert lines[1:] == [
        "[1] button 'Edit' in item 'Ann'",
        "[2] button 'Edit' in item 'Bob'",
        "[3] button '5' after 'Tea'",
        "[4] button 'Save'",
    ]


async def test_behind_a_dialog_no_picture_is_taken(on: Looking):
    await on.open("form")
    await on.script("setTimeout(() => confirm('Sure?'), 0)")
    await on.session.active.page.wait_for_event("dialog") if not on.session.active.dialog else None
    with pytest.raises(DialogOpen, match="Sure"):
        await on.eyes.screenshot()
    with pytest.raises(DialogOpen, match="Sure"):
        await on.mark()
    await on.session.answer_dialog(accept=False)
    assert (await on.mark()).marked


async def test_a_device_of_more_pixels_gives_the_same_picture(chromium, tmp_path):
    async with looking(chromium, tmp_path, device="Desktop Chrome HiDPI") as on:
        assert await on.script("devicePixelRatio") == 2
        await on.open("form")
        marked = await on.mark()
        shot = marked.screenshot
        assert (shot.width, shot.height) == (1280, 720)
        assert (shot.viewport_width, shot.viewport_height) == (1280, 720)
        box = await on.session.active.page.get_by_role("button", name="Save").bounding_box()
        assert box is not None
        x, y = shot.to_image(box["x"], box["y"] + box["height"] - 2)
        assert is_red(image_of(marked).getpixel((round(x) - 1, round(y))))


def node(mmid: int, role: str, bbox: tuple[int, int, int, int], **more) -> Node:
    return Node(depth=0, role=role, name=f"n{mmid}", mmid=mmid, bbox=bbox, reachable=True, **more)


async def test_of_too_many_the_larger_and_the_fields_come_first():
    nodes = (
        node(1, "link", (0, 0, 50, 20)),
        node(2, "button", (0, 30, 50, 20)),
        node(3, "textbox", (0, 60, 50, 20)),
        node(4, "textbox", (0, 90, 5, 5)),
        node(5, "button", (0, 800, 50, 20)),
        node(6, "button", (0, -40, 50, 20)),
    )
    scroll = Scroll(viewport_width=1280, viewport_height=720)
    choice = choose(Observation(url="", title="", nodes=nodes, scroll=scroll), 2)
    assert [n.mmid for n in choice.marked] == [2, 3]
    assert choice.left_out == 2
    assert [n.mmid for n in choice.below] == [5]
    assert [n.mmid for n in choice.above] == [6]


async def test_where_no_scrolling_leads_nobody_is_sent():
    nodes = (node(1, "link", (0, -40, 50, 20), states=("off-screen",)),)
    scroll = Scroll(viewport_width=1280, viewport_height=720)
    choice = choose(Observation(url="", title="", nodes=nodes, scroll=scroll), 2)
    assert choice.above == choice.below == choice.marked == ()
