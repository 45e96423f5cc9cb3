"""One question on a terminal: what is shown with it, and how its answer is taken."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agent_e.errors import BadArgument
from agent_e.text import count_words, time_words
from agent_e.types import PersonRequest

from .channel import Reply
from .terminal_screen import Row

if TYPE_CHECKING:
    from .terminal_turns import Terminal

MOST_ROWS = 30
MOST_CHARACTERS = 400
_OTHERWISE = {"fail": "the run ends", "deny": "it is a no"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Talk:
    """One question as it is asked on a terminal.

    Attributes:
        request: what is asked.
        reply: takes the answer.
        terminal: where.
        folder: the run's, for the paths of pictures.
    """

    request: PersonRequest
    reply: Reply
    terminal: Terminal
    folder: Path | None = None

    def say(self, *lines: str, style: str = "") -> None:
        """Write lines."""
        self.terminal.screen.say(*lines, style=style)

    async def line(self, prompt: str = "> ", *, echo: bool = True) -> str:
        """Return what is typed after a prompt, without blanks around it where it can be seen."""
        line = await self.terminal.line(prompt, echo=echo)
        return line.strip() if echo else line

    def answered(self, value: Any, note: str = "") -> bool:
        """Answer; false, with a sentence on the screen, where the answer does not fit."""
        try:
            self.reply(value, note)
        except BadArgument as error:
            self.say(str(error), style="yellow")
            return False
        return True

    def ask(self, *lines: str, rows: Sequence[Row] = ()) -> None:
        """Write the question, what is beside it, and what happens without an answer.

        Args:
            lines: written under it.
            rows: written under these, a label before each.
        """
        self.say("")
        self.say(f"? {self.request.question}", style="bold")
        self.say(*(f"  {line}" for line in [*self.beside(), *lines]))
        self.rows(rows)
        self.say(*self.otherwise(), style="dim")

    def rows(self, rows: Sequence[Row]) -> None:
        """Write words, a label before each."""
        if rows:
            self.terminal.screen.say_rows(rows)

    def beside(self) -> list[str]:
        """Return what every kind of question may have beside it."""
        return _most([str(line) for line in self.request.evidence.get("lines", ())], "line")

    def otherwise(self) -> list[str]:
        """Return until when an answer is waited for, and what happens then."""
        said = "  Ctrl-D gives no answer."
        if self.request.deadline is None:
            return [said]
        left = time_words(max(self.request.deadline - time.time(), 0))
        taken = f"the answer is {self.request.default!r}"
        then = taken if self.request.on_timeout == "default" and self.request.default else ""
        rule = then or _OTHERWISE.get(self.request.on_timeout, "the run ends")
        return [f"{said} Without one within {left} {rule}."]

    def picture(self) -> str:
        """Return where the picture of the question is; ``""`` for none."""
        name = str(self.request.evidence.get("picture") or "")
        return str(self.folder / name) if name and self.folder else name


def rows_of(talk: Talk) -> list[Row]:
    """Return what is known about a question, a label and words each; pictures apart."""
    evidence = talk.request.evidence
    return [
        *_rows("on", [evidence.get("origin")]),
        *_rows("sends", _sent(evidence.get("values", ()))),
        *_rows("to", [evidence.get("sent_to")]),
        *_rows("amounts", [", ".join(map(str, evidence.get("amounts", ())))]),
        *_rows("because", [", ".join(map(str, evidence.get("reasons", ())))]),
        *_rows("answer", [evidence.get("answer")]),
        *_rows("doubt", [evidence.get("doubt")]),
        *_rows("shown by" if talk.request.kind == "review" else "", talk.beside()),
    ]


def split(line: str, options: Sequence[str]) -> tuple[str, str]:
    """Return which of some words a line begins with, ``""`` for none, and what follows it.

    A beginning does that no other of them has, such as ``y`` for ``yes``.
    """
    head, words = re.fullmatch(r"(\w*)[\s,;:.!-]*(.*)", line.strip(), re.DOTALL).groups()  # type: ignore[union-attr]
    fits = [each for each in options if head and each.startswith(head.casefold())]
    return (fits[0], words) if len(fits) == 1 else ("", words)


def _rows(label: str, words: Sequence[Any]) -> list[Row]:
    told = [_cut(str(each)) for each in words if each]
    return [(label if not number else "", each) for number, each in enumerate(told)]


def _sent(values: Sequence[Mapping[str, Any]]) -> list[str]:
    return _most([f"{each.get('name', '')}: {each.get('value', '')}" for each in values], "value")


def _most(lines: Sequence[str], noun: str) -> list[str]:
    more = len(lines) - MOST_ROWS
    return [*lines[:MOST_ROWS], *([f"and {count_words(more, noun)} more"] if more > 0 else [])]


def _cut(words: str) -> str:
    if len(words) <= MOST_CHARACTERS:
        return words
    return f"{words[:MOST_CHARACTERS]}… ({len(words):,} characters)"
