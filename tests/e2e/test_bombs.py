"""Runs on pages that work against whoever opens them: each can be left, stopped and limited."""

from __future__ import annotations

from pathlib import Path

import pytest

from .bombing import SETTINGS, Bombed, bombed
from .bombs import NAMES

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LIMIT_S = 15
PROMPT_S = 2.0
EXIT_S = 6.0
"""How long the process may take besides: alone on a machine it takes one second."""


def check(found: Bombed, outcome: str) -> None:
    assert found.survivors == 0
    assert found.outcome in {outcome, "error"}, found.message
    assert "This is a bug" not in found.message
    assert found.memory_mb < 2 * SETTINGS["browser"]["max_memory_mb"]
    if found.outcome == outcome:
        assert found.ended_s < PROMPT_S
        assert found.exited_s < EXIT_S


@pytest.mark.timeout(240)
@pytest.mark.parametrize("name", NAMES)
async def test_a_bomb_can_be_left_and_its_run_stopped(name: str, tmp_path: Path) -> None:
    found = await bombed(name, tmp_path)
    check(found, "stopped")
    if found.outcome == "stopped":
        assert found.left_s is not None


@pytest.mark.timeout(240)
@pytest.mark.parametrize("name", NAMES)
async def test_a_limit_of_time_holds_on_a_bomb(name: str, tmp_path: Path) -> None:
    check(await bombed(name, tmp_path, seconds=LIMIT_S), "limit")
