"""The control socket of a run, for other processes on this machine."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from agent_e.errors import AnswerConflict, BadArgument

from .commands import obey
from .control import RunControl

ADDRESS_FILE = "control.json"
_MAX_LINE_LENGTH = 1 << 20
_ANSWER_S = 10.0


@asynccontextmanager
async def control_socket(run_dir: Path, control: RunControl) -> AsyncIterator[None]:
    """Accept orders for a run while the block runs.

    Its address, a local port and a token, is in the run folder's ``control.json``, readable by the
    owner only. An order is a line of JSON, and so is the reply: the state of the run, or
    ``{"error": sentence, "conflict": whether it came too late}``.
    """
    token = secrets.token_urlsafe(32)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            reply = _reply(control, token, await reader.readline())
        except ValueError:
            reply = {"error": f"The order is longer than {_MAX_LINE_LENGTH} bytes."}
        try:
            writer.write(json.dumps(reply, default=str).encode() + b"\n")
            await writer.drain()
        except ConnectionError:
            pass  # the client did not wait for the reply
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, limit=_MAX_LINE_LENGTH)
    port = server.sockets[0].getsockname()[1]
    path = run_dir / ADDRESS_FILE
    write_private(path, {"port": port, "token": token, "pid": os.getpid()})
    try:
        yield
    finally:
        path.unlink(missing_ok=True)
        server.close()


async def order(run_dir: Path, what: Mapping[str, Any]) -> dict[str, Any]:
    """Send an order to a folder's run and return its resulting state.

    Raises:
        AnswerConflict: it cannot be reached, or the order does not fit its state.
        BadArgument: the order or the answer in it does not fit.
    """
    address = read_private(run_dir / ADDRESS_FILE)
    if not address:
        raise AnswerConflict(f"The run {run_dir.name} is not under way on this machine.")
    try:
        async with asyncio.timeout(_ANSWER_S):
            line = await _exchanged(address, what)
    except (OSError, TimeoutError) as error:
        raise AnswerConflict(
            f"The run {run_dir.name} cannot be reached: the process {address.get('pid')} is gone "
            f"or does not answer. Look at it with agent-e runs show {run_dir.name}."
        ) from error
    reply: dict[str, Any] = json.loads(line or b'{"error": "The run ended just now."}')
    if "error" in reply:
        raise (
            AnswerConflict(reply["error"])
            if reply.get("conflict", True)
            else BadArgument(reply["error"])
        )
    return reply


async def _exchanged(address: Mapping[str, Any], what: Mapping[str, Any]) -> bytes:
    reader, writer = await asyncio.open_connection(
        "127.0.0.1", int(address["port"]), limit=_MAX_LINE_LENGTH
    )
    try:
        writer.write(json.dumps({**what, "token": address["token"]}).encode() + b"\n")
        await writer.drain()
        return await reader.readline()
    finally:
        writer.close()


def _reply(control: RunControl, token: str, line: bytes) -> dict[str, Any]:
    try:
        message = json.loads(line)
    except ValueError:
        message = None
    if not isinstance(message, dict) or not _same(message.get("token"), token):
        return {"error": "This is no order for this run: its token is in control.json."}
    try:
        return obey(control, message, by="command line")
    except AnswerConflict as error:
        return {"error": str(error), "conflict": True}
    except BadArgument as error:
        return {"error": str(error), "conflict": False}


def _same(given: object, token: str) -> bool:
    return isinstance(given, str) and secrets.compare_digest(given.encode(), token.encode())


def write_private(path: Path, value: Mapping[str, Any]) -> None:
    """Write a JSON file atomically, readable by its owner only."""
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        json.dump(value, file)
    temporary.replace(path)


def read_private(path: Path) -> dict[str, Any]:
    """Read such a file; ``{}`` if none can be read."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}
