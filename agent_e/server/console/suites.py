"""Runs of suites over HTTP: how far they are, their episodes, their report."""

from __future__ import annotations

from pathlib import Path as FolderPath
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Path, Request
from fastapi.responses import HTMLResponse

from agent_e.benchmarks.external_results import published_figures
from agent_e.benchmarks.reporting.bench_report import BENCH_SCRIPT, bench_page, episode_page
from agent_e.benchmarks.reporting.run_page import RUN_SCRIPT
from agent_e.benchmarks.reporting.text import policy
from agent_e.errors import ConfigError

from ..episode_ids import episode_run_id
from ..models import Problem
from ..routes import TheRuns
from ..schema import Given
from .suite_reading import EpisodeTry, OpenEpisode, SuiteRun, SuiteRuns, SuiteState

_MISSING: dict[int | str, dict[str, Any]] = {
    404: {"model": Problem, "description": "There is no such run of a suite, or no such page."}
}
router = APIRouter(tags=["suites"])


class SuiteInfo(Given):
    """A run of a suite."""

    id: str
    """By which it is asked for."""
    suite: str
    agent: str
    """own, do-nothing, random, oracle, replay:DIR, or an address."""
    model: str
    architecture: str
    state: SuiteState
    """running; done; or interrupted: the same command goes on with it."""
    done: int
    """Episodes that have ended."""
    total: int
    """Episodes that there are to be."""
    outcomes: dict[str, int]
    """How many episodes ended in each way."""
    started: float
    """Seconds since the epoch."""
    report: bool
    """Whether there is anything to report."""


class EpisodeInfo(Given):
    """An episode of a suite."""

    task_id: str
    epoch: int
    """Repetition, from 1."""
    outcome: str
    """As in the outcomes of the suite, or running."""
    seconds: float
    cost_usd: float | None
    """null where a price is not known."""
    steps: int
    """Model calls."""
    message: str
    """What was wrong, if anything was."""
    run: str
    """Id of its agent's run, for GET /runs/ID; empty where it left none."""


class SuiteDetail(SuiteInfo):
    """A run of a suite with its episodes."""

    episodes: list[EpisodeInfo]
    """Those that have ended, and those that are under way; the attempts that count."""


class SuiteList(Given):
    """Runs of suites, newest first."""

    suites: list[SuiteInfo]


def _suites(request: Request) -> SuiteRuns:
    suites: SuiteRuns = request.app.state.suites
    return suites


TheSuites = Annotated[SuiteRuns, Depends(_suites)]
Id = Annotated[
    str,
    Path(alias="id", description="Of the run.", examples=["bench:local-hierarchical-offline"]),
]


@router.get("/suites", summary="List runs of suites")
def list_suites(suites: TheSuites) -> SuiteList:
    """List the runs of suites in the folder of runs, newest first."""
    return SuiteList(suites=[_info(each) for each in suites.all()])


@router.get("/suites/{id}", summary="Look at a run of a suite", responses=_MISSING)
def get_suite(suites: TheSuites, runs: TheRuns, id_: Id) -> SuiteDetail:
    """Tell how far it is, and its episodes."""
    found = suites.find(id_)
    if found is None:
        raise _missing()
    there: tuple[EpisodeTry | OpenEpisode, ...] = (*found.under_way, *found.episodes)
    episodes = [_episode(each, runs.root) for each in there]
    return SuiteDetail(**dict(_info(found)), episodes=episodes)


@router.get(
    "/suites/{id}/report",
    summary="Read the report of a run of a suite",
    response_class=HTMLResponse,
    responses=_MISSING,
)
def report(suites: TheSuites, id_: Id) -> HTMLResponse:
    """Return the page that agent-e bench report writes, as the run stands now."""
    path = suites.path(id_)
    if path is None:
        raise _missing()
    try:
        page = bench_page(path, published=lambda suite: published_figures(suite=suite))
    except ConfigError as error:
        raise HTTPException(404, str(error)) from error
    return _page(page, BENCH_SCRIPT)


@router.get(
    "/suites/{id}/episodes/{page}",
    summary="Read the report of an episode",
    response_class=HTMLResponse,
    responses=_MISSING,
)
def episode_report(
    suites: TheSuites,
    id_: Id,
    page: Annotated[str, Path(description="As the report names it.", examples=["shop-1-1.html"])],
) -> HTMLResponse:
    """Return the page of an episode, to which the report of its suite leads."""
    path = suites.path(id_)
    if path is None:
        raise _missing()
    try:
        found = episode_page(path, page, index="../report")
    except ConfigError as error:
        raise HTTPException(404, str(error)) from error
    if found is None:
        raise HTTPException(404, "There is no page of this name. The report names them.")
    return _page(found, RUN_SCRIPT)


def _page(text: str, script: str) -> HTMLResponse:
    # The page says so too, but only from where it is read on.
    rules = f"{policy(script)}; frame-ancestors 'none'"
    return HTMLResponse(text, headers={"content-security-policy": rules})


def _missing() -> HTTPException:
    return HTTPException(404, "There is no run of a suite of this id. GET /suites lists them.")


def _info(suite: SuiteRun) -> SuiteInfo:
    return SuiteInfo(
        id=suite.id,
        suite=suite.suite,
        agent=suite.agent,
        model=suite.model,
        architecture=suite.architecture,
        state=suite.state,
        done=len(suite.episodes),
        total=suite.total,
        outcomes=suite.outcomes,
        started=suite.started,
        report=bool(suite.episodes),
    )


def _episode(episode: EpisodeTry | OpenEpisode, root: FolderPath) -> EpisodeInfo:
    ended = episode if isinstance(episode, EpisodeTry) else None
    return EpisodeInfo(
        task_id=episode.task_id,
        epoch=episode.epoch,
        outcome=ended.outcome if ended else "running",
        seconds=ended.seconds if ended else 0,
        cost_usd=ended.cost_usd if ended else None,
        steps=ended.steps if ended else 0,
        message=ended.message if ended else "",
        run=episode_run_id(root, episode.run) if episode.run else "",
    )
