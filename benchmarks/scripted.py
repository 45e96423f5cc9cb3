"""A local HTTP server that speaks OpenAI's and Anthropic's protocol and answers from a script.

For tests of what is on the wire and for benchmarks; the only stand-in for a language model besides
``offline`` and ``replay``.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from agent_e.agents.effect_classifier import ROLE as SAFETY
from agent_e.agents.task_grants import ROLE as GRANTS
from agent_e.prompts import render

from . import scripted_messages
from .asgi_server import serve_app


@dataclass(frozen=True, kw_only=True, slots=True)
class Scripted:
    """One answer of the server.

    Attributes:
        text: words of the reply.
        calls: function name and arguments; a ``str`` is sent as it is, valid JSON or not.
        status: HTTP status; other than 200 sends an error body.
        headers: sent along.
        body: sent instead of a completion.
        delay_s: waited before answering.
        cached_tokens: part of the prompt reported as cached; Anthropic's protocol counts itself.
    """

    text: str | None = None
    calls: Sequence[tuple[str, Mapping[str, Any] | str]] = ()
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None
    delay_s: float = 0.0
    cached_tokens: int = 0


Script = Callable[[Mapping[str, Any]], Scripted]
"""From a request's body, in OpenAI's words whatever was spoken, to the answer."""
Thinking = Callable[[Mapping[str, Any]], Awaitable[Scripted]]
"""The same, for answers that another model takes part in."""
Answer = Scripted | Script
"""An answer, or how to make it from the request it answers."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Received:
    """A request as it came."""

    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]


@dataclass(kw_only=True, slots=True)
class ScriptedServer:
    """A running server: where it is, what it was asked, and whether it was asked at all.

    Attributes:
        requests: bodies as scripts read them.
        received: the same as they came, with their headers.
        usage: what each whole reply said it used, in the words of the protocol spoken.
    """

    base_url: str
    requests: list[dict[str, Any]] = field(default_factory=list)
    received: list[Received] = field(default_factory=list)
    usage: list[dict[str, Any]] = field(default_factory=list)
    asked: asyncio.Event = field(default_factory=asyncio.Event)


class ScriptEnded(Exception):
    """More was asked than the script has answers for."""


def by_role(
    *,
    planner: Sequence[Answer] = (),
    navigator: Sequence[Answer] = (),
    judge: Sequence[Answer] = (),
) -> Script:
    """Answer in turn, from the list of the role that asks.

    The planner is offered ``finish``, the judge of answers no functions at all.
    """
    queues = {"planner": list(planner), "navigator": list(navigator), "judge": list(judge)}

    def answer(body: Mapping[str, Any]) -> Scripted:
        offered = {tool["function"]["name"] for tool in body.get("tools", [])}
        role = "planner" if "finish" in offered else "navigator" if offered else "judge"
        if not queues[role]:
            raise ScriptEnded(f"The script has no more answers of the {role}.")
        given = queues[role].pop(0)
        return given(body) if callable(given) else given

    return answer


def _beside(
    body: Mapping[str, Any], grants: Sequence[Mapping[str, Any]], effect: str
) -> Scripted | None:
    """Return the answer to a request that is none of the script's agents."""
    first = body["messages"][0]
    system = str(first["content"]) if first["role"] == "system" else ""
    if system.startswith(render(GRANTS)):
        return Scripted(text=json.dumps({"grants": [*grants]}))
    if system.startswith(render(SAFETY)):
        return Scripted(text=json.dumps({"class": effect}))
    return None


@asynccontextmanager
async def scripted_server(
    script: Script | Thinking,
    *,
    port: int = 0,
    grants: Sequence[Mapping[str, Any]] = (),
    effect: str = "write",
) -> AsyncIterator[ScriptedServer]:
    """Serve the script while the block runs.

    Args:
        script: answers the agents.
        port: to serve at; any free one by default.
        grants: what a task is read to allow.
        effect: class of every effect that no rule tells.
    """
    server = ScriptedServer(base_url="")

    def answer(body: Mapping[str, Any]) -> Scripted | Awaitable[Scripted]:
        return _beside(body, grants, effect) or script(body)

    async with serve_app(_app(server, answer), port=port) as bound:
        server.base_url = f"http://127.0.0.1:{bound}/v1"
        yield server


def _app(
    server: ScriptedServer, script: Callable[[Mapping[str, Any]], Scripted | Awaitable[Scripted]]
) -> Starlette:
    cache = scripted_messages.Cache()

    async def ask(request: Request, body: dict[str, Any], chat: dict[str, Any]) -> Scripted:
        server.requests.append(chat)
        server.received.append(Received(path=request.url.path, headers=request.headers, body=body))
        server.asked.set()
        try:
            given = script(chat)
            answer = given if isinstance(given, Scripted) else await given
        except ScriptEnded as error:
            answer = Scripted(status=400, body=_error(str(error)))
        await asyncio.sleep(answer.delay_s)
        return answer

    async def complete(request: Request) -> Response:
        body = await request.json()
        answer = await ask(request, body, body)
        return _response(server, answer, lambda: _content(answer, body))

    async def message(request: Request) -> Response:
        body = await request.json()
        if refused := scripted_messages.problem(body):
            return Response(scripted_messages.error(400, refused), status_code=400)
        answer = await ask(request, body, scripted_messages.as_chat(body))
        return _response(server, answer, lambda: _message(answer, body, server, cache))

    return Starlette(
        routes=[
            Route("/v1/chat/completions", complete, methods=["POST"]),
            Route("/v1/messages", message, methods=["POST"]),
        ]
    )


def _response(server: ScriptedServer, answer: Scripted, content: Callable[[], bytes]) -> Response:
    sent = content() if answer.body is None else answer.body
    if answer.body is None and answer.status == 200:
        server.usage.append(json.loads(sent)["usage"])
    return Response(
        sent, status_code=answer.status, media_type="application/json", headers=dict(answer.headers)
    )


def _message(
    answer: Scripted,
    body: Mapping[str, Any],
    server: ScriptedServer,
    cache: scripted_messages.Cache,
) -> bytes:
    if answer.status != 200:
        return scripted_messages.error(answer.status, f"scripted HTTP {answer.status}")
    blocks = scripted_messages.content_of(answer.text, answer.calls, len(server.requests))
    return scripted_messages.reply(blocks, body, cache.usage(body))


def _content(answer: Scripted, body: Mapping[str, Any]) -> bytes:
    if answer.status != 200:
        return _error(f"scripted HTTP {answer.status}")
    message: dict[str, Any] = {"role": "assistant", "content": answer.text}
    if answer.calls:
        message["tool_calls"] = [
            {
                "id": f"call_{number}",
                "type": "function",
                "function": {
                    "name": name,
                    "arguments": given if isinstance(given, str) else json.dumps(given),
                },
            }
            for number, (name, given) in enumerate(answer.calls)
        ]
    prompt, written = len(json.dumps(body["messages"])) // 4, len(json.dumps(message)) // 4
    completion = {
        "id": "scripted",
        "object": "chat.completion",
        "created": 0,
        "model": body["model"],
        "choices": [
            {
                "index": 0,
                "message": message,
                "finish_reason": "tool_calls" if answer.calls else "stop",
            }
        ],
        "usage": {
            "prompt_tokens": prompt,
            "completion_tokens": written,
            "total_tokens": prompt + written,
            "prompt_tokens_details": {"cached_tokens": answer.cached_tokens},
        },
    }
    return json.dumps(completion).encode()


def _error(message: str) -> bytes:
    return json.dumps({"error": {"message": message, "type": "scripted"}}).encode()
