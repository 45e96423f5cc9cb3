"""What is told by how things look: what is bold, drawn small, folded up, or a sign over another."""

from __future__ import annotations

import re

import pytest

from tests.agent_e.dom.seeing import Lookout

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.browser]


async def test_signs_are_told_for_what_they_are(out: Lookout) -> None:
    outline = re.sub(r"\[\d+\]", "[n]", await out.open("signs_again"))
    assert outline == (
        "Note: 1 piece of text is left out that nobody can see, transparent or tiny.\n"
        "list\n"
        "  item: Eng Docs Audit the forms of all pages\n"
        "  item: Bug Repair the signs\n"
        "  item: Plain\n"
        "list\n"
        "  [n] link '3+'\n"
        "  [n] link 'Ann'\n"
        "[n] link (hint: icon twitter)\n"
        "[n] link (hint: icon stack-overflow)\n"
        "[n] link '...' (hint: fur-seal.png)\n"
        "heading 3 'Contents'\n"
        "  [n] button 'Fold'\n"
        "[n] button 'Below' (collapsed)\n"
        "[n] button 'Shown' (expanded)\n"
        "Something\n"
        "Axis"
    )


async def test_a_title_that_is_drawn_by_a_script_is_a_hint_still(out: Lookout) -> None:
    outline = await out.write('<button title="" data-original-title="To results">→</button>')
    assert re.sub(r"\[\d+\]", "[n]", outline) == "[n] button '→' (hint: To results)"
