from __future__ import annotations

from pathlib import Path

import pytest

from agent_e.benchmarks.perf import PERF, PerfOptions, PerfReport, PerfRow
from agent_e.errors import ConfigError

pytestmark = pytest.mark.browser


def row(report: PerfReport, case: str, figure: str) -> PerfRow:
    [found] = [each for each in report.rows if (each.case, each.figure) == (case, figure)]
    return found


@pytest.mark.slow
async def test_two_pages_are_measured_beside_playwright_and_a_bare_walk(tmp_path: Path) -> None:
    told: list[str] = []
    options = PerfOptions(
        pages=("flight", "shop_500"), repeats=2, cache_dir=tmp_path, tell=told.append
    )
    report = await PERF["observation"](options)
    for page in options.pages or ():
        time = row(report, page, "observe and render")
        assert list(time.peer_values) == ["playwright", "bare walk"]
        assert time.value is not None
        parts = [row(report, page, part).value or 0 for part in ("observe", "render")]
        assert time.value == pytest.approx(sum(parts), rel=0.5)
        assert (row(report, page, "observe and render, after a change").value or 0) > 0
        walk = row(report, page, "times the bare walk")
        assert (walk.value or 0) > walk.peer_values["bare walk, in page"]
        assert walk.ratio == pytest.approx(
            time.value / walk.peer_values["bare walk, with transfer"], abs=0.01
        )
        size = row(report, page, "text")
        assert 1_000 < (size.value or 0) < size.peer_values["playwright"]
        assert (row(report, page, "recall all").value or 0) > 50
    # The 500 elements of the page are those that its name promises.
    assert row(report, "shop_500", "times the bare walk").note == "500 elements"
    assert row(report, "flight", "heap after many observations").peer_values["before"] > 0
    assert not [each for each in report.rows if each.figure == "problems"]
    assert [line[0] for line in report.table] == ["page", "flight", "shop_500"]
    assert {len(line) for line in report.table} == {len(report.table[0])}
    assert any("shop_500 (2 of 2): look 2 of 2" in line for line in told)
    facts = report.to_json()["run"]
    assert facts["repeats"] == 2
    assert facts["browser"]
    assert facts["peers"]["playwright"]


@pytest.mark.slow
async def test_a_page_without_truth_has_no_recall_and_one_that_cannot_be_had_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("npm_config_registry", "http://127.0.0.1:9")  # nobody listens there
    monkeypatch.setenv("npm_config_fetch_retries", "0")
    monkeypatch.setenv("npm_config_cache", str(tmp_path / "npm"))
    options = PerfOptions(
        pages=("real_jqueryui", "overlay"), peers=(), repeats=1, cache_dir=tmp_path
    )
    report = await PERF["observation"](options)
    missing = row(report, "real_jqueryui", "page")
    assert (missing.value, missing.ratio) == (None, None)
    assert missing.note.startswith("Its package could not be had: npm pack said: ")
    assert list(row(report, "overlay", "observe and render").peer_values) == ["bare walk"]
    assert list((tmp_path / "pages").glob("*")) == []


@pytest.mark.slow
async def test_a_peer_that_cannot_be_installed_is_a_row_in_words_and_the_run_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    options = PerfOptions(pages=("overlay",), peers=("browser-use",), repeats=1, cache_dir=tmp_path)
    report = await PERF["observation"](options)
    problem = row(report, "overlay", "problems").note
    assert problem.startswith("browser-use: It could not be installed: ")
    assert "browser-use==" in problem
    assert list(row(report, "overlay", "observe and render").peer_values) == ["bare walk"]
    assert list((tmp_path / "peers").iterdir()) == [], "nothing half made is left"


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (PerfOptions(pages=("shop",)), "There is no page shop. There are: shop_500, "),
        (PerfOptions(peers=("selenium",)), "There is no peer selenium. There are: browser-use, "),
        (PerfOptions(repeats=0), "--repeats is a number from 1."),
    ],
)
async def test_what_is_unknown_is_refused_before_a_browser_starts(
    options: PerfOptions, complaint: str
) -> None:
    with pytest.raises(ConfigError) as refused:
        await PERF["observation"](options)
    assert str(refused.value).startswith(complaint)


async def test_the_measurement_of_the_framework_takes_no_pages() -> None:
    with pytest.raises(ConfigError, match="framework has no --pages"):
        await PERF["framework"](PerfOptions(pages=("shop_500",)))
