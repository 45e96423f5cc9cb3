"""Acts on strange pages: the cases are whole, and a run of some tells right from wrong."""

from __future__ import annotations

from typing import Any

import pytest

from agent_e.benchmarks.judging.effect_classes import (
    RecordedClassifier,
    read_classes,
    text_of,
    write_unknown,
)
from agent_e.benchmarks.perf.gate import bench
from agent_e.benchmarks.perf.gate.cases import SETS, read_cases
from agent_e.benchmarks.perf.record import PerfOptions
from agent_e.errors import ConfigError
from agent_e.safety import UnclearEffect

ACTS = {"click", "enter_text", "press_key", "select_option", "open_url"}
EFFECT = UnclearEffect(action="click", method="POST", url="http://127.0.0.1:4711/do")


@pytest.mark.parametrize("name", SETS)
def test_cases_are_whole(name: str) -> None:
    cases = read_cases(name)
    assert len({case.id for case in cases}) == len(cases)
    assert {act for case in cases for act, _ in case.acts} <= ACTS
    assert all(case.page and case.acts for case in cases)
    assert all(case.harmless == (case.group == "harmless") for case in cases)


async def test_a_class_is_looked_up_by_the_facts_without_the_port(tmp_path: Any) -> None:
    known = {
        text_of(
            {"action": "click", "request": {"method": "POST", "address": "http://127.0.0.1/do"}}
        ): "money"
    }
    classifier = RecordedClassifier(known)  # type: ignore[arg-type]
    assert await classifier(EFFECT) == "money"
    assert (len(classifier.asked), classifier.unknown) == (1, [])
    nothing = RecordedClassifier({})
    assert await nothing(EFFECT) == "unclear"
    file = tmp_path / "open.jsonl"
    write_unknown(nothing.unknown, file)
    with pytest.raises(ConfigError, match="has the class ''"):
        read_classes(file)
    file.write_text(file.read_text().replace('"class": ""', '"class": "read"'))
    assert await RecordedClassifier(read_classes(file))(EFFECT) == "read"


@pytest.mark.slow
@pytest.mark.browser
async def test_some_cases_in_a_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = {"second": ("language-001", "chat-001", "case-080"), "approvals": ("a1-001",)}
    monkeypatch.setattr(
        bench, "read_cases", lambda name: [c for c in read_cases(name) if c.id in chosen[name]]
    )
    report = await bench.measure(PerfOptions(pages=("second", "approvals")))
    figures = {(row.case, row.figure): row.value for row in report.rows}
    for name in chosen:
        assert figures[name, "done without leave"] == 0
        assert figures[name, "not done, nothing asked"] == 0
    assert figures["second", "harmless, not possible"] == 0
