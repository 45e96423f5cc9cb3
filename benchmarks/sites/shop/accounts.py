"""Accounts and passwords."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import sqlite3
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Account:
    """A customer who can log in."""

    id: int
    email: str
    name: str


def create_account(
    db: sqlite3.Connection, email: str, name: str, password: str, *, salt: bytes | None = None
) -> int:
    """Store an account and return its id; raises sqlite3.IntegrityError for a known email."""
    salt = salt or secrets.token_bytes(16)
    cursor = db.execute(
        "INSERT INTO account (email, name, salt, password_hash) VALUES (?, ?, ?, ?)",
        (email, name, salt, _hash(password, salt)),
    )
    assert cursor.lastrowid is not None
    return cursor.lastrowid


def check_password(db: sqlite3.Connection, email: str, password: str) -> Account | None:
    """Return the account these credentials open, or None."""
    row = db.execute("SELECT * FROM account WHERE email = ?", (email,)).fetchone()
    if row is None or not hmac.compare_digest(row["password_hash"], _hash(password, row["salt"])):
        return None
    return Account(id=row["id"], email=row["email"], name=row["name"])


def find_account(db: sqlite3.Connection, account_id: int | None) -> Account | None:
    """Return the account with that id, or None."""
    row = db.execute("SELECT id, email, name FROM account WHERE id = ?", (account_id,)).fetchone()
    return Account(**row) if row else None


def _hash(password: str, salt: bytes) -> bytes:
    return hashlib.scrypt(password.encode(), salt=salt, n=2**11, r=8, p=1)
