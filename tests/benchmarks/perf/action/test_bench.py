from __future__ import annotations

from pathlib import Path

import pytest

from agent_e.benchmarks.perf import PERF, PerfOptions, PerfReport, PerfRow
from agent_e.benchmarks.perf.action.cases import CASES
from agent_e.benchmarks.perf.action.site import STOCK_S
from agent_e.errors import ConfigError

pytestmark = pytest.mark.browser

ACTED_ON_AT_ONCE = ("inert", "text", "link", "fetch", "type_63", "select", "key")


def row(report: PerfReport, case: str, figure: str) -> PerfRow:
    [found] = [each for each in report.rows if (each.case, each.figure) == (case, figure)]
    return found


def stages(report: PerfReport, case: str) -> dict[str, float]:
    return {
        each.figure.removeprefix("stage: "): each.value or 0
        for each in report.rows
        if each.case == case and each.figure.startswith("stage: ")
    }


@pytest.mark.slow
async def test_every_case_is_measured_beside_bare_input(tmp_path: Path) -> None:
    told: list[str] = []
    report = await PERF["action"](PerfOptions(repeats=1, cache_dir=tmp_path, tell=told.append))
    assert not [each for each in report.rows if each.figure == "problems"]
    for name, case in CASES.items():
        time = row(report, name, "call to result")
        assert list(time.peer_values) == ["playwright"]
        assert sum(stages(report, name).values()) == pytest.approx(time.value, abs=0.1)
        assert row(report, name, "until the model knows").value == time.value
        assert (row(report, name, "messages to the driver").ratio or 0) > 1
        assert row(report, name, "told").peer_values == {}, "bare input tells nothing"
        has_bar = any(each.case == name and each.figure == "bar: at most" for each in report.rows)
        assert has_bar == (case.max_ms is not None)
    for name in ACTED_ON_AT_ONCE:
        assert row(report, name, "told").value == 100, row(report, name, "told").note
    # What the page itself takes is in the times of whoever waits for its effect.
    known = row(report, "fetch", "until the model knows")
    assert min(known.value or 0, known.peer_values["playwright"]) > STOCK_S * 1000
    assert (row(report, "fetch", "call to result").peer_values["playwright"]) < STOCK_S * 1000
    assert [line[0] for line in report.table] == ["case", *CASES]
    assert {len(line) for line in report.table} == {len(report.table[0])}
    assert "crowd (12 of 12): time 1 of 1: ours, playwright" in told
    facts = report.to_json()["run"]
    assert (facts["repeats"], facts["pages"]) == (1, list(CASES))
    assert facts["peers"]["playwright"]


@pytest.mark.slow
async def test_a_peer_that_cannot_be_installed_is_a_row_in_words_and_the_run_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    options = PerfOptions(pages=("text",), peers=("browser-use",), repeats=1, cache_dir=tmp_path)
    report = await PERF["action"](options)
    problem = row(report, "text", "problems").note
    assert problem.startswith("browser-use: It could not be installed: ")
    assert row(report, "text", "call to result").peer_values == {}
    assert row(report, "text", "told").value == 100


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (PerfOptions(pages=("shop",)), "There is no page shop. There are: inert, text, "),
        (PerfOptions(peers=("selenium",)), "There is no peer selenium. There are: browser-use, "),
        (PerfOptions(repeats=0), "--repeats is a number from 1."),
    ],
)
async def test_what_is_unknown_is_refused_before_a_browser_starts(
    options: PerfOptions, complaint: str
) -> None:
    with pytest.raises(ConfigError) as refused:
        await PERF["action"](options)
    assert str(refused.value).startswith(complaint)
