"""Who is signed in to the console: keys that count once, and the sessions they are changed for."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable
from pathlib import Path

from agent_e.human.socket import read_private, write_private

SESSIONS_FILE = ".console.json"
KEY_S = 600
"""How long a key counts."""
SESSION_S = 30 * 24 * 3600
"""How long a session lasts."""
_MOST = 100
"""Keys, and sessions, that are kept; of more, the oldest is dropped."""


class ConsoleSessions:
    """Keys and sessions of the console of one folder of runs.

    The hashes of sessions and the server's port are in ``.console.json`` of the folder, which only
    its owner can read, so that both outlive the server. Keys do not.
    """

    def __init__(self, root: Path, *, clock: Callable[[], float] = time.time) -> None:
        """Read what earlier servers of the folder have left.

        Args:
            root: the folder of runs.
            clock: seconds since the epoch.
        """
        self._path = root / SESSIONS_FILE
        self._clock = clock
        self._keys: dict[str, float] = {}
        kept = read_private(self._path)
        port, sessions = kept.get("port"), kept.get("sessions")
        self._port = port if isinstance(port, int) and 0 < port < 65536 else 0
        self._sessions = {
            str(hashed): float(until)
            for hashed, until in (sessions.items() if isinstance(sessions, dict) else ())
            if isinstance(until, int | float)
        }

    @property
    def port(self) -> int:
        """The port that the folder's server has, or had last; 0 if it never had one."""
        return self._port

    def use_port(self, port: int) -> None:
        """Keep the port for the next server, where an open page would look for it."""
        if port != self._port:
            self._port = port
            self._save()

    def new_key(self) -> str:
        """Return a key that can be changed for a session once, within ten minutes."""
        key = secrets.token_urlsafe(32)
        self._keys[_hashed(key)] = self._clock() + KEY_S
        self._keys = _newest(self._keys, self._clock())
        return key

    def sign_in(self, key: str) -> str | None:
        """Change a key for the token of a new session; ``None`` if it counts no more."""
        if self._keys.pop(_hashed(key), 0.0) <= self._clock():
            return None
        token = secrets.token_urlsafe(32)
        self._sessions[_hashed(token)] = self._clock() + SESSION_S
        self._save()
        return token

    def is_signed_in(self, token: str) -> bool:
        """Whether a session of this token lasts."""
        return self._sessions.get(_hashed(token), 0.0) > self._clock()

    def sign_out(self, token: str) -> None:
        """End the session of a token."""
        if self._sessions.pop(_hashed(token), None) is not None:
            self._save()

    def _save(self) -> None:
        self._sessions = _newest(self._sessions, self._clock())
        write_private(self._path, {"port": self._port, "sessions": self._sessions})


def cookie_of(port: int) -> str:
    """Return the name of the cookie; cookies know no ports, and one host may have many servers."""
    return f"agent_e_{port}"


def _hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _newest(entries: dict[str, float], now: float) -> dict[str, float]:
    """Those that last, at most as many as are kept."""
    lasting = sorted((until, name) for name, until in entries.items() if until > now)
    return {name: until for until, name in lasting[-_MOST:]}
