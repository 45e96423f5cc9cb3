"""Python source with texts of pages in it."""

from __future__ import annotations

import json
import re
import textwrap

from agent_e.text import clean

_WIDTH = 88
_SECRET = re.compile(r"\[(?:secret ([a-z0-9][a-z0-9_-]{0,63})|typed (password|text))\]")
"""What stands in a journal for a secret."""
_TOKEN = re.compile(r""""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[()]""")


def literal(text: str) -> str:
    """Return a string literal in which everything invisible is escaped."""
    quoted = json.dumps(text, ensure_ascii=False)
    if text.count('"') > text.count("'"):
        quoted = "'" + quoted[1:-1].replace('\\"', '"').replace("'", "\\'") + "'"
    return "".join(each if each.isprintable() else _escape(ord(each)) for each in quoted)


def _escape(code: int) -> str:
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def comment(text: str, indent: str = "") -> list[str]:
    """Return a text as lines of a comment."""
    lines = textwrap.wrap(clean(text), _WIDTH - len(indent) - 2)
    return [f"{indent}# {line}" for line in lines]


def wrapped(line: str) -> list[str]:
    """Break a statement that is too long within the last parentheses that begin early enough."""
    groups, depth, start = [], 0, 0
    for token in _TOKEN.finditer(line):
        if token[0] == "(":
            start, depth = start if depth else token.end(), depth + 1
        elif token[0] == ")":
            depth -= 1
            if depth == 0 and start < token.start() and start <= _WIDTH:
                groups.append((start, token.start()))
    if len(line) <= _WIDTH or not groups:
        return [line]
    start, end = groups[-1]
    indent = line[: len(line) - len(line.lstrip())]
    return [line[:start], f"{indent}    {line[start:end]}", f"{indent}{line[end:]}"]


class Variables:
    """Takes secrets from the environment.

    Attributes:
        names: of the variables in use.
    """

    def __init__(self) -> None:
        self.names: set[str] = set()

    def secret(self, name: str) -> str:
        """Return the expression for a secret."""
        variable = re.sub(r"\W", "_", name, flags=re.ASCII).upper()
        self.names.add(variable)
        return f'os.environ["{variable}"]'

    def text(self, text: str) -> str:
        """Return the expression for a text of the journal, with the secrets in it."""
        # Split by two groups: the text before, and the name in one of both.
        before, *rest = _SECRET.split(text)
        parts = [literal(before)] if before or not rest else []
        for first, second, after in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
            parts += [self.secret(first or second), *([literal(after)] if after else [])]
        return " + ".join(parts)
