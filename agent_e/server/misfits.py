"""Error responses of both applications: ``{"error": sentence}`` with a status."""

from __future__ import annotations

from collections.abc import Mapping

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse


def problem(status: int, words: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """Return the response to a failed request."""
    return JSONResponse({"error": words}, status_code=status, headers=headers)


def tell_misfits(app: FastAPI, *, described: str) -> None:
    """Answer an invalid request with 422 and the fault; ``described`` documents the form."""

    @app.exception_handler(RequestValidationError)
    async def misfit(_: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, RequestValidationError)
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:]) or "the body"
        words = f"does not fit at {where}: {str(first['msg']).rstrip('.')}"
        if first["type"] == "json_invalid":
            words = f"is no JSON: {first['ctx']['error']}"
        return problem(422, f"The request {words}. {described} says what it takes.")
