"""Runs that survive: one fault befalls each, and four things must hold at its end."""

from .bench import ChaosOptions, ChaosReport, measure
from .faults import FAULTS
from .one_run import ChaosRun, run_once

__all__ = ["FAULTS", "ChaosOptions", "ChaosReport", "ChaosRun", "measure", "run_once"]
