"""Agents behind HTTP that answer from a script, and requests to them."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler
from typing import Any

from agent_e.types.act_protocol import ActRequest, DomElement, PageSummary
from tests.agent_e.dom.serving import served

Answering = Callable[[Mapping[str, Any]], Any]
"""From a request to what is sent back: bytes as they are, else as JSON; a number is a status."""


def request(
    instruction: str, *elements: tuple[str, str, str, str], step: int = 0, url: str = "http://a/"
) -> ActRequest:
    """A request about elements: selector, tag, type and text of each."""
    rows = tuple(
        DomElement(selector=selector, tag=tag, type=kind, text=text)
        for selector, tag, kind, text in elements
    )
    page = PageSummary(url=url, title="Page", dom_summary=rows)
    return ActRequest(instruction=instruction, step_idx=step, observation=page)


@contextmanager
def agent(answering: Answering) -> Iterator[str]:
    """Serve an agent; yields the address to post to."""

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, format: str, *args: Any) -> None:
            return

        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            answer = answering(asked)
            status = answer if isinstance(answer, int) else 200
            body = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
            with suppress(ConnectionError):  # whoever asked may not wait any more
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

    with served(Handler) as address:
        yield f"{address}/act"


@contextmanager
def silent_agent() -> Iterator[str]:
    """An agent that takes what is asked and does not answer as long as the block runs."""
    done = threading.Event()

    def wait(asked: Mapping[str, Any]) -> Any:
        done.wait(60)
        return {}

    with agent(wait) as url:
        try:
            yield url
        finally:
            done.set()
