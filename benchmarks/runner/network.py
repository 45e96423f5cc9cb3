"""Records the requests of an episode, as the browser made them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from playwright.async_api import BrowserContext, Request, Response

from agent_e.benchmarks.episodes.record import NETWORK_FILE, RequestEvidence

_MAX_POST_DATA = 64 * 1024
_MAX_REQUESTS = 20_000
_KINDS = ("http:", "https:")


@dataclass(eq=False)  # no slots: Playwright notes its wrapper on the owner of a bound method
class NetworkRecorder:
    """Listens to a context; records requests and responses, without response bodies."""

    _requests: dict[Request, int | None] = field(default_factory=dict)

    def listen(self, context: BrowserContext) -> None:
        """Record every request of the context from now on."""
        context.on("request", self._sent)
        context.on("response", self._answered)

    def write(self, folder: Path, redact: Callable[[str], str]) -> None:
        """Write ``network.jsonl``, requests in the order they were made."""
        lines = (
            _evidence(request, status, redact).model_dump_json() + "\n"
            for request, status in self._requests.items()
        )
        with (folder / NETWORK_FILE).open("w", encoding="utf-8", errors="backslashreplace") as file:
            file.writelines(lines)

    def _sent(self, request: Request) -> None:
        if request.url.startswith(_KINDS) and len(self._requests) < _MAX_REQUESTS:
            self._requests[request] = None

    def _answered(self, response: Response) -> None:
        if response.request in self._requests:
            self._requests[response.request] = response.status


def _evidence(
    request: Request, status: int | None, redact: Callable[[str], str]
) -> RequestEvidence:
    posted = request.post_data_buffer
    text = redact(posted.decode("utf-8", "replace")) if posted else None
    return RequestEvidence(
        method=request.method,
        url=redact(request.url),
        resource=request.resource_type,
        navigation=request.is_navigation_request(),
        post_data=text[:_MAX_POST_DATA] if text else None,
        content_type=request.headers.get("content-type", "") if posted else "",
        status=status,
    )
