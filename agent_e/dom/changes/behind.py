"""What a page keeps from assistive technology while a dialog or a menu is open over it. Pure.

Libraries of widgets hide all of the page but the layer then. It is still there to be seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent_e.types import Node, Observation

from .diff import Difference, Noise, diff
from .phrases import OPENED

_MAX_SHARE = 0.5


def diff_with_behind(
    before: Observation, after: Observation, behind: Sequence[Node], *, noise: Noise
) -> tuple[Difference, Sequence[Node]]:
    """Compare two looks as ``diff`` does; also return what stands behind a layer after the second.

    Args:
        before: the look before the action.
        after: the look after it.
        behind: what stood behind a layer at the look before.
        noise: as for ``diff``.
    """
    found = diff(before, after, noise=noise)
    if _is_most(found.added, after) and behind:
        again = _is_layer(found.added)
        now = _joined(after, behind) if again else after
        found = diff(_joined(before, behind), now, noise=noise)
        behind = behind if again else ()
    elif _is_most((*found.removed, *found.taken), before) and _is_layer(found.added):
        found, behind = diff(before, _joined(after, before.nodes), noise=noise), before.nodes
    return found, behind


def _is_most(nodes: Sequence[Node], page: Observation) -> bool:
    return len(nodes) > _MAX_SHARE * len(page.nodes)


def _is_layer(added: Sequence[Node]) -> bool:
    tops = [node for node in added if node.depth == 0]
    return bool(tops) and all(node.role in OPENED and node.mmid is None for node in tops)


def _joined(page: Observation, behind: Sequence[Node]) -> Observation:
    """The page with what is behind its layer; what can be seen in both is there once."""
    there = {(node.role, node.name, node.mmid) for node in page.nodes if node.depth == 0}
    kept: list[Node] = []
    told = False
    for node in behind:
        told = told if node.depth else (node.role, node.name, node.mmid) not in there
        if told:
            kept.append(node)
    return replace(page, nodes=(*kept, *page.nodes))
