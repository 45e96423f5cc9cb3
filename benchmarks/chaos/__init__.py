"""Runs that survive: one fault befalls each, and four things must hold at its end."""

from .bench import ChaosReport, measure
from .faults import FAULTS
from .one_run import ChaosRun, run_once

__all__ = ["FAULTS", "ChaosReport", "ChaosRun", "measure", "run_once"]
