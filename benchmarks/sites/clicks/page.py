"""What a page to be clicked on is made of, and how the things on it are asked for."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from random import Random
from typing import Any, Literal

from lucide import get_default_db_path

Kind = Literal["text", "icon", "field", "tiny", "ambiguous", "canvas", "picture", "map"]
Box = tuple[float, float, float, float]
FOLDER = Path(__file__).parent
_LOOKS = (
    ("#ffffff", "#20242a", "#2456c8", "#d9dde3", "system-ui, sans-serif"),
    ("#f6f3ec", "#2c2620", "#8a3b12", "#ddd3c2", "Georgia, serif"),
    ("#15181d", "#e6e9ee", "#7fb0ff", "#363c45", "system-ui, sans-serif"),
    ("#eef4f1", "#12302a", "#0b7a5b", "#c4d8d0", "Verdana, sans-serif"),
)
"""Colours of page, text, links and lines, and the font."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Item:
    """One instruction and what it means.

    Attributes:
        selector: CSS selector of the one right element.
        part: the right part of it: left, top, right and bottom as fractions of its box.
    """

    kind: Kind
    instruction: str
    selector: str
    part: Box | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ClickPage:
    """One page and what can be asked of it; an item's place in ``items`` is its number."""

    html: str
    items: tuple[Item, ...]


class PageMaker:
    """Makes the page of a family and number, always the same one."""

    def __init__(self, family: str, number: int) -> None:
        self.chance = Random(f"clicks {family} {number}")
        self._items: list[Item] = []
        self._count = 0

    def pick(self, name: str, count: int) -> list[str]:
        """Return so many different words of a list of words.json."""
        return self.chance.sample(list(words()[name]), count)

    def id(self) -> str:
        """Return a new id: every control has one, whether it is asked for or not."""
        self._count += 1
        return f"c{self._count}"

    def ask(self, kind: Kind, instruction: str, id_: str, part: Box | None = None) -> None:
        """Ask for the element of an id."""
        item = Item(kind=kind, instruction=instruction, selector=f"#{id_}", part=part)
        self._items.append(item)

    def made(self, title: str, body: str, *, most: int) -> ClickPage:
        """Return the page, with at most so many of the things asked for."""
        paper, ink, link, line, font = self.chance.choice(_LOOKS)
        style = f"--paper:{paper};--ink:{ink};--link:{link};--line:{line};font-family:{font}"
        kept = sorted(self.chance.sample(range(len(self._items)), min(most, len(self._items))))
        html = (
            f'<!doctype html><html lang="en" style="{style}"><head><meta charset="utf-8">'
            f"<title>{escape(title)}</title>"
            '<link rel="stylesheet" href="/static/clicks.css"></head>'
            f"<body>{body}</body></html>"
        )
        return ClickPage(html=html, items=tuple(self._items[place] for place in kept))


@cache
def words() -> dict[str, Any]:
    """Return what pages are made of."""
    found: dict[str, Any] = json.loads((FOLDER / "words.json").read_text(encoding="utf-8"))
    return found


@cache
def icons() -> dict[str, Any]:
    """Return the icons of Lucide that pages draw: by name, each with ``tags`` and ``svg``."""
    found: dict[str, Any] = {name: {"tags": []} for name in words()["icons"]}
    with closing(sqlite3.connect(get_default_db_path())) as base:
        for name, tag in base.execute("SELECT name, tag FROM icon_tags ORDER BY rowid"):
            if name in found:
                found[name]["tags"].append(tag)
        for name, svg in base.execute("SELECT name, svg FROM icons"):
            if name in found:
                found[name]["svg"] = svg[svg.index(">") + 1 : svg.rindex("</svg>")].strip()
    return found


def icon(name: str, size: int = 20) -> str:
    """Return an icon as SVG, without a name."""
    return (
        f'<svg width="{size}" height="{size}" viewBox="0 0 24 24" fill="none" '
        'stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">'
        f"{icons()[name]['svg']}</svg>"
    )


def saying(name: str, others: Collection[str], chance: Random) -> str | None:
    """Return a word for an icon that is said of no other one of these; ``None`` without one.

    Its own name is one of four words at the most, so that concepts are asked for, not files.
    """
    taken = {word for other in others if other != name for word in _said_of(other)}
    own = [tag for tag in icons()[name]["tags"] if tag not in taken]
    plain = name.replace("-", " ")
    known = [plain] if plain not in taken else []
    chosen = chance.sample(own, min(3, len(own))) + known
    return chance.choice(chosen) if chosen else None


def _said_of(name: str) -> Sequence[str]:
    return (*icons()[name]["tags"], name.replace("-", " "), *name.split("-"))
