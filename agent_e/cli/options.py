"""Options that several commands share, and how flags become settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup


@dataclass(slots=True)
class Invocation:
    """What one call of the program was asked for as a whole; the context's ``obj``."""

    debug: bool = False


class Command(TyperCommand):
    """A command whose help leaves the type of flags out."""

    def get_params(self, ctx: Any) -> Any:
        """Return the parameters, the help flag among them."""
        return _untyped(super().get_params(ctx))


class Group(TyperGroup):
    """A group of commands whose help leaves the type of flags out."""

    command_class = Command

    def get_params(self, ctx: Any) -> Any:
        """Return the parameters, the help flag among them."""
        return _untyped(super().get_params(ctx))


def _untyped(params: Any) -> Any:
    for param in params:
        if getattr(param, "is_flag", False):
            param.metavar = ""
    return params


def _set_debug(context: typer.Context, value: bool) -> bool:
    if value and isinstance(context.obj, Invocation):
        context.obj.debug = True
    return value


Debug = Annotated[
    bool,
    typer.Option("--debug", help="Show the traceback when something fails.", callback=_set_debug),
]
ConfigFile = Annotated[
    Path | None,
    typer.Option(
        "--config", metavar="FILE", help="Settings file to read instead of ./agent-e.yaml."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
RunsDir = Annotated[
    Path | None,
    typer.Option("--out", metavar="DIR", help="Folder of the run folders (default: runs)."),
]

AGENT = "Agent"
Architecture = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="How the agent is put together: hierarchical (the default), som, websight, link "
        "or reactive.",
        rich_help_panel=AGENT,
    ),
]
Preset = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Settings of the architecture's own, such as seed.",
        rich_help_panel=AGENT,
    ),
]
ModelName = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", help="Model, as provider:model, or offline.", rich_help_panel=AGENT
    ),
]
PlannerModel = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Another model for the planner.", rich_help_panel=AGENT),
]
FallbackModel = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Model that takes over when the first one fails for good.",
        rich_help_panel=AGENT,
    ),
]
BaseUrl = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help="Endpoint to use instead of the provider's own.",
        rich_help_panel=AGENT,
    ),
]
Grounder = Annotated[
    str | None,
    typer.Option(
        metavar="NAME[@URL]",
        help="Lets the agent click what it describes: by a model that finds it on screenshots, at "
        "an endpoint of its own.",
        rich_help_panel=AGENT,
    ),
]


def grounder_flags(text: str | None) -> dict[str, str | None]:
    """Read ``MODEL@http://127.0.0.1:8000/v1``."""
    name, _, url = (text or "").partition("@http")
    return {"grounder.model": name or None, "grounder.base_url": f"http{url}" if url else None}


def nested(flags: Mapping[str, Any]) -> dict[str, Any]:
    """Turn ``{"browser.headed": True, "model": None}`` into ``{"browser": {"headed": True}}``.

    Flags that were not given (``None``, ``False``, empty lists) are left out, so that files and
    environment keep their say.
    """
    values: dict[str, Any] = {}
    for key, value in flags.items():
        if value is None or value is False or value == []:
            continue
        *sections, name = key.split(".")
        inner = values
        for section in sections:
            inner = inner.setdefault(section, {})
        inner[name] = value
    return values


def parse_viewport(text: str | None) -> tuple[int | None, int | None]:
    """Read ``1280x720``."""
    if text is None:
        return None, None
    width, _, height = text.lower().partition("x")
    try:
        return int(width), int(height)
    except ValueError:
        raise typer.BadParameter(
            f"{text!r} is not a size such as 1280x720", param_hint="--viewport"
        ) from None


def parse_geolocation(text: str | None) -> dict[str, float] | None:
    """Read ``52.52,13.40``."""
    if text is None:
        return None
    latitude, _, longitude = text.partition(",")
    try:
        return {"latitude": float(latitude), "longitude": float(longitude)}
    except ValueError:
        raise typer.BadParameter(
            f"{text!r} is not a position such as 52.52,13.40", param_hint="--geolocation"
        ) from None
