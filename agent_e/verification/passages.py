"""What was shown, as passages to search for quotes. Pure.

Each material has two readings: as page, file or answer read, and as worded for a model, which
the renderer repeats on demand. People and models quote either.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from agent_e.dom.render.alike import HEAD, Place, Position, members, places
from agent_e.dom.render.shown_lines import told_lines
from agent_e.dom.render.similar_roles import FIELDS
from agent_e.types import ChangeReport, Document, Material, Node, Observation, Records


class Passage(NamedTuple):
    """A piece of text, the nodes it comes from, and its position among similar things.

    ``typed``: it was entered, which a page shows whether it has accepted it or not.
    """

    text: str
    nodes: tuple[Node, ...] = ()
    place: Place = ()
    typed: bool = False


def as_read(material: Material) -> list[Passage]:
    """Return the passages of a material."""
    match material:
        case Observation():
            return list(_page(material))
        case ChangeReport():
            return list(_changes(material))
        case Records():
            return list(_rows(material))
        case Document():
            return [Passage(material.title), *_text(material.text)]


def as_shown(material: Material, action_text: str) -> list[Passage]:
    """Return its lines as the renderer words them; no two of them are related."""
    return [
        Passage(line, nodes, (Position(("lines",), at, at),))
        for at, (line, nodes) in enumerate(told_lines(material, action_text))
    ]


def _page(page: Observation) -> Iterator[Passage]:
    yield Passage(page.title)
    if page.dialog is not None:
        yield Passage(page.dialog.message)
    yield from _read(page.nodes)
    yield Passage(page.url)


def _changes(report: ChangeReport) -> Iterator[Passage]:
    if report.earlier is not None:
        yield from _changes(report.earlier)
    where = report.navigation
    if where is not None:
        yield from (Passage(where.title), Passage(where.to_url))
    yield from (Passage(dialog.message) for dialog in report.dialogs)
    yield from _page(report.page) if report.page is not None else ()
    yield from _read(report.added, 1)
    for number, left in enumerate(report.left, 2):
        yield from _read(left.nodes, number)
    for change in report.changed:
        field = change.node.role in FIELDS
        text = f"{change.label} {change.node.name}: {change.after}"
        yield from (Passage(each, (change.node,), typed=field) for each in (text, change.after))
    typed = [*filter(None, [report.entered]), *report.filled.values()]
    yield from (Passage(each, typed=True) for each in typed)
    yield from map(Passage, [*report.downloads, *report.opened_tabs])


def _read(nodes: Sequence[Node], name: int = 0) -> Iterator[Passage]:
    """The texts of nodes in order; a word split over several nodes makes one passage."""
    if len(nodes) == 1 and (held := members(nodes[0].name)):
        yield from (Passage(text, (nodes[0],), place) for text, place in held)
        return
    run = Passage("")
    for node, place in zip(nodes, places(nodes, name), strict=True):
        words = node.name
        if node.value and node.value != words:
            words = f"{words} {node.value}"
        elif not words:
            words = node.description
        if node.glue == "" and run.text:
            run = Passage(f"{run.text}{words}", (*run.nodes, node), run.place)
            continue
        if run.text:
            yield run
        run = Passage(words, (node,), place, node.role in FIELDS)
    if run.text:
        yield run


def _text(text: str) -> Iterator[Passage]:
    """The lines of a text, or the members if it is one JSON answer."""
    held = members(text)
    yield from (Passage(member, (), place) for member, place in held)
    if not held:
        yield from map(Passage, text.splitlines())


def _rows(records: Records) -> Iterator[Passage]:
    for at, row in enumerate((records.fields, *records.rows), HEAD):
        for column, value in enumerate(row):
            yield Passage(value, (), (Position(("items", "records"), at, column),))
