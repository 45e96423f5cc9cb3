"""The journal's form of an element: by what a person, or another program, finds it again."""

from __future__ import annotations

from typing import Any

from agent_e.types import Node, Observation

_STATES = frozenset({"password", "read-only"})


def journaled(target: Node, page: Observation | None) -> dict[str, Any]:
    """Return an element's record; one without a name has a hint.

    What the page as last seen does not say is left out: ``nth`` counts the earlier elements of the
    same role and name, ``frame`` is the address of the frame and the number of earlier ones of it.
    """
    record: dict[str, Any] = {"mmid": target.mmid, "role": target.role, "name": target.name}
    if not target.name and "invalid" not in target.states:
        record["hint"] = target.description
    record |= {"tag": target.tag, "box": target.bbox}
    if states := sorted(_STATES.intersection(target.states)):
        record["states"] = states
    seen = page.node(target.mmid) if page and target.mmid is not None else None
    if page is None or seen is None:
        return record
    alike = [node.mmid for node in page.nodes if _is_alike(node, seen)]
    if len(alike) > 1:
        record["nth"] = alike.index(target.mmid)
    if seen.frame:
        addresses = [frame.url for frame in page.frames]
        url = addresses[seen.frame]
        record["frame"] = [url, addresses[: seen.frame].count(url)]
    return record


def _is_alike(node: Node, target: Node) -> bool:
    """Whether a search for the target by role, and by its name if it has one, finds the node."""
    same = node.role == target.role and node.frame == target.frame
    return same and target.name in ("", node.name)
