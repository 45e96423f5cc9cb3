"""The server's half of the SOCKS5 handshake (RFC 1928), without authentication."""

from __future__ import annotations

import asyncio
import re
import socket
from enum import IntEnum

_VERSION = 5
_NO_AUTHENTICATION = 0
_CONNECT = 1
_IPV4, _NAME, _IPV6 = 1, 3, 4
_LENGTHS = {_IPV4: (socket.AF_INET, 4), _IPV6: (socket.AF_INET6, 16)}
_HOST = re.compile(r"[a-z0-9._:-]+", re.IGNORECASE)
"""What a name is made of once a browser has encoded it; anything else could be read in two ways."""


class Reply(IntEnum):
    """How a request ended."""

    DONE = 0
    FAILED = 1
    NOT_ALLOWED = 2
    UNREACHABLE = 4
    REFUSED = 5


class NotSocks(Exception):
    """What was received is no request to connect."""


async def read_request(connection: socket.socket) -> tuple[str, int]:
    """Return the host and port that the client wants to be connected to.

    Reads no byte beyond the request.

    Raises:
        NotSocks: it asks for something else, or does not speak SOCKS5.
    """
    version, count = await _exactly(connection, 2)
    # Its methods are read only then: an HTTP request would be waited for.
    if version != _VERSION or _NO_AUTHENTICATION not in await _exactly(connection, count):
        raise NotSocks
    loop = asyncio.get_running_loop()
    await loop.sock_sendall(connection, bytes([_VERSION, _NO_AUTHENTICATION]))
    version, command, _, kind = await _exactly(connection, 4)
    if (version, command) != (_VERSION, _CONNECT):
        raise NotSocks
    if kind in _LENGTHS:
        family, length = _LENGTHS[kind]
        host = socket.inet_ntop(family, await _exactly(connection, length))
    elif kind == _NAME:
        (length,) = await _exactly(connection, 1)
        host = (await _exactly(connection, length)).decode("latin-1")
    else:
        raise NotSocks
    port = int.from_bytes(await _exactly(connection, 2))
    if not _HOST.fullmatch(host) or not port:
        raise NotSocks
    return host, port


async def send_reply(connection: socket.socket, reply: Reply) -> None:
    """Tell the client how its request ended, with no address: none is of use to it."""
    nowhere = bytes([_IPV4, 0, 0, 0, 0, 0, 0])
    message = bytes([_VERSION, reply, 0]) + nowhere
    await asyncio.get_running_loop().sock_sendall(connection, message)


async def _exactly(connection: socket.socket, count: int) -> bytes:
    loop = asyncio.get_running_loop()
    read = b""
    while len(read) < count:
        part = await loop.sock_recv(connection, count - len(read))
        if not part:
            raise NotSocks
        read += part
    return read
