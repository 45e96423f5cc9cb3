"""Secrets: stored by name, bound to a site, filled in by one skill, hidden everywhere else."""

from .names import Entry, handle_in, handles_in
from .output_redactor import OutputRedactor, RedactedStream
from .secret_matcher import Redactor
from .typed import TypedPasswords
from .vault import Vault
from .wallet import RunSecrets

__all__ = [
    "Entry",
    "OutputRedactor",
    "RedactedStream",
    "Redactor",
    "TypedPasswords",
    "Vault",
    "RunSecrets",
    "handle_in",
    "handles_in",
]
