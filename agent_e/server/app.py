"""The application: the API's routes, its documentation, and its error responses."""

from __future__ import annotations

import logging
from collections.abc import Collection

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, JSONResponse
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp

from agent_e import __version__
from agent_e.errors import AgentEError, AnswerConflict, BadArgument, ConfigError, Unexpected

from . import routes
from .access import LOCAL_NAMES, Access
from .console import claims, start, stream, suites
from .console import routes as console_routes
from .console.examples import LocalSites
from .console.routes import ConsoleFiles
from .console.sessions import ConsoleSessions
from .console.suite_reading import SuiteRuns
from .docs import docs_page
from .live import connection as live
from .misfits import problem, tell_misfits
from .runs import Runs

_ABOUT = """Runs of agent-e: make them, watch them, answer what they ask, steer and stop them.

Runs belong to the server: closing a connection changes nothing. Every request but those for this
description carries `Authorization: Bearer TOKEN`; the token is in `server.json` of the folder of
runs, for as long as the server runs. The pages of the console have a session in a cookie instead,
which nothing but them may use. Errors are reported as `{"error": sentence}`.
"""
_LOG = logging.getLogger(__name__)


def build_app(
    runs: Runs,
    *,
    token: str,
    names: Collection[str] = LOCAL_NAMES,
    sessions: ConsoleSessions | None = None,
) -> ASGIApp:
    """Build the API and the console.

    Args:
        runs: served by it.
        token: required in every request without a session of the console.
        names: host names of the server.
        sessions: of the console; left out, those kept in the folder of runs.
    """
    sessions = sessions or ConsoleSessions(runs.root)
    # FastAPI's own pages would load scripts from elsewhere.
    app = FastAPI(
        title="agent-e",
        description=_ABOUT,
        version=__version__,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.runs = runs
    app.state.sessions = sessions
    app.state.sites = LocalSites(runs.closing)
    app.state.suites = SuiteRuns(runs.root)
    for each in (routes, console_routes, start, claims, suites):
        app.include_router(each.router, dependencies=[routes.TOKEN], responses=routes.REFUSED)
    for sockets in (stream, live):
        app.include_router(sockets.router)
    app.mount("/console/static", ConsoleFiles())

    @app.get("/docs", include_in_schema=False)
    async def docs() -> HTMLResponse:
        return HTMLResponse(docs_page(app.openapi()))

    _tell_errors(app)
    return Access(app, token=token, names=names, sessions=sessions)


def _tell_errors(app: FastAPI) -> None:
    tell_misfits(app, described="GET /docs")

    @app.exception_handler(HTTPException)
    async def refused(asked: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, HTTPException)
        words = str(error.detail)
        if error.status_code in (404, 405) and asked.scope.get("route") is None:
            words = f"There is no {asked.method} {asked.url.path}. GET /docs says what there is."
        return problem(error.status_code, words, error.headers)

    @app.exception_handler(AgentEError)
    async def failed(_: Request, error: Exception) -> JSONResponse:
        if isinstance(error, AnswerConflict):
            return problem(409, str(error))
        return problem(422 if isinstance(error, BadArgument | ConfigError) else 500, str(error))

    @app.exception_handler(Exception)
    async def broken(_: Request, error: Exception) -> JSONResponse:
        _LOG.error("a request broke", exc_info=error)
        return problem(500, str(Unexpected(error, hint="The server's log has more.")))
