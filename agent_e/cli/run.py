"""``agent-e run``: do a task and print the answer."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from agent_e.errors import ConfigError

from .aio import run_async
from .conversation import NO_TASK, Request, converse
from .options import argument, flag, invocation, option, settings_of

OUTPUT = "Output"


def run(
    context: typer.Context,
    text: Annotated[
        str | None, argument("What to do, in plain words; asked for when left out.", "TASK")
    ] = None,
    start_url: Annotated[str | None, option("Page to begin on.", "URL")] = None,
    plan: Annotated[
        Path | None, option("Plan to go by: a step a line, or a YAML or JSON list.", "FILE")
    ] = None,
    output_schema: Annotated[
        Path | None, option("JSON Schema the answer has to meet.", "FILE", panel=OUTPUT)
    ] = None,
    as_json: Annotated[bool, flag("--json", "Print the result as JSON.", panel=OUTPUT)] = False,
    as_jsonl: Annotated[
        bool, flag("--jsonl", "Print every event as a line of JSON.", panel=OUTPUT)
    ] = False,
) -> None:
    """Do a task on the web and print the answer.

    Without TASK you are asked for it, and for follow-ups in the same browser; a pipe is read.
    """
    if as_json and as_jsonl:
        raise ConfigError("--json and --jsonl exclude each other. Give one of them.")
    from agent_e.human import read_plan

    settings = settings_of(context)
    request = Request(
        text=_task_text(text),
        start_url=start_url,
        output_schema=read_schema(output_schema) if output_schema else None,
        plan=read_plan(plan) if plan else (),
        debug=invocation(context).debug,
        form="json" if as_json else "jsonl" if as_jsonl else "text",
    )
    raise typer.Exit(run_async(lambda signals: converse(settings, request, signals)))


def read_schema(path: Path) -> Mapping[str, Any]:
    """Read a JSON Schema.

    Raises:
        ConfigError: the file cannot be read or holds no JSON object; ``WebAgent`` checks the rest.
    """
    try:
        schema = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise ConfigError(f"The output schema {path} cannot be read: {reason}.") from error
    except json.JSONDecodeError as error:
        raise ConfigError(f"The output schema {path} is not JSON: {error}.") from error
    if not isinstance(schema, dict):
        raise ConfigError(
            f'The output schema {path} must be an object such as {{"type": "object"}}.'
        )
    return schema


def _task_text(argument: str | None) -> str | None:
    """Return the task, or ``None`` when the person at the terminal is to be asked."""
    if argument is None and sys.stdin is not None and sys.stdin.isatty():
        return None
    if argument is None:
        argument = sys.stdin.read() if sys.stdin is not None else ""
    if not argument.strip():
        raise ConfigError(NO_TASK)
    return argument.strip()
