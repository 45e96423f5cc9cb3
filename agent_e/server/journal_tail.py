"""A journal that grows, read line by line and no line twice."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

_HEAD = re.compile(rb'\{"seq": (\d{1,15}), "time": [\d.]+, "kind": "([\w.]+)"')
_AT_ONCE = 1 << 16


class Line(NamedTuple):
    """One event as it is written; ``kind`` is empty where a line is no event of ours."""

    seq: int
    kind: str
    text: bytes

    @property
    def event(self) -> dict[str, Any]:
        """The event; empty where the line is none."""
        return _decoded(self.text)


class JournalTail:
    """Reads a growing journal; a line counts once it is complete."""

    def __init__(self, run_dir: Path) -> None:
        self.path = run_dir / "events.jsonl"
        self._at = 0

    def lines(self, most_bytes: int | None = None) -> Iterator[Line]:
        """Yield the lines added since the last call.

        Args:
            most_bytes: leave the rest for the next call after about as many.
        """
        if not self.path.exists():
            return
        with self.path.open("rb") as file:
            if file.seek(0, 2) < self._at:
                # Another file has taken its place: a torn end that is cut off was never read.
                self._at = 0
            begun = file.seek(self._at)
            for text in file:
                if not text.endswith(b"\n"):
                    return
                self._at += len(text)
                yield line_of(text)
                if most_bytes is not None and self._at - begun >= most_bytes:
                    return


def line_of(text: bytes) -> Line:
    """Return a line of a journal; most of its events need not be decoded."""
    if head := _HEAD.match(text):
        return Line(int(head[1]), head[2].decode(), text)
    event = _decoded(text)
    seq, kind = event.get("seq"), event.get("kind")
    return Line(seq if isinstance(seq, int) else 0, str(kind or ""), text)


def last_line(path: Path) -> Line | None:
    """Return the last complete line of a journal that has ended, without reading the others."""
    if not path.exists():
        return None
    with path.open("rb") as file:
        end, found = file.seek(0, 2), b""
        while end and found.count(b"\n") < 2:
            start = max(0, end - _AT_ONCE)
            file.seek(start)
            found, end = file.read(end - start) + found, start
    lines = [line for line in found.splitlines(keepends=True) if line.endswith(b"\n")]
    return line_of(lines[-1]) if lines else None


def _decoded(text: bytes) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
