"""Metrics of an episode: what each means, and how it is computed from the stored files."""

from .definitions import METRICS, Metric
from .figures import episode_metrics, failing_component, gave_answer
from .traces import TraceComparison, compare_traces, reference_of, trace_of

__all__ = [
    "METRICS",
    "Metric",
    "TraceComparison",
    "compare_traces",
    "episode_metrics",
    "failing_component",
    "gave_answer",
    "reference_of",
    "trace_of",
]
