"""Redaction of every output: files, terminal, server and exceptions."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TextIO

from .secret_matcher import Redactor


@dataclass(frozen=True, slots=True)
class OutputRedactor:
    """Removes secrets from outputs; used like ``Redactor``.

    Attributes:
        secrets: of the vault, with the codes made from them. No model sees these either.
        typed: passwords that a model typed itself; it knows them, outputs must not.
    """

    secrets: Redactor = field(default_factory=Redactor)
    typed: Redactor = field(default_factory=Redactor)

    def __call__(self, text: str) -> str:
        """Return the text with them removed."""
        return self.typed(self.secrets(text))

    def value(self, value: Any) -> Any:
        """Return a JSON value with all its texts redacted, keys as well."""
        return self.typed.value(self.secrets.value(value))

    def clean(self, error: BaseException) -> None:
        """Remove them from an exception's message and from those that led to it.

        A caller may print it with its traceback, which is not redacted any more.
        """
        for each in _chain(error):
            each.args = tuple(map(self._plain, each.args))
            for name, held in list(vars(each).items()):
                if isinstance(held, str):
                    setattr(each, name, self(held))

    def _plain(self, argument: Any) -> Any:
        return self(argument) if isinstance(argument, str) else argument


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    todo: list[BaseException | None] = [error]
    while todo:
        each = todo.pop()
        if each is None or id(each) in seen:
            continue
        seen.add(id(each))
        yield each
        todo += [each.__cause__, each.__context__]
        if isinstance(each, BaseExceptionGroup):
            todo += each.exceptions


class RedactedStream(io.TextIOBase):
    """Passes on whole lines, so that a secret written in pieces is found too.

    Text flushed in the middle of a line goes out with the rest of the line.
    """

    def __init__(self, sink: TextIO, redact: Callable[[str], str]) -> None:
        self._sink = sink
        self._redact = redact
        self._line = ""

    def writable(self) -> bool:
        """True: it only writes."""
        return True

    def fileno(self) -> int:
        """Return that of the underlying file."""
        return self._sink.fileno()

    def write(self, text: str) -> int:
        """Take a piece of text; complete lines are passed on."""
        *lines, self._line = (self._line + text).split("\n")
        if lines:
            self._sink.write(self._redact("\n".join(lines)) + "\n")
        return len(text)

    def flush(self) -> None:
        """Flush the lines passed on."""
        self._sink.flush()

    def close(self) -> None:
        """Pass on the last line even if incomplete."""
        if self._line:
            self.write("\n")
        super().close()
