"""Words shared by the sentences skills answer with."""

from agent_e.types import Node

_LONGEST_NAME = 80


def label(node: Node) -> str:
    """Name an element the way the outline does: ``[12] button 'Search'``."""
    name = node.name if len(node.name) <= _LONGEST_NAME else node.name[:_LONGEST_NAME] + "…"
    return f"[{node.mmid}] {node.role} '{name}'"


def id_of(node: Node) -> int:
    """Return the number of an element that was resolved."""
    assert node.mmid is not None, "what the actor resolves has a number"
    return node.mmid
