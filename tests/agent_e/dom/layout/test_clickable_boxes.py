"""What may be clicked by words, and when a page has arrived."""

from __future__ import annotations

import numpy as np
import pytest
import pytest_asyncio

from agent_e.dom import ClickableBoxes
from tests.agent_e.dom.stage import site
from tests.agent_e.vision.looking import Looking, image_of_bytes, looking
from tests.browsers import Chromium

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def on(chromium: Chromium, tmp_path_factory):
    async with looking(chromium, tmp_path_factory.mktemp("downloads")) as opened:
        yield opened


async def test_the_seeds_seven_selectors_in_document_order_with_their_words(on: Looking):
    await on.open("linked")
    found = await ClickableBoxes(on.session).linked()
    assert [each.text for each in found if each.text is not None] == [
        "go to the end",
        "go and read more here",
        "read more",
        "plain",
        "send it",
        "words",
        "spoken",
        "branch",
        "handled",
        "another tab",
        "at the end",
    ]


async def test_what_something_around_hides_is_not_clicked(on: Looking):
    await on.open("linked")
    found = await ClickableBoxes(on.session).linked()
    hidden = [each for each in found if each.text is None]
    # What only cannot be seen takes up its place; the seed frames it too.
    assert 1 <= len(hidden) <= 3
    assert all(each.box[2] > 0 for each in hidden)


async def test_a_picture_shows_all_of_the_page_with_red_frames(on: Looking):
    await on.open("linked")
    page = ClickableBoxes(on.session)
    await on.script("scrollTo(0, 900)")
    found = await page.linked()
    shot = await on.eyes.whole_page([each.box for each in found], max_height=8_000)
    image = image_of_bytes(shot.data)
    height = await on.script("document.documentElement.scrollHeight")
    assert image.size == (1280, height)
    end = next(each for each in found if each.text == "at the end")
    x, y, width, _ = end.box
    assert y > 2_600
    frame = np.asarray(image)[round(y) - 1, round(x + width / 2)]
    assert [bool(level > 130) for level in frame] == [True, False, False], frame
    short = await on.eyes.whole_page([], max_height=1_000)
    assert image_of_bytes(short.data).size == (1280, 1_000)


async def test_a_page_is_there_when_nothing_on_it_loads(on: Looking):
    await on.open("linked")
    assert await ClickableBoxes(on.session).arrive() == ""


@pytest.mark.slow
async def test_one_that_says_it_loads_is_waited_for_until_it_stays_the_same(on: Looking):
    await on.write(
        "<div class='spinner' style='width:30px;height:30px'></div><p id=p></p><script>"
        "setTimeout(() => { p.textContent = 'Here at last';"
        " document.querySelector('.spinner').remove() }, 1500)</script>"
    )
    assert await ClickableBoxes(on.session).arrive() == ""
    assert await on.script("p.textContent") == "Here at last"


LOADING = """<p id=p>Words</p><script>
window.over = 0;
for (let n = 0; n < COUNT; n += 1) {
  fetch("ADDRESS/slow?s=2&n=" + n).catch(() => null).finally(() => { window.over += 1 });
}
</script>"""


@pytest.mark.slow
@pytest.mark.parametrize(("count", "over"), [(2, 0), (3, 1)])
async def test_two_requests_on_their_way_are_not_waited_for_but_three_are(
    on: Looking, count: int, over: int
):
    with site() as address:
        await on.open("linked")
        await on.write(LOADING.replace("COUNT", str(count)).replace("ADDRESS", address))
        assert await ClickableBoxes(on.session).arrive() == ""
        assert (await on.script("window.over") >= 1) == bool(over)
        await on.session.active.page.wait_for_function(f"window.over == {count}")
