"""What a bench run tells while it goes and at its end."""

from __future__ import annotations

import pytest

from agent_e.benchmarks.episodes.record import EpisodeOutcome
from agent_e.benchmarks.summary import summarise
from agent_e.cli.bench_progress import BenchProgress
from agent_e.cli.bench_summary import summary_lines
from tests.benchmarks.reporting.bench_folder import episode

NAMES = ("input_tokens", "output_tokens", "wall_time_s")
WRONG = EpisodeOutcome.FAIL_OBLIVIOUS


def test_repetitions_of_a_task_are_told_apart(capsys: pytest.CaptureFixture[str]) -> None:
    with BenchProgress() as progress:
        told = progress.watcher
        told.begin(3, 1)
        told.end(episode("shop--1"))
        told.end(episode("shop--1", WRONG, epoch=2, seconds=61))
    assert capsys.readouterr().err.splitlines() == [
        "1 of 3 episodes were done before.",
        "✓ shop--1 success 12 s",
        "✗ shop--1 (2) fail oblivious 61 s",
    ]


def test_the_summary_says_what_an_episode_took() -> None:
    took = [(1_000.0, 10.0, 3.0), (2_000.0, 30.0, 1.0), (3_000.5, 80.0, 61.0)]
    episodes = [
        episode(f"shop--{number}", metrics=dict(zip(NAMES, figures, strict=True)))
        for number, figures in enumerate(took)
    ]
    lines = list(summary_lines(summarise(episodes)))
    assert "  time         median 3.0 s, mean 22 s" in lines
    assert "  tokens       2,040 an episode (2,000 in, 40 out)" in lines


def test_the_summary_says_where_episodes_are_not_independent() -> None:
    once = [episode("shop--1"), episode("shop--2", WRONG)]
    again = [episode("shop--1", epoch=2), episode("shop--2", WRONG, epoch=2)]
    assert not any("clustered" in line for line in summary_lines(summarise(once)))
    # Of two tasks: the root of 2 * (1 + 1) / (1 * 16).
    lines = list(summary_lines(summarise(once + again)))
    assert (
        "  clustered    standard error 50.0 points over 2 tasks or templates, as in the interval"
        in lines
    )
    # Four tries that are worth about two.
    assert "  success      50.0 % (2 of 4; 95 % between 5.5 and 94.5)" in lines
    assert "  repeats      pass@2 50.0 % [9.5, 90.5], pass^2 50.0 % [9.5, 90.5]" in lines


def test_the_summary_says_what_is_right_of_what_was_not_blocked() -> None:
    blocked = episode("shop--3", EpisodeOutcome.BLOCKED)
    done = [episode("shop--1"), episode("shop--2", WRONG)]
    assert "  unblocked    50.0 % (1 of 2) without what was blocked" in list(
        summary_lines(summarise([*done, blocked]))
    )
    assert not any("unblocked" in line for line in summary_lines(summarise(done)))
