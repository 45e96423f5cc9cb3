"""One walk over a saved page, frames that are written into it included: as in ``js/observe.js``."""

from __future__ import annotations

from dataclasses import dataclass, field

from agent_e.types import Frame

from .addresses import absolute, origin
from .clickable import reason, stands_for
from .declared import height, width
from .flow import Flow, flow_of
from .judge import judge_acting, judge_structure
from .names import name
from .parse import parse
from .roles import role
from .sheet import Row, Sheet
from .structure import holds_value, is_data, is_small, owned_by, structure_role
from .style import is_visible, style
from .text import text
from .tree import Document, Element, Work
from .words import integer

MOST_ROWS = 40_000
_TABLES = frozenset({"table", "grid", "treegrid"})
_CAPTIONS = frozenset({"legend", "caption", "figcaption"})
_LEAVES = frozenset(
    {"input", "select", "textarea", "canvas", "video", "audio", "progress", "meter", "object"}
    | {"embed"}
)
_FRAMES = frozenset({"iframe", "frame"})
_CROSSED = frozenset({"del", "s"})
_LEAST_FRAME = 10
_NOT_SAVED = "not saved"


@dataclass(slots=True, eq=False)
class _Level:
    """Where the walk is: an element, what is shown in it, and how far it has come."""

    element: Element
    flow: Flow
    frame: int
    base: str
    up: Row | None
    mute: bool = False
    data: bool = False
    index: int = -1
    row: Row | None = None
    children: list[Element | str] = field(default_factory=list)
    at: int = 0


class Walk:
    """Reads one document into ``sheet`` and ``frames``.

    ``whole`` says whether all of it was read, ``illegible`` counts pieces of text that nobody could
    read.
    """

    def __init__(self, url: str) -> None:
        self.work = Work()
        self.sheet = Sheet()
        self.frames: list[Frame] = []
        self.whole = True
        self.illegible = 0
        self._url = url
        self._levels: list[_Level] = []

    def read(self, html: str) -> Document:
        """Read the page. Nothing here calls itself: pages nest deeper than a function may."""
        document = parse(html, self.work)
        self.frames.append(Frame(url=self._url, origin=origin(self._url)))
        self.whole = document.whole
        if document.root is not None:
            base = absolute(document.base or "", self._url)
            children: list[Element | str] = [document.root]
            self._levels.append(_Level(document.root, Flow(), 0, base, None, children=children))
            self._walk()
        return document

    def _walk(self) -> None:
        levels = self._levels
        while levels:
            level = levels[-1]
            full = len(self.sheet.rows) >= MOST_ROWS or self.work.is_spent
            self.whole = self.whole and not full
            if full or level.at >= len(level.children):
                levels.pop()
                self._leave(level)
                continue
            child = level.children[level.at]
            level.at += 1
            if isinstance(child, Element):
                self._enter(child, level)
            elif not level.mute and not level.flow.hidden:
                self._text(child, level)

    def _text(self, text: str, level: _Level) -> None:
        blank = not text.strip()
        if not blank and not level.flow.legible:
            self.illegible += level.flow.visible
            return
        if not level.flow.visible:
            return
        if level.flow.struck and not blank:
            self.sheet.write_was(text, level.up, level.frame)
        self.sheet.write_text(text, level.up, level.frame, level.flow.lines)

    def _enter(self, element: Element, parent: _Level) -> None:
        flow = flow_of(element, parent.flow)
        owners = element.scope.document.owners
        if not flow or (owners and owners.get(element, parent.element) is not parent.element):
            return
        if element.tag == "br":
            self.sheet.boundary()
            return
        level = _Level(element, flow, parent.frame, parent.base, parent.up, parent.mute)
        level.data = parent.data
        if not flow.inline:
            self.sheet.boundary()
        elif flow.spaced:
            self.sheet.write(" ", level.up, level.frame)
        if element.tag in _CROSSED and not level.mute and not flow.hidden:
            self.sheet.write_was(element.text(), level.up, level.frame)
        self._open_row(level, parent)
        level.mute = level.mute or _is_told_elsewhere(element, parent) or holds_value(level.row)
        level.children = self._children(level)
        self._levels.append(level)

    def _leave(self, level: _Level) -> None:
        flow = level.flow
        if level.row:
            self.sheet.flush()
            if self.work.is_spent and (level.row.why or level.row.role == "heading"):
                self.sheet.drop(level.index)
            elif level.row.why:
                judge_acting(self.sheet, level.index)
            else:
                judge_structure(self.sheet, level.index)
            self.sheet.resume(flow.inline, flow.spaced)
        elif flow.spaced and self._levels:
            self.sheet.write(" ", self._levels[-1].up, self._levels[-1].frame)
        if not flow.inline:
            self.sheet.boundary()

    def _open_row(self, level: _Level, parent: _Level) -> None:
        element, flow = level.element, level.flow
        why = reason(element, flow, parent.flow)
        kind = role(stands_for(element) or element if why == "stands for" else element)
        if kind in _TABLES:
            level.data = is_data(element, parent.data)
        if why:
            self.sheet.flush()
            row = self._push(level, kind or "clickable")
            row.why = why
            row.kind = "" if why == "control" else structure_role(element, kind, level.data)
            if element.tag in ("a", "area") and not element.svg and level.row:
                level.row.href = self._target(level)
            return
        shown = flow.visible and not flow.hidden
        kind = structure_role(element, kind, level.data) if shown else ""
        if not kind:
            return
        if kind == "img" and flow.inline and (is_small(element) or self.sheet.in_line()):
            self.sheet.write(f" {name(element)} ", level.up, level.frame)
            level.mute = True
            return
        self.sheet.flush()
        row = self._push(level, kind)
        # A picture made of parts, such as five stars, is told by its name alone; words in a drawing
        # may say more.
        level.mute = level.mute or (kind == "img" and element.tag != "svg")
        if kind == "heading":
            written = element.tag[1:2] if element.tag[1:2].isdigit() else ""
            row.level = integer(element.get("aria-level")) or integer(written) or 2

    def _push(self, level: _Level, kind: str) -> Row:
        level.index = self.sheet.push(kind, level.element, level.up, level.frame)
        level.row = level.up = self.sheet.rows[level.index]
        self.sheet.resume(False, False)
        return level.row

    def _target(self, level: _Level) -> str | None:
        href = level.element.get("href")
        return None if href is None else absolute(href, level.base)

    def _children(self, level: _Level) -> list[Element | str]:
        element, document = level.element, level.element.scope.document
        if element.tag in _LEAVES:
            return []
        if element.tag == "details" and "open" not in element.attributes:
            summary = document.summaries.get(element)
            return [summary] if summary else []
        if "hidden" in element.attributes and style(element).folded:
            return []
        if element.tag in _FRAMES:
            return self._frame(level)
        if element.tag == "img" and "usemap" in element.attributes:
            areas = document.maps.pop(element.attributes["usemap"].removeprefix("#"), None)
            inside = areas.below() if areas else ()
            return [each for each in inside if each.tag == "area" and "href" in each.attributes]
        return [*element.shown, *owned_by(element)] if document.owners else element.shown

    def _frame(self, level: _Level) -> list[Element | str]:
        """What is written into a frame; one that is elsewhere is named."""
        element = level.element
        inner = element.get("srcdoc")
        if inner is not None and element.tag == "iframe":
            return self._written_frame(level, inner)
        source = (element.get("src") or "").strip()
        if not source or source.lower().startswith(("about:", "javascript:")):
            return []
        small = any((s(element) or _LEAST_FRAME) < _LEAST_FRAME for s in (width, height))
        if small or not level.flow.visible or level.flow.hidden:
            return []
        self.sheet.boundary()
        url = absolute(source, level.base)
        index = self.sheet.push("frame", element, level.up, len(self.frames))
        self.sheet.rows[index].name = name(element)
        self.frames.append(Frame(url=url, origin=origin(url), problem=_NOT_SAVED))
        return []

    def _written_frame(self, level: _Level, inner: str) -> list[Element | str]:
        document = parse(inner, self.work)
        self.whole = self.whole and document.whole
        if document.root is None:
            return []
        document.root.owner = level.element
        self.sheet.boundary()
        level.frame = len(self.frames)
        self.frames.append(Frame(url="about:srcdoc", origin=self.frames[0].origin))
        level.base = absolute(document.base or "", level.base)
        self._push(level, "frame")
        return [document.root]


def _is_told_elsewhere(element: Element, parent: _Level) -> bool:
    """Whether the words of a label or caption are told by what it names."""
    owner: Element | None = None
    if element.tag == "label":
        owner = element.scope.controls.get(element)
    elif element.tag in _CAPTIONS and parent.row:
        owner = parent.element
    if owner is None or not is_visible(owner) or not style(owner).exposed:
        return False
    return text(element, owner) in name(owner)
