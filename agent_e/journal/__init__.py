"""The append-only record of a run, from which it can be shown, scored, replayed and resumed."""

from . import effects as effects  # registers the formatters of effects
from .events import Event, read_event
from .listening import GuardedListener, Listener
from .reader import (
    RunRecord,
    find_run,
    is_alive,
    list_runs,
    picture_path,
    read_events,
    read_lines,
    read_object,
    read_run,
    run_state,
)
from .resume import ResumeState, read_unfinished
from .tracing import run_spans, tracing_note
from .transcript import RunTranscript
from .webhook import Webhook
from .writer import Journal, new_run_dir

__all__ = [
    "Event",
    "GuardedListener",
    "Journal",
    "Listener",
    "RunRecord",
    "RunTranscript",
    "Webhook",
    "ResumeState",
    "find_run",
    "is_alive",
    "list_runs",
    "new_run_dir",
    "picture_path",
    "read_event",
    "read_events",
    "read_lines",
    "read_object",
    "read_run",
    "read_unfinished",
    "run_spans",
    "run_state",
    "tracing_note",
]
