from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from agent_e.cli import main

ROOT = Path(__file__).parents[3]


@dataclass(frozen=True, kw_only=True)
class Ended:
    """How a call of the program ended."""

    code: int
    out: str
    err: str


Call = Callable[..., Ended]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory, no settings of the machine's user, no keys."""
    for name in os.environ:
        if name.startswith(("AGENT_E_", "OPENAI_", "ANTHROPIC_", "AZURE_")) or name in {
            "FORCE_COLOR",
            "NO_COLOR",
            "COLUMNS",
        }:
            monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("TERM", "xterm-256color")
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    return work


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    """Run the program in this process."""

    def run(*arguments: str) -> Ended:
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        printed = capsys.readouterr()
        code = ended.value.code
        assert isinstance(code, int)
        return Ended(code=code, out=printed.out, err=printed.err)

    return run


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT)}


@pytest.fixture
def spawn() -> Call:
    """Run the program in a process of its own, without a terminal."""

    def run(*arguments: str, stdin: str = "", timeout: float = 60) -> Ended:
        done = subprocess.run(
            [sys.executable, "-m", "agent_e", *arguments],
            input=stdin,
            capture_output=True,
            text=True,
            timeout=timeout,
            env=environment(),
            check=False,
        )
        return Ended(code=done.returncode, out=done.stdout, err=done.stderr)

    return run
