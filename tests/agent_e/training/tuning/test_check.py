"""The check of the whole: it passes, and what it counts can fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent_e.training.records import Sample
from agent_e.training.tuning.check import check_settings, checks, hit, right


@pytest.mark.timeout(600)
def test_the_whole_of_training_at_a_small_scale(tmp_path: Path) -> None:
    done = list(checks(tmp_path, print))
    assert [each for each in done if not each.passed] == []
    assert len(done) == 7


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("Thought: So.\nAction: click(point='<point>30 40</point>')", True),
        ("Thought: So.\nAction: click(start_box='(30,40)')", True),
        ("Thought: So.\nAction: click(point='<point>30 61</point>')", False),
        ("Thought: So.\nAction: click(point='<point>30 4000</point>')", False),
        ("Action: finished(content='NONE')", False),
        ("30", False),
    ],
)
def test_a_click_counts_in_its_box_only(reply: str, expected: bool, tmp_path: Path) -> None:
    sample = Sample(
        id="1", image="x", width=140, height=84, prompt="", answer="", box=(20, 30, 40, 60)
    )
    assert hit(reply, sample, check_settings(tmp_path)) is expected


def test_nine_of_ten_clicks_have_to_be_right() -> None:
    assert right([True] * 29 + [False] * 3).passed
    assert not right([True] * 28 + [False] * 4).passed
