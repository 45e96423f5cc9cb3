"""Tools of other servers of the Model Context Protocol; needs the extra ``mcp``."""

from .extra import require_mcp
from .servers import RemoteTool, check_servers, connected
from .servers_file import ServerSettings, read_servers

__all__ = [
    "RemoteTool", "ServerSettings", "check_servers", "connected", "read_servers", "require_mcp",
]  # fmt: skip
