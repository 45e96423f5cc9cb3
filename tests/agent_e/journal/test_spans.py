"""The spans of runs, as a collector gets them: real runs, real HTTP."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from agent_e import TaskResult, WebAgent
from agent_e.benchmarks.asgi_server import serve_app
from agent_e.benchmarks.sites import serve_site
from agent_e.config import Settings
from agent_e.journal import GuardedListener, Journal, run_spans, tracing_note
from tests.browsers import Chromium

TASK = "Find the price of the third product"
TEXTS = (TASK, "$64.50", "Ember Espresso Maker", "product=ember-espresso-maker")
"""Of the task, its answer, a page and an address."""


@dataclass
class Collector:
    """What was posted to a collector of traces."""

    bodies: list[bytes] = field(default_factory=list)
    status: int = 200

    @property
    def spans(self) -> list[Span]:
        """All spans, by start."""
        requests = map(ExportTraceServiceRequest.FromString, self.bodies)
        found = [
            span
            for request in requests
            for resource in request.resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        ]
        return sorted(found, key=lambda span: span.start_time_unix_nano)

    def tree(self) -> list[str]:
        """The names, indented below their parents."""
        parents = {span.span_id: span.parent_span_id for span in self.spans}

        def depth(span_id: bytes) -> int:
            return 1 + depth(parents[span_id]) if parents.get(span_id) else 0

        return ["  " * depth(span.span_id) + span.name for span in self.spans]


@pytest_asyncio.fixture
async def collector(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Collector]:
    here = Collector()

    async def take(request: Request) -> Response:
        here.bodies.append(await request.body())
        return Response(status_code=here.status)

    app = Starlette(routes=[Route("/v1/traces", take, methods=["POST"])])
    async with serve_app(app) as port:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{port}")
        yield here


def attributes(span: Span) -> dict[str, Any]:
    return {
        each.key: getattr(each.value, each.value.WhichOneof("value")) for each in span.attributes
    }


async def run(folder: Path, chromium: Chromium) -> TaskResult:
    settings = Settings(model="offline", runs_dir=folder)
    async with serve_site("catalog") as site, WebAgent(settings, opener=chromium.session) as agent:
        return await agent.run(TASK, start_url=site.url)


@pytest.mark.browser
async def test_a_run_is_a_tree_whose_tokens_are_those_of_its_result(
    tmp_path: Path, chromium: Chromium, collector: Collector
) -> None:
    result = await run(tmp_path, chromium)
    assert collector.tree() == [
        "invoke_agent agent-e",
        "  execute_tool open_url",
        "  chat offline",
        "  invoke_agent navigator",
        "    chat offline",
        "    execute_tool click",
        "    chat offline",
        "  chat offline",
    ]
    whole, *rest = map(attributes, collector.spans)
    for name in ("input_tokens", "output_tokens"):
        used = sum(getattr(usage, name) for usage in result.usage.values())
        called = sum(each.get(f"gen_ai.usage.{name}", 0) for each in rest)
        assert whole[f"gen_ai.usage.{name}"] == called == used > 0
    assert whole["agent_e.cost_usd"] == sum(each.get("agent_e.cost_usd", 0) for each in rest)
    assert whole["gen_ai.conversation.id"] == Path(result.run_dir).name
    assert whole["agent_e.outcome"] == "success"
    click = rest[4]
    assert (click["gen_ai.tool.name"], click["agent_e.changed"]) == ("click", True)
    spans = {span.span_id: span for span in collector.spans}
    for span in collector.spans:
        if span.parent_span_id:
            around = spans[span.parent_span_id]
            assert around.start_time_unix_nano <= span.start_time_unix_nano
            assert span.end_time_unix_nano <= around.end_time_unix_nano
    sent = b"".join(collector.bodies).decode(errors="replace")
    assert [text for text in TEXTS if text in sent] == []


@pytest.mark.browser
async def test_texts_are_told_when_asked_for(
    tmp_path: Path, chromium: Chromium, collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT", "true")
    await run(tmp_path, chromium)
    sent = b"".join(collector.bodies).decode(errors="replace")
    assert [text for text in TEXTS if text not in sent] == []


async def send(folder: Path, *events: tuple[str, dict[str, Any]]) -> None:
    """Write a journal that is told as spans."""
    spans, journal = run_spans("r1"), Journal(folder)
    assert spans is not None
    listener = GuardedListener(spans, journal.write)
    journal.subscribe(listener)
    for kind, fields in events:
        journal.write(kind, **fields)
    await listener.close()
    journal.close()


START = ("run.started", {"task": TASK})
CALL = ("model.called", {"role": "planner", "model": "azure:gpt-5.4"})
USED = {"usage": {"calls": 1, "input_tokens": 30, "output_tokens": 7}, "cost_usd": 0.5}


async def test_calls_that_fail_are_told_with_what_they_used(
    tmp_path: Path, collector: Collector
) -> None:
    await send(
        tmp_path,
        START,
        CALL,
        ("model.retried", {"call": 2, "reason": "timeouts"}),
        ("model.replaced", {"call": 2, "type": "BadReply", "by": "openai:gpt-5.5", **USED}),
        ("model.replied", {"call": 2, "model": "openai:gpt-5.5", **USED}),
        CALL,
        ("run.ended", {"outcome": "stopped"}),
    )
    run, first, second, cut = collector.spans
    assert collector.tree()[1:] == ["  chat gpt-5.4", "  chat gpt-5.5", "  chat gpt-5.4"]
    assert [event.name for event in first.events] == ["agent_e.retry"]
    assert first.status.code == Status.STATUS_CODE_ERROR
    assert attributes(first)["error.type"] == "BadReply"
    assert attributes(first)["gen_ai.provider.name"] == "azure.ai.openai"
    assert attributes(second)["gen_ai.provider.name"] == "openai"
    assert attributes(run)["gen_ai.usage.input_tokens"] == 60
    assert cut.end_time_unix_nano == run.end_time_unix_nano


async def test_spans_that_cannot_be_sent_are_told_of_once(
    tmp_path: Path, collector: Collector, caplog: pytest.LogCaptureFixture
) -> None:
    collector.status = 400
    await send(tmp_path, START, ("run.ended", {"outcome": "success"}))
    (said,) = (record.getMessage() for record in caplog.records)
    assert said.startswith("1 spans of the run could not be sent")
    assert '"hook.failed"' in (tmp_path / "events.jsonl").read_text()


async def test_they_go_to_the_provider_of_the_application(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(kept))
    monkeypatch.setattr("opentelemetry.trace.get_tracer_provider", lambda: provider)
    with provider.get_tracer("mine").start_as_current_span("mine"):
        await send(tmp_path, START, ("run.ended", {"outcome": "error"}))
    run, mine = kept.get_finished_spans()
    assert run.parent is not None and run.parent.span_id == mine.context.span_id
    assert run.status.status_code.name == "ERROR"


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        ({}, ""),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://a.test"}, ""),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://a.test", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"},
         "Traces are not sent: agent-e speaks OTLP over http/protobuf, not grpc."),
        ({"OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"}, ""),
    ],
)  # fmt: skip
def test_what_keeps_them_from_being_sent_is_told(
    variables: dict[str, str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert tracing_note().startswith(said) and bool(tracing_note()) is bool(said)


def test_without_the_extra_a_run_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [each for each in sys.modules if each.startswith("opentelemetry.exporter")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter", None)
    assert tracing_note() == ""
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://a.test")
    assert "pip install 'agent-e[otel]'" in tracing_note()
    assert run_spans("r1") is None


def test_nothing_is_imported_for_them_unless_they_are_wanted() -> None:
    code = """
import sys
from agent_e.journal import run_spans, tracing_note
assert (run_spans("r1"), tracing_note()) == (None, "")
print([name for name in sys.modules if name.startswith("opentelemetry")])
"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ended.stdout == "[]\n", ended.stderr
