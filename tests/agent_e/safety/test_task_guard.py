"""Tasks that are refused before anything happens, with the rule that did it."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_e.errors import ConfigError, RunDenied
from agent_e.safety.task_guard import TaskGuard, read_guard

FILE = """
refuse:
  - rule: gambling
    words: [casino, place a bet, 赌场]
    reason: Betting is not for agents.
  - rule: wires
    patterns: ['(wire|send) .*\\$\\d{4,}']
domains: ['*.dice.example', 'münchen.example']
"""


@pytest.fixture
def guard(tmp_path: Path) -> TaskGuard:
    path = tmp_path / "refused.yaml"
    path.write_text(FILE)
    return read_guard(path)


@pytest.mark.parametrize(
    ("task", "words"),
    [
        ("Find the best Casino.", "rule 'gambling' of refused.yaml. Betting is not for agents"),
        ("CASINO", "gambling"),
        ("place\n a   BET on it", "gambling"),
        ("find a cas\u200bino", "gambling"),
        ("find a ｃａｓｉｎｏ", "gambling"),
        ("找一家赌场吧", "gambling"),
        ("Wire Ada $5000 today", "rule 'wires'"),
        ("Open www.dice.example and play", "names www.dice.example"),
        ("Open https://x@Dice.Example.:8443/a?b", "names dice.example"),
        ("(see http:\\\\play.dice.example\\x)", "names play.dice.example"),
        ("go to münchen.example", "names xn--mnchen-3ya.example"),
    ],
)
def test_what_is_refused_is_refused_however_it_is_spelled(
    guard: TaskGuard, task: str, words: str
) -> None:
    with pytest.raises(RunDenied, match=words) as raised:
        guard.check(task)
    assert raised.value.exit_code == 4


@pytest.mark.parametrize(
    "task",
    [
        "Find the casinoless town",
        "Wire Ada $50",
        "Open dice.example.org",
        "Open notdice.example",
        "Find the price of the third product.",
        "",
    ],
)
def test_other_tasks_pass(guard: TaskGuard, task: str) -> None:
    guard.check(task)


@given(st.text())
def test_without_a_file_nothing_is_refused(task: str) -> None:
    read_guard(None).check(task)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("refuse: 1", "does not fit at refuse"),
        ("refuse: [{words: [a]}]", r"does not fit at refuse\.0\.rule"),
        ("refuse: [{rule: a, patterns: ['(']}]", "no regular expression"),
        ("forbid: []", "does not fit at forbid"),
        ("domains: ['https://x.example/']", "names no host"),
        ("{", "cannot be read"),
    ],
)
def test_a_file_that_does_not_fit_is_said(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "refused.yaml"
    path.write_text(text)
    with pytest.raises(ConfigError, match=words):
        read_guard(path)


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        read_guard(tmp_path / "none.yaml")


def test_a_start_page_on_a_refused_domain_is_a_refused_task(guard: TaskGuard) -> None:
    with pytest.raises(RunDenied, match="names play.dice.example"):
        guard.check("Play", "https://play.dice.example/x")
    assert guard.blocks("https://play.dice.example/x")
    guard.check("Play", "https://dice.example.org/")
    assert not guard.blocks("https://dice.example.org/")
