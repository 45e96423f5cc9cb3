"""``agent-e doctor``: is everything there that a run needs?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from .aio import run_async
from .options import ConfigFile, Debug
from .output import clean, print_note

if TYPE_CHECKING:
    from agent_e.browser.doctor import Check
    from agent_e.config import Settings

ENVIRONMENT = 7


def doctor(
    fix: Annotated[
        bool, typer.Option("--fix", help="Get what is missing, such as a Chromium.")
    ] = False,
    config: ConfigFile = None,
    debug: Debug = False,
) -> None:
    """Check that a run can work on this machine."""
    from agent_e.config import load_settings

    settings = load_settings(file=config).settings
    found = run_async(lambda signals: _examine(settings, fix=fix))
    _print_checks(found)
    if not all(check.ok for check in found):
        raise typer.Exit(ENVIRONMENT)


async def _examine(settings: Settings, *, fix: bool) -> list[Check]:
    from agent_e.agents.clients import default_spec, environment
    from agent_e.browser import doctor

    if fix:
        async for line in doctor.fix(settings):
            print_note(clean(line))
    found = environment()
    spec, _ = default_spec(found)
    return await doctor.checks(settings, environment=found, default_model=spec)


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
