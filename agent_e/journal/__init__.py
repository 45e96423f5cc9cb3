"""The append-only record of a run, from which it can be shown, scored, replayed and resumed."""

from .reader import RunRecord, find_run, list_runs, read_events, read_run, run_state
from .writer import Journal, new_run_dir

__all__ = [
    "Journal",
    "RunRecord",
    "find_run",
    "list_runs",
    "new_run_dir",
    "read_events",
    "read_run",
    "run_state",
]
