"""Everything that was measured, in the report."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import expect

from agent_e.benchmarks.episodes.record import EpisodeOutcome
from agent_e.benchmarks.reporting import write_bench_report

from .bench_folder import episode, place
from .conftest import Open

pytestmark = pytest.mark.browser


async def test_everything_measured_is_in_the_report(small: Path, opened: Open) -> None:
    for number, share in enumerate((0.5, 1.0)):
        figures = {"step_success": share, "actions": 2.0, "ghost_clicks": 3.0}
        record = episode("shop--20", epoch=number + 1, metrics=figures)
        place(small, record)
    files = write_bench_report(small, pages=False)
    page = await opened(files.index)
    headline = page.get_by_role("region", name="Headline")
    await expect(headline).to_contain_text("6 episodes of 5 tasks or templates, clustered")
    await page.get_by_text("over counted episodes").click()
    row = page.get_by_role("row").filter(
        has=page.get_by_role("cell", name="step success", exact=True)
    )
    cells = ["step success", "75.0 %", "of actions tried", "higher"]
    await expect(row.get_by_role("cell").nth(0)).to_be_visible()
    for at, words in enumerate(cells):
        await expect(row.get_by_role("cell").nth(at)).to_have_text(words)
    await expect(row.get_by_role("cell").last).to_have_text("4")
    text = files.markdown.read_text().replace("\\", "")
    assert "| ghost clicks | 6 | in all | lower |" in text
    assert "| success, lower bound | 50.0 % (" in text


def test_repeats_are_in_the_report(tmp_path: Path) -> None:
    for epoch, wrong in ((1, False), (2, True)):
        outcome = EpisodeOutcome.FAIL_OBLIVIOUS if wrong else EpisodeOutcome.SUCCESS
        place(tmp_path, episode("shop--1", epoch=epoch))
        place(tmp_path, episode("shop--2", outcome, epoch=epoch))
    text = write_bench_report(tmp_path, pages=False).markdown.read_text().replace("\\", "")
    assert "| pass@1 | 75.0 % (" in text
    assert "| pass@2 | 100.0 % (34.2 to 100.0) | of 2 tasks | higher |" in text
    assert "| pass^2 | 50.0 % (9.5 to 90.5) | of 2 tasks | higher |" in text
