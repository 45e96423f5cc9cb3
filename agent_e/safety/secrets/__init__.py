"""Secrets: kept by name, bound to their site, filled in by one skill, hidden everywhere else."""

from .names import Entry
from .redactor import Redactor
from .typed import TypedPasswords
from .vault import Vault
from .wallet import Wallet

__all__ = ["Entry", "Redactor", "TypedPasswords", "Vault", "Wallet"]
