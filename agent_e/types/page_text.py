"""Text of web pages, as a type of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn


@dataclass(frozen=True, slots=True)
class PageText:
    """Text that may come from a page, or from a model's words about one.

    Only the fence turns it into the text of a message (``models/fence_untrusted.py``). It is no
    ``str`` and cannot be formatted, so that it gets into nothing else by accident; ``raw`` is for
    measuring, redaction and records.
    """

    raw: str = ""

    def __bool__(self) -> bool:
        return bool(self.raw)

    def __str__(self) -> NoReturn:
        raise TypeError("the text of a page gets into a message through the fence only")

    @classmethod
    def joined(cls, *parts: str | PageText, by: str = "\n") -> PageText:
        """Return the parts as one text, without empty ones."""
        raw = (each if isinstance(each, str) else each.raw for each in parts)
        return cls(by.join(filter(None, raw)))


NO_PAGE = PageText()
