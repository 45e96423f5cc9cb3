"""The file that names MCP servers, in the form that hosts share."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from agent_e.errors import ConfigError

from .extra import require_mcp

_NAME = re.compile(r"[A-Za-z0-9_-]{1,32}")


class ServerSettings(BaseModel):
    """How a server is started or reached; other keys, which hosts have of their own, are ignored.

    ``env`` is all that its process gets of variables, beside PATH, HOME and the like.
    """

    model_config = ConfigDict(frozen=True)

    command: str | None = None
    args: tuple[str, ...] = ()
    env: dict[str, str] = {}
    cwd: Path | None = None
    url: str | None = None
    headers: dict[str, str] = {}

    @model_validator(mode="after")
    def _one_way(self) -> ServerSettings:
        if (self.command is None) == (self.url is None):
            raise ValueError("it needs either a command or a url")
        return self


class _File(BaseModel):
    mcpServers: dict[str, ServerSettings]  # noqa: N815 - as hosts write it


def read_servers(path: Path | None) -> Mapping[str, ServerSettings]:
    """Return the servers of a file by name; none without a file.

    Raises:
        ConfigError: the extra is missing, or the file cannot be read or used.
    """
    if path is None:
        return {}
    require_mcp()
    try:
        servers = _File.model_validate(json.loads(path.read_text(encoding="utf-8"))).mcpServers
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the file"
        raise ConfigError(
            f"The MCP file {path} does not fit at {where}: {first['msg']}."
        ) from error
    except (OSError, ValueError, RecursionError) as error:
        why = error.strerror if isinstance(error, OSError) else f"it is not JSON ({error})"
        raise ConfigError(f"The MCP file {path} cannot be read: {why}. Check --mcp.") from error
    if wrong := next((name for name in servers if not _NAME.fullmatch(name)), None):
        raise ConfigError(
            f"The name {wrong!r} in the MCP file {path} cannot begin the names of tools. Use "
            "letters, digits, - and _, 32 at most."
        )
    return servers
