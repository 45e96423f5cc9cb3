"""The overall results of a run of a suite."""

from .attacks import AttackFigure, attack_figures
from .clicks import ClickFigures, click_figures
from .collect import rate, summarise, summary_json
from .record import Calibration, Group, MetricSummary, Rate, Spread, Summary
from .rows import Row, standing_rows

__all__ = [
    "AttackFigure",
    "Calibration",
    "ClickFigures",
    "Group",
    "MetricSummary",
    "Rate",
    "Row",
    "Spread",
    "Summary",
    "standing_rows",
    "attack_figures",
    "click_figures",
    "rate",
    "summarise",
    "summary_json",
]
