"""Which process is at the other end of a connection on this machine."""

from __future__ import annotations

import os
import socket
import stat
import struct
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import psutil

_TABLE = Path("/proc/net/tcp")
"""Linux's table of connections over IPv4; other systems show none without privileges."""
_SOCK_DIAG, _BY_FAMILY, _REQUEST, _ALL_STATES = 4, 20, 1, 0xFFFFFFFF
_HEAD, _STATE_AT, _INODE_AT = 16, 16 + 1, 16 + 4 + 48 + 4 * 4
"""Bytes before a netlink message's content, and before a socket's state and number in an answer."""
_LISTENING = 10
_ANSWER_S = 0.5


class ProxyPeers:
    """Tells this process and those it has started from all others."""

    def __init__(self) -> None:
        """Create it; processes are looked for when somebody connects."""
        self._last = os.getpid()

    def allows(self, peer_port: int, own_port: int) -> bool:
        """Whether a connection to ``own_port`` is of such a process; true where that is unknown."""
        if not _TABLE.exists():
            return True
        inode = _inode(peer_port, own_port)
        if inode is None:
            return _listed(peer_port, own_port)
        if inode == 0:
            return False
        # Nearly all are of one process of the browser's.
        for pid in chain((self._last,), _family()):
            if _holds(pid, inode):
                self._last = pid
                return True
        return False


def _family() -> Iterator[int]:
    """This process and all that it has started; those are only looked for when asked for."""
    yield os.getpid()
    for child in psutil.Process().children(recursive=True):
        yield child.pid


def _listed(local: int, remote: int) -> bool:
    """Look through the list of all connections, where the kernel cannot be asked for one."""
    ends = (
        each.pid
        for each in psutil.net_connections("tcp4")
        if (each.laddr[1:], each.raddr[1:]) == ((local,), (remote,))
    )
    # None: a process that hides its files, as below.
    return any(pid is None or pid in _family() for pid in ends)


def _inode(local: int, remote: int) -> int | None:
    """Ask the kernel for the number of the client's socket (sock_diag(7)).

    Returns:
        It, 0 if there is none, ``None`` where the kernel cannot be asked.
    """
    loopback = socket.inet_aton("127.0.0.1").ljust(16, b"\0")
    ports = local.to_bytes(2) + remote.to_bytes(2)
    which = ports + loopback * 2 + bytes(4) + b"\xff" * 8
    request = struct.pack("=BBBBI", socket.AF_INET, socket.IPPROTO_TCP, 0, 0, _ALL_STATES) + which
    head = struct.pack("=IHHII", _HEAD + len(request), _BY_FAMILY, _REQUEST, 0, 0)
    try:
        with socket.socket(socket.AF_NETLINK, socket.SOCK_DGRAM, _SOCK_DIAG) as asking:
            asking.settimeout(_ANSWER_S)
            asking.send(head + request)
            answer = asking.recv(1024)
    except OSError:
        return None
    (kind,) = struct.unpack_from("=H", answer, 4)
    # Without such a connection it answers with whoever listens at the port.
    if kind != _BY_FAMILY or answer[_STATE_AT] == _LISTENING:
        return 0
    return int(struct.unpack_from("=I", answer, _INODE_AT)[0])


def _holds(pid: int, inode: int) -> bool:
    try:
        with os.scandir(f"/proc/{pid}/fd") as files:
            return any(_number(file) == inode for file in files)
    except PermissionError:
        # A process that hides its files may be a browser's: it cannot be told.
        return True
    except OSError:
        return False


def _number(file: os.DirEntry[str]) -> int:
    try:
        status = file.stat()
    except OSError:
        return 0
    return status.st_ino if stat.S_ISSOCK(status.st_mode) else 0
