"""What ``make demo`` shows is right."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from agent_e.benchmarks.demo import TASKS, demo

pytestmark = pytest.mark.browser


@pytest.mark.slow
async def test_every_task_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shown = StringIO()
    assert await demo(Console(file=shown, width=200)), shown.getvalue()
    assert shown.getvalue().count("✓ right") == len(TASKS) == 4
