"""Get a run as OpenTelemetry spans, and draw them as a tree.

An application that has set up a provider of traces gets them by itself; without one, an address in
OTEL_EXPORTER_OTLP_ENDPOINT is enough. It needs the extra otel.
Start it: python examples/trace_a_run.py
"""

import asyncio

from opentelemetry import trace
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from agent_e import WebAgent
from agent_e.benchmarks.sites import serve_site


def draw(spans: list[ReadableSpan], parent: int | None = None, indent: str = "") -> None:
    """Print the spans below a parent, and what is below those."""
    below = [each for each in spans if (each.parent.span_id if each.parent else None) == parent]
    for span in sorted(below, key=lambda each: each.start_time or 0):
        told = span.attributes or {}
        tokens = told.get("gen_ai.usage.input_tokens")
        took = ((span.end_time or 0) - (span.start_time or 0)) / 1e6
        print(
            f"{indent + span.name:<28}{took:6.0f} ms" + (f"  {tokens} tokens in" if tokens else "")
        )
        draw(spans, span.context.span_id, indent + "  ")


async def main() -> None:
    """Run one task with a provider that keeps its spans."""
    kept = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(kept))
    trace.set_tracer_provider(provider)
    async with serve_site("catalog") as site, WebAgent("offline") as agent:
        await agent.run("Find the price of the third product", start_url=site.url)
    spans = kept.get_finished_spans()
    # AutoGen, which agent-e is built on, writes spans of its own.
    draw([each for each in spans if (each.instrumentation_scope or each).name == "agent_e"])


asyncio.run(main())
