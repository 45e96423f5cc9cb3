"""No phrase of an outline or a report is data: with all of them renamed everything still works.

What else has to work under other phrases is compared here too: have ``renamed_tasks`` print it, and
it must be the same as without the renaming.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.renaming import DATA, renamed

ROOT = Path(__file__).parents[1]
MIN_PHRASES = 60
"""Different words that the renderer alone has said."""


def test_a_phrase_loses_all_its_words_and_what_is_data_stays() -> None:
    other = renamed("Nothing on the page changed [3]: {left} more (+2)")
    assert "[3]: {left} " in other and other.endswith(" (+2)")
    assert not {"Nothing", "on", "the", "page", "changed"} & set(re.findall(r"\w+", other))
    assert renamed("] row (not checked") == "] row (not checked"


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What was told and done in a process of its own, plain and renamed."""
    running = {
        how: subprocess.Popen(
            [sys.executable, "-m", "tests.renamed_tasks", how, str(tmp_path_factory.mktemp(how))],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for how in ("plain", "renamed")
    }
    try:
        ended = {how: process.communicate(timeout=300) for how, process in running.items()}
    finally:
        for process in running.values():
            process.kill()
    assert not any(process.returncode for process in running.values()), ended
    return {how: json.loads(said) for how, (said, _) in ended.items()}


@pytest.mark.browser
@pytest.mark.slow
def test_every_phrase_was_renamed(runs: dict[str, Any]) -> None:
    words = {how: set(re.findall(r"\b[A-Za-z]{2,}\b", run["told"])) for how, run in runs.items()}
    said = {word for word in words["plain"] if not {word, word.removesuffix("s")} & DATA}
    assert len(said) >= MIN_PHRASES, sorted(said)
    assert sorted(said & words["renamed"]) == []


@pytest.mark.browser
@pytest.mark.slow
def test_the_offline_model_does_the_same_whatever_the_phrases_are(runs: dict[str, Any]) -> None:
    for plain, other in zip(runs["plain"]["tasks"], runs["renamed"]["tasks"], strict=True):
        assert other == plain
    assert any(task["verified"] for task in runs["plain"]["tasks"])
    outcomes = [task["outcome"] for task in runs["plain"]["tasks"]]
    assert outcomes.count("success") >= len(outcomes) - 1, runs["plain"]["tasks"]


@pytest.mark.browser
@pytest.mark.slow
def test_quotes_are_located_whatever_the_phrases_are(runs: dict[str, Any]) -> None:
    plain, other = runs["plain"]["located"], runs["renamed"]["located"]
    assert other == plain
    assert all(place[0] for place in plain), plain
    assert any(len(place) > 1 for place in plain)


@pytest.mark.browser
@pytest.mark.slow
def test_loops_and_the_live_view_are_the_same_whatever_the_phrases_are(
    runs: dict[str, Any],
) -> None:
    *loops, feed = runs["plain"]["loops"]
    assert runs["renamed"]["loops"] == [*loops, feed]
    assert [level for _, level, _ in loops][:2] == [1, 2]
    assert ["action", "done"] in feed and ["note", "refused"] in feed
