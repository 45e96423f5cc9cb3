"""``agent-e run``: do a task and print the answer."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typer

from agent_e.errors import ConfigError

from .aio import run_async
from .conversation import NO_TASK, Request, converse
from .options import (
    Architecture,
    BaseUrl,
    ConfigFile,
    Debug,
    FallbackModel,
    Grounder,
    Invocation,
    ModelName,
    PlannerModel,
    Preset,
    RunsDir,
    grounder_flags,
    nested,
    parse_geolocation,
    parse_viewport,
)
from .run_options import (
    Allow,
    AllowPrivate,
    Answers,
    AsJson,
    AsJsonl,
    AskTimeout,
    CdpUrl,
    Deny,
    Device,
    Headed,
    Locale,
    MaxCalls,
    MaxCost,
    MaxSteps,
    MaxTokens,
    Mode,
    NoProfile,
    OnAsk,
    OutputSchema,
    OwnSkills,
    PlanFile,
    Planner,
    PlanReview,
    Position,
    ProfileDirectory,
    RefusedTasks,
    Review,
    SafetyProfile,
    SavedProfile,
    SaveStorageState,
    StartUrl,
    StorageState,
    TaskWords,
    Timeout,
    Timezone,
    Trust,
    Upload,
    UserAgent,
    UserDataDir,
    Verify,
    Viewport,
)


def run(
    context: typer.Context,
    text: TaskWords = None,
    start_url: StartUrl = None,
    architecture: Architecture = None,
    preset: Preset = None,
    mode: Mode = None,
    plan: PlanFile = None,
    plan_review: PlanReview = False,
    answers: Answers = None,
    on_ask: OnAsk = None,
    ask_timeout: AskTimeout = None,
    review: Review = False,
    skills: OwnSkills = None,
    config: ConfigFile = None,
    model: ModelName = None,
    planner: Planner = None,
    planner_model: PlannerModel = None,
    fallback_model: FallbackModel = None,
    base_url: BaseUrl = None,
    grounder: Grounder = None,
    verify: Verify = None,
    no_profile: NoProfile = False,
    safety: SafetyProfile = None,
    trust: Trust = None,
    max_steps: MaxSteps = None,
    max_calls: MaxCalls = None,
    max_tokens: MaxTokens = None,
    max_cost: MaxCost = None,
    timeout: Timeout = None,
    headed: Headed = False,
    cdp_url: CdpUrl = None,
    user_data_dir: UserDataDir = None,
    profile_directory: ProfileDirectory = None,
    profile: SavedProfile = None,
    storage_state: StorageState = None,
    save_storage_state: SaveStorageState = None,
    viewport: Viewport = None,
    locale: Locale = None,
    timezone: Timezone = None,
    user_agent: UserAgent = None,
    device: Device = None,
    geolocation: Position = None,
    allow: Allow = None,
    deny: Deny = None,
    allow_private: AllowPrivate = None,
    upload: Upload = None,
    refused_tasks: RefusedTasks = None,
    out: RunsDir = None,
    output_schema: OutputSchema = None,
    as_json: AsJson = False,
    as_jsonl: AsJsonl = False,
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
        "verify": verify,
        "planner": planner,
        "planner_model": planner_model,
        "mode": mode,
        "human.answers": answers,
        "human.on_ask": on_ask,
        "human.deadline_s": ask_timeout,
        "human.review": review,
        "human.plan_review": plan_review,
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
    from agent_e.config import load_settings
    from agent_e.human import read_plan

    given = nested(flags) | ({"profile": False} if no_profile else {})
    settings = load_settings(given, file=config).settings
    request = Request(
        text=_task_text(text),
        start_url=start_url,
        output_schema=read_schema(output_schema) if output_schema else None,
        plan=read_plan(plan) if plan else (),
        debug=isinstance(context.obj, Invocation) and context.obj.debug,
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
