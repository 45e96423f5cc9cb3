"""Checking an answer: where its quotes stand in what was shown, what is missing, what a judge says.

Code locates quotes and notes what is missing; it never refuses an answer. Only the judge does, a
model that is asked when there is a note.
"""

from .evidence_log import EvidenceLog
from .notes import Note, notes_for

__all__ = ["EvidenceLog", "Note", "notes_for"]
