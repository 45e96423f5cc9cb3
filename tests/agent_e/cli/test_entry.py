from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

import agent_e.config
from agent_e import __version__
from agent_e.errors import (
    AgentEError,
    BadOutput,
    BrowserMissing,
    ConfigError,
    LimitReached,
    ModelError,
    NeedsPerson,
    RunDenied,
    Stopped,
)

from .conftest import Call, environment

HEAVY = "playwright autogen_agentchat fastapi pydantic openai numpy PIL jsonschema yaml httpx rich"


def failing(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(agent_e.config, "load_settings", fail)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (ConfigError("Wrong."), 2),
        (NeedsPerson("Wrong."), 3),
        (RunDenied("Wrong."), 4),
        (LimitReached("Wrong.", limit="steps", value=1), 5),
        (ModelError("Wrong."), 6),
        (BrowserMissing("Wrong."), 7),
        (BadOutput("Wrong."), 8),
        (Stopped("Wrong."), 130),
        (Stopped("Wrong.", exit_code=143), 143),
    ],
)
def test_our_errors_are_one_sentence_and_their_exit_code(
    call: Call, monkeypatch: pytest.MonkeyPatch, error: AgentEError, code: int
) -> None:
    failing(monkeypatch, error)
    ended = call("config", "show")
    assert (ended.code, ended.out, ended.err) == (code, "", "Error: Wrong.\n")


def test_an_unknown_exception_is_called_a_bug(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, KeyError("colour\x1b[31m"))
    ended = call("config", "show")
    assert ended.code == 7
    assert ended.err == (
        "Error: This is a bug in agent-e (KeyError: 'colour\\x1b[31m'). "
        "Run it again with --debug for the traceback.\n"
    )


@pytest.mark.parametrize(
    "arguments", [("--debug", "config", "show"), ("config", "show", "--debug")]
)
def test_debug_shows_the_traceback_wherever_it_stands(
    call: Call, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    failing(monkeypatch, KeyError("colour"))
    ended = call(*arguments)
    assert ended.code == 7
    assert "Traceback (most recent call last)" in ended.err
    assert ended.err.endswith("Error: This is a bug in agent-e (KeyError: 'colour').\n")


def test_ctrl_c_before_anything_runs_is_130(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, KeyboardInterrupt())
    assert call("config", "show").code == 130


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("runz",), "No such command 'runz'. Did you mean 'run', 'runs'? See agent-e --help."),
        (
            ("run", "x", "--hedaed"),
            "No such option: --hedaed (Possible options: --headed, --header). See",
        ),
        (("snapshot",), "Missing argument 'URL|FILE|-'. See agent-e snapshot --help."),
        (
            ("run", "x", "--viewport", "big"),
            "Invalid value for --viewport: 'big' is not a size such",
        ),
        (
            ("run", "x", "--geolocation", "1"),
            "Invalid value for --geolocation: '1' is not a position",
        ),
        (("run", "x", "--max-steps", "many"), "Invalid value for '--max-steps'"),
    ],
)
def test_wrong_usage_is_one_sentence_and_2(
    call: Call, arguments: tuple[str, ...], sentence: str
) -> None:
    ended = call(*arguments)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(f"Error: {sentence}")
    assert ended.err.count("\n") == 1


def test_version(call: Call) -> None:
    ended = call("--version")
    assert (ended.code, ended.out) == (0, f"agent-e {__version__}\n")


@pytest.mark.parametrize(
    "command",
    [[], ["run"], ["snapshot"], ["runs"], ["runs", "list"], ["runs", "show"], ["bench"]]
    + [["bench", "perf"], ["site"], ["login"], ["doctor"], ["config"], ["config", "show"]],
)
def test_every_command_has_help_with_a_phrase_for_each_option(
    call: Call, command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    ended = call(*command, "--help")
    assert ended.code == 0
    options = re.findall(r"^│ +(--\S+)(.*)│$", ended.out, re.MULTILINE)
    assert options
    for option, rest in options:
        assert re.search(r"[A-Z].+\.( \[default: .+\])?\s*$", rest), option


def test_without_a_command_the_help_is_shown(call: Call) -> None:
    ended = call()
    assert ended.code == 2
    assert "Usage: agent-e" in ended.out


def test_the_command_line_imports_nothing_heavy() -> None:
    code = f"import sys, agent_e.cli; print([m for m in '{HEAVY}'.split() if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment(), check=True
    )
    assert done.stdout == "[]\n"


def test_help_is_there_at_once() -> None:
    def seconds(*arguments: str) -> float:
        start = time.perf_counter()
        command = [sys.executable, *arguments]
        subprocess.run(command, capture_output=True, env=environment(), check=True)
        return time.perf_counter() - start

    # Beside what the libraries that print help take, in turns: the machine may be busy.
    libraries = "import typer.main, typer.rich_utils, rich.markdown"
    pairs = [(seconds("-m", "agent_e", "--help"), seconds("-c", libraries)) for _ in range(5)]
    assert min(ours for ours, _ in pairs) < 3 * min(theirs for _, theirs in pairs)


def test_a_closed_pipe_is_quiet(elsewhere: Path) -> None:
    for command in ("config show", "config show --json", "--help"):
        shell = f"{sys.executable} -m agent_e {command} | head -n 1; exit ${{PIPESTATUS[0]}}"
        done = subprocess.run(
            ["bash", "-c", shell], capture_output=True, text=True, env=environment(), check=False
        )
        assert done.stderr == "", command
