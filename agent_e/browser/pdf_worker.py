"""Reads a PDF in its own process: a malicious file may exhaust time and memory.

Run as a script with the file's path and the pages as JSON: ``[[first, last], ...]``, where a null
``last`` means the end. Writes one JSON object per line: first ``{"pages", "title"}`` or
``{"problem"}``, then for each page ``{"page", "text", "pictures"}`` or ``{"page", "problem"}``,
each as soon as it is read.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

MAX_MEMORY = 1 << 30
"""Bytes of address space."""
MAX_SECONDS = 60
"""Of CPU time; the parent process stops it sooner."""
MAX_PAGES = 20_000
"""More are not reported: a file may claim any number."""
MAX_PAGE_LENGTH = 200_000
"""Characters reported of one page."""


def main(path: str, wanted: list[tuple[int, int | None]]) -> None:
    """Read the file and write what is in it."""
    _limit()
    for record in _read(path, wanted):
        print(json.dumps(record), flush=True)


def _limit() -> None:
    try:
        import resource
    except ImportError:  # Windows has no such limits; the time limit applies there too
        return
    for kind, most in ((resource.RLIMIT_AS, MAX_MEMORY), (resource.RLIMIT_CPU, MAX_SECONDS)):
        try:
            resource.setrlimit(kind, (most, most))
        except (ValueError, OSError):
            # macOS refuses some limits, and a lower one may already be set.
            continue


def _read(path: str, wanted: list[tuple[int, int | None]]) -> Iterator[dict[str, Any]]:
    from pypdf import PdfReader

    try:
        reader = PdfReader(path)
        if reader.is_encrypted and not reader.decrypt(""):
            yield {"problem": "encrypted"}
            return
        count = min(len(reader.pages), MAX_PAGES)
        yield {"pages": count, "title": _title(reader)}
    except Exception as error:
        # A broken file may fail in any way; the parent makes a sentence of this line.
        yield {"problem": _name(error)}
        return
    done: set[int] = set()
    for first, last in wanted:
        for number in range(first, min(last or count, count) + 1):
            if number not in done:
                done.add(number)
                yield {"page": number, **_page(reader, number - 1)}


def _page(reader: Any, index: int) -> dict[str, Any]:
    try:
        page = reader.pages[index]
        text = page.extract_text()[:MAX_PAGE_LENGTH]
        return {"text": text, "pictures": 0 if text.strip() else _pictures(page)}
    except Exception as error:
        # The other pages may be intact.
        return {"problem": _name(error)}


def _pictures(page: Any) -> int:
    objects = page.get("/Resources", {}).get_object().get("/XObject", {}).get_object()
    return sum(each.get_object().get("/Subtype") == "/Image" for each in objects.values())


def _title(reader: Any) -> str:
    try:
        return str(reader.metadata.title or "") if reader.metadata else ""
    except Exception:
        # An unreadable title counts as none.
        return ""


def _name(error: Exception) -> str:
    words = " ".join(str(error).split())[:200]
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


if __name__ == "__main__":
    main(sys.argv[1], json.loads(sys.argv[2]))
