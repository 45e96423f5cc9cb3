"""``agent-e doctor``: is everything there that a run needs?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from .aio import run_async
from .options import flag, settings_of
from .output import clean, print_note

if TYPE_CHECKING:
    from agent_e.browser.doctor import Check
    from agent_e.config import Settings


def doctor(
    context: typer.Context,
    fix: Annotated[bool, flag("--fix", "Get what is missing, such as a Chromium.")] = False,
) -> None:
    """Check that a run can work on this machine, and the chosen model with three tiny calls.

    Exits with 7 when the machine lacks something, 6 when the model does, 2 when it is set wrongly.
    """
    settings = settings_of(context)
    found = run_async(lambda signals: _examine(settings, fix=fix))
    _print_checks(found)
    missing = next((check for check in found if not check.ok), None)
    if missing is not None:
        raise typer.Exit(missing.exit_code)


async def _examine(settings: Settings, *, fix: bool) -> list[Check]:
    from agent_e.browser import doctor
    from agent_e.checkup import check_all

    if fix:
        async for line in doctor.fix(settings):
            print_note(clean(line))
    return await check_all(settings)


def _print_checks(found: list[Check]) -> None:
    from rich.text import Text

    from .console import stdout_console

    console = stdout_console()
    width = max(len(check.name) for check in found)
    for check in found:
        mark = Text.assemble(("ok   ", "green") if check.ok else ("error", "bold red"))
        console.print(Text.assemble(mark, f"  {check.name:<{width}}  {clean(check.detail)}"))
        if check.fix:
            console.print(Text(f"{'':{width + 9}}{clean(check.fix)}", style="dim"))
