"""A run that an exception ends which nobody foresaw."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from agent_e.journal import list_runs, read_run
from agent_e.run import RunExecution

from .conftest import Call

BUG = KeyError("colour\x1b[31m")
FULL = OSError(28, "No space left on device", "runs/x/shots/3.jpg")
SAID = (
    "This is a bug in agent-e (KeyError: 'colour\\x1b[31m'). "
    "The journal has its traceback, which --debug prints."
)


def run(call: Call, monkeypatch: pytest.MonkeyPatch, error: Exception, *flags: str) -> Any:
    async def broken(self: RunExecution) -> None:
        raise error

    monkeypatch.setattr(RunExecution, "_carry_out", broken)
    return call("run", "Buy a mug", "--model", "offline", "--out", "runs", *flags)


def test_it_has_a_result_and_one_sentence(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = run(call, monkeypatch, BUG, "--json")
    assert ended.code == 7
    result = json.loads(ended.out)
    assert (result["outcome"], result["exit_code"], result["error"]) == ("error", 7, "Unexpected")
    assert result["message"] == SAID
    assert SAID in ended.err
    assert "Traceback" not in ended.err
    (record,) = list_runs(Path("runs"))
    assert record.result == result
    (event,) = [each for each in read_run(record.path).events if each["kind"] == "run.broken"]
    assert event["type"] == "KeyError"
    assert "in broken\n    raise error" in event["traceback"]


def test_with_debug_its_traceback_is_shown(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    for flags in (("--debug",), ("--json", "--debug")):
        ended = run(call, monkeypatch, BUG, *flags)
        assert ended.code == 7
        assert "Traceback (most recent call last)" in ended.err
        assert "Traceback" not in ended.out


def test_a_machine_that_gives_out_is_no_bug(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = run(call, monkeypatch, FULL)
    assert ended.code == 7
    said = "The operating system refused: No space left on device (runs/x/shots/3.jpg). Mend that, "
    assert said in " ".join(ended.err.split())
    assert "bug" not in ended.err
