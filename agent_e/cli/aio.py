"""Run a coroutine so that Ctrl-C, SIGTERM and SIGHUP end it in order."""

from __future__ import annotations

import asyncio
import gc
import signal
import sys
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, NoReturn, TypeVar

import typer

from .output import discard

T = TypeVar("T")
INTERRUPTED = 130
TERMINATED = 143
_YOUNG, _ROUNDS = 20_000, 20
_COLLECT_EVERY_S = 30.0
_CODES = {signal.SIGINT: INTERRUPTED, signal.SIGTERM: TERMINATED}
_HANGUP = getattr(signal, "SIGHUP", None)
if _HANGUP and signal.getsignal(_HANGUP) is not signal.SIG_IGN:
    # The terminal was closed, and the program does not run under nohup.
    _CODES[_HANGUP] = TERMINATED


@dataclass(slots=True)
class Signals:
    """The signal that came, as its exit code, and what to do when one comes.

    ``stop`` gets that code; ``None`` cancels the coroutine. ``interrupt`` may claim a Ctrl-C by
    returning true: then nothing ends.
    """

    code: int = 0
    interrupt: Callable[[], bool] | None = field(default=None)
    stop: Callable[[int], None] | None = field(default=None)


def run_async(main: Callable[[Signals], Coroutine[Any, Any, T]]) -> T:
    """Run ``main(signals)``; the first signal stops it, a second one cancels it.

    Raises:
        typer.Exit: a signal came, whether or not ``main`` returned; with 130 or 143.
    """
    signals = Signals()

    async def guarded() -> T:
        task = asyncio.current_task()
        assert task is not None
        _listen(task, signals)
        return await main(signals)

    _collect_less()
    try:
        result = asyncio.run(guarded())
    except asyncio.CancelledError:
        if not signals.code:
            raise
        raise typer.Exit(signals.code) from None
    if signals.code:
        raise typer.Exit(signals.code)
    return result


def _collect_less() -> None:
    """Freeze imported objects out of garbage collection, and collect less often.

    A look at a large page creates ten thousand records: with Python's default thresholds they would
    be scanned a dozen times before they are read once, now and then with all modules.
    """
    gc.freeze()
    gc.set_threshold(_YOUNG, _ROUNDS, _ROUNDS)


async def until_ended() -> NoReturn:
    """Wait for the signal that ends a server, and free what its runs leave every half minute.

    What refers to itself is collected by numbers otherwise, and grows to a quarter of all first.
    """
    gc.collect()
    gc.freeze()
    while True:
        await asyncio.sleep(_COLLECT_EVERY_S)
        gc.collect()


def _listen(task: asyncio.Task[Any], signals: Signals) -> None:
    loop = asyncio.get_running_loop()
    on_terminal = [stream for stream in (sys.stdout, sys.stderr) if stream.isatty()]

    def on_signal(number: signal.Signals) -> None:
        if number is signal.SIGINT and signals.interrupt and signals.interrupt():
            return
        if number is _HANGUP:
            # Whatever is written to the closed terminal would fail.
            for stream in on_terminal:
                discard(stream)
        again, signals.code = bool(signals.code), _CODES[number]
        if again:
            loop.remove_signal_handler(number)  # a third one ends the process at once
        if signals.stop and not again:
            signals.stop(signals.code)
        else:
            task.cancel()

    if sys.platform != "win32":  # its event loops have no signal handlers; asyncio.run does Ctrl-C
        for number in _CODES:
            loop.add_signal_handler(number, on_signal, number)
