"""A replay gives what a role got: replies, and failures where they were."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from agent_e.errors import ConfigError, ContextOverflow, ModelError, ModelRefused
from agent_e.journal import Journal
from agent_e.models.model import Message
from agent_e.models.replay import ReplayModel, planner_began

HELLO = [Message(role="user", text="hello")]
USAGE = {"calls": 1, "input_tokens": 5, "cached_tokens": 0, "output_tokens": 1}


def replied(text: str, role: str = "navigator") -> tuple[str, dict[str, Any]]:
    return "model.replied", {"role": role, "text": text, "calls": [], "usage": USAGE}


def failed(kind: type[ModelError], role: str = "navigator") -> tuple[str, dict[str, Any]]:
    return "model.failed", {"role": role, "call": 1, "type": kind.__name__, "error": "It failed."}


SHORTENED = ("context.shortened", {"role": "navigator", "before": 9, "after": 5})
CALLED = ("model.called", {"role": "navigator", "messages": []})
OTHER = ("loop.found", {"role": "planner"})


def recorded(folder: Path, *events: tuple[str, dict[str, Any]]) -> Path:
    run = folder / "20260101-120000-abcd"
    run.mkdir()
    journal = Journal(run)
    journal.write_file("run.json", {})
    for kind, fields in events:
        journal.write(kind, **fields)
    journal.close()
    return run


async def given(folder: Path, *events: tuple[str, dict[str, Any]]) -> list[str]:
    """What the navigator gets, failures by their class, until there is nothing more."""
    recorded(folder, *events)
    model = ReplayModel("20260101-120000-abcd", "navigator", runs_dir=folder)
    said: list[str] = []
    while "no more replies" not in "".join(said[-1:]):
        try:
            said.append((await model.complete(HELLO)).text)
        except ModelError as error:
            plain = str(error) if "no more replies" in str(error) else type(error).__name__
            said.append(plain)
    return said[:-1]


@pytest.mark.parametrize("kind", [ModelRefused, ContextOverflow, ModelError])
async def test_a_failure_stands_where_it_was(tmp_path: Path, kind: type[ModelError]) -> None:
    story = [replied("one"), CALLED, failed(kind), OTHER, CALLED, replied("two")]
    assert await given(tmp_path, *story) == ["one", kind.__name__, "two"]


async def test_what_was_sent_anew_once_it_was_shorter_is_one_call(tmp_path: Path) -> None:
    again = [CALLED, failed(ContextOverflow), SHORTENED, CALLED, replied("two")]
    assert await given(tmp_path, replied("one"), *again) == ["one", "two"]


async def test_a_reply_before_a_conversation_is_shortened_is_one(tmp_path: Path) -> None:
    story = [replied("one"), SHORTENED, CALLED, replied("two")]
    assert await given(tmp_path, *story) == ["one", "two"]


async def test_others_failures_are_theirs(tmp_path: Path) -> None:
    story = [replied("one"), failed(ModelRefused, "planner"), replied("two")]
    assert await given(tmp_path, *story) == ["one", "two"]


@pytest.mark.parametrize("first", ["planner", "navigator"])
def test_who_began_is_the_planner_or_the_navigator(tmp_path: Path, first: str) -> None:
    recorded(tmp_path, replied("{}", "grants"), replied("one", first), replied("two", "planner"))
    began = planner_began("20260101-120000-abcd", runs_dir=tmp_path)
    assert began == (first == "planner")


def test_failures_alone_are_nothing_to_replay(tmp_path: Path) -> None:
    recorded(tmp_path, failed(ModelError))
    with pytest.raises(ConfigError, match="holds no reply of the navigator"):
        ReplayModel("20260101-120000-abcd", "navigator", runs_dir=tmp_path)
