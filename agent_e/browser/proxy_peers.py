"""Which process is at the other end of a connection on this machine."""

from __future__ import annotations

import os
from pathlib import Path

import psutil

_TABLE = Path("/proc/net/tcp")
"""Linux's table of connections over IPv4; other systems show none without privileges."""
_LOCAL, _REMOTE, _INODE = 1, 2, 9
"""Its columns."""


class ProxyPeers:
    """Tells this process and those it has started from all others."""

    def __init__(self) -> None:
        """Create it; processes are looked for when somebody connects."""
        self._known = [os.getpid()]

    def allows(self, peer_port: int, own_port: int) -> bool:
        """Whether a connection to ``own_port`` is of such a process; true where that is unknown."""
        if not _TABLE.exists():
            return True
        inode = _inode(peer_port, own_port)
        if any(_holds(pid, inode) for pid in self._known):
            return True
        for child in psutil.Process().children(recursive=True):
            if _holds(child.pid, inode):
                self._known = [os.getpid(), child.pid]
                return True
        return False


def _inode(local: int, remote: int) -> str:
    """The client's socket; ``"0"``, which nobody holds, if there is none."""
    wanted = (f":{local:04X}", f":{remote:04X}")
    with _TABLE.open(encoding="ascii") as table:
        for line in table:
            if wanted[0] in line and wanted[1] in line:
                fields = line.split()
                if fields[_LOCAL].endswith(wanted[0]) and fields[_REMOTE].endswith(wanted[1]):
                    return fields[_INODE]
    return "0"


def _holds(pid: int, inode: str) -> bool:
    wanted = f"socket:[{inode}]"
    try:
        return any(_target(file) == wanted for file in Path(f"/proc/{pid}/fd").iterdir())
    except PermissionError:
        # A process that hides its files may be a browser's: it cannot be told.
        return True
    except OSError:
        return False


def _target(file: Path) -> str:
    try:
        return str(file.readlink())
    except OSError:
        return ""
