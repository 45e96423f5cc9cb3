"""Parts of made pages: each takes the maker of the page and returns markup."""

from __future__ import annotations

import html
import json
import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .generator import Maker

COLOURS = ("#d32020", "#1f5fd6", "#1c9a3c", "#f2cf1d", "#f28a1d", "#8332c9", "#101010", "#f587bd")
"""Of the word banks' colours, in their order."""


def toolbar(m: Maker) -> str:
    """A row of unnamed tools."""
    return f'<div class="row" role="toolbar">{m.icon_buttons(5, 14)}</div>'


def icon_grid(m: Maker) -> str:
    """Drawings in columns."""
    columns, rows = m.rng.randint(3, 8), m.rng.randint(1, 4)
    size = m.rng.choice((16, 20, 24, 32, 40, 48, 64))
    cells = "".join(m.icon_button(size=size) for _ in range(columns * rows))
    return f'<div class="grid" style="grid-template-columns:repeat({columns},auto)">{cells}</div>'


def decorations(m: Maker) -> str:
    """Facts with a drawing before each."""
    size = m.rng.choice((16, 20, 24, 36))
    facts = "".join(
        f'<div class="line">{m.lone_icon(size)}<span>{m.word("texts")}</span></div>'
        for _ in range(m.rng.randint(2, 5))
    )
    return m.heading() + facts


def cards(m: Maker) -> str:
    """Cards with the same buttons on each: only the card tells them apart."""
    shared = html.escape(m.rng.choice(m.bank["words"]))
    titles = m.words("people", m.rng.randint(2, 4))
    items = "".join(
        f'<article class="card"><h3>{html.escape(title)}</h3><p>{m.word("texts")}</p>'
        f'<div class="row">{m.icon_buttons(1, 3)}<button>{shared}</button></div></article>'
        for title in titles
    )
    return f'<div class="row">{items}</div>'


def table(m: Maker) -> str:
    """Rows with a button and icons each."""
    shared = html.escape(m.rng.choice(m.bank["words"]))
    rows = "".join(
        f"<tr><td>{html.escape(person)}</td><td>{m.rng.randint(2, 999)}</td>"
        f'<td><div class="row"><button>{shared}</button>{m.icon_buttons(1, 2)}</div></td></tr>'
        for person in m.words("people", m.rng.randint(2, 6))
    )
    return f"{m.heading()}<table>{rows}</table>"


def form(m: Maker) -> str:
    """Fields with labels, placeholders, or nothing but a drawing."""
    lines = []
    for label in map(html.escape, m.words("fields", m.rng.randint(2, 5))):
        match m.rng.randrange(3):
            case 0:
                lines.append(f'<label class="line">{label}<input></label>')
            case 1:
                icon = m.lone_icon(18)
                lines.append(f'<div class="line">{icon}<input placeholder="{label}"></div>')
            case _:
                options = "".join(f"<option>{html.escape(w)}" for w in m.words("words", 3))
                lines.append(f'<label class="line">{label}<select>{options}</select></label>')
    lines.append(f'<label><input type="checkbox"> {m.word()}</label>')
    return m.heading() + "".join(lines) + f'<div class="row">{m.text_button()}</div>'


def menu(m: Maker) -> str:
    """A list of words with drawings, one a line."""
    items = "".join(
        f'<li class="line">{m.lone_icon(18)}<a href="#">{html.escape(word)}</a></li>'
        for word in m.words("words", m.rng.randint(3, 8))
    )
    return f"<nav><ul>{items}</ul></nav>"


def tabs(m: Maker) -> str:
    """A bar of tabs."""
    words = map(html.escape, m.words("words", m.rng.randint(3, 6)))
    bar = "".join(f'<button role="tab" class="bare">{word}</button>' for word in words)
    return f'<div class="row" role="tablist">{bar}{m.icon_buttons(0, 3)}</div><p>{m.word("texts")}'


def player(m: Maker) -> str:
    """A player's controls under a dark picture."""
    hue = m.rng.randrange(360)
    screen = f"width:340px;height:110px;background:linear-gradient(hsl({hue} 40% 20%),#000)"
    return (
        f'<div style="{screen}"></div><div class="row">{m.icon_buttons(5, 8)}'
        f'<input type="range" aria-label="{m.word()}" style="width:120px"></div>'
    )


def calendar(m: Maker) -> str:
    """A month of days."""
    first = m.rng.randrange(7)
    days = "<td></td>" * first
    for day in range(1, m.rng.choice((28, 29, 30, 31)) + 1):
        end = "</tr><tr>" if (first + day) % 7 == 0 else ""
        days += f'<td><button class="bare">{day}</button></td>{end}'
    head = f'<div class="row">{m.icon_button()}<b>{m.word()}</b>{m.icon_button()}</div>'
    return f'{head}<table style="width:auto"><tr>{days}</tr></table>'


def gallery(m: Maker) -> str:
    """Pictures: a large drawing on a coloured ground each."""
    tiles = []
    for _ in range(m.rng.randint(2, 6)):
        icon, hue = m.icon(), m.rng.randrange(360)
        key = m.place(icon.name, tags=icon.tags, kind="picture")
        side = m.rng.choice((72, 96, 128))
        ground = f"linear-gradient(hsl({hue} 60% 80%),hsl({(hue + 40) % 360} 60% 65%))"
        ink = f"hsl({(hue + 180) % 360} 60% 22%)"
        tiles.append(
            f'<div data-s="{key}" style="padding:{side // 8}px;background:{ground}">'
            f"{m.drawing(icon, side * 0.75, ink)}</div>"
        )
    return f'<div class="row">{"".join(tiles)}</div>'


def footnotes(m: Maker) -> str:
    """Small links and tiny buttons."""
    links = " · ".join(f'<a href="#">{html.escape(w)}</a>' for w in m.words("words", 5))
    icons = "".join(
        f'<button class="bare" style="padding:0" data-s="{m.place(i.name, tags=i.tags)}">'
        f"{m.drawing(i, m.rng.randint(12, 15), m.theme.ink())}</button>"
        for i in (m.icon() for _ in range(m.rng.randint(3, 7)))
    )
    return f'<div class="row">{icons}</div><p style="font-size:.8em">{links}</p>'


def scene(m: Maker) -> str:
    """A drawing of coloured shapes, as SVG or on a canvas, which the page itself cannot read."""
    on_canvas = m.rng.random() < 0.6
    width, height, placed = m.rng.randint(220, 460), m.rng.randint(140, 260), []
    pairs = [(c, s) for c in range(len(COLOURS)) for s in range(len(m.bank["shapes"]))]
    cells = m.rng.sample([(x, y) for x in range(width // 70) for y in range(height // 70)], 4)
    for (colour, shape), (x, y) in zip(m.rng.sample(pairs, 4), cells, strict=True):
        name = f"{m.bank['colours'][colour]} {m.bank['shapes'][shape]}"
        kind = "canvas" if on_canvas else "picture"
        key = m.place(name, kind=kind, language=m.language)
        size = m.rng.randint(20, 54)
        points = outline(shape, x * 70 + m.rng.randint(2, 12), y * 70 + m.rng.randint(2, 12), size)
        placed.append((key, COLOURS[colour], points))
    ground = f'width="{width}" height="{height}" style="background:#e9e6dd"'
    return _canvas(ground, placed) if on_canvas else _svg(ground, placed)


Points = list[tuple[float, float]]


def outline(shape: int, left: float, top: float, size: float) -> Points:
    """The outline of a shape of the word banks; a square one but for the ellipse."""
    half = size / 2
    x, y = left + half, top + half
    if shape in (0, 5):
        tall = half if shape == 0 else half * 0.55
        turns = [2 * math.pi * i / 48 for i in range(48)]
        return [(x + half * math.cos(turn), y + tall * math.sin(turn)) for turn in turns]
    if shape == 3:
        spikes = [(half if i % 2 == 0 else half * 0.4, math.pi * (i / 5 - 0.5)) for i in range(10)]
        return [(x + far * math.cos(turn), y + far * math.sin(turn)) for far, turn in spikes]
    right, bottom = left + size, top + size
    corners = {
        1: [(left, top), (right, top), (right, bottom), (left, bottom)],
        2: [(x, top), (right, bottom), (left, bottom)],
        4: [(x, top), (right, y), (x, bottom), (left, y)],
    }
    return [(float(px), float(py)) for px, py in corners[shape]]


def _canvas(ground: str, shapes: list[tuple[str, str, Points]]) -> str:
    boxes = []
    for key, _, points in shapes:
        across, down = [x for x, _ in points], [y for _, y in points]
        boxes.append(
            [key, min(across), min(down), max(across) - min(across), max(down) - min(down)]
        )
    drawn = json.dumps([[colour, points] for _, colour, points in shapes])
    return (
        f"<canvas {ground} data-s='' data-shapes='{json.dumps(boxes)}'></canvas><script>"
        "{const pen=document.currentScript.previousElementSibling.getContext('2d');"
        f"for(const [colour,points] of {drawn})"
        "{pen.fillStyle=colour;pen.beginPath();"
        "for(const [x,y] of points)pen.lineTo(x,y);pen.fill()}}</script>"
    )


def _svg(ground: str, shapes: list[tuple[str, str, Points]]) -> str:
    drawn = "".join(
        f'<polygon data-s="{key}" fill="{colour}" '
        f'points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}"/>'
        for key, colour, points in shapes
    )
    return f"<svg {ground}>{drawn}</svg>"


def dialog(m: Maker) -> str:
    """A dialog over the page, which hides what is under it."""
    return (
        '<div style="position:fixed;inset:0;background:#0008;display:grid;place-items:center">'
        f'<div role="dialog" style="background:{m.theme.surface};padding:24px;max-width:480px">'
        f'<div class="line">{m.heading()}<span></span>{m.icon_button(size=16)}</div>'
        f'<p>{m.word("texts")}</p><div class="row">{m.icon_buttons(6, 14)}</div>'
        f'<div class="row">{m.text_button()}{m.text_button()}</div></div></div>'
    )


BLOCKS: Mapping[Callable[[Maker], str], int] = {
    toolbar: 4, icon_grid: 4, decorations: 2, cards: 2, table: 2, form: 2, menu: 2, tabs: 1,
    player: 2, calendar: 1, gallery: 3, footnotes: 2, scene: 3,
}  # fmt: skip
"""The parts, and how often each is taken."""
