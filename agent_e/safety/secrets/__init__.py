"""Secrets: kept by name, bound to their site, filled in by one skill, hidden everywhere else."""

from .hidden import Hidden
from .names import Entry, handle_in
from .redactor import Redactor
from .stream import RedactedStream
from .typed import TypedPasswords
from .vault import Vault
from .wallet import Wallet

__all__ = [
    "Entry",
    "Hidden",
    "RedactedStream",
    "Redactor",
    "TypedPasswords",
    "Vault",
    "Wallet",
    "handle_in",
]
