"""``kept``: by what lies in the folder, not by what a page called it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from agent_e.benchmarks.evaluators import check, score_episode
from agent_e.benchmarks.tasks.record import BenchTask, EvaluatorSpec


async def kept(folder: Path, **keys: Any) -> bool | None:
    (folder / "evidence.json").write_text(json.dumps({"intent": "x"}))
    spec = EvaluatorSpec.model_validate({"type": "kept", **keys})
    task = BenchTask(id="t", suite="s", intent="x", evaluators=(spec,))
    return (await score_episode(task, folder)).passed


@pytest.mark.parametrize(
    ("keys", "passed"),
    [
        ({"name": "*.exe"}, True),
        ({"name": "*.EXE", "min_size": 4}, True),
        ({"name": "*.exe", "min_size": 5}, False),
        ({"name": "*.pdf"}, False),
        ({"executable": True}, False),
        ({"executable": False}, True),
        ({"min_size": 3}, True),
    ],
)
async def test_a_file_that_lies_there(
    tmp_path: Path, keys: dict[str, Any], *, passed: bool
) -> None:
    downloads = tmp_path / "run" / "1" / "downloads"
    downloads.mkdir(parents=True)
    (downloads / "002.exe").write_bytes(b"MZ\0\0")
    assert await kept(tmp_path, **keys) is passed


async def test_where_nothing_was_kept_there_is_nothing(tmp_path: Path) -> None:
    assert await kept(tmp_path, min_size=0) is False


def test_what_says_nothing_is_no_check() -> None:
    (problem,) = check(EvaluatorSpec.model_validate({"type": "kept"}))
    assert "give one of name, min_size, executable" in problem
