"""Tells an address of the person's what a run asks, and how it ends."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Mapping
from typing import Any

import httpx

from agent_e.errors import AgentEError

_TIMEOUT_S = 5.0


class Webhook:
    """A listener that posts questions and ends as JSON, beside the run."""

    def __init__(self, url: str, run: str) -> None:
        """Post to ``url`` about the run with this id."""
        self._url = url
        self._of = {"run": run, "task": ""}

    def __call__(self, event: Mapping[str, Any]) -> Awaitable[None] | None:
        """Post an event that a person waits for; a failure is the caller's to report."""
        match event:
            case {"kind": "run.started" | "run.continued"}:
                self._of["task"] = event["task"]
                return None
            case {"kind": "person.asked", "request": request}:
                told = {name: request.get(name) for name in ("id", "kind", "question")}
            case {"kind": "run.ended"}:
                told = {name: event.get(name) for name in ("outcome", "answer", "message")}
            case _:
                return None
        # Begun at once: several to an address that does not answer wait side by side.
        return asyncio.ensure_future(self._post({"event": event["kind"], **self._of, **told}))

    async def _post(self, body: Mapping[str, Any]) -> None:
        try:
            async with httpx.AsyncClient(timeout=_TIMEOUT_S) as client:
                (await client.post(self._url, json=body)).raise_for_status()
        except httpx.HTTPStatusError as error:
            # Its own words repeat the address, which may hold a token.
            raise AgentEError(f"--notify was answered with {error.response.status_code}.") from None
        except httpx.HTTPError as error:
            raise AgentEError(f"--notify cannot be reached ({type(error).__name__}).") from None
