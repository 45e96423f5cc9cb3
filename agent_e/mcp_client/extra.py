"""The extra that everything of MCP needs."""

from importlib.util import find_spec

from agent_e.errors import ConfigError


def require_mcp() -> None:
    """Check that the extra is there.

    Raises:
        ConfigError: it is not.
    """
    if find_spec("mcp") is None:
        raise ConfigError(
            "MCP needs a package that is not installed. Run: pip install 'agent-e[mcp]'"
        )
