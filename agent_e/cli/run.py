"""``agent-e run``: do a task and print the answer."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from agent_e.errors import ConfigError

from .aio import run_async
from .conversation import NO_TASK, Request, converse
from .options import (
    AGENT,
    Architecture,
    BaseUrl,
    ConfigFile,
    Debug,
    FallbackModel,
    Grounder,
    ModelName,
    PlannerModel,
    Preset,
    RunsDir,
    grounder_flags,
    nested,
    parse_geolocation,
    parse_viewport,
)

BROWSER, LIMITS, OUTPUT, SAFETY = "Browser", "Limits", "Output", "Safety"


def run(
    text: Annotated[
        str | None,
        typer.Argument(metavar="TASK", help="What to do, in plain words; asked for when left out."),
    ] = None,
    start_url: Annotated[str | None, typer.Option(metavar="URL", help="Page to begin on.")] = None,
    architecture: Architecture = None,
    preset: Preset = None,
    mode: Annotated[
        Literal["autonomous", "human"] | None,
        typer.Option(
            help="With human the agent may ask you questions (default: autonomous).",
        ),
    ] = None,
    skills: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="Python file with skills of your own; may be repeated."),
    ] = None,
    config: ConfigFile = None,
    model: ModelName = None,
    planner_model: PlannerModel = None,
    fallback_model: FallbackModel = None,
    base_url: BaseUrl = None,
    grounder: Grounder = None,
    no_verify: Annotated[
        bool,
        typer.Option(
            "--no-verify",
            help="Accept answers without holding them against the pages.",
            rich_help_panel=AGENT,
        ),
    ] = False,
    no_profile: Annotated[
        bool,
        typer.Option("--no-profile", help="Tell the models nothing of what agent-e profile holds."),
    ] = False,
    safety: Annotated[
        Literal["strict", "balanced", "ci"] | None,
        typer.Option(
            help="What needs a person's yes: every change, what cannot be taken back (balanced), "
            "or nothing, and the latter is refused.",
            rich_help_panel=SAFETY,
            show_default=False,
        ),
    ] = None,
    trust: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SITE",
            help="Host on which nothing is asked, as in --allow; may be repeated.",
            rich_help_panel=SAFETY,
        ),
    ] = None,
    max_steps: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Most model calls (default: 100).",
            rich_help_panel=LIMITS,
        ),
    ] = None,
    max_calls: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Most requests to models, failed tries among them.",
            rich_help_panel=LIMITS,
        ),
    ] = None,
    max_tokens: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Most tokens, input and output together.",
            rich_help_panel=LIMITS,
        ),
    ] = None,
    max_cost: Annotated[
        float | None,
        typer.Option(
            metavar="USD",
            help="Most money; needs a model whose price is known.",
            rich_help_panel=LIMITS,
        ),
    ] = None,
    timeout: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS",
            help="Longest time the run may take (default: 1800).",
            rich_help_panel=LIMITS,
        ),
    ] = None,
    headed: Annotated[
        bool, typer.Option("--headed", help="Show the browser window.", rich_help_panel=BROWSER)
    ] = False,
    cdp_url: Annotated[
        str | None,
        typer.Option(
            metavar="URL", help="Attach to a browser that runs already.", rich_help_panel=BROWSER
        ),
    ] = None,
    user_data_dir: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Chrome's folder of profiles to use.", rich_help_panel=BROWSER
        ),
    ] = None,
    profile_directory: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Profile inside that folder.", rich_help_panel=BROWSER),
    ] = None,
    profile: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Profile saved by agent-e login.", rich_help_panel=BROWSER
        ),
    ] = None,
    storage_state: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Cookies and local storage to start with.", rich_help_panel=BROWSER
        ),
    ] = None,
    save_storage_state: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Where to save them at the end.", rich_help_panel=BROWSER
        ),
    ] = None,
    viewport: Annotated[
        str | None,
        typer.Option(
            metavar="WxH",
            help="Size of the page (default: 1280x720).",
            rich_help_panel=BROWSER,
        ),
    ] = None,
    locale: Annotated[
        str | None,
        typer.Option(metavar="CODE", help="Language, such as en-GB.", rich_help_panel=BROWSER),
    ] = None,
    timezone: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Time zone, such as Europe/Berlin.", rich_help_panel=BROWSER
        ),
    ] = None,
    user_agent: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="User agent string to send.", rich_help_panel=BROWSER),
    ] = None,
    device: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help='Device to imitate, such as "iPhone 15".', rich_help_panel=BROWSER
        ),
    ] = None,
    geolocation: Annotated[
        str | None,
        typer.Option(
            metavar="LAT,LON", help="Position told to pages that ask.", rich_help_panel=BROWSER
        ),
    ] = None,
    allow: Annotated[
        list[str] | None,
        typer.Option(
            metavar="HOST",
            help="Stay on this host, such as example.org or *.example.org; may be repeated.",
            rich_help_panel=SAFETY,
        ),
    ] = None,
    deny: Annotated[
        list[str] | None,
        typer.Option(
            metavar="HOST", help="Never open this host; may be repeated.", rich_help_panel=SAFETY
        ),
    ] = None,
    allow_private: Annotated[
        list[str] | None,
        typer.Option(
            metavar="HOST:PORT",
            help="Open this host of this machine or its network, beside the start page's.",
            rich_help_panel=SAFETY,
        ),
    ] = None,
    upload: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE",
            help="File that the start page's site may have; HOST=FILE for another site.",
            rich_help_panel=SAFETY,
        ),
    ] = None,
    refused_tasks: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Tasks and domains to refuse (YAML).", rich_help_panel=SAFETY
        ),
    ] = None,
    out: RunsDir = None,
    output_schema: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="JSON Schema the answer has to meet.", rich_help_panel=OUTPUT
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the result as JSON.", rich_help_panel=OUTPUT)
    ] = False,
    as_jsonl: Annotated[
        bool,
        typer.Option(
            "--jsonl", help="Print every event as a line of JSON.", rich_help_panel=OUTPUT
        ),
    ] = False,
    debug: Debug = False,
) -> None:
    """Do a task on the web and print the answer.

    Without TASK you are asked for it, and for follow-ups in the same browser; a pipe is read.
    """
    if as_json and as_jsonl:
        raise ConfigError("--json and --jsonl exclude each other. Give one of them.")
    width, height = parse_viewport(viewport)
    flags = {
        "architecture": architecture,
        "preset": preset,
        "model": model,
        "planner_model": planner_model,
        "mode": mode,
        "runs_dir": out,
        "skills": skills,
        **grounder_flags(grounder),
        "safety.profile": safety,
        "safety.trust": trust,
        "models.fallback": fallback_model,
        "models.base_url": base_url,
        "limits.max_steps": max_steps,
        "limits.max_calls": max_calls,
        "limits.max_tokens": max_tokens,
        "limits.max_cost": max_cost,
        "limits.seconds": timeout,
        "browser.headed": headed,
        "browser.cdp_url": cdp_url,
        "browser.user_data_dir": user_data_dir,
        "browser.profile_directory": profile_directory,
        "browser.profile": profile,
        "browser.storage_state": storage_state,
        "browser.save_storage_state": save_storage_state,
        "browser.viewport_width": width,
        "browser.viewport_height": height,
        "browser.locale": locale,
        "browser.timezone": timezone,
        "browser.user_agent": user_agent,
        "browser.device": device,
        "browser.geolocation": parse_geolocation(geolocation),
        "safety.allow": allow,
        "safety.deny": deny,
        "safety.allow_private": allow_private,
        "safety.refused_tasks": refused_tasks,
        "safety.uploads": upload,
    }
    switched_off = {"verify": no_verify, "profile": no_profile}
    from agent_e.config import load_settings

    given = nested(flags) | {key: False for key, off in switched_off.items() if off}
    settings = load_settings(given, file=config).settings
    request = Request(
        text=_task_text(text),
        start_url=start_url,
        output_schema=read_schema(output_schema) if output_schema else None,
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
