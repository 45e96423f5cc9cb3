"""The routes of the API."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, HTTPException, Path, Query, Request, Response
from fastapi.responses import FileResponse
from fastapi.security import HTTPBearer
from sse_starlette import EventSourceResponse

from .artefacts import files_of
from .brief_events import brief as brief_event
from .events import HEARTBEAT_S, nothing_after, stream
from .folder_run import FolderRun
from .journal_tail import JournalTail
from .models import (
    Answering,
    AnswerTaken,
    ArtefactList,
    JournalEvents,
    PlanChange,
    PlanInfo,
    Problem,
    RequestList,
    RunInfo,
    RunList,
    RunRequest,
    Steering,
    info_of,
    plan_of,
)
from .runs import AnyRun, Runs

_BY = "http"
_WHY = {
    401: "No valid token.",
    403: "A page of another origin asks.",
    404: "There is no such run, or nothing of this name in it.",
    409: "It does not fit how the run stands: too late, twice, or made from an older version.",
    413: "The body is too long.",
    421: "The server is called by a name that is not its own.",
    422: "The request does not fit.",
}


def _errors(*statuses: int) -> dict[int | str, dict[str, Any]]:
    return {status: {"model": Problem, "description": _WHY[status]} for status in statuses}


# This only documents the scheme: access.py checks the token before routing.
TOKEN = Depends(HTTPBearer(auto_error=False, description="The token in server.json."))
REFUSED = _errors(401, 403, 413, 421, 422)
"""What every request may be answered with."""
router = APIRouter()


def _runs(request: Request) -> Runs:
    runs: Runs = request.app.state.runs
    return runs


def _run(
    runs: Annotated[Runs, Depends(_runs)],
    id_: Annotated[
        str, Path(alias="id", description="Id of the run.", examples=["20261122-140000-1a2b"])
    ],
) -> AnyRun:
    run = runs.find(id_)
    if run is None:
        raise HTTPException(404, "There is no run of this id here. GET /runs lists them.")
    return run


TheRuns = Annotated[Runs, Depends(_runs)]
TheRun = Annotated[AnyRun, Depends(_run)]


@router.post("/runs", status_code=201, tags=["runs"], summary="Make a run")
async def create(runs: TheRuns, asked: RunRequest) -> RunInfo:
    """Make a run; it is under way when this answers, and waits for its turn if many are."""
    return info_of(await runs.create(asked.to_task(), asked.changes()))


@router.get(
    "/runs",
    response_model_exclude={"runs": {"__all__": {"asked"}}},
    tags=["runs"],
    summary="List runs",
)
async def list_runs(
    runs: TheRuns,
    limit: Annotated[int, Query(ge=1, le=1000, description="Most runs to tell.")] = 100,
) -> RunList:
    """List the runs of the folder, newest first, also those that ``agent-e run`` has made."""
    return RunList(runs=[info_of(run) for run in await runs.newest(limit)])


@router.get("/runs/{id}", responses=_errors(404), tags=["runs"], summary="Look at a run")
async def get(run: TheRun) -> RunInfo:
    """Say how a run stands, and once it has ended, its result."""
    if isinstance(run, FolderRun):
        await asyncio.to_thread(run.read_whole)
    return info_of(run)


def _ordering(name: str, words: str) -> Callable[..., Any]:
    async def ordered(run: TheRun) -> RunInfo:
        await run.order({"do": name}, by=_BY)
        return info_of(run)

    ordered.__doc__, ordered.__name__ = words, name
    return ordered


for _name, _words in {
    "stop": "End a run within 2 s; it keeps what it found.",
    "pause": "Hold a run before its next action or model call; one under way is ended first.",
}.items():
    router.post(
        f"/runs/{{id}}/{_name}",
        responses=_errors(404, 409),
        tags=["control"],
        summary=f"{_name.capitalize()} a run",
    )(_ordering(_name, _words))


@router.post(
    "/runs/{id}/resume", responses=_errors(404, 409), tags=["control"], summary="Let a run go on"
)
async def resume(run: TheRun) -> RunInfo:
    """Let a paused run go on, or one that was cut off with its server.

    The latter goes on in a new browser with what it had found; the agent is told that its last
    action may have taken place, and leave to act has to be given anew. Its limits begin anew.
    """
    await run.resume(by=_BY)
    return info_of(run)


@router.post(
    "/runs/{id}/steer", responses=_errors(404, 409), tags=["control"], summary="Steer a run"
)
async def steer(run: TheRun, steering: Steering) -> RunInfo:
    """Say what is wanted now; it takes the place of what is under way."""
    await run.order({"do": "steer", "words": steering.words}, by=_BY)
    return info_of(run)


@router.get(
    "/runs/{id}/requests", responses=_errors(404), tags=["person"], summary="See what is asked"
)
async def requests(run: TheRun) -> RequestList:
    """Tell the questions to the person that wait for an answer."""
    return RequestList(requests=run.requests)


@router.post(
    "/runs/{id}/answer", responses=_errors(404, 409), tags=["person"], summary="Answer a question"
)
async def answer(run: TheRun, answering: Answering) -> AnswerTaken:
    """Answer a question by its id, once; the answer is in the journal when this answers."""
    await run.order({"do": "answer", **answering.model_dump()}, by=_BY)
    return AnswerTaken(id=answering.id, state=run.state)


@router.get("/runs/{id}/plan", responses=_errors(404), tags=["plan"], summary="See the plan")
async def plan(run: TheRun) -> PlanInfo:
    """Tell the plan, how far it has come, its versions and how they differ."""
    return plan_of(run)


@router.put("/runs/{id}/plan", responses=_errors(404, 409), tags=["plan"], summary="Edit the plan")
async def edit_plan(run: TheRun, change: PlanChange) -> PlanInfo:
    """Change steps that were not begun; the version keeps two changes from crossing."""
    run.edit_plan(change.steps, change.version)
    return plan_of(run)


@router.get(
    "/runs/{id}/artefacts", responses=_errors(404), tags=["artefacts"], summary="List the files"
)
async def artefacts(run: TheRun) -> ArtefactList:
    """List the files of a run: its journal, pictures, downloads."""
    return ArtefactList(artefacts=list(files_of(run.path)))


@router.get(
    "/runs/{id}/artefacts/{path:path}",
    response_class=FileResponse,
    responses={
        200: {"content": {"application/octet-stream": {}}, "description": "The file."},
        206: {"description": "The part of it that was asked for."},
        416: {"description": "It has no such part."},
        400: {"description": "The range is none."},
        **_errors(404),
    },
    tags=["artefacts"],
    summary="Get a file",
)
async def artefact(
    run: TheRun, path: Annotated[str, Path(description="Its path in the list of artefacts.")]
) -> FileResponse:
    """Send one of the listed files, as an attachment."""
    found = next((each for each in files_of(run.path) if each.path == path), None)
    if found is None:
        raise HTTPException(404, "The run has no such file. GET /runs/ID/artefacts lists them.")
    place = run.path / found.path
    return FileResponse(place, media_type=found.media_type, filename=place.name)


@router.get(
    "/runs/{id}/journal",
    response_model=JournalEvents,
    responses=_errors(404),
    tags=["events"],
    summary="Read what happened",
)
def journal(run: TheRun) -> Response:
    """Tell the events of a run so far, without what models were sent, and with long texts cut."""
    # They are JSON already.
    events = ", ".join(filter(None, map(brief_event, JournalTail(run.path).lines())))
    return Response(f'{{"events": [{events}]}}', media_type="application/json")


@router.get(
    "/runs/{id}/events",
    response_class=EventSourceResponse,
    responses={
        200: {"content": {"text/event-stream": {}}, "description": "Events as they are written."},
        204: {"description": "The run has ended and all of it is known: do not ask again."},
        **_errors(404),
    },
    tags=["events"],
    summary="Follow a run",
)
async def events(
    request: Request,
    run: TheRun,
    after: Annotated[
        int, Query(ge=0, le=2**53, description="Number of the last event that is known.")
    ] = 0,
    last_event_id: Annotated[
        int | None, Header(ge=0, le=2**53, description="The same; it comes before `after`.")
    ] = None,
    brief: Annotated[
        bool, Query(description="Leave out what models were sent, and cut long texts.")
    ] = False,
) -> Response:
    """Send the run's journal as server-sent events and go on as it grows.

    The id of each is its number, so that a connection that broke goes on where it was. The last
    one is of the kind `result`. While nothing happens a comment comes every 15 s.
    """
    known = after if last_event_id is None else last_event_id
    if nothing_after(run, known):
        return Response(status_code=204)
    closing = _runs(request).closing
    return EventSourceResponse(stream(run, known, closing, is_brief=brief), ping=HEARTBEAT_S)
