"""Function calls as text, such as ``click(point='<point>640 360</point>')``.

Models of the UI-TARS family escape quotes in a text only sometimes: the end of a
string is therefore determined by what follows the quote.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import NamedTuple

MAX_CALLS = 4
"""Calls taken from one reply; models that go on longer imagine what they will see."""
_ARGUMENT = re.compile(r"\s*([A-Za-z_]\w*)\s*=\s*")
_BETWEEN = re.compile(r"(?:[\s;,]|\baction[ \t]*:|\b\d{1,2}[.)])*", re.IGNORECASE)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "'": "'", '"': '"'}
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_NEXT_LINE = re.compile(r"[ \t]*\r?\n\s{0,8}(?:action[ \t]*:\s*)?", re.IGNORECASE)
_NEAR = 200
_BRACKETS = {"(": ")", "[": "]", "{": "}"}


class Call(NamedTuple):
    """One call.

    Attributes:
        name: as written.
        arguments: in order; ``""`` names a positional one.
        closed: whether its strings and its bracket are closed.
        raw: its text.
    """

    name: str
    arguments: tuple[tuple[str, str], ...]
    closed: bool
    raw: str


class Scanner:
    """Reads the consecutive calls at the beginning of a text.

    Args:
        text: what follows ``Action:``.
        known: matches a known call's name in its first group, and the bracket.
    """

    def __init__(self, text: str, known: re.Pattern[str]) -> None:
        self.text = text
        self.known = known
        self.at = 0
        self._closed = True
        self._starts = [found.start() for found in known.finditer(text)]

    def calls(self) -> list[Call]:
        """Return the first known call and those that follow it directly."""
        found: list[Call] = []
        start = self.known.search(self.text)
        while start is not None:
            call = self._call(start)
            found.append(call)
            between = _BETWEEN.match(self.text, self.at)
            self.at = between.end() if between else self.at
            start = self.known.match(self.text, self.at) if len(found) < MAX_CALLS else None
        return found

    def _call(self, start: re.Match[str]) -> Call:
        self.at = start.end()
        self._closed = True
        arguments = []
        while not self._ends_call():
            named = _ARGUMENT.match(self.text, self.at)
            if named:
                self.at = named.end()
            name = named[1].lower() if named else ""
            self._skip(" \t\r\n")
            arguments.append((name, self._value()))
        raw = self.text[start.start() : self.at]
        return Call(start[1], tuple(arguments), self._closed, raw)

    def _ends_call(self) -> bool:
        """Skip separators between arguments; returns whether the call ends here."""
        if not self._next_call_begins(self.at):
            self._skip(" \t\r\n,")
            if self.text.startswith(")", self.at):
                self.at += 1
                return True
            if self.at < len(self.text):
                return False
        self._closed = False
        return True

    def _value(self) -> str:
        quote = self.text[self.at : self.at + 1]
        if quote not in ("'", '"'):
            return self._bare()
        # Backslashes before other characters stay: C:\docs.
        return _ESCAPE.sub(lambda found: _ESCAPES.get(found[1], found[0]), self._string(quote))

    def _bare(self) -> str:
        """Read a value without quotes up to a comma or the call's own bracket."""
        begin = self.at
        opened: list[str] = []
        while self.at < len(self.text):
            char = self.text[self.at]
            if char in _BRACKETS:
                opened.append(_BRACKETS[char])
            elif opened and char == opened[-1]:
                opened.pop()
            elif (not opened and char in ",)") or (
                char == "\n" and self._next_call_begins(self.at)
            ):
                break
            self.at += 1
        return self.text[begin : self.at].strip()

    def _string(self, quote: str) -> str:
        """Read a string; without a proper end, the last quote before the bracket is taken."""
        begin = self.at + 1
        at = begin
        while at < len(self.text):
            char = self.text[at]
            if char == "\\":
                at += 2
                continue
            if char == quote and self._ends_string(at + 1):
                self.at = at + 1
                return self.text[begin:at]
            if char == ")" and self._next_call_begins(at + 1):
                return self._unclosed(begin, at, quote)
            at += 1
        return self._unclosed(begin, len(self.text), quote)

    def _ends_string(self, at: int) -> bool:
        """Whether an argument's name, or the end of the call, follows a quote."""
        at = self._blanks(at)
        if self.text.startswith(",", at):
            return _ARGUMENT.match(self.text, at + 1) is not None
        if not self.text.startswith(")", at):
            return False
        rest = self._blanks(at + 1, " \t;,`")
        if rest >= len(self.text) or self.text[rest] in "\r\n":
            return True
        # Text between two calls on one line: without this the second would be typed.
        following = bisect_left(self._starts, rest)
        if following == len(self._starts) or self._starts[following] > rest + _NEAR:
            return False
        return self.text.find("\n", rest, self._starts[following]) < 0

    def _unclosed(self, begin: int, end: int, quote: str) -> str:
        """Read a string whose quote or call bracket is followed by something unexpected."""
        line = self.text.find("\n", begin, end)
        line_end = line if line >= 0 else end
        closing = self.text.rfind(f"{quote})", begin, line_end)
        if closing >= 0:
            self.at = closing + 1
            return self.text[begin:closing]
        self._closed = False
        bracket = self.text[begin:line_end].rstrip().removesuffix(")")
        self.at = begin + len(bracket)
        if self.text.startswith(")", self.at):
            return bracket
        self.at = end
        return self.text[begin:end]

    def _next_call_begins(self, at: int) -> bool:
        """Whether the line ends here and the next one begins with a known call."""
        line = _NEXT_LINE.match(self.text, at)
        return line is not None and self.known.match(self.text, line.end()) is not None

    def _skip(self, chars: str) -> None:
        self.at = self._blanks(self.at, chars)

    def _blanks(self, at: int, chars: str = " \t\r\n") -> int:
        while at < len(self.text) and self.text[at] in chars:
            at += 1
        return at
