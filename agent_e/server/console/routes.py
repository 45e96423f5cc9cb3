"""The console's page, its files, and signing in to it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import FileResponse, JSONResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from ..access import session_token
from ..models import Problem
from ..server_file import ADDRESS_FILE
from .sessions import SESSION_S, ConsoleSessions, cookie_of

FOLDER = Path(__file__).parents[1] / "static" / "console"
_PAGE = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' blob: data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; "
    "form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-cache",
    "vary": "Accept",
}
_OLD_KEY = (
    "This key is used, older than ten minutes, or none of this server's. Run agent-e console for a "
    "new address, and open that."
)
router = APIRouter(tags=["console"])


class ConsoleFiles(StaticFiles):
    """The files of the console; a browser asks each time whether one has changed."""

    def __init__(self) -> None:
        super().__init__(directory=FOLDER)

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """Return the response for a file."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["cache-control"] = "no-cache"
        return response


class SigningIn(BaseModel):
    """The key of an address that ``agent-e console`` printed."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)

    key: Annotated[str, Field(min_length=1, max_length=200)]
    """What follows ``#key=`` in it."""


class ConsoleAddress(BaseModel):
    """Where to open the console."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    address: str
    """Its key counts once, within ten minutes."""


def _sessions(request: Request) -> ConsoleSessions:
    sessions: ConsoleSessions = request.app.state.sessions
    return sessions


@router.get("/", include_in_schema=False)
async def door(request: Request) -> Response:
    """Send the console to a browser; tell others where the token is, and what is served."""
    if "text/html" in request.headers.get("accept", ""):
        return FileResponse(FOLDER / "index.html", media_type="text/html", headers=_PAGE)
    root: Path = request.app.state.runs.root
    return JSONResponse(
        {
            "serves": "runs of agent-e",
            "token": f"'token' in {(root / ADDRESS_FILE).resolve()}, which its owner can read",
            "try": f"curl -H 'Authorization: Bearer TOKEN' {request.base_url}runs",
            "docs": f"{request.base_url}docs",
            "console": "agent-e console prints an address to open in a browser",
        },
        headers={"vary": "Accept"},
    )


@router.post(
    "/console/session",
    status_code=204,
    responses={403: {"model": Problem, "description": "The key counts no more."}},
    summary="Sign in to the console",
)
async def sign_in(request: Request, given: SigningIn) -> Response:
    """Change a key, once, for a session of 30 days in a cookie that only this server gets."""
    token = _sessions(request).sign_in(given.key)
    if token is None:
        raise HTTPException(403, _OLD_KEY)
    response = Response(status_code=204)
    response.set_cookie(
        _cookie(request), token, max_age=SESSION_S, httponly=True, samesite="strict", path="/"
    )
    return response


@router.delete("/console/session", status_code=204, summary="Sign out of the console")
async def sign_out(request: Request) -> Response:
    """End the session of the request's cookie."""
    _sessions(request).sign_out(session_token(request.scope))
    response = Response(status_code=204)
    response.delete_cookie(_cookie(request), httponly=True, samesite="strict", path="/")
    return response


@router.post("/console/keys", status_code=201, summary="Get an address for the console")
async def new_key(request: Request) -> ConsoleAddress:
    """Return an address with a new key, to open in a browser; not for the console itself."""
    key = _sessions(request).new_key()
    return ConsoleAddress(address=f"{request.base_url}#key={key}")


def _cookie(request: Request) -> str:
    return cookie_of(request.scope["server"][1])
