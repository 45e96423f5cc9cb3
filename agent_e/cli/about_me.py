"""``agent-e about-me``: what the models may be told of you, where a task needs it."""

from __future__ import annotations

from typing import Annotated

import typer

from .options import Command, Group, Json, argument
from .output import clean, print_json, print_note, print_out

app = typer.Typer(
    cls=Group, help="Keep what the agent may know of you: name, addresses, likes.",
    no_args_is_help=True,
)  # fmt: skip

Key = Annotated[str, argument("Such as name, or address.city.", "KEY")]


@app.command("show", cls=Command)
def show(as_json: Json = False) -> None:
    """Print what is kept, and where its file is."""
    from agent_e.memory.user_profile import load_profile, looks_secret, profile_path

    fields = load_profile().fields
    if as_json:
        print_json(fields)
    else:
        for key, value in fields.items():
            print_out(f"{clean(key)}: {clean(value)}")
    print_note(str(profile_path()) if fields else f"Nothing is kept yet in {profile_path()}.")
    for key in filter(looks_secret, fields):
        _warn(key)


@app.command("set", cls=Command)
def set_value(
    key: Key,
    value: Annotated[str, argument("What it is.", "VALUE")],
) -> None:
    """Keep a value."""
    from agent_e.memory.user_profile import load_profile, looks_secret, save_profile, with_value

    save_profile(with_value(load_profile(), key, value))
    if looks_secret(key):
        _warn(key)


@app.command("forget", cls=Command)
def forget(key: Key) -> None:
    """Take a key, and all below it, out of the file."""
    from agent_e.memory.user_profile import load_profile, save_profile, without

    save_profile(without(load_profile(), key))


def _warn(key: str) -> None:
    print_note(
        f"{clean(key)} looks like a secret. The file is plain text, and no model is ever told "
        "this line: forget it; agent-e secret will hold such things."
    )
