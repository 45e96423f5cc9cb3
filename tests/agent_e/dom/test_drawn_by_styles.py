"""What only a style draws, and where it lies."""

from __future__ import annotations

import re

import pytest

from tests.agent_e.dom.seeing import Lookout

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_it_is_offered_as_it_is_seen(out: Lookout) -> None:
    outline = re.sub(r"\[\d+\]", "[n]", await out.open("drawn_by_styles"))
    assert outline == (
        "table\n"
        "  row: Name | City\n"
        "  row: [n] link 'Ann' | Ulm\n"
        "[n] checkbox 'Tick'\n"
        "Wifi [n] clickable (hint: called switch wifi-switch) Air\n"
        "[n] clickable (hint: called canvas)\n"
        "[n] clickable 'first line second line'\n"
        "[n] clickable 'Pump'\n"
        "[n] button 'Console'"
    )


async def test_a_field_has_the_place_of_the_label_that_is_drawn_for_it(out: Lookout) -> None:
    await out.open("drawn_by_styles")
    box = out.find("Tick").bbox
    assert box is not None and box[2] > 40
