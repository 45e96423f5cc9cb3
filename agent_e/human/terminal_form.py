"""A form on a terminal, field by field."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent_e.errors import BadArgument

from .questions import fitted
from .terminal_talk import Talk


async def ask_form(talk: Talk) -> None:
    """Have the fields of a form filled in one after the other, and corrected."""
    fields = list(talk.request.schema.get("properties", {}))
    talk.ask("Enter leaves out what is optional; < goes back to the field before.")
    given: dict[str, str] = {}
    at = 0
    while True:
        while at < len(fields):
            at = max(at + await _field(talk, fields, at, given), 0)
        talk.rows([(f"{n} {name}", given.get(name, "-")) for n, name in enumerate(fields, 1)])
        line = await talk.line("Enter sends this, a number changes that field > ")
        if line.isdecimal() and 0 < int(line) <= len(fields):
            await _field(talk, fields, int(line) - 1, given)
        elif line == "<":
            at = len(fields) - 1
        elif line:
            talk.say(
                f"There is no field {line!r}. Type a number from 1 to {len(fields)}, or Enter."
            )
        elif talk.answered(dict(given)):
            return


async def _field(talk: Talk, fields: Sequence[str], at: int, given: dict[str, str]) -> int:
    """Have a field filled in; returns where to go on from there: 1, or -1 for the one before."""
    name, before = fields[at], given.get(fields[at])
    needed = name in talk.request.schema.get("required", ())
    schema = talk.request.schema["properties"][name]
    hint = (
        f" [{before}; - empties it]" if before and not needed else f" [{before}]" if before else ""
    )
    optional = "" if needed or before else " (optional)"
    while True:
        line = await talk.line(f"  {at + 1}/{len(fields)} {name}{optional}{hint}: ")
        if line == "<":
            return -1
        if before and line == "-" and not needed:
            del given[name]
            return 1
        if not line and needed and not before:
            talk.say(f"  {name} is needed. Type it, or press Ctrl-D to give no answer at all.")
            continue
        if not line:
            return 1
        try:
            given[name] = fitted(replace(talk.request, schema=schema, sensitivity="plain"), line)
            return 1
        except BadArgument as error:
            talk.say(f"  {error}", style="yellow")
