"""Observations as text: three views, two formats, a budget with counted omissions. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from agent_e.text import cut
from agent_e.types import Frame, Node, Observation

from .as_json import as_json
from .brief_views import field_lines, reading_lines
from .field_errors import without_repeated_errors
from .items import SubtreeCache
from .landmarks import Before, page_before, shorten
from .node_format import Wording
from .node_tree import tree
from .omission_counts import plural
from .outline import Line, lines
from .overlays import BEHIND, format_cover, layer_in_front
from .paging import Part, part
from .scopes import end_of
from .search import find_lines, why_nowhere
from .viewport_rank import ranks

View = Literal["text_only", "input_fields", "all_fields"]
Format = Literal["outline", "json"]

CHARACTERS_PER_TOKEN = 4
"""Rule of thumb for English and markup, later corrected by a provider's own count."""

_TITLE = 60
_MAX_ADDRESS = 500
_BEHIND = "behind the dialog, not reacting now:"
_COVERED = "behind that, covered now:"


@dataclass(frozen=True, kw_only=True, slots=True)
class Rendered:
    """Text for the model, the nodes it shows, and whether there is another page."""

    text: str
    shown: Sequence[Node] = ()
    more: bool = False


def estimate_tokens(text: str) -> int:
    """Estimate the tokens of a text from its characters, rounded up.

    Non-Latin characters take about a token for every two and count double.
    """
    wide = sum(1 for character in text if ord(character) > 0x24F)
    return -(-(len(text) + wide) // CHARACTERS_PER_TOKEN)


def render(
    observation: Observation,
    *,
    view: View = "all_fields",
    format: Format = "outline",
    find: str = "",
    page: int = 1,
    links: bool = False,
    budget: int = 12_000,
    before: Observation | None = None,
    cache: SubtreeCache | None = None,
    titled: bool = True,
    rest: str = "",
) -> Rendered:
    """Render an observation as text of at most ``budget`` characters.

    Longer text is paged: the first page has what is in or near the viewport in full and the rest as
    headings and counts; later ones continue below, to the end and then from the top.

    Args:
        observation: what was seen.
        view: ``text_only`` (plain text, no ids), ``input_fields`` (fields, buttons and links) or
            ``all_fields``.
        format: ``outline`` or ``json``.
        find: show only matches of these words, each with its context.
        page: which part, if the whole exceeds the budget; from 1.
        links: show where each link leads.
        budget: characters.
        before: the page before; landmarks that read as there are shortened.
        cache: items of the same page from before, and then of this one.
        titled: whether the outline begins with title and address.
        rest: how to get what is left out, if not by ``page``.
    """
    if cache:
        cache.turn()
    cover = format_cover(observation)
    hide = BEHIND if cover else frozenset()
    wording = Wording(observation.frames, hide=hide, find=find, links=links)
    found = _lines(observation, _View(view, page_before(before, observation), cache), wording)
    looked = ""
    if find.strip():
        matches = find_lines(found, find)
        looked = f'{matches.places} {plural("place", matches.places)} with "{find}":'
        if not matches.places:
            every = _View("all_fields", Before(), cache)
            whole = found if view == every.name else _lines(observation, every, wording)
            looked = _nowhere(view, found, whole, find)
        found = matches.lines
    if format == "json":
        words = view == "text_only"
        text, shown = as_json(observation, found, words_only=words, page=page, budget=budget)
    else:
        address = cut(observation.url, _MAX_ADDRESS)
        title = [f"Page: {observation.title}", f"URL: {address}"] if titled else []
        head = [*title, *_head(observation), *([cover] if cover else [])]
        room = max(budget - sum(len(line) + 1 for line in head) - _TITLE, budget // 2)
        where = None if find.strip() else ranks(found, observation)
        shown = part(found, budget=room, page=page, ranks=where)
        text = "\n".join([*head, *_body(observation, shown, looked=looked, page=page, rest=rest)])
    return Rendered(text=text, shown=shown.nodes, more=bool(shown.left))


def render_nodes(
    nodes: Sequence[Node],
    *,
    frames: Sequence[Frame] = (),
    budget: int = 4_000,
    indent: int = 0,
    numbers: bool = True,
) -> Rendered:
    """Render some of a page's nodes as an outline for a change report, from any depth.

    Without ``numbers`` there are no ids, and no hint how to see what is left out.
    """
    shown = part(lines(tree(nodes), Wording(frames, numbers=numbers)), budget=budget, page=1)
    text = "\n".join(f"{'  ' * indent}{line}" for line in shown.lines)
    if shown.left and numbers:
        text += f"\n{'  ' * indent}… {shown.left}: get_dom shows them"
    return Rendered(text=text, shown=shown.nodes, more=bool(shown.left))


def _body(observation: Observation, shown: Part, *, looked: str, page: int, rest: str) -> list[str]:
    body = [str(line) for line in shown.lines]
    if page > 1 and body:
        body.insert(0, f"Part {page} of {shown.pages} of this outline:")
    if looked:
        body.insert(0, looked)
    if page < 1 or page > (shown.pages or page):
        parts = f"{shown.pages} {plural('part', shown.pages)}"
        body.append(f"This outline has {parts}; there is no part {page}.")
    if shown.left:
        hint = "" if looked else ', or find="words"'
        where = rest or f"in other parts: get_dom with page={page + 1}"
        body.append(f"… {shown.left} {where}{hint}")
    elif not body and not observation.dialog:
        body.append("The page shows nothing.")
    return body


def _nowhere(view: View, found: Sequence[Line], whole: Sequence[Line], find: str) -> str:
    """Report that some words were not found, why that may be, and what to do about it."""
    if whole is not found and find_lines(whole, find).places:
        return f'"{find}" is not in {view}, but on the page: all_fields shows it.'
    return f'"{find}" is nowhere on the page{why_nowhere(whole, find)}.'


class _View(NamedTuple):
    """One way to read nodes: see ``render``."""

    name: View
    before: Before
    cache: SubtreeCache | None

    def lines(self, nodes: Sequence[Node], wording: Wording) -> list[Line]:
        if self.name == "text_only":
            return reading_lines(tree(nodes, self.cache))
        items = shorten(tree(without_repeated_errors(nodes), self.cache), self.before)
        return (field_lines if self.name == "input_fields" else lines)(items, wording)


def _lines(observation: Observation, view: _View, wording: Wording) -> Sequence[Line]:
    nodes, heading = observation.nodes, _BEHIND
    split = _split_at_modal(nodes)
    if not split and (layer := layer_in_front(observation)):
        start, end = layer
        split = list(nodes[start:end]), [*nodes[:start], *nodes[end:]]
        heading = _COVERED
    if not split:
        return view.lines(nodes, wording)
    front, behind = split
    first = view.lines(front, wording)
    rest = view.lines(behind, wording.hiding(BEHIND))
    title = Line(indent=0, cached_text=heading, nodes=(), side=len(first))
    return [*first, title, *_below(rest, len(first))] if rest else first


def _split_at_modal(nodes: Sequence[Node]) -> tuple[list[Node], list[Node]] | None:
    """Split off the modal dialog in front, if nothing outside it can be used."""
    for start in range(len(nodes) - 1, -1, -1):
        if "modal" in nodes[start].states:
            end = end_of(nodes, start)
            outside = [*nodes[:start], *nodes[end:]]
            usable = any(node.reachable for node in outside)
            return None if usable else (list(nodes[start:end]), outside)
    return None


def _below(found: Iterable[Line], title: int) -> Iterable[Line]:
    """Put lines under a title, ranking them below everything above it."""
    by = title + 1
    for line in found:
        line.indent += 1
        line.parent = line.parent + by if line.parent >= 0 else title
        line.item = line.item + by if line.item >= 0 else -1
        line.head = line.head + by if line.head >= 0 else -1
        line.side = title
        yield line


def _head(observation: Observation) -> list[str]:
    scroll, dialog = observation.scroll, observation.dialog
    head = []
    if scroll.y:
        bottom = min(scroll.y + scroll.viewport_height, scroll.height)
        head.append(f"Scroll: {scroll.y}–{bottom} of {scroll.height} px")
    if observation.focus is not None:
        head.append(f"Focus: [{observation.focus}]")
    if dialog:
        asked = f", proposed answer '{dialog.default}'" if dialog.default else ""
        head.append(
            f"Dialog: {dialog.kind} '{dialog.message}'{asked}. Nothing else can be seen or done "
            "until it is answered with handle_dialog."
        )
    return head + [f"Note: {note}" for note in observation.notes]
