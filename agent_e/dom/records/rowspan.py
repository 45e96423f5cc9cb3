"""The rows of a table with a cell in every column that it reaches over. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from agent_e.dom.changes.tree_nodes import TreeNode
from agent_e.dom.render.outline import CELLS

_SPANS = re.compile(r"over (?:(\d+) rows)?(?:, )?(?:(\d+) columns)?")
_WIDEST = 100
"""Columns of a table that are told apart: a page may claim thousands."""


def laid_out(rows: Iterable[TreeNode]) -> Iterator[tuple[TreeNode, ...]]:
    """Give the cells of each row by column: one that reaches over several stands in each of them.

    Without that, whatever stands beside or below such a cell would be read into another column.
    """
    hanging: dict[int, tuple[TreeNode, int]] = {}
    for row in rows:
        line: list[TreeNode] = []
        still: dict[int, tuple[TreeNode, int]] = {}
        waiting = [cell for cell in row.children if cell.node.role in CELLS]
        waiting.reverse()
        while (waiting or len(line) in hanging) and len(line) < _WIDEST:
            if len(line) in hanging:
                cell, left = hanging[len(line)]
                _hang(still, len(line), cell, left - 1)
                line.append(cell)
                continue
            cell = waiting.pop()
            down, across = _spans(cell)
            for _ in range(min(across, _WIDEST - len(line))):
                _hang(still, len(line), cell, down - 1)
                line.append(cell)
        # Cells that hang beyond the end of this row, where it is too short.
        still.update(
            (at, (c, n - 1)) for at, (c, n) in hanging.items() if at >= len(line) and n > 1
        )
        hanging = still
        yield tuple(line)


def _hang(hanging: dict[int, tuple[TreeNode, int]], at: int, cell: TreeNode, left: int) -> None:
    if left > 0:
        hanging[at] = (cell, left)


def _spans(cell: TreeNode) -> tuple[int, int]:
    """Over how many rows and columns a cell reaches."""
    for state in cell.node.states:
        if match := _SPANS.fullmatch(state):
            return int(match[1] or 1), int(match[2] or 1)
    return 1, 1
