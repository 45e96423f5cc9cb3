"""Published figures beside ours in reports: of the whole, by site, by component."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import expect

from agent_e.benchmarks.episodes.record import EpisodeOutcome
from agent_e.benchmarks.external_results import PublishedFigure
from agent_e.benchmarks.reporting import write_bench_report

from .bench_folder import episode, place
from .conftest import Open

pytestmark = pytest.mark.browser

GOOD, WRONG = EpisodeOutcome.SUCCESS, EpisodeOutcome.FAIL_OBLIVIOUS


class Told(PublishedFigure):
    """A figure of which a test says what matters."""

    source: str = "paper"
    suite: str = "local"
    unit: str = "%"
    title: str = "A paper"
    where: str = "table 1"
    system: str = "Somebody's agent"
    by: str | None = None
    group: str = "all"


async def test_published_figures_stand_beside_ours_and_are_marked(
    small: Path, opened: Open
) -> None:
    def published(suite: str) -> list[Told]:
        assert suite == "local"
        return [
            Told(metric="success_rate", value=73.1, n=643),
            Told(metric="seconds_failure", value=220, unit="s"),
            Told(metric="success_rate", value=None),
            Told(metric="step_success", value=50),
        ]

    for number, (share, actions) in enumerate(((0.5, 2.0), (1.0, 2.0))):
        figures = {"step_success": share, "actions": actions}
        place(small, episode(f"own--{number}", GOOD, epoch=2, metrics=figures, seconds=12.5))
        place(small, episode(f"own--{number}", WRONG, seconds=12.5))
    files = write_bench_report(small, published=published)
    page = await opened(files.index)
    await expect(page.get_by_text("Published, not measured here")).to_be_visible()
    rows = page.locator(".published tbody tr")
    await expect(rows).to_have_count(4)
    await expect(rows.first).to_have_text("A paper, table 1")
    cells = ["success rate", "Somebody's agent", "73.1 % of 643", "50 %"]
    await expect(rows.nth(1).get_by_role("cell")).to_have_text(cells)
    await expect(rows.nth(2).get_by_role("cell").nth(3)).to_have_text("34.1 s")
    await expect(rows.last.get_by_role("cell").nth(3)).to_have_text("75 %")
    assert "## Published, not measured here" in files.markdown.read_text()


def test_published_figures_by_site_and_component_stand_beside_ours(small: Path) -> None:
    """Shop has 2 of 3, maps none of the one that counts; no episode is of the moon."""

    def rate(site: str, value: float, system: str = "Theirs") -> Told:
        return Told(metric="success_rate", value=value, n=9, by="site", group=site, system=system)

    def published(suite: str) -> list[Told]:
        return [
            *(rate(site, value) for site, value in (("shop", 71.1), ("moon", 10), ("maps", 30))),
            rate("shop", 50, "Others"),
            Told(metric="failures", value=5, unit="count", by="component", group="planner"),
            Told(metric="steps_taken", value=8.5, low=7, high=10, unit="count", where="table 2"),
            Told(metric="answered_right", value=97.14, n=35, where="table 2"),
            Told(metric="trace_match_ratio", value=0.83, unit="share", where="table 2"),
        ]

    place(small, episode("sea--1", WRONG, metrics={"failing_planner": 1, "trace_match_ratio": 0.5}))
    text = write_bench_report(small, published=published, pages=False).markdown.read_text()
    lines = text.replace("\\", "").splitlines()
    at = lines.index("### success rate by site (A paper, table 1)")
    assert lines[at + 2 : at + 7] == [
        "| site | Theirs | Others | this run |",
        "| --- | --- | --- | --- |",
        "| shop | 71.1 % | 50 % | 66.7 % |",
        "| maps | 30 % | – | 0 % |",
        "",
    ]
    at = lines.index("### failures by component (A paper, table 1)")
    assert lines[at + 4] == "| planner | 5 | 1 |"
    assert any(line.startswith("| steps taken |") and "| 7 to 10 | – |" in line for line in lines)
    # Of five counted that were answered, the one that gave up is not; two are right.
    assert any(line.startswith("| answered right |") and "| 50 % |" in line for line in lines)
    assert any(
        line.startswith("| trace match ratio |") and "| 0.83 | 0.5 |" in line for line in lines
    )


@pytest.mark.slow
async def test_without_published_figures_nothing_is_said_of_them(small: Path, opened: Open) -> None:
    page = await opened(write_bench_report(small).index)
    await expect(page.locator(".published")).to_have_count(0)
