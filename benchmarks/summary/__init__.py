"""What a run of a suite says as a whole."""

from .collect import rate, summarise, summary_json
from .record import Calibration, Group, MetricSummary, Rate, Spread, Summary
from .rows import Row, standing_rows

__all__ = [
    "Calibration",
    "Group",
    "MetricSummary",
    "Rate",
    "Row",
    "Spread",
    "Summary",
    "standing_rows",
    "rate",
    "summarise",
    "summary_json",
]
