"""What no script of ours can ask a page: listeners, closed roots; and what lies over and around."""

from __future__ import annotations

import asyncio

import pytest

from agent_e.config import DomSettings
from agent_e.dom import PageObserver
from agent_e.dom.observe.observer import FRAMES_TIMEOUT_S
from agent_e.dom.worlds.registry import worlds_of
from tests.agent_e.dom.seeing import Lookout

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.browser]


async def test_what_only_listens_to_clicks_is_offered(out: Lookout) -> None:
    await out.open("listeners")
    assert set(out.ids()) >= {"Lamp", "Rug", "Shadow tile", "Inner tile"}


async def test_a_listener_alone_does_not_make_an_article_or_a_wrapper_a_control(
    out: Lookout,
) -> None:
    outline = await out.open("listeners")
    assert [name for name in out.ids() if name.startswith("Long")] == []
    assert outline.count("Buy") == 1
    assert "Typed" not in out.ids()


async def test_the_items_are_offered_where_their_box_listens_for_them(out: Lookout) -> None:
    await out.open("listeners")
    assert set(out.ids()) >= {"A1", "B1", "C1"}


async def test_a_dialog_that_listens_for_clicks_beside_it_stays_a_dialog(out: Lookout) -> None:
    await out.open("listeners")
    await out.script("document.getElementById('box').showModal()")
    assert (await out.look()).startswith("dialog 'Choose' (modal)\n  [")


async def test_listeners_that_come_and_go_are_noticed(out: Lookout) -> None:
    await out.open("listeners")
    await out.script("window.heard = () => {}; typed.addEventListener('click', heard)")
    await out.look()
    number = out.find("Typed").mmid
    await out.script("typed.removeEventListener('click', heard)")
    await out.look()
    assert "Typed" not in out.ids()
    await out.script("typed.addEventListener('click', heard)")
    await out.look()
    assert out.find("Typed").mmid == number


async def test_closed_shadow_roots_are_read_at_the_first_look(out: Lookout) -> None:
    outline = await out.open("closed_roots")
    assert set(out.ids()) == {"In the card", "Deep", "Plain tile"}
    assert "textbox 'Deep' value='typed'" in outline


async def test_what_is_in_a_closed_root_can_be_looked_at_again(out: Lookout) -> None:
    await out.open("closed_roots")
    before = out.ids()
    await out.look()
    assert out.ids() == before


async def test_an_element_stands_where_aria_owns_puts_it(out: Lookout) -> None:
    lines = [
        line.strip().partition("] ")[2] or line for line in (await out.open("owned")).split("\n")
    ]
    assert lines == ["group 'Colours'", "button 'Blue'", "button 'Red'", "Between"]


async def test_text_that_nobody_can_read_is_left_out_and_counted(out: Lookout) -> None:
    outline = await out.open("illegible")
    assert "Note: 4 pieces of text are left out that nobody can see" in outline
    for words in ["Transparent", "Tiny", "Colourless", "Inside"]:
        assert words not in outline


async def test_words_of_the_colour_behind_them_are_left_out(out: Lookout) -> None:
    outline = await out.open("same_colour")
    for words in ("White on white", "Nearly white", "Blue on blue", "Dark on dark", "far below"):
        assert words not in outline
        assert any(words in each for each in out.page.hidden), words
    for words in (
        "Plain words", "White on blue", "White over a picture", "with a shadow", "on a gradient",
        "White in a grid",
    ):  # fmt: skip
        assert words in outline
    assert "Note: 5 pieces of text are left out" in outline
    assert "Not drawn" not in outline
    assert any("Not drawn" in each for each in out.page.hidden)


async def test_a_form_is_read_whose_fields_are_called_like_its_members(out: Lookout) -> None:
    outline = await out.open("clobbered")
    for words in (
        "Before the form", "Words of the form", "After the form", "form 'Order'", "'Send order'",
        "textbox 'Coupon'", "combobox 'Size'", "textbox 'Inside'", "button 'Deep'",
    ):  # fmt: skip
        assert words in outline, outline


async def test_a_field_may_be_transparent_above_its_label(out: Lookout) -> None:
    await out.open("illegible")
    assert out.find("Agree").role == "checkbox"


async def test_what_a_style_crosses_out_was(out: Lookout) -> None:
    assert "Price was $79 $49" in await out.open("illegible")


async def test_a_layer_over_the_whole_view_covers_what_is_not_in_view_too(out: Lookout) -> None:
    await out.open("layer")
    assert [out.find(name).states for name in ("Near", "Far")] == [("covered",), ("covered",)]
    assert out.find("Accept").states == ()


async def test_what_a_box_cuts_off_is_told_but_not_what_scrolling_shows(out: Lookout) -> None:
    await out.open("cut_off")
    assert [out.find(name).states for name in ("First", "Third")] == [(), ("off-screen",)]
    assert [out.find(name).states for name in ("One", "Three")] == [(), ()]


async def test_controls_and_turns_of_writing_do_not_reach_the_outline(out: Lookout) -> None:
    outline = await out.write(
        "<p>safe\u202etxt.exe</p><input aria-label='Field' value='a\u202eb\x01c'>"
    )
    assert "safetxt.exe" in outline
    assert "value='abc'" in outline


async def test_a_long_title_address_and_value_are_cut(out: Lookout) -> None:
    long = "x" * 30_000
    await out.write(
        f"<title>{long}</title><a href='/{long}'>Far</a><input aria-label='In' value='{long}'>"
    )
    assert len(out.page.title) <= 300
    for node in out.page.elements:
        for text in (node.href, node.value):
            assert text is None or (len(text) < 10_050 and text.endswith("characters)"))


async def test_a_long_line_of_text_says_how_much_is_missing(out: Lookout) -> None:
    await out.write(f"<p>{'word ' * 30_000}</p>")
    assert out.page.nodes[0].name.endswith("… (99999 more characters)")


async def test_worlds_and_sessions_of_frames_end_with_their_page(out: Lookout) -> None:
    for _ in range(4):
        await out.open("frames")
    worlds = worlds_of(out.session.active)
    await out.open("owned")
    assert worlds._inner == {}
    assert worlds.sessions._sessions == {}
    assert len(worlds._givers) <= 2


async def test_many_frames_that_never_answer_cost_one_wait(
    out: Lookout, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four frames of another site in ``while (1)``: each alone would cost its own limit."""
    monkeypatch.setattr("agent_e.dom.observe.observer.FRAME_TIMEOUT_S", 0.4)
    monkeypatch.setattr("agent_e.dom.observe.observer.FRAMES_TIMEOUT_S", 0.5)
    assert FRAMES_TIMEOUT_S > 1
    await out.open("hung_frames")
    problems: list[str] = []
    async with asyncio.timeout(20):
        # They answer until their loops begin.
        while len(problems) < 4:
            await asyncio.sleep(0.05)
            await out.look()
            assert out.find("Still here")
            problems = [frame.problem for frame in out.page.frames if frame.problem]
    assert problems.count("there was no time left for it") >= 1


async def test_numbers_are_written_into_the_page_only_when_asked_for(out: Lookout) -> None:
    await out.open("owned")
    written = "[...document.querySelectorAll('[mmid]')].map((each) => each.getAttribute('mmid'))"
    assert await out.script(written) == []
    eager = PageObserver(out.session, DomSettings(write_attribute="mmid"))
    page = await eager.observe()
    assert await out.script(written) == [str(node.mmid) for node in page.elements]
    await out.script("document.querySelector('[mmid]').setAttribute('mmid', '999')")
    await out.look()
    assert 999 not in out.ids().values()


async def test_a_link_around_slotted_words_is_not_covered_by_its_own_host(out: Lookout) -> None:
    await out.open("slotted_link")
    node = out.find("Slotted words")
    assert (node.states, node.reachable) == ((), True)


LEFT_OUT = """
<div style="content-visibility: hidden">Own words<span> and inner ones</span></div>
<div style="opacity: 0">Clear<span> through and through</span></div>
<section>Drawn <span>as well</span><em style="opacity: 0"> but not this</em></section>
<section style="visibility: hidden">Hidden <b style="visibility: visible">but this</b></section>
"""


@pytest.mark.parametrize("first", ["", "<p>Seen before</p>"])
async def test_words_are_judged_alike_whatever_was_seen_before_them(
    first: str, out: Lookout
) -> None:
    outline = await out.write(first + LEFT_OUT)
    told = [line.strip() for line in outline.split("\n") if not line.startswith("Note: ")]
    assert told == [*(["Seen before"] if first else []), "Drawn as well", "but this"]
