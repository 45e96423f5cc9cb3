"""``POST /act``: a stateless agent behind HTTP, the white agent's side of its protocol."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from ipaddress import ip_address
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.middleware.trustedhost import TrustedHostMiddleware

from agent_e import __version__
from agent_e.architectures.reactive.policy import ROLE, Policy, ReactivePolicy
from agent_e.benchmarks.asgi_server import serve_app
from agent_e.config import ModelSettings
from agent_e.errors import ActionParseError, ModelError
from agent_e.models.budget import Budget
from agent_e.models.client import ModelClient
from agent_e.models.fence_untrusted import fenced
from agent_e.models.model import Model
from agent_e.models.secret_redaction import redacted
from agent_e.safety import UntrustedContent
from agent_e.types.act_protocol import ActRequest, ActResponse, Problem, schemas

from .misfits import problem, tell_misfits
from .unwritten import Unwritten

_LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")


def model_policy(
    model: Model, settings: ModelSettings, redact: Callable[[str], str] = lambda text: text
) -> ReactivePolicy:
    """Return the white agent of a model, for any number of concurrent requests.

    Pages are sent between marks that stay the same as long as it serves, and through ``redact``.
    """
    safe = fenced(redacted(model, redact), UntrustedContent())

    def calls() -> ModelClient:
        budget = Budget(max_steps=1)
        return ModelClient(safe, ROLE, settings=settings, journal=Unwritten(), budget=budget)

    return ReactivePolicy(model.name, calls)


def build_app(policy: Policy, *, name: str, local: bool = True) -> FastAPI:
    """Build the application: ``POST /act``, ``GET /act/schema``, ``GET /health``.

    Nothing is kept between requests, which may be concurrent. Errors are reported as
    ``{"error": sentence}``: 404 and 405 for unknown routes, 422 for an invalid request, 502
    for a model that failed.

    Args:
        policy: decides.
        name: of the policy, reported by ``/health``.
        local: refuse requests by any name other than this machine's own, so that no web page
            open on it can have its address point here.
    """
    # FastAPI's own documentation pages would load scripts from elsewhere.
    app = FastAPI(title="agent-e act", version=__version__, docs_url=None, redoc_url=None)
    if local:
        app.add_middleware(TrustedHostMiddleware, allowed_hosts=list(_LOCAL_NAMES))

    @app.post("/act", responses={422: {"model": Problem}, 502: {"model": Problem}})
    async def act(request: ActRequest) -> ActResponse:
        """Decide on the next action."""
        return await policy.decide(request)

    @app.get("/act/schema")
    async def schema() -> dict[str, Any]:
        """Return the JSON Schemas of request and response."""
        return schemas()

    @app.get("/health")
    async def health() -> dict[str, str]:
        """Say that it is up, and who decides."""
        return {"status": "ok", "agent": name}

    @app.get("/", include_in_schema=False)
    @app.get("/docs", include_in_schema=False)
    async def door() -> dict[str, str]:
        """Say what is served."""
        return {
            "serves": f"a stateless agent: {name} decides",
            "POST /act": "decides on the next action for a page",
            "GET /act/schema": "what POST /act takes and gives",
            "GET /health": "whether it is up",
        }

    tell_misfits(app, described="GET /act/schema")

    @app.exception_handler(HTTPException)
    async def unknown(asked: Request, error: Exception) -> JSONResponse:
        status = error.status_code if isinstance(error, HTTPException) else 404
        words = f"There is no {asked.method} {asked.url.path}. POST /act decides, GET /act/schema "
        return problem(status, f"{words}says what it takes.")

    @app.exception_handler(ModelError)
    @app.exception_handler(ActionParseError)
    async def failed(_: Request, error: Exception) -> JSONResponse:
        return problem(502, str(error))

    return app


@asynccontextmanager
async def serve_act(
    policy: Policy, *, name: str, host: str = "127.0.0.1", port: int = 0
) -> AsyncIterator[str]:
    """Serve a policy while the block runs; yields the address to post to.

    Raises:
        ConfigError: the port cannot be used.
    """
    local = _is_local(host)
    async with serve_app(build_app(policy, name=name, local=local), host=host, port=port) as bound:
        shown = f"[{host}]" if ":" in host else host
        yield f"http://{shown}:{bound}/act"


def _is_local(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
