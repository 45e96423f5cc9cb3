"""Where the spans of a run go: to the application's provider of traces, or to an OTLP address.

Nothing of OpenTelemetry is imported unless one of them is set up.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.metadata import version
from importlib.util import find_spec
from typing import TYPE_CHECKING

from agent_e.errors import AgentEError

from .spans import RunSpans

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider

_ENDPOINTS = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
_PROTOCOLS = ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL")
_CONTENT = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"
_PROTOCOL = "http/protobuf"
_TIMEOUT_S = 5.0


def tracing_note() -> str:
    """Why no spans are sent although an address for them is set; ``""`` if they are, or none is."""
    if not _address() or _of_application() is not None:
        return ""
    protocol = _first(_PROTOCOLS) or _PROTOCOL
    if protocol != _PROTOCOL:
        return (
            f"Traces are not sent: agent-e speaks OTLP over {_PROTOCOL}, not {protocol}. Set "
            f"{_PROTOCOLS[1]}={_PROTOCOL}, and the address for it (mostly port 4318)."
        )
    if not _is_installed():
        return "Traces are not sent: install what sends them with pip install 'agent-e[otel]'."
    return ""


def run_spans(run: str) -> RunSpans | None:
    """Return what sends the spans of the run with this id; ``None`` if nobody wants them.

    ``OTEL_EXPORTER_OTLP_ENDPOINT`` is enough to want them, and so is a provider of traces that the
    application has set up. Texts are in them if
    ``OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT`` is ``true``.
    """
    content = os.environ.get(_CONTENT, "").lower() == "true"
    if (provider := _of_application()) is not None:
        return RunSpans(provider, run, content=content)
    if not _address() or tracing_note():
        return None
    provider, close = _own_provider()
    return RunSpans(provider, run, content=content, close=close)


def _own_provider() -> tuple[TracerProvider, Callable[[], None]]:
    """A provider that sends to the address, and what sends the rest and says what could not be."""
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import OTELResourceDetector, Resource
    from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExportResult

    lost = 0

    class Exporter(OTLPSpanExporter):
        def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
            nonlocal lost
            result = super().export(spans)
            if result is not SpanExportResult.SUCCESS:
                lost += len(spans)
            return result

    def close() -> None:
        provider.shutdown()
        if lost:
            raise AgentEError(
                f"{lost} spans of the run could not be sent to the address in "
                "OTEL_EXPORTER_OTLP_ENDPOINT: see whether a collector answers there."
            )

    # It logs each attempt, and the run says once what came of them.
    logging.getLogger("opentelemetry.exporter.otlp").setLevel(logging.CRITICAL)
    ours = Resource({"service.name": "agent-e", "service.version": version("agent-e")})
    resource = ours.merge(OTELResourceDetector().detect())
    # A run closes its own.
    provider = TracerProvider(resource=resource, shutdown_on_exit=False)
    timeout = None if "OTEL_EXPORTER_OTLP_TIMEOUT" in os.environ else _TIMEOUT_S
    provider.add_span_processor(BatchSpanProcessor(Exporter(timeout=timeout)))
    return provider, close


def _is_installed() -> bool:
    # Where a package around it is missing, looking raises.
    with suppress(ModuleNotFoundError):
        return find_spec("opentelemetry.exporter.otlp.proto.http") is not None
    return False


def _first(names: tuple[str, ...]) -> str:
    return next(filter(None, (os.environ.get(name) for name in names)), "")


def _address() -> str:
    return "" if os.environ.get("OTEL_TRACES_EXPORTER") == "none" else _first(_ENDPOINTS)


def _of_application() -> TracerProvider | None:
    if "opentelemetry.sdk.trace" not in sys.modules:
        return None
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import get_tracer_provider

    provider = get_tracer_provider()
    return provider if isinstance(provider, TracerProvider) else None
