"""Reads a page summary into the lines the other rules work on, and finds what repeats in it."""

from __future__ import annotations

import json
import os
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agent_e.types.act_protocol import MOST_ELEMENTS

from . import values
from .attributes import read
from .language import content, fit
from .outline import Line, Page

_TEXT = re.compile(
    r"(?P<name>.*?)(?: = (?P<value>.*?))?(?: \(options: (?P<options>.*?)\))?"
    r"(?: ?\((?P<states>[a-z-]+(?: [a-z]+)?(?:, [a-z-]+(?: [a-z]+)?)*)\))?",
    re.S,
)
_ROLES = {
    "a": "link", "link": "link", "button": "button", "submit": "button", "reset": "button",
    "image": "button", "summary": "button", "textarea": "textbox", "search": "searchbox",
    "checkbox": "checkbox", "radio": "radio", "select-one": "combobox", "number": "spinbutton",
    "select-multiple": "listbox", "range": "slider",
}  # fmt: skip
_TAKES = {"date": "date as yyyy-mm-dd", "time": "time as hh:mm"}
_ACTED_ON_NAMES = (
    "link button checkbox radio switch tab menuitem option combobox listbox textbox searchbox "
    "spinbutton slider clickable treeitem menuitemcheckbox menuitemradio"
)
_ACTED_ON = frozenset(_ACTED_ON_NAMES.split())
_FIELDS = frozenset({"input", "textarea", "select", "button"})
_VALUED = re.compile(r'"([^"]*[/=])?[^"/=]*"')
_PLACED = re.compile(r"\d+")
_ANCHOR = re.compile(r"#[^\s>]+(?=[\s>])")
_MINOR = re.compile(r"\b(?:add|buy|remove|delete|close|compare|save|share|log ?in|next|prev)", re.I)
_MANY = 3


@dataclass(frozen=True, kw_only=True, slots=True)
class Summed:
    """A page by its summary: ``page`` has an ``mmid`` for each line that can be acted on.

    ``selectors`` names the element of each line, by its index.
    """

    page: Page
    selectors: tuple[str, ...]

    @property
    def cut(self) -> bool:
        """Whether the page may have more than is told."""
        return len(self.selectors) >= MOST_ELEMENTS

    @property
    def controls(self) -> tuple[Line, ...]:
        """What can be acted on."""
        return tuple(line for line in self.page.lines if line.mmid is not None)

    @property
    def texts(self) -> tuple[Line, ...]:
        """What can be read."""
        return tuple(line for line in self.page.lines if line.mmid is None)

    @property
    def opened(self) -> Line | None:
        """What the page is about: a control that is expanded, or a heading its address names."""
        folded = [line for line in self.controls if "expanded" in line.states]
        address = re.sub(r"\W+", "-", self.page.url.casefold())
        named = [line for line in self.texts if line.heading and _slug(line.name) in address]
        return next(iter([*named, *folded]), None)

    def repeated(self, noun: str) -> tuple[Line, ...]:
        """The controls that stand for things of a kind, one each; those that fit the noun best."""
        groups: dict[str, list[Line]] = defaultdict(list)
        for line in self.controls:
            if line.role in ("link", "button", "clickable") and not _MINOR.match(line.name):
                groups[_shape(line, self.selectors)].append(line)
        scored = [
            (bool(content(noun) & content(shape.replace("*", " "))), len(lines), lines)
            for shape, lines in groups.items()
            if len({line.name for line in lines}) == len(lines)
        ]
        best = max(scored, key=lambda each: each[:2], default=None)
        return tuple(best[2]) if best and (best[0] or best[1] > 1) else ()

    def values_of(self, items: Sequence[Line], attribute: str) -> list[values.Value]:
        """One value of each item, where as many texts of one shape say it; else nothing."""
        groups = self._values(attribute).values()
        return next((each for each in groups if len(each) == len(items)), [])

    def lists(self, attribute: str) -> bool:
        """Whether the page tells it of many things, so that it is about none of them."""
        return any(len(each) >= _MANY for each in self._values(attribute).values())

    def _values(self, attribute: str) -> dict[str, list[values.Value]]:
        """What texts say of it, by their shape."""
        groups: dict[str, list[values.Value]] = defaultdict(list)
        for line in self.texts:
            if found := read(attribute, (line,)):
                groups[_shape(line, self.selectors)].append(found.value)
        return groups


def titles(items: Sequence[Line]) -> list[str]:
    """What items are called: their names without what all of them begin with."""
    names = [line.name for line in items]
    common = os.path.commonprefix(names) if len(names) > 1 else ""
    cut = max(common.rfind(": "), common.rfind("- ")) + 2
    return [name[cut:].strip() or name for name in names] if cut > 1 else names


def is_about(title: str, name: str) -> bool:
    """Whether a heading or control says the title, or the title all of it and more."""
    one, other = (" ".join(text.casefold().split()) for text in (title, name))
    return bool(one and other) and (one in other or other in one or fit(title, name) > 0.8)


def read_summary(rows: Sequence[str]) -> Summed:
    """Read the lines between the page's tags; what is no JSON object is left out."""
    found = [row for row in map(_object, rows) if row]
    head = next((row for row in found if "url" in row and "selector" not in row), {})
    elements = [row for row in found if "selector" in row]
    lines = tuple(_line(index, row) for index, row in enumerate(elements))
    page = Page(title=str(head.get("title", "")), url=str(head.get("url", "")), lines=lines)
    return Summed(page=page, selectors=tuple(str(row["selector"]) for row in elements))


def _object(row: str) -> Mapping[str, object]:
    try:
        value = json.loads(row)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _line(index: int, row: Mapping[str, object]) -> Line:
    tag, kind, text = (str(row.get(key, "")) for key in ("tag", "type", "text"))
    role = _ROLES.get(kind) or _ROLES.get(tag) or kind
    if tag == "input" and role not in _ACTED_ON:
        role = "textbox"
    acted_on = role in _ACTED_ON or tag in _FIELDS
    # What a nameless field holds stands there alone.
    parts = _TEXT.fullmatch(f" {text}" if text.startswith("= ") else text) if acted_on else None
    level = int(tag[1]) if re.fullmatch(r"h[1-6]", tag) else 0
    return Line(
        role=role,
        name=parts["name"] if parts else text,
        mmid=index if acted_on else None,
        value=parts["value"] if parts else None,
        options=tuple(parts["options"].split("; ")) if parts and parts["options"] else (),
        states=", ".join(filter(None, (parts["states"] if parts else "", _TAKES.get(kind)))),
        level=level,
        index=index,
        end=index + 1,
    )


def _shape(line: Line, selectors: Sequence[str]) -> str:
    """A selector without what tells one of its kind from the next."""
    plain = _VALUED.sub(r'"\1*"', selectors[line.index])
    return f"{line.role} {_PLACED.sub('*', _ANCHOR.sub('#*', plain))}"


def _slug(name: str) -> str:
    return re.sub(r"\W+", "-", name.casefold()).strip("-") or "?"
