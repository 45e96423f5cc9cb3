"""Before a run: what there is to choose from, what works here, and what a task's words allow."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Path, Request

from agent_e import __version__
from agent_e.architectures import ARCHITECTURES, presets_of
from agent_e.checkup import check_all
from agent_e.config import Settings
from agent_e.errors import ConfigError
from agent_e.models.factory import OFFLINE, check_access, check_offline, default_spec, environment
from agent_e.models.model_table import rows, sees_pictures

from ..models import Problem, RunInfo, info_of
from ..routes import TheRuns
from .examples import EXAMPLES, LocalSites, start_example
from .start_models import (
    About,
    ArchitectureInfo,
    CheckRow,
    DefaultLimits,
    Defaults,
    DefaultSafety,
    ExampleInfo,
    GrantsAsked,
    GrantsGiven,
    ModelInfo,
)
from .task_reading import read_task

router = APIRouter(prefix="/console", tags=["start"])
_NO_EXAMPLE: dict[int | str, dict[str, Any]] = {
    404: {"model": Problem, "description": "There is no such example."}
}


def _sites(request: Request) -> LocalSites:
    sites: LocalSites = request.app.state.sites
    return sites


@router.get("/about", summary="See what there is to start a run with")
def about(runs: TheRuns) -> About:
    """Tell architectures, models, defaults and examples; nothing is sent to any model."""
    settings = runs.settings
    return About(
        version=__version__,
        runs_dir=str(runs.root.resolve()),
        architectures=[
            ArchitectureInfo(
                name=name,
                about=each.about,
                presets=list(presets_of(name)),
                needs_vision=each.needs_vision,
                offline=_plays_offline(name),
            )
            for name, each in ARCHITECTURES.items()
        ],
        models=_models(settings),
        defaults=_defaults(settings),
        examples=[
            ExampleInfo(name=name, title=each.title, task=each.task, about=each.about)
            for name, each in EXAMPLES.items()
        ],
    )


@router.post("/check", summary="Check this machine and the default model")
async def check(runs: TheRuns) -> list[CheckRow]:
    """Check what agent-e doctor checks; starts a browser, and calls the model three times."""
    return [
        CheckRow(
            name=each.name, state="ok" if each.ok else "error", detail=each.detail, hint=each.fix
        )
        for each in await check_all(runs.settings)
    ]


@router.post("/grants", summary="See what the words of a task allow")
async def grants(runs: TheRuns, asked: GrantsAsked) -> GrantsGiven:
    """Have a model read what a task's own words allow, before any page is opened.

    The request to the model holds the task and the start page, with names in place of secrets.
    """
    return await read_task(runs.settings, asked)


@router.post("/examples/{name}", status_code=201, summary="Run an example", responses=_NO_EXAMPLE)
async def example(
    runs: TheRuns,
    sites: Annotated[LocalSites, Depends(_sites)],
    name: Annotated[str, Path(description="Of the example.", examples=["rating"])],
) -> RunInfo:
    """Serve a local site for as long as the server runs, and have the offline model work on it."""
    chosen = EXAMPLES.get(name)
    if chosen is None:
        known = ", ".join(EXAMPLES)
        raise HTTPException(404, f"There is no example of this name. There are: {known}.")
    return info_of(await start_example(chosen, runs, sites))


def _plays_offline(architecture: str) -> bool:
    try:
        check_offline(OFFLINE, architecture)
    except ConfigError:
        return False
    return True


def _models(settings: Settings) -> list[ModelInfo]:
    env = environment()
    names = dict.fromkeys([_default_model(settings), *rows(), OFFLINE])
    found = []
    for name in names:
        why = ""
        try:
            check_access(name, settings.models, env)
        except ConfigError as error:
            why = str(error)
        found.append(ModelInfo(name=name, usable=not why, why=why, vision=sees_pictures(name)))
    return found


def _default_model(settings: Settings) -> str:
    """The model of a run that names none, by its bare name where the table has it."""
    spec = settings.model or default_spec(environment())[0]
    provider, _, name = spec.partition(":")
    row = rows().get(name)
    return name if row is not None and row.provider == provider else spec


def _defaults(settings: Settings) -> Defaults:
    limits, safety = settings.limits, settings.safety
    return Defaults(
        architecture=settings.architecture,
        preset=settings.preset,
        model=_default_model(settings),
        mode=settings.mode,
        limits=DefaultLimits(
            steps=limits.max_steps,
            llm_calls=limits.max_calls,
            tokens=limits.max_tokens,
            usd=limits.max_cost,
            seconds=limits.seconds,
        ),
        safety=DefaultSafety(
            profile=safety.profile,
            allow=list(safety.allow),
            may=list(safety.may),
            on=list(safety.on),
            saved_logins=safety.saved_logins,
        ),
    )
