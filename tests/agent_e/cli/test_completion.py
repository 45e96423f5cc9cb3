"""Completion as the shell asks for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Call


@pytest.fixture
def completed(call: Call, monkeypatch: pytest.MonkeyPatch):
    def complete(line: str) -> list[str]:
        words = line.split(" ")
        monkeypatch.setenv("_AGENT_E_COMPLETE", "complete_bash")
        monkeypatch.setenv("COMP_WORDS", line)
        monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
        return call().out.split()

    return complete


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("agent-e run --architecture ", {"hierarchical", "som", "websight", "link", "reactive"}),
        ("agent-e run --architecture s", {"som"}),
        ("agent-e run --safety ", {"strict", "balanced", "ci"}),
        ("agent-e run --mode ", {"autonomous", "human"}),
        ("agent-e run --model off", {"offline"}),
        ("agent-e bench run lo", {"local", "local-clicks"}),
        ("agent-e bench perf so", {"soak"}),
        ("agent-e site sho", {"shop"}),
    ],
)
def test_values_are_completed(completed, line: str, found: set[str]) -> None:
    assert set(completed(line)) == found


def test_ids_of_runs_are_completed(completed, elsewhere: Path) -> None:
    for name in ("20260101-120000-aaaa", "20260102-120000-bbbb"):
        (elsewhere / "runs" / name).mkdir(parents=True)
        (elsewhere / "runs" / name / "run.json").write_text("{}")
    assert completed("agent-e runs show ") == [
        "latest", "20260102-120000-bbbb", "20260101-120000-aaaa",
    ]  # fmt: skip
    assert completed("agent-e runs stop 20260101") == ["20260101-120000-aaaa"]


def test_broken_settings_complete_nothing(completed, elsewhere: Path) -> None:
    (elsewhere / "agent-e.yaml").write_text("nothing: 1\n")
    assert completed("agent-e runs show ") == []
