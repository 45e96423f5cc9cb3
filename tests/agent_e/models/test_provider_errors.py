"""Every way a model can fail, injected in both protocols: bounded, typed, counted, told."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest

from agent_e.benchmarks.scripted import Scripted
from agent_e.config import ModelSettings
from agent_e.errors import ContextOverflow, ModelError, ModelRefused
from agent_e.models.factory import make_model
from agent_e.models.model import Message, ToolSchema, retry_after
from tests.agent_e.conftest import Bench, in_turn

OPENAI, ANTHROPIC = "openai:gpt-4.1-mini", "anthropic:claude-sonnet-5-5"
BOTH = (OPENAI, ANTHROPIC)
HELLO = [Message(role="user", text="hello")]
LOOK = ToolSchema(name="look", description="Look.", parameters={"properties": {}})
FINE = Scripted(text="hi")


def failing(status: int, words: str = "x", code: str = "", **headers: str) -> Scripted:
    error = {"message": words, "type": "invalid_request_error", "code": code or None}
    body = json.dumps({"type": "error", "error": error}).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Scripted(status=status, body=body, headers=named)


@dataclass(frozen=True, kw_only=True)
class ModelMiddleware:
    """A fault that trying again mends."""

    answer: Scripted
    reason: str
    wait_s: float | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)


PAST = format_datetime(datetime.now(UTC) - timedelta(hours=1), usegmt=True)
PASSING = {
    "429": ModelMiddleware(answer=failing(429), reason="rate_limits", wait_s=0.01),
    "429, seconds": ModelMiddleware(
        answer=failing(429, retry_after="0.02"), reason="rate_limits", wait_s=0.02
    ),
    "429, milliseconds": ModelMiddleware(
        answer=failing(429, retry_after_ms="30", retry_after="9"), reason="rate_limits", wait_s=0.03
    ),
    "429, date": ModelMiddleware(
        answer=failing(429, retry_after=PAST), reason="rate_limits", wait_s=0.0
    ),
    "429, nonsense": ModelMiddleware(
        answer=failing(429, retry_after="soon"), reason="rate_limits", wait_s=0.01
    ),
    "500": ModelMiddleware(answer=failing(500), reason="server_errors", wait_s=0.01),
    "503, seconds": ModelMiddleware(
        answer=failing(503, retry_after="0"), reason="server_errors", wait_s=0.0
    ),
    "529": ModelMiddleware(answer=failing(529), reason="server_errors"),
    "408": ModelMiddleware(answer=failing(408), reason="other"),
    "409": ModelMiddleware(answer=failing(409), reason="other"),
    "timeout": ModelMiddleware(
        answer=Scripted(text="late", delay_s=2), reason="timeouts", settings={"timeout_s": 0.3}
    ),
    "no JSON": ModelMiddleware(answer=Scripted(body=b"<html>Bad gateway</html>"), reason="other"),
    "cut JSON": ModelMiddleware(answer=Scripted(body=b'{"id": "x", "choi'), reason="other"),
    "other JSON": ModelMiddleware(answer=Scripted(body=b'{"hello": 1}'), reason="other"),
    "a list": ModelMiddleware(answer=Scripted(body=b"[]"), reason="other"),
    "null": ModelMiddleware(answer=Scripted(body=b"null"), reason="other"),
    "nothing": ModelMiddleware(answer=Scripted(body=b""), reason="other"),
}


@pytest.mark.parametrize("model", BOTH)
@pytest.mark.parametrize("name", PASSING)
async def test_what_passes_is_waited_for_counted_and_asked_again(
    bench: Bench, name: str, model: str
) -> None:
    fault = PASSING[name]
    calls = await bench.calls(
        in_turn(fault.answer, FINE),
        model=model,
        **{"first_retry_wait_s": 0.01, "max_retry_wait_s": 5, **fault.settings},
    )
    assert (await calls.complete(HELLO, [])).text == "hi"
    (retried,) = bench.events("model.retried")
    assert retried["reason"] == fault.reason
    assert calls.retried == {fault.reason: 1}
    if fault.wait_s is not None:
        assert retried["wait_s"] == fault.wait_s


@pytest.mark.parametrize("model", BOTH)
@pytest.mark.parametrize("name", PASSING)
async def test_what_does_not_pass_ends_in_one_sentence_that_says_what_to_do(
    bench: Bench, name: str, model: str
) -> None:
    fault = PASSING[name]
    calls = await bench.calls(
        lambda body: fault.answer,
        model=model,
        **{"first_retry_wait_s": 0, "max_retry_wait_s": 0, "attempts": 2, **fault.settings},
    )
    with pytest.raises(ModelError) as caught:
        await calls.complete(HELLO, [])
    assert len(bench.server.requests) == 2
    tells(caught.value, model)
    assert str(caught.value).endswith("Tried 2 times. Try again later, or another --model.")
    assert bench.events("model.failed")[0]["error"] == str(caught.value)


@dataclass(frozen=True, kw_only=True)
class Final:
    """A fault that trying again cannot mend."""

    answer: Scripted
    kind: type[ModelError] = ModelError
    said: str
    models: tuple[str, ...] = BOTH


FINAL = {
    "wrong key": Final(answer=failing(401), said="refused the key (HTTP 401). Check"),
    "key may not": Final(answer=failing(403, "no access"), said="(HTTP 403): no access. Check"),
    "no credit": Final(answer=failing(402), said="has no credit left"),
    "no quota": Final(
        answer=failing(429, "You exceeded your quota", "insufficient_quota"),
        said="has no credit left",
        models=(OPENAI,),
    ),
    "balance": Final(
        answer=failing(400, "Your credit balance is too low"), said="has no credit left"
    ),
    "unknown model": Final(answer=failing(404), said="Check --model"),
    "bad request": Final(answer=failing(400, "no such thing"), said="(HTTP 400): no such thing."),
    "too long, by code": Final(
        answer=failing(400, "Please shorten it", "context_length_exceeded"),
        kind=ContextOverflow,
        said="is longer than",
        models=(OPENAI,),
    ),
    "too long, of vLLM": Final(
        answer=failing(400, "This model's maximum context length is 4096 tokens."),
        kind=ContextOverflow,
        said="is longer than",
        models=(OPENAI,),
    ),
    "too long, of Anthropic": Final(
        answer=failing(400, "prompt is too long: 210000 tokens > 200000 maximum"),
        kind=ContextOverflow,
        said="is longer than",
    ),
    "too large": Final(answer=failing(413), kind=ContextOverflow, said="is longer than"),
    "content filter": Final(
        answer=failing(400, "It was flagged by our content management policy", "content_filter"),
        kind=ModelRefused,
        said="Word the task in another way",
    ),
}


@pytest.mark.parametrize(
    ("name", "model"), [(name, model) for name, fault in FINAL.items() for model in fault.models]
)
async def test_what_trying_again_cannot_mend_ends_at_once_with_its_type(
    bench: Bench, name: str, model: str
) -> None:
    fault = FINAL[name]
    calls = await bench.calls(lambda body: fault.answer, model=model)
    with pytest.raises(ModelError) as caught:
        await calls.complete(HELLO, [])
    assert type(caught.value) is fault.kind
    assert fault.said in str(caught.value)
    assert caught.value.exit_code == 6
    assert len(bench.server.requests) == 1
    tells(caught.value, model)
    (failed,) = bench.events("model.failed")
    assert (failed["type"], failed["error"]) == (fault.kind.__name__, str(caught.value))


ADVICE = re.compile(
    r"\b(Check|Try|Choose|Raise|Add|Word the task|Leave|Lower|Set|Start|choose|lower)\b"
)


def tells(error: ModelError, model: str) -> None:
    """What happened to whom, and what to do next, in at most three short sentences."""
    words = str(error)
    assert model in words
    assert ADVICE.search(words), words
    assert "\n" not in words
    assert len(words) < 500
    assert words.endswith((".", "?"))
    assert ".." not in words.replace("127.0.0.1", "")


@asynccontextmanager
async def broken_server(answers: list[bytes | None]) -> AsyncIterator[str]:
    """A server that sends these bytes to one request after another; ``None`` hangs up at once."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head.lower())
        await reader.readexactly(int(length[1]) if length else 0)
        given = answers.pop(0)
        if given is not None:
            writer.write(given)
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    finally:
        server.close()
        await server.wait_closed()


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
BROKEN: dict[str, bytes | None] = {
    "hung up": None,
    "broke off": HEAD + b'Content-Length: 5000\r\n\r\n{"id": "x", ',
    "broke off a chunk": HEAD + b'Transfer-Encoding: chunked\r\n\r\nff\r\n{"id": ',
    "no HTTP": b"\x00\x01\x02 hello\r\n\r\n",
}


@pytest.mark.parametrize("model", BOTH)
@pytest.mark.parametrize("how", BROKEN)
async def test_a_connection_lost_in_the_middle_of_a_reply_is_tried_again(
    bench: Bench, how: str, model: str
) -> None:
    from agent_e.models.client import ModelClient

    async with broken_server([BROKEN[how], BROKEN[how]]) as url:
        settings = ModelSettings(base_url=url, attempts=2, first_retry_wait_s=0, timeout_s=20)
        made = make_model(model, "planner", settings, runs_dir=bench.run_dir, env={})
        calls = ModelClient(
            made, "planner", settings=settings, journal=bench.journal, budget=bench.budget
        )
        with pytest.raises(ModelError, match="Tried 2 times") as caught:
            await calls.complete(HELLO, [])
        await made.close()
    assert calls.retried == {"connections": 1}
    tells(caught.value, model)


@pytest.mark.parametrize(
    ("headers", "minimum", "limit"),
    [
        ({"retry-after": "7"}, 7, 7),
        ({"retry-after": "1.5"}, 1.5, 1.5),
        ({"retry-after-ms": "250"}, 0.25, 0.25),
        ({"retry-after-ms": "250", "retry-after": "7"}, 0.25, 0.25),
        ({"retry-after-ms": "soon", "retry-after": "7"}, 7, 7),
        ({"retry-after": "-3"}, 0, 0),
        ({"retry-after": PAST}, 0, 0),
        (
            {"retry-after": format_datetime(datetime.now(UTC) + timedelta(hours=2), usegmt=True)},
            3600,
            7200,
        ),
    ],
)
def test_every_form_of_a_wait_is_read(
    headers: dict[str, str], minimum: float, limit: float
) -> None:
    wait = retry_after(headers)
    assert wait is not None
    assert minimum <= wait <= limit


@pytest.mark.parametrize("value", ["", "soon", "nan", "inf", "1e999", "99 bottles", "Mon"])
def test_a_wait_that_is_none_is_no_wait(value: str) -> None:
    assert retry_after({"retry-after": value}) is None


@pytest.mark.parametrize("model", BOTH)
async def test_a_reply_of_ten_megabytes_is_bounded(bench: Bench, model: str) -> None:
    huge = Scripted(text="word " * 2_000_000)
    calls = await bench.calls(in_turn(huge), model=model, timeout_s=60)
    reply = await calls.complete(HELLO, [LOOK])
    assert len(reply.text) < 200_000
    (replied,) = bench.events("model.replied")
    assert replied["repairs"] == ["cut words of 10,000,000 characters"]


@pytest.mark.parametrize("model", BOTH)
async def test_a_call_of_ten_megabytes_is_bounded(bench: Bench, model: str) -> None:
    huge = Scripted(calls=[("look", {"find": "x" * 10_000_000})])
    calls = await bench.calls(in_turn(huge), model=model, timeout_s=60)
    reply = await calls.complete(HELLO, [LOOK])
    assert reply.calls[0].arguments.startswith("(cut: 10,000,0")


@pytest.mark.parametrize("model", BOTH)
async def test_an_empty_reply_is_a_reply_without_a_call(bench: Bench, model: str) -> None:
    calls = await bench.calls(in_turn(Scripted(text="")), model=model)
    reply = await calls.complete(HELLO, [LOOK])
    assert (reply.text, reply.calls) == ("", ())
