"""The weights that agent-e carries find drawings that training never saw, by what they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent_e.benchmarks.sites.clicks.page import icon
from agent_e.errors import ElementGone
from agent_e.vision.grounders.small import WEIGHTS, SmallGrounder
from tests.agent_e.vision.looking import looking
from tests.browsers import Chromium

ICONS = {
    "search": "the magnifying glass",
    "house": "home",
    "trash": "delete",
    "download": "download",
    "heart": "heart",
    "star": "star",
    "calendar": "calendar",
    "lock": "lock",
    "bell": "notifications",
    "camera": "camera",
    "settings": "settings",
    "mail": "email",
}
"""Icons of Lucide, which training keeps apart, and what a person may say of them."""
LEAST = 7
MAX_MB = 10


def test_they_are_small_enough_for_the_repository() -> None:
    assert WEIGHTS.stat().st_size < MAX_MB * 1_000_000


@pytest.mark.parametrize(("ink", "ground"), [("#222", "#fff"), ("#ddd", "#151a20")])
async def test_most_icons_are_found_by_what_they_show(
    ink: str, ground: str, chromium: Chromium, tmp_path: Path
) -> None:
    buttons = "".join(f'<button id="{name}">{icon(name, 24)}</button>' for name in ICONS)
    style = f"body{{background:{ground}}}button{{margin:20px;color:{ink};border:0;background:none}}"
    async with looking(chromium, tmp_path) as there:
        await there.write(f"<style>{style}</style>{buttons}")
        page = await there.observer.observe()
        shot = await there.eyes.screenshot()
        found = 0
        for name, said in ICONS.items():
            try:
                x, y = await SmallGrounder().ground(said, shot, page)
            except ElementGone:
                continue  # too unsure
            at = f"document.elementFromPoint({x}, {y})?.closest('button')?.id"
            found += await there.script(at) == name
    assert found >= LEAST
