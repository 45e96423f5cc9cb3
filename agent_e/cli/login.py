"""``agent-e login``: sign in by hand once and keep the session as a profile."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .aio import run_async
from .ask import read_line
from .completion import among, saved_logins
from .options import argument, option, settings_of
from .output import print_note

if TYPE_CHECKING:
    from agent_e.config import Settings


def login(
    context: typer.Context,
    url: Annotated[str, argument("Page to sign in on.", "URL")],
    profile: Annotated[
        str, option("Name to keep the session under.", "NAME", autocompletion=among(saved_logins))
    ],
) -> None:
    """Open a browser window, let you sign in, and save the session for run --profile."""
    settings = settings_of(context)
    path = run_async(lambda signals: _sign_in(url, profile, settings))
    print_note(f"Saved in {path}. Use it with: agent-e run --profile {profile}")


async def _sign_in(url: str, profile: str, settings: Settings) -> Path:
    from agent_e.browser.addresses import resolve
    from agent_e.browser.login import login as sign_in
    from agent_e.safety import granted_place, url_check

    place = granted_place(resolve(url, current="about:blank"))
    check = url_check(settings.safety, [place] if place else [])
    return await sign_in(
        url,
        profile,
        settings=settings.browser,
        until=_Done(),
        check=check,
        on_refused=print_note,
    )


class _Done:
    """Waits for the person once it is awaited: the window is open then."""

    def __await__(self) -> Generator[Any, None, object]:
        return self._wait().__await__()

    async def _wait(self) -> object:
        if sys.stdin is not None and sys.stdin.isatty():
            return await read_line("Sign in, then press Enter here or close the window. ")
        print_note("Sign in, then close the window.")
        return await asyncio.Event().wait()
