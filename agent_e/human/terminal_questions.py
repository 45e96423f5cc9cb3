"""A run's questions on a terminal: how each kind is shown and answered."""

from __future__ import annotations

import asyncio
import re
import string
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent_e.errors import AnswerConflict, BadArgument
from agent_e.text import format_count, format_time
from agent_e.types import AskedKind, PersonRequest

from .channel import Reply
from .terminal import Terminal
from .terminal_keys import NoLine
from .terminal_plan import edited_plan, note_change, plan_options, show_plan
from .terminal_screen import Row

MAX_ROWS = 30
MAX_CHARACTERS = 400
_OTHERWISE = {"fail": "the run ends", "deny": "it is a no"}
_EMPTY = "That is empty. Type an answer, or press Ctrl-D to give none."
_TITLES: Mapping[AskedKind, str] = {
    "approval": "Approval",
    "budget": "The budget",
    "review": "The answer",
    "demonstrate": "Show me",
}
_MEANINGS: Mapping[AskedKind, Mapping[str, str]] = {
    "approval": {
        "yes": "do it, this once",
        "no": "do not; a reason may follow: no, wrong size",
        "all": "{all}, without asking again in this run",
    },
    "budget": {"more": "go on", "stop": "end the run with what there is"},
    "review": {
        "accept": "the answer is right",
        "back": "it is not; say what is wrong: back, that is last year's price",
    },
    "demonstrate": {
        "done": "I have done it",
        "cannot": "I cannot do it either; a reason may follow",
    },
    "plan": {
        "accept": "go on by it",
        "edit": "change its steps",
        "may": "allow more without a question: may send, or may order<=50 EUR",
        "without": "take something of that away: without 2",
        "back": "have it redone; say what is wrong: back, look at the reviews first",
    },
}
_ALONE = frozenset({"yes", "all", "more", "accept", "edit"})
"""Options that take no further words."""
_ALIASES = {"yes": "accept", "no": "back"}
"""Also accepted as the options of a plan and an answer."""

Read = Callable[[str], Awaitable[tuple[Any, str]]]
"""Parses a line into an answer and a note; raises ``BadArgument`` if it is none."""


class TerminalChannel:
    """Asks on a terminal.

    Ctrl-D declines the question. Once nobody can type, nobody can be asked.
    """

    name = "terminal"

    def __init__(self, terminal: Terminal | None = None, *, runs_dir: Path | None = None) -> None:
        """Create it.

        Args:
            terminal: by default stdin and stderr.
            runs_dir: the folder of runs, for the paths of pictures.
        """
        self._terminal = terminal or Terminal()
        self._runs_dir = runs_dir

    async def show(self, request: PersonRequest, reply: Reply) -> None:
        """See ``Channel``; one question is asked at a time."""
        folder = self._runs_dir / request.run if self._runs_dir else None
        await self._terminal.in_turn(_Talk(request, reply, self._terminal, folder).whole)


@dataclass(frozen=True, slots=True)
class _Talk:
    """One question on a terminal; ``folder`` is the run's, for its pictures."""

    request: PersonRequest
    reply: Reply
    terminal: Terminal
    folder: Path | None

    async def whole(self) -> None:
        """Ask until there is an answer, or none can be had."""
        kind, enum = self.request.kind, self.request.schema.get("enum")
        try:
            if kind == "form":
                await self._form()
            elif kind == "choice" and enum:
                await self._choice(list(enum))
            elif kind in _MEANINGS:
                known = plan_options(self.request) if kind == "plan" else _MEANINGS[kind]
                await self._option(list(map(str, enum or known)))
            else:
                await self._words()
        except NoLine as end:
            if not end.gone:
                self._say("", "No answer given.", style="dim")
                self.reply(None, decline=True)
        except AnswerConflict as error:
            self._say(str(error))
        except asyncio.CancelledError as gone:
            if gone.args:  # else it is asked again
                self._say("", f"No answer is needed any more: {gone.args[0]}.")
            raise

    async def _words(self) -> None:
        """Read words, perhaps a secret; an empty line takes the default if any."""
        hidden = self.request.kind in ("secret", "code")
        evidence, default = self.request.evidence, self.request.default
        site = evidence.get("site") or evidence.get("origin")
        where = f"It is filled in on {site} only." if hidden else f"On {site}"
        self._ask(*([where] if site else []), *self._picture())

        async def read(line: str) -> tuple[Any, str]:
            if not line.strip() and default is None:
                raise BadArgument(_EMPTY)
            return line or default, ""

        prompt = "(not shown) > " if hidden else "> " if default is None else f"[{default}] > "
        await self._take(prompt, read, echo=not hidden)
        if hidden:
            self._say("  Taken, and shown to nobody.", style="dim")

    async def _choice(self, options: Sequence[Any]) -> None:
        """Read one of some options, by its number or in words."""
        labels = _labels(options)
        self._ask(rows=[(label, str(each)) for label, each in zip(labels, options, strict=True)])

        async def read(line: str) -> tuple[Any, str]:
            if (chosen := _chosen(line, options, labels)) is None:
                known = _either(labels)
                raise BadArgument(f"There is no {line!r}. Type one of {known}, or its words.")
            return chosen, ""

        await self._take(f"{labels[0]}-{labels[-1]} or words > ", read)

    async def _option(self, options: Sequence[str]) -> None:
        """Read one of a few words; some may be followed by more."""
        kind, screen = self.request.kind, self.terminal.screen
        self._say("")
        if kind == "plan":
            show_plan(screen, self.request, self._beside())
        else:
            screen.box(_TITLES[kind], self.request.question, self._rows())
        self._say(*(f"  {line}" for line in self._picture()))
        every = self.request.evidence.get("all") or "do all of this kind"
        meanings = _MEANINGS[kind]
        screen.say_rows([(each, meanings.get(each, "").format(all=every)) for each in options])
        self._say(*self._otherwise(), style="dim")

        prompt = f"{' / '.join(options)} > "
        changes: dict[str, Any] = {}

        async def read(line: str) -> tuple[Any, str]:
            option, words = _option(line, options)
            while option in ("may", "without"):
                self._say(f"  {note_change(changes, self.request, option, words)}")
                option, words = _option(await self.terminal.line(prompt), options)
            steps = await edited_plan(self.terminal, self.request) if option == "edit" else []
            if steps and changes:
                return {**changes, "steps": steps}, ""
            return steps or (changes if changes and option == "accept" else option), words

        taken = await self._take(prompt, read)
        if steps := _steps(taken):
            self._say("  Taken. The plan is now:")
            screen.say_rows([(f"{number}.", step) for number, step in enumerate(steps, 1)])

    async def _form(self) -> None:
        """Read the fields of a form one after the other, and corrections."""
        fields = list(self.request.schema.get("properties", {}))
        self._ask("Enter leaves out what is optional; < goes back to the field before.")
        given: dict[str, str] = {}
        at = 0
        while True:
            while at < len(fields):
                at = max(at + await self._field(fields, at, given), 0)
            rows = [(f"{n} {name}", given.get(name, "-")) for n, name in enumerate(fields, 1)]
            self.terminal.screen.say_rows(rows)
            line = await self.terminal.line("Enter sends this, a number changes that field > ")
            if line.strip().isdecimal() and 0 < int(line) <= len(fields):
                await self._field(fields, int(line) - 1, given)
            elif line.strip() == "<":
                at = len(fields) - 1
            elif line.strip():
                self._say(f"There is no field {line!r}. Type a number from 1 to {len(fields)}.")
            elif self._answered(dict(given)):
                return

    async def _field(self, fields: Sequence[str], at: int, given: dict[str, str]) -> int:
        """Read a field; return the step to the next: 1, or -1 for the one before."""
        name, before = fields[at], given.get(fields[at])
        needed = name in self.request.schema.get("required", ())
        hint = f" [{before}{'' if needed else '; - empties it'}]" if before else ""
        optional = "" if needed or before else " (optional)"
        while True:
            line = await self.terminal.line(f"  {at + 1}/{len(fields)} {name}{optional}{hint}: ")
            line = line.strip()
            if line or before or not needed:
                break
            self._say(f"  {name} is needed. Type it, or press Ctrl-D to give no answer at all.")
        if line == "<":
            return -1
        if line == "-" and before and not needed:
            del given[name]
        elif line:
            given[name] = line
        return 1

    async def _take(self, prompt: str, read: Read, *, echo: bool = True) -> Any:
        """Read lines until one is an answer that fits; return it."""
        while True:
            line = await self.terminal.line(prompt, echo=echo)
            try:
                value, note = await read(line.strip() if echo else line)
            except BadArgument as error:
                self._say(str(error), style="yellow")
                continue
            if self._answered(value, note):
                return value

    def _answered(self, value: Any, note: str = "") -> bool:
        """Answer; if it does not fit, print why and return false."""
        try:
            self.reply(value, note)
        except BadArgument as error:
            self._say(str(error), style="yellow")
            return False
        return True

    def _ask(self, *lines: str, rows: Sequence[Row] = ()) -> None:
        """Print the question, its evidence, and what happens without an answer."""
        self._say("")
        self._say(f"? {self.request.question}", style="bold")
        self._say(*(f"  {line}" for line in [*self._beside(), *lines]))
        self.terminal.screen.say_rows(rows)
        self._say(*self._otherwise(), style="dim")

    def _say(self, *lines: str, style: str = "") -> None:
        self.terminal.screen.say(*lines, style=style)

    def _beside(self) -> list[str]:
        """Return the evidence that any kind of question may have."""
        return _most([str(line) for line in self.request.evidence.get("lines", ())], "line")

    def _picture(self) -> list[str]:
        """Return where the picture of the question is, if there is one."""
        name = str(self.request.evidence.get("picture") or "")
        return [f"The picture: {self.folder / name if self.folder else name}"] if name else []

    def _otherwise(self) -> list[str]:
        """Return how long an answer is awaited, and what happens then."""
        request, hint = self.request, "  Ctrl-D gives no answer."
        if request.deadline is None:
            return [hint]
        left = format_time(max(request.deadline - time.time(), 0))
        rule = _OTHERWISE.get(request.on_timeout, "the run ends")
        if request.on_timeout == "default" and request.default:
            rule = f"the answer is {request.default!r}"
        return [f"{hint} Without one within {left} {rule}."]

    def _rows(self) -> list[Row]:
        """Return labelled rows of evidence about a question, without pictures."""
        evidence = self.request.evidence
        values = evidence.get("values", ())
        sent = [f"{each.get('name', '')}: {each.get('value', '')}" for each in values]
        known: Mapping[str, Sequence[Any]] = {
            "on": [evidence.get("origin")],
            "sends": _most(sent, "value"),
            "to": [evidence.get("sent_to")],
            "amounts": [", ".join(map(str, evidence.get("amounts", ())))],
            "because": [", ".join(map(str, evidence.get("reasons", ())))],
            "answer": [evidence.get("answer")],
            "doubt": [evidence.get("doubt")],
            "shown by" if self.request.kind == "review" else "": self._beside(),
        }
        return [
            ("" if number else label, _cut(str(words)))
            for label, texts in known.items()
            for number, words in enumerate(filter(None, texts))
        ]


def split(line: str, options: Sequence[str]) -> tuple[str, str]:
    """Return which option a line begins with, ``""`` for none, and what follows.

    An unambiguous prefix suffices, such as ``y`` for ``yes``.
    """
    head, words = re.fullmatch(r"(\w*)[\s,;:.!-]*(.*)", line.strip(), re.DOTALL).groups()  # type: ignore[union-attr]
    fits = [each for each in options if head and each.startswith(head.casefold())]
    return (fits[0], words) if len(fits) == 1 else ("", words)


def _steps(taken: Any) -> list[str]:
    """The steps of an answer to a plan that has any."""
    steps = taken.get("steps") if isinstance(taken, Mapping) else taken
    return steps if isinstance(steps, list) else []


def _option(line: str, options: Sequence[str]) -> tuple[str, str]:
    """Return the option that a line names, and the words after it."""
    option, words = split(line, options)
    if not option and "accept" in options:
        alias, words = split(line, tuple(_ALIASES))
        option = _ALIASES.get(alias, "")
    if not option:
        raise BadArgument(f"Type {_either(options)}.")
    if words and option in _ALONE:
        raise BadArgument(
            f"{option!r} takes no words: what they ask for would not be done. Say it alone, or "
            f"{_either([each for each in options if each not in _ALONE])} with what is wrong."
        )
    if option == "back" and not words:
        raise BadArgument("Say what is wrong, such as: back, that is last year's price.")
    return option, words


def _either(words: Sequence[str]) -> str:
    return " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def _labels(options: Sequence[Any]) -> list[str]:
    """Return a label for each: numbers, or letters if an option is itself a number."""
    numeric = any(str(each).strip().isdecimal() for each in options)
    if numeric and len(options) <= len(string.ascii_lowercase):
        return list(string.ascii_lowercase[: len(options)])
    return [str(number) for number, _ in enumerate(options, 1)]


def _chosen(line: str, options: Sequence[Any], labels: Sequence[str]) -> Any:
    """Return the option that a line names, ``None`` for none or several."""
    typed = line.casefold()
    names = dict(zip(labels, options, strict=True))
    names |= {str(each).casefold(): each for each in options}
    begun = [each for each in options if typed and str(each).casefold().startswith(typed)]
    return names.get(typed, begun[0] if len(begun) == 1 else None)


def _most(lines: Sequence[str], noun: str) -> list[str]:
    more = len(lines) - MAX_ROWS
    return [*lines[:MAX_ROWS], *([f"and {format_count(more, noun)} more"] if more > 0 else [])]


def _cut(words: str) -> str:
    if len(words) <= MAX_CHARACTERS:
        return words
    return f"{words[:MAX_CHARACTERS]}… ({len(words):,} characters)"
