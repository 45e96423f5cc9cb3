"""What was shown, as passages that a quote is looked for in. Pure.

Each material has two readings: as the page itself reads, and as it was put into words for the
model, which is made by the renderer when it is needed. People and models quote either.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from agent_e.dom.change.describe import describe
from agent_e.dom.lines import lines
from agent_e.dom.outline import tree
from agent_e.dom.wording import Wording
from agent_e.types import ChangeReport, Document, Frame, Material, Node, Observation, Records

_WHOLE = 10_000_000
"""Characters: what the model had no room for is looked through too."""


class Passage(NamedTuple):
    """A piece of text, and the nodes it is made from."""

    text: str
    nodes: tuple[Node, ...] = ()


def as_read(material: Material) -> list[Passage]:
    """Return the passages as the page, file or answer reads."""
    match material:
        case Observation():
            return list(_page(material))
        case ChangeReport():
            return list(_changes(material))
        case Records():
            return [Passage(" | ".join(row)) for row in material.rows]
        case Document():
            return [Passage(line) for line in [material.title, *material.text.splitlines()] if line]


def as_shown(material: Material) -> list[Passage]:
    """Return the passages as the model reads them, with roles, states and column names."""
    match material:
        case Observation():
            found = lines(tree(material.nodes), Wording(material.frames))
            return [Passage(line.text, tuple(line.nodes)) for line in found]
        case ChangeReport():
            told = describe(material, budget=_WHOLE, page_budget=_WHOLE)
            return [Passage(line) for line in told.text.splitlines()]
        case Records():
            return list(_rows(material))
        case Document():
            return []


def _page(page: Observation) -> Iterator[Passage]:
    yield Passage(page.title)
    if page.dialog is not None:
        yield Passage(page.dialog.message)
    yield from _read(page.nodes, page.frames)
    yield Passage(page.url)


def _changes(report: ChangeReport) -> Iterator[Passage]:
    if report.earlier is not None:
        yield from _changes(report.earlier)
    where = report.navigation
    if where is not None:
        yield from (Passage(where.title), Passage(where.to_url))
    yield from (Passage(dialog.message) for dialog in report.dialogs)
    if report.page is not None:
        yield from _page(report.page)
    yield from _read(report.added)
    for left in report.left:
        yield from _read(left.nodes)
    for change in report.changed:
        yield Passage(f"{change.label}{change.node.name}: {change.after}", (change.node,))
        yield Passage(change.after, (change.node,))
    typed = [*filter(None, [report.entered]), *report.filled.values()]
    yield from map(Passage, [*typed, *report.downloads, *report.opened_tabs])


def _read(nodes: Sequence[Node], frames: Sequence[Frame] = ()) -> Iterator[Passage]:
    """The words of nodes as they stand on the page, those of a line one after the other."""
    for line in lines(tree(nodes), Wording(frames)):
        held = [node for _, node in line.pieces] or line.nodes
        for node in held:
            words = [node.name]
            words += [node.value] if node.value and node.value != node.name else []
            words += [node.description] if node.description and not node.name else []
            yield Passage(" ".join(filter(None, words)), (node,))


def _rows(records: Records) -> Iterator[Passage]:
    names = records.fields
    for row in records.rows:
        file = io.StringIO()
        csv.writer(file, lineterminator="").writerow(_flat(row))
        yield Passage(file.getvalue())
        if len(names) == len(row):
            yield Passage(
                "; ".join(f"{name}: {value}" for name, value in zip(names, row, strict=True))
            )


def _flat(values: Iterable[str]) -> list[str]:
    return [" ".join(value.split()) for value in values]
