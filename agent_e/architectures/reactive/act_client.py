"""A stateless agent behind HTTP: anything that answers ``POST`` with an action."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx

from agent_e.errors import ActionParseError, AgentUnreachable
from agent_e.types.act_protocol import ActRequest, ActResponse

from .policy import checked

_QUOTED = 200
_MAX_BYTES = 1_000_000


class HttpPolicy:
    """Decides by asking an HTTP endpoint; close it when done."""

    def __init__(
        self, url: str, *, timeout_s: float = 60.0, redact: Callable[[Any], Any] = lambda body: body
    ) -> None:
        """Create a policy that asks ``url``, such as ``http://127.0.0.1:9000/act``.

        Args:
            url: complete, with the path.
            timeout_s: longest wait for one answer.
            redact: takes secrets out of the JSON that is sent.
        """
        self.url = url
        self._timeout_s = timeout_s
        self._redact = redact
        # Proxies of the environment are for pages, not for asking an agent.
        self._client = httpx.AsyncClient(timeout=timeout_s, trust_env=False)

    async def decide(self, request: ActRequest) -> ActResponse:
        """Send the request and check the response.

        Raises:
            ActionParseError: it is not JSON or not an action.
            AgentUnreachable: no answer in time, or an error status.
        """
        body = self._redact(request.model_dump(mode="json"))
        try:
            answer = await self._client.post(self.url, json=body)
        except httpx.TimeoutException as error:
            raise AgentUnreachable(
                f"The agent at {self.url} did not answer within {self._timeout_s:g} s. "
                "Look whether it is at work, or give it more time."
            ) from error
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise AgentUnreachable(
                f"The agent at {self.url} cannot be reached: {error}. Start it, or check the "
                "address."
            ) from error
        if not answer.is_success:
            raise AgentUnreachable(
                f"The agent at {self.url} answered {answer.status_code}: "
                f"{answer.text[:_QUOTED].strip() or 'without a word'}. See its own log."
            )
        return _read(answer)

    async def close(self) -> None:
        """Close its connections."""
        await self._client.aclose()


def _read(answer: httpx.Response) -> ActResponse:
    if len(answer.content) > _MAX_BYTES:
        raise ActionParseError(
            f"The agent's answer has {len(answer.content):,} bytes, which is no action.",
            code="bad_json",
        )
    try:
        values = answer.json()
    except (ValueError, RecursionError) as error:
        raise ActionParseError(
            f"The agent's answer is no JSON: {answer.text[:_QUOTED]!r}.", code="bad_json"
        ) from error
    return checked(values)
