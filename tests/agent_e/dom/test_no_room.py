"""A box without room shows nothing of what is in it, but for what is put elsewhere."""

from __future__ import annotations

import re

import pytest

from tests.agent_e.dom.seeing import Lookout

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.browser]


async def test_a_message_that_pops_up_out_of_a_box_without_room_is_told(out: Lookout) -> None:
    outline = re.sub(r"\[\d+\]", "[n]", await out.open("no_room"))
    assert outline == (
        "Your mail.\n"
        "Keep me informed?\n"
        "[n] button 'Yes please'\n"
        "[n] button 'Never'\n"
        "[n] button 'Reports' (collapsed)\n"
        "25% done\nfor readers"
    )
    assert out.find("Never").reachable


async def test_what_is_opened_again_is_told(out: Lookout) -> None:
    await out.open("no_room")
    await out.script(
        "() => document.querySelectorAll('div').forEach((each) => each.style.height = 'auto')"
    )
    outline = await out.look()
    assert "link 'Sales'" in outline and "link 'Costs'" in outline
    assert "off-screen" not in outline and "folded away" in outline


async def test_a_fixed_box_that_clips_is_not_cut_off_by_the_box_around_it(out: Lookout) -> None:
    await out.open("fixed_in_clips")
    assert out.find("Ask us").reachable and out.find("In the list").reachable
    assert not out.find("Cut off").reachable and "off-screen" in out.find("Cut off").states
