"""Output to stdout and stderr: page text is made harmless, a closed pipe is ignored."""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
from typing import Any, TextIO

from agent_e.text import clean as clean
from agent_e.text import cut, harmless


def tolerate_encodings() -> None:
    """Escape what the terminal's encoding lacks instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def clean_lines(text: str) -> str:
    """Clean every line, keeping line breaks and indentation."""
    lines = text.expandtabs(4).splitlines()
    return "\n".join("".join(map(harmless, line)).rstrip() for line in lines)


def shorten(text: str, width: int) -> str:
    """Return the cleaned text, cut with an ellipsis to at most ``width`` characters."""
    return cut(clean(text), width)


def print_out(text: str) -> bool:
    """Write a line to stdout; false, without an error, when nobody reads it any more."""
    return _write(sys.stdout, clean_lines(text) if sys.stdout.isatty() else text)


def print_json(value: Any, *, indent: int | None = 2) -> bool:
    """Write a JSON document to stdout; false when nobody reads it any more."""
    return print_out(to_json(value, indent=indent))


def to_json(value: Any, *, indent: int | None = 2) -> str:
    """Return the value as JSON that the encoding of stdout can carry."""
    unicode = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    return json.dumps(value, ensure_ascii=not unicode, indent=indent, default=str)


def print_note(text: str) -> None:
    """Write a line to stderr."""
    _write(sys.stderr, text)


def print_error(sentence: str) -> None:
    """Write an error to stderr."""
    print_note(f"Error: {sentence}")


def discard(stream: TextIO) -> None:
    """Discard everything written to the stream from now on."""
    # Else the interpreter would report an error when it flushes the stream on exit.
    with contextlib.suppress(io.UnsupportedOperation):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _write(stream: TextIO, text: str) -> bool:
    try:
        print(text, file=stream, flush=True)
    except BrokenPipeError:
        discard(stream)
        return False
    return True
