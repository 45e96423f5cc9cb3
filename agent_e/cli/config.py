"""``agent-e config``: what is set, and where."""

from __future__ import annotations

import re
from typing import Annotated, Any

import typer

from .options import Group, Json, configured, flag, loaded_of
from .output import clean, print_json

app = typer.Typer(cls=Group, help="Show the settings.", no_args_is_help=True)


@app.callback()
def _group() -> None:
    pass


@app.command("show", cls=configured())
def show(
    context: typer.Context,
    origin: Annotated[bool, flag("--origin", "Say where each value comes from.")] = False,
    as_json: Json = False,
) -> None:
    """Print every setting with its value."""
    from agent_e.config import setting_keys

    loaded = loaded_of(context)
    rows = [
        (key, mask(_value(loaded.settings, key)), _origin(loaded.origins, key))
        for key in setting_keys()
    ]
    if as_json:
        values = {key: {"value": value, "origin": place} for key, value, place in rows}
        print_json(values if origin else {key: entry["value"] for key, entry in values.items()})
        return
    _print_table(rows, origin=origin)


def mask(value: Any) -> Any:
    """Hide what may be secret in an address: user, password and query."""
    if not isinstance(value, str) or "://" not in value:
        return value
    without_user = re.sub(r"(?<=://)[^/?#]*@", "…@", value)
    return re.sub(r"\?[^#]*", "?…", without_user)


def _value(settings: Any, key: str) -> Any:
    for part in key.split("."):
        settings = getattr(settings, part, None)
    return settings


def _origin(origins: Any, key: str) -> str:
    return str(origins.get(key, "default"))


def _print_table(rows: list[tuple[str, Any, str]], *, origin: bool) -> None:
    from rich.text import Text

    from .console import new_table, print_table

    table = new_table()
    table.show_header = False
    cells = []
    for key, value, place in rows:
        style = "dim" if place == "default" else ""
        more = [Text(clean(place), style=style)] if origin else []
        cells.append([Text(key), Text(_words(value), style=style), *more])
    print_table(table, cells)


def _words(value: Any) -> str:
    if value is None or value == ():
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(clean(str(item)) for item in value)
    return clean(str(value))
