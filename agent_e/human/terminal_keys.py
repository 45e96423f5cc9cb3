"""Lines that a person types on a terminal, or that come from a file or a pipe."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import TextIO


class NoLine(Exception):
    """No line comes: Ctrl-D was pressed, or, if ``gone``, nobody can type any more."""

    def __init__(self, *, gone: bool) -> None:
        """Say which."""
        super().__init__("Nobody can type any more." if gone else "Ctrl-D was pressed.")
        self.gone = gone


async def edited_line(
    source: TextIO, sink: TextIO | None, prompt: str, drawing: Callable[[], None]
) -> str:
    """Return a line that is typed and edited on a terminal.

    Args:
        source: the terminal that is typed on.
        sink: the terminal that the line is drawn on; ``None`` for one that nobody may see.
        prompt: what stands before the line.
        drawing: called before the line is drawn, also after the window has got another size.

    Raises:
        NoLine: there is none.
    """
    from prompt_toolkit import PromptSession
    from prompt_toolkit.history import DummyHistory
    from prompt_toolkit.input import create_input
    from prompt_toolkit.key_binding import KeyBindings
    from prompt_toolkit.output import DummyOutput, create_output
    from prompt_toolkit.output.vt100 import Vt100_Output

    keys, typed = KeyBindings(), create_input(source)
    keys.add("c-c")(lambda _: signal.raise_signal(signal.SIGINT))
    drawn = create_output(sink) if sink is not None else DummyOutput()
    if isinstance(drawn, Vt100_Output):
        drawn.enable_cpr = False  # not every terminal says where its cursor is
    session: PromptSession[str] = PromptSession(
        prompt,
        input=typed,
        output=drawn,
        key_bindings=keys,
        history=DummyHistory(),
        enable_suspend=True,
    )
    session.app.before_render += lambda _: drawing()
    try:
        line = await session.prompt_async(set_exception_handler=False, handle_sigint=False)
    except EOFError:
        raise NoLine(gone=typed.closed) from None
    except OSError as error:
        raise NoLine(gone=True) from error
    return line.rstrip("\r\n")


async def plain_line(source: TextIO) -> str:
    """Return the next line of a file, a pipe or a terminal that cannot be drawn on.

    Raises:
        NoLine: there is none.
    """
    typed = b""
    try:
        # One byte at a time: what comes after the line is left to others.
        while not typed.endswith(b"\n") and (data := await _byte(source.fileno())):
            typed += data
    except OSError as error:
        # Linux says so when the terminal itself is gone.
        raise NoLine(gone=True) from error
    if not typed:
        raise NoLine(gone=not source.isatty())
    return typed.decode(errors="replace").rstrip("\r\n")


def forget_typed(source: TextIO) -> None:
    """Drop what was typed but not read yet."""
    if sys.platform == "win32" or not source.isatty():
        return
    import termios

    from prompt_toolkit.input import create_input
    from prompt_toolkit.input.typeahead import clear_typeahead

    clear_typeahead(create_input(source))
    with suppress(termios.error):
        termios.tcflush(source.fileno(), termios.TCIFLUSH)


def unseen(source: TextIO) -> AbstractContextManager[None]:
    """Have a terminal show nothing of what is typed on it in this block."""
    from prompt_toolkit.input import create_input

    return create_input(source).raw_mode()


def mode_kept(source: TextIO) -> AbstractContextManager[None]:
    """Give a terminal's own mode to a program in this block, and put it back after it."""
    from prompt_toolkit.input import create_input

    return create_input(source).cooked_mode() if source.isatty() else nullcontext()


@contextmanager
def hushed(
    source: TextIO,
    leave: Callable[[], None] = lambda: None,
    come_back: Callable[[], None] = lambda: None,
) -> Iterator[None]:
    """Have nothing seen of what is typed in this block.

    Args:
        source: what is typed on.
        leave: called before the process stops for Ctrl-Z; meanwhile the terminal is the shell's.
        come_back: called when it goes on.
    """
    if not source.isatty():
        yield
        return
    from prompt_toolkit.input import create_input

    keys = create_input(source)

    def pressed() -> None:
        for press in keys.read_keys():
            if press.key == "c-c":
                signal.raise_signal(signal.SIGINT)
            elif press.key == "c-z" and sys.platform != "win32":
                leave()
                with keys.cooked_mode():
                    os.kill(0, signal.SIGTSTP)
                come_back()

    with keys.raw_mode(), keys.attach(pressed):
        yield


async def _byte(file: int) -> bytes:
    loop, ready = asyncio.get_running_loop(), asyncio.Event()
    try:
        loop.add_reader(file, ready.set)
    except (PermissionError, NotImplementedError):
        # Regular files and /dev/null cannot be waited for, and on Windows nothing can.
        return os.read(file, 1)
    try:
        await ready.wait()
    finally:
        loop.remove_reader(file)
    return os.read(file, 1)
