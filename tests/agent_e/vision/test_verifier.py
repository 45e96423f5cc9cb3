from __future__ import annotations

import pytest
import pytest_asyncio

from agent_e.errors import BadArgument
from agent_e.types import ChangeReport, ElementChange, Node

from .looking import Looking, looking, names

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PAGE = """<style>body{font:16px sans-serif;margin:20px} button:hover{background:#fc0}
#ad{position:absolute;left:700px;top:40px;width:300px;height:250px;overflow:hidden}
#ad i{position:absolute;width:50px;height:50px;background:red}</style>
<p><label><input type=checkbox> Gift</label> <button id=idle>Idle</button>
<button id=far onclick="note.textContent='Saved'">Save</button>
<button id=toast onclick="fade()">Copy</button></p>
<p><input id=name aria-label=Name></p><p>Only words</p>
<p id=note style="position:absolute;left:500px;top:600px"></p><div id=ad></div>
<script>
var [note, ad] = ["note", "ad"].map((id) => document.getElementById(id));
function fade() {
  note.textContent = "Copied to the clipboard";
  setTimeout(() => (note.textContent = ""), 900);
}
function advertise() {
  ad.innerHTML = "<i></i>";
  const step = (now) => {
    ad.firstChild.style.left = `${(now / 4) % 300}px`;
    ad.firstChild.style.top = `${100 + 90 * Math.sin(now / 500)}px`;
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
</script>"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def on(chromium, tmp_path_factory):
    async with looking(chromium, tmp_path_factory.mktemp("downloads")) as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="session", autouse=True)
async def page(on: Looking):
    await on.session.active.page.mouse.move(1, 1)
    await on.write(PAGE)


async def clicked(on: Looking, name: str):
    """Click by the verifier's rules, and say what it saw."""
    mmid = await on.find(name)
    await on.eyes.before(mmid)
    await on.actor.click(mmid)
    return await on.eyes.after()


async def test_a_tick_is_an_effect_beside_its_box(on: Looking):
    seen = await clicked(on, "Gift")
    assert (seen.changed, seen.verdict, seen.method) == (True, "local", "tiles")
    [region] = seen.regions
    assert "Gift" in names(region.near)


async def test_a_button_without_an_effect_has_none_though_the_mouse_changes_it(on: Looking):
    seen = await clicked(on, "Idle")
    assert (seen.changed, seen.score, seen.regions, seen.verdict) == (False, 0, (), "none")


async def test_an_effect_elsewhere_is_remote(on: Looking):
    seen = await clicked(on, "Save")
    assert (seen.changed, seen.verdict) == (True, "remote")
    x, y, width, height = seen.regions[0].bbox
    assert x <= 500 <= x + width
    assert y <= 630 <= y + height


async def test_a_moving_advertisement_is_no_effect_and_hides_none(on: Looking):
    await on.script("advertise()")
    seen = await clicked(on, "Idle")
    assert (seen.changed, seen.verdict) == (False, "only_animation")
    assert any(box[2] >= 290 and box[3] >= 240 for box in seen.masked), "the box that cuts it off"
    assert (await clicked(on, "Gift")).verdict == "local"


@pytest.mark.parametrize("key", ["i", "M"])
async def test_one_character_is_told_from_a_caret(on: Looking, key):
    await on.script("document.getElementById('name').focus()")
    await on.eyes.before()
    assert not (await on.eyes.after()).changed, "a caret that blinks"
    await on.eyes.before()
    await on.session.active.page.keyboard.press(key)
    assert (await on.eyes.after()).changed


async def test_a_field_that_only_lost_the_focus_is_no_effect(on: Looking):
    await on.script("document.getElementById('name').focus()")
    await on.eyes.before()
    await on.session.active.page.mouse.click(900, 500)
    seen = await on.eyes.after()
    assert (seen.changed, seen.verdict) == (False, "focus_lost")


async def test_what_fades_away_again_is_seen_by_who_looks_on(on: Looking):
    mmid = await on.find("Copy")
    await on.eyes.before(mmid)
    await on.actor.click(mmid)
    async with on.eyes.sampling():
        await on.session.active.page.wait_for_function("note.textContent === ''")
    seen = await on.eyes.after()
    assert (seen.changed, seen.verdict) == (True, "remote")


async def test_the_change_report_tells_of_what_is_not_seen(on: Looking):
    node = Node(depth=0, role="status", name="Saved")
    report = ChangeReport(
        changed=(ElementChange(node=node, what="name", before="", after="Saved"),)
    )
    await on.eyes.before()
    seen = await on.eyes.after(report)
    assert (seen.changed, seen.verdict) == (True, "unseen")
    await on.eyes.before()
    assert not (await on.eyes.after(ChangeReport())).changed


async def test_another_address_is_an_effect(on: Looking):
    await on.open("form")
    await on.eyes.before()
    await on.script("history.pushState(null, '', '#there')")
    assert (await on.eyes.after()).verdict == "address"
    await on.eyes.before()
    await on.script("history.pushState(null, '', '#here')")
    assert (await on.eyes.after(method="mean")).changed


async def test_the_seeds_rule_misses_a_tick_and_sees_a_dark_page(on: Looking):
    mmid = await on.find("Gift")
    await on.eyes.before(mmid)
    await on.actor.click(mmid)
    missed = await on.eyes.after(method="mean")
    assert (missed.changed, missed.method) == (False, "mean")
    assert 0 < missed.score < 0.01
    await on.eyes.before()
    await on.script("document.body.style.background = 'black'")
    assert (await on.eyes.after(method="mean")).changed


async def test_most_of_a_page_is_global(on: Looking):
    await on.eyes.before()
    await on.script("document.documentElement.style.background = '#236'")
    seen = await on.eyes.after()
    assert (seen.changed, seen.verdict) == (True, "global")
    assert seen.score > 0.9


async def test_a_baseline_serves_once(on: Looking):
    await on.eyes.before()
    await on.eyes.after()
    with pytest.raises(BadArgument, match="no picture from before"):
        await on.eyes.after()
