"""A stream that is read later, such as a log, behind the door of all outputs."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import TextIO


class RedactedStream(io.TextIOBase):
    """Passes on whole lines, so that a secret that is written in pieces is found too.

    What is flushed in the middle of a line goes out with its end.
    """

    def __init__(self, sink: TextIO, redact: Callable[[str], str]) -> None:
        self._sink = sink
        self._redact = redact
        self._line = ""

    def writable(self) -> bool:
        """It is for writing only."""
        return True

    def fileno(self) -> int:
        """Of the file behind it."""
        return self._sink.fileno()

    def write(self, text: str) -> int:
        """Take a piece of text; lines that are whole by now go out."""
        *lines, self._line = (self._line + text).split("\n")
        if lines:
            self._sink.write(self._redact("\n".join(lines)) + "\n")
        return len(text)

    def flush(self) -> None:
        """Have the file take what went out."""
        self._sink.flush()

    def close(self) -> None:
        """Let the last line out, though it has no end."""
        if self._line:
            self.write("\n")
        super().close()
