"""A plan on a terminal: shown, edited, accepted or sent back."""

from __future__ import annotations

import os
import shlex
import tempfile
from collections.abc import Sequence
from pathlib import Path

from .terminal_screen import Row
from .terminal_talk import Talk, split

ABOUT_PLAN = """
# The plan, one step on a line. Change, move, add or delete lines; save and leave.
# Lines that begin with # are no steps. Without any step the plan stays as it was.
"""
_OPTIONS = ("accept", "edit", "back")


async def ask_plan(talk: Talk) -> None:
    """Show the plan until it is accepted, changed or sent back."""
    steps = [str(step) for step in talk.request.evidence.get("steps", ())]
    _show(talk, steps)
    while True:
        option, words = split(await talk.line("accept / edit / back > "), _OPTIONS)
        if not option or (option != "back" and words):
            talk.say("Type accept, edit, or back with what is wrong.")
        elif option == "back" and not words:
            talk.say("Say what is wrong, such as: back, look at the reviews first.")
        elif option != "edit":
            if talk.answered(option, words):
                return
        elif await _edited(talk, steps):
            return


def _show(talk: Talk, steps: Sequence[str]) -> None:
    talk.say("")
    talk.say(f"? {talk.request.question}", style="bold")
    talk.say(*(f"  {line}" for line in talk.beside()), style="yellow")
    talk.rows(_numbered(steps))
    diff = [str(line) for line in talk.request.evidence.get("diff", ())]
    marks = {line[:1] for line in diff}
    # Of a first plan everything is new.
    if marks & {"+", "-"} and marks != {"+"}:
        talk.say("  What is new in it:")
        for line in diff:
            style = {"+": "green", "-": "red"}.get(line[:1], "dim")
            talk.say(f"    {line}", style=style)
    talk.say("")
    talk.rows(
        [
            ("accept", "go on by it"),
            ("edit", "change its steps"),
            ("back", "have it made anew; say what is wrong: back, look at the reviews first"),
        ]
    )
    talk.say(*talk.otherwise(), style="dim")


async def _edited(talk: Talk, steps: Sequence[str]) -> bool:
    """Have the plan changed; false where nothing came of it."""
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    changed = await (_by_editor(talk, editor, steps) if editor else _by_line(talk, steps))
    if not changed or changed == list(steps):
        if changed is not None:
            talk.say("The plan is as it was." if changed else "No steps: the plan is as it was.")
        return False
    if not talk.answered(changed):
        return False
    talk.say("  Taken. The plan is now:")
    talk.rows(_numbered(changed))
    return True


async def _by_editor(talk: Talk, editor: str, steps: Sequence[str]) -> list[str] | None:
    """Return the steps as they were saved; ``None``, with a sentence, where that failed."""
    with tempfile.TemporaryDirectory(prefix="agent-e-") as folder:
        file = Path(folder, "plan.txt")
        file.write_text("\n".join(map(_written, steps)) + "\n" + ABOUT_PLAN, encoding="utf-8")
        try:
            code = await talk.terminal.lent_to([*shlex.split(editor), str(file)])
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            talk.say(f"The editor {editor!r} cannot be run: {reason}. Set EDITOR to one that can.")
            return None
        if code:
            talk.say(f"The editor ended with code {code}: the plan is as it was.")
            return None
        try:
            saved = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            talk.say("What the editor saved is no text: the plan is as it was.")
            return None
    lines = [line.strip() for line in saved.splitlines()]
    return [line.removeprefix("\\") for line in lines if line and not line.startswith("#")]


async def _by_line(talk: Talk, steps: Sequence[str]) -> list[str]:
    """Ask for one step after the other: no editor is set."""
    talk.say(
        "  Enter keeps a step, - takes it out, words take its place. (EDITOR names no editor.)"
    )
    changed = []
    for number, step in enumerate(steps, 1):
        line = await talk.line(f"  {number}. {step} > ")
        if line != "-":
            changed.append(line or step)
    while line := await talk.line(f"  {len(changed) + 1}. (Enter ends) > "):
        changed.append(line)
    return changed


def _numbered(steps: Sequence[str]) -> list[Row]:
    return [(f"{number}.", step) for number, step in enumerate(steps, 1)]


def _written(step: str) -> str:
    line = " ".join(step.split())
    return f"\\{line}" if line.startswith(("#", "\\")) else line
