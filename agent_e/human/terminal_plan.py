"""A plan on a terminal: shown, and edited."""

from __future__ import annotations

import os
import re
import shlex
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from agent_e.errors import BadArgument
from agent_e.types import PersonRequest

from .terminal import Terminal
from .terminal_screen import Screen

ABOUT_PLAN = """
# The plan, one step on a line. Change, move, add or delete lines; save and leave.
# Lines that begin with # are no steps. Without any step the plan stays as it was.
"""


def show_plan(screen: Screen, request: PersonRequest, beside: Sequence[str]) -> None:
    """Write the steps of a plan, what changed, and what is allowed without a question."""
    screen.say(f"? {request.question}", style="bold")
    screen.say(*(f"  {line}" for line in beside), style="yellow")
    screen.say_rows([(f"{number}.", step) for number, step in enumerate(_steps(request), 1)])
    diff = [str(line) for line in request.evidence.get("diff", ())]
    # In a first plan everything is new.
    if "-" in {line[:1] for line in diff} or 0 < sum(line[:1] == "+" for line in diff) < len(diff):
        screen.say("  What is new in it:")
        for line in diff:
            style = {"+": "green", "-": "red"}.get(line[:1], "dim")
            screen.say(f"    {line}", style=style)
    if grants := _grants(request):
        screen.say("  Done without a question:")
        screen.say_rows([(f"{number}.", text) for number, text in grants.items()])
    screen.say("")


def plan_options(request: PersonRequest) -> list[str]:
    """Return the words that answer a plan."""
    may = ["may"] if "grants" in request.evidence else []
    return ["accept", "edit", *may, *(["without"] if _grants(request) else []), "back"]


def note_change(changes: dict[str, Any], request: PersonRequest, option: str, words: str) -> str:
    """Note in ``changes`` what is to be allowed besides, or no more; return that in words.

    Raises:
        BadArgument: the words name nothing.
    """
    if option == "may":
        if not words:
            raise BadArgument("Say what is allowed as for --may, such as: may send")
        changes["may"] = [*changes.get("may", ()), words]
        return f"Allowed with it: {words}. Now accept or edit the plan."
    grants, numbers = _grants(request), list(map(int, re.findall(r"\d+", words)))
    if not numbers or not grants.keys() >= set(numbers):
        raise BadArgument(f"Say which number, such as: without {min(grants)}")
    changes["withdraw"] = sorted({*changes.get("withdraw", ()), *numbers})
    gone = "; ".join(grants[number] for number in changes["withdraw"])
    return f"Taken away: {gone}. Now accept or edit the plan."


async def edited_plan(terminal: Terminal, request: PersonRequest) -> list[str]:
    """Let the person edit a plan, in their editor or line by line.

    Raises:
        BadArgument: editing failed.
    """
    steps, editor = _steps(request), os.environ.get("VISUAL") or os.environ.get("EDITOR")
    changed = await (_by_editor(terminal, editor, steps) if editor else _by_line(terminal, steps))
    if not changed or changed == steps:
        raise BadArgument(
            "The plan is as it was." if changed else "No steps: the plan is as it was."
        )
    return changed


async def _by_editor(terminal: Terminal, editor: str, steps: Sequence[str]) -> list[str]:
    with tempfile.TemporaryDirectory(prefix="agent-e-") as folder:
        file = Path(folder, "plan.txt")
        file.write_text("\n".join(map(_written, steps)) + "\n" + ABOUT_PLAN, encoding="utf-8")
        try:
            code = await terminal.lent_to([*shlex.split(editor), str(file)])
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise BadArgument(
                f"The editor {editor!r} cannot be run: {reason}. Set EDITOR to one that can."
            ) from error
        if code:
            raise BadArgument(f"The editor ended with code {code}: the plan is as it was.")
        try:
            saved = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise BadArgument("What the editor saved is no text: the plan is as it was.") from error
    lines = [line.strip() for line in saved.splitlines()]
    return [line.removeprefix("\\") for line in lines if line and not line.startswith("#")]


async def _by_line(terminal: Terminal, steps: Sequence[str]) -> list[str]:
    """Ask for the steps one by one: no editor is set."""
    terminal.screen.say(
        "  Enter keeps a step, - takes it out, words take its place. (EDITOR names no editor.)"
    )
    changed = []
    for number, step in enumerate(steps, 1):
        line = (await terminal.line(f"  {number}. {step} > ")).strip()
        if line != "-":
            changed.append(line or step)
    while line := (await terminal.line(f"  {len(changed) + 1}. (Enter ends) > ")).strip():
        changed.append(line)
    return changed


def _steps(request: PersonRequest) -> list[str]:
    return [str(step) for step in request.evidence.get("steps", ())]


def _grants(request: PersonRequest) -> dict[int, str]:
    return {each["number"]: str(each["text"]) for each in request.evidence.get("grants", ())}


def _written(step: str) -> str:
    line = " ".join(step.split())
    return f"\\{line}" if line.startswith(("#", "\\")) else line
