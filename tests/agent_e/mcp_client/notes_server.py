"""An MCP server for tests: notes that it keeps, over stdio."""

import os

from mcp.server.mcpserver import MCPServer
from mcp_types import ToolAnnotations

server = MCPServer("notes")
notes = ["The vault code of the shop is 7-4-1."]


@server.tool(annotations=ToolAnnotations(read_only_hint=True))
def search(words: str) -> str:
    """Search the notes."""
    return "\n".join(note for note in notes if words in note) or "nothing found"


@server.tool()
def add(note: str) -> str:
    """Keep a note."""
    notes.append(note)
    return f"kept, as number {len(notes)}"


@server.tool(annotations=ToolAnnotations(destructive_hint=True))
def clear() -> str:
    """Delete all notes."""
    notes.clear()
    return "deleted"


@server.tool(annotations=ToolAnnotations(read_only_hint=True))
def variables() -> str:
    """Name the variables of this process."""
    return " ".join(sorted(os.environ))


@server.tool(annotations=ToolAnnotations(read_only_hint=True))
def die() -> str:
    """End this process."""
    os._exit(3)


if __name__ == "__main__":
    server.run()
