from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import Any

import pytest

from .conftest import environment

CODES = [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 143)]
PROGRAM = """
import asyncio, sys
import typer
from agent_e.cli.aio import run_async

async def waits(signals):
    print("ready", flush=True)
    try:
        await asyncio.sleep(60)
    finally:
        print("tidied up", flush=True)

async def stops(signals):
    stopped = asyncio.Event()
    signals.stop = lambda code: (print("stop", code, flush=True), {then})
    print("ready", flush=True)
    await stopped.wait()
    return 1

try:
    sys.exit(run_async({main}))
except typer.Exit as end:
    sys.exit(end.exit_code)
"""


def start(main: str, then: str = "stopped.set()", **options: Any) -> subprocess.Popen[str]:
    program = PROGRAM.replace("{main}", main).replace("{then}", then)
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
        **options,
    )
    assert process.stdout
    assert process.stdout.readline() == "ready\n"
    return process


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(("number", "code"), CODES)
def test_a_signal_cancels_in_order(number: signal.Signals, code: int) -> None:
    process = start("waits")
    process.send_signal(number)
    out, err = process.communicate(timeout=10)
    assert (process.returncode, out, err) == (code, "tidied up\n", "")


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(("number", "code"), CODES)
def test_a_signal_calls_stop_with_its_code(number: signal.Signals, code: int) -> None:
    process = start("stops")
    process.send_signal(number)
    out, err = process.communicate(timeout=10)
    assert (process.returncode, out, err) == (code, f"stop {code}\n", "")


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_second_signal_ends_what_does_not_stop() -> None:
    process = start("stops", then="None")
    assert process.stdout
    process.send_signal(signal.SIGINT)
    assert process.stdout.readline() == "stop 130\n"
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=10)
    assert process.returncode == 130


@pytest.mark.skipif(sys.platform == "win32", reason="terminals of POSIX")
@pytest.mark.parametrize("ending", ["enter", "ctrl-d", "ctrl-c"])
def test_a_line_is_read_from_a_terminal(ending: str) -> None:
    import pty

    program = """
import fcntl, sys, termios, typer
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # so that Ctrl-C is a signal
from agent_e.cli.aio import run_async
from agent_e.cli.ask import read_line

async def main(signals):
    line = await read_line("Task: ")
    print("got", repr(line), flush=True)
    return 0

try:
    sys.exit(run_async(main))
except typer.Exit as end:
    sys.exit(end.exit_code)
"""
    terminal, inner = pty.openpty()
    command = [sys.executable, "-c", program]
    process = subprocess.Popen(
        command, stdin=inner, stdout=inner, stderr=inner, env=environment(), start_new_session=True
    )
    os.close(inner)
    shown = _read_until(terminal, "Task:")
    os.write(terminal, {"enter": b"a mug\n", "ctrl-d": b"\x04", "ctrl-c": b"\x03"}[ending])
    shown = _read_until(terminal, None)
    code = process.wait(timeout=10)
    os.close(terminal)
    expected = {"enter": "got 'a mug'", "ctrl-d": "got None", "ctrl-c": ""}[ending]
    assert expected in shown
    assert "Fatal" not in shown
    assert code == (130 if ending == "ctrl-c" else 0)


def _read_until(terminal: int, words: str | None) -> str:
    """Read until the words were shown, or with ``None`` until the program has ended."""
    shown, deadline = "", time.monotonic() + 20
    while time.monotonic() < deadline and (words is None or words not in shown):
        try:
            data = os.read(terminal, 4096)
        except OSError:  # Linux says so when the other end is closed
            break
        if not data:
            break
        shown += data.decode()
    return shown


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_program_under_nohup_goes_on_when_its_terminal_is_closed() -> None:
    process = start("waits", preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    process.send_signal(signal.SIGHUP)
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(timeout=0.5)
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=10)
    assert (process.returncode, out, err) == (143, "tidied up\n", "")
