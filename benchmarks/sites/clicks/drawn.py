"""Pages with drawings: charts, plans and maps on a canvas, and pictures of simple things."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .drawing import Drawing
from .page import ClickPage, PageMaker, words

_DRAW = '<script src="/static/draw.js"></script>'
_INK, _PAPER, _FAINT = "#2a2f36", "#fbfaf7", "#c9ccd1"
Thing = Callable[[Drawing, float, float, float, str], None]
"""Paints itself: around a centre, within so many pixels each way, in a colour."""


def chart(number: int) -> ClickPage:
    """Bars of months, or dots with letters in two colours."""
    made = PageMaker("chart", number)
    drawing, id_ = Drawing(900, 480, _PAPER), made.id()
    drawing.line(((50, 20), (50, 430), (880, 430)), _INK, 2)
    (_bars if number % 2 else _dots)(made, drawing, id_)
    body = f"<h1>{made.pick('menu', 1)[0]}</h1>{drawing.canvas(id_)}{_DRAW}"
    return made.made("Chart", body, most=7)


def _bars(made: PageMaker, drawing: Drawing, id_: str) -> None:
    months = words()["months"]
    colour = made.chance.choice(list(words()["colours"].values()))
    heights = made.chance.sample(range(60, 400, 8), len(months))
    for place, (month, height) in enumerate(zip(months, heights, strict=True)):
        left = 66 + place * 67
        drawing.rect(left, 430 - height, 44, height, colour)
        drawing.text(left + 22, 450, month[:3], _INK)
        part = drawing.part(left, 430 - height, left + 44, 430)
        made.ask("canvas", f"Click the bar of {month}.", id_, part)
        for rank, word in ((max(heights), "tallest"), (min(heights), "shortest")):
            if height == rank:
                made.ask("canvas", f"Click the {word} bar of the chart.", id_, part)


def _dots(made: PageMaker, drawing: Drawing, id_: str) -> None:
    colours = made.chance.sample(sorted(words()["colours"].items()), 5)
    letters = made.chance.sample("ABCDEFGHKLMNPRSTUVXYZ", 12)
    spots = made.chance.sample([(x, y) for x in range(8) for y in range(5)], 12)
    for place, (letter, (x, y)) in enumerate(zip(letters, spots, strict=True)):
        # Four colours are each of one dot alone, the fifth is that of all others.
        name, fill = colours[min(place, 4)]
        at_x, at_y = (
            110 + x * 96 + made.chance.randrange(20),
            60 + y * 72 + made.chance.randrange(14),
        )
        drawing.ellipse(at_x, at_y, 10, 10, fill)
        drawing.text(at_x + 20, at_y - 8, letter, _INK, 14)
        part = drawing.part(at_x - 10, at_y - 10, at_x + 10, at_y + 10)
        said = f"the {name} dot" if place < 4 else f"the dot labelled {letter}"
        made.ask("canvas", f"Click {said} in the chart.", id_, part)


def plan(number: int) -> ClickPage:
    """Boxes with words, joined by lines, as an editor of flows draws them."""
    made = PageMaker("plan", number)
    drawing, id_ = Drawing(1000, 520, "#f2f4f7"), made.id()
    steps = made.pick("steps", 9)
    colours = made.chance.sample(sorted(words()["colours"].items()), 9 - 1)
    spots = [(40 + (at % 3) * 330, 40 + (at // 3) * 165) for at in range(9)]
    for (x, y), (to_x, to_y) in zip(spots, spots[1:], strict=False):
        drawing.line(((x + 80, y + 40), (to_x + 80, to_y + 40)), _FAINT, 3)
    for place, (step, (x, y)) in enumerate(zip(steps, spots, strict=True)):
        name, fill = colours[place] if place < len(colours) else ("grey", "#8a8f98")
        drawing.rect(x, y, 200, 80, fill)
        drawing.text(x + 100, y + 45, step, "#ffffff", 17)
        drawing.rect(x + 192, y + 32, 16, 16, _INK)
        said = made.chance.choice((f"the step {step}", f"the {name} box"))
        made.ask("canvas", f"Select {said} in the plan.", id_, drawing.part(x, y, x + 190, y + 80))
        knob = drawing.part(x + 190, y + 30, x + 210, y + 50)
        made.ask("canvas", f"Take the square handle at the right edge of “{step}”.", id_, knob)
    return made.made("Plan", f"<h1>Plan</h1>{drawing.canvas(id_)}{_DRAW}", most=7)


def town_map(number: int) -> ClickPage:
    """A map with water, roads, named places with pins, and controls drawn on it."""
    made = PageMaker("map", number)
    drawing, id_ = Drawing(1100, 560, "#e9efe2"), made.id()
    chance = made.chance
    shore = [(x, 380 + chance.randrange(120)) for x in range(0, 1101, 100)]
    drawing.poly((*shore, (1100, 560), (0, 560)), "#a9cdea")
    for _ in range(5):
        road = (
            (chance.randrange(1100), 0),
            (chance.randrange(1100), 280),
            (chance.randrange(1100), 560),
        )
        drawing.line(road, "#ffffff", 7)
    colours = chance.sample(sorted(words()["colours"].items()), 5)
    spots = chance.sample([(x, y) for x in range(6) for y in range(4)], 11)
    for place, (town, (x, y)) in enumerate(zip(made.pick("places", 11), spots, strict=True)):
        name, fill = colours[min(place, 4)]
        at_x, at_y = 90 + x * 160 + chance.randrange(50), 60 + y * 125 + chance.randrange(40)
        drawing.poly(((at_x - 8, at_y - 6), (at_x + 8, at_y - 6), (at_x, at_y + 14)), fill)
        drawing.ellipse(at_x, at_y - 10, 10, 10, fill)
        drawing.ellipse(at_x, at_y - 10, 4, 4, "#ffffff")
        drawing.text(at_x, at_y + 30, town, _INK)
        pin = drawing.part(at_x - 10, at_y - 20, at_x + 10, at_y + 14)
        said = f"the {name} pin" if place < 4 and chance.random() < 0.6 else f"the pin of {town}"
        made.ask("map", f"Click {said} on the map.", id_, pin)
    for place, (sign, doing) in enumerate((("+", "Zoom in on"), ("−", "Zoom out of"))):
        top = 20 + place * 36
        drawing.rect(1050, top, 32, 32, "#ffffff")
        drawing.text(1066, top + 23, sign, _INK, 22)
        made.ask("map", f"{doing} the map.", id_, drawing.part(1050, top, 1082, top + 32))
    return made.made("Map", f"<h1>Around the bay</h1>{drawing.canvas(id_)}{_DRAW}", most=8)


def gallery(number: int) -> ClickPage:
    """Six pictures of one thing each."""
    made = PageMaker("gallery", number)
    shown = []
    for name in made.chance.sample(sorted(_THINGS), 6):
        colour, fill = made.chance.choice(sorted(words()["colours"].items()))
        drawing, id_ = (
            Drawing(320, 220, made.chance.choice(("#dcebf7", "#f3ead8", "#e3f0df"))),
            made.id(),
        )
        drawing.rect(0, 170, 320, 50, "#b9d3a0")
        _THINGS[name](drawing, 160, 115, 60, fill)
        made.ask("picture", f"Click the picture of the {colour} {name}.", id_)
        shown.append(drawing.image(id_))
    body = f'<h1>Pictures</h1><div class="gallery">{"".join(shown)}</div>'
    return made.made("Pictures", body, most=5)


def scene(number: int) -> ClickPage:
    """One picture of many things: some are there twice, in two colours."""
    made = PageMaker("scene", number)
    drawing, id_ = Drawing(1120, 600, "#dcebf7"), made.id()
    drawing.rect(0, 380, 1120, 220, "#b9d3a0")
    names = made.chance.sample(sorted(_THINGS), 8)
    twice = names[:2]
    shown = made.chance.sample([*names, *twice], 10)
    pairs = {name: made.chance.sample(sorted(words()["colours"].items()), 2) for name in names}
    for place, name in enumerate(shown):
        colour, fill = pairs[name].pop()
        x, y = 115 + (place % 5) * 222, 150 + (place // 5) * 280
        radius = made.chance.randrange(34, 72)
        _THINGS[name](drawing, x, y, radius, fill)
        said = f"the {colour} {name}" if name in twice else f"the {name}"
        part = drawing.part(x - radius, y - radius, x + radius, y + radius)
        made.ask("picture", f"Click {said} in the picture.", id_, part)
    return made.made("A picture", drawing.image(id_), most=6)


def _house(drawing: Drawing, x: float, y: float, r: float, fill: str) -> None:
    drawing.rect(x - r * 0.8, y - r * 0.2, r * 1.6, r * 1.2, fill)
    drawing.poly(((x - r, y - r * 0.2), (x, y - r), (x + r, y - r * 0.2)), "#5b4636")
    drawing.rect(x - r * 0.2, y + r * 0.3, r * 0.4, r * 0.7, "#f7f0d8")


def _tree(drawing: Drawing, x: float, y: float, r: float, fill: str) -> None:
    drawing.rect(x - r * 0.15, y, r * 0.3, r, "#6d4a2c")
    drawing.ellipse(x, y - r * 0.3, r * 0.8, r * 0.7, fill)


def _boat(drawing: Drawing, x: float, y: float, r: float, fill: str) -> None:
    hull = ((x - r, y + r * 0.3), (x + r, y + r * 0.3), (x + r * 0.6, y + r), (x - r * 0.6, y + r))
    drawing.poly(hull, fill)
    drawing.line(((x, y + r * 0.3), (x, y - r)), _INK, 3)
    drawing.poly(((x + 3, y - r), (x + r * 0.8, y + r * 0.1), (x + 3, y + r * 0.1)), "#ffffff")


def _car(drawing: Drawing, x: float, y: float, r: float, fill: str) -> None:
    drawing.rect(x - r, y - r * 0.1, 2 * r, r * 0.7, fill)
    drawing.rect(x - r * 0.5, y - r * 0.6, r, r * 0.5, fill)
    drawing.rect(x - r * 0.4, y - r * 0.5, r * 0.8, r * 0.35, "#e8f1f8")
    for wheel in (-0.55, 0.55):
        drawing.ellipse(x + wheel * r, y + r * 0.6, r * 0.28, r * 0.28, _INK)


def _fish(drawing: Drawing, x: float, y: float, r: float, fill: str) -> None:
    drawing.poly(((x + r * 0.4, y), (x + r, y - r * 0.5), (x + r, y + r * 0.5)), fill)
    drawing.ellipse(x - r * 0.2, y, r * 0.8, r * 0.5, fill)
    drawing.ellipse(x - r * 0.6, y - r * 0.1, r * 0.09, r * 0.09, "#ffffff")


def _balloon(drawing: Drawing, x: float, y: float, r: float, fill: str) -> None:
    drawing.line(((x, y + r * 0.4), (x + r * 0.1, y + r)), _INK, 2)
    drawing.ellipse(x, y - r * 0.3, r * 0.55, r * 0.7, fill)


def _flower(drawing: Drawing, x: float, y: float, r: float, fill: str) -> None:
    drawing.line(((x, y), (x, y + r)), "#3c8a3f", 5)
    for dx, dy in ((-0.4, -0.3), (0.4, -0.3), (0, -0.7), (-0.25, 0.1), (0.25, 0.1)):
        drawing.ellipse(x + dx * r, y + dy * r, r * 0.28, r * 0.28, fill)
    drawing.ellipse(x, y - r * 0.28, r * 0.25, r * 0.25, "#f5d442")


def _mushroom(drawing: Drawing, x: float, y: float, r: float, fill: str) -> None:
    drawing.rect(x - r * 0.25, y, r * 0.5, r, "#f3ead8")
    drawing.ellipse(x, y - r * 0.1, r, r * 0.55, fill)
    for dx in (-0.5, 0.0, 0.5):
        drawing.ellipse(x + dx * r, y - r * 0.2, r * 0.12, r * 0.12, "#ffffff")


def _snowman(drawing: Drawing, x: float, y: float, r: float, fill: str) -> None:
    drawing.ellipse(x, y + r * 0.45, r * 0.6, r * 0.55, "#ffffff")
    drawing.ellipse(x, y - r * 0.3, r * 0.4, r * 0.35, "#ffffff")
    drawing.rect(x - r * 0.35, y - r, r * 0.7, r * 0.4, fill)


def _ladder(drawing: Drawing, x: float, y: float, r: float, fill: str) -> None:
    for side in (-0.4, 0.4):
        drawing.line(((x + side * r, y - r), (x + side * r, y + r)), fill, 6)
    for rung in (-0.7, -0.3, 0.1, 0.5, 0.9):
        drawing.line(((x - r * 0.4, y + rung * r), (x + r * 0.4, y + rung * r)), fill, 5)


_THINGS: Mapping[str, Thing] = {
    "house": _house, "tree": _tree, "sailing boat": _boat, "car": _car, "fish": _fish,
    "balloon": _balloon, "flower": _flower, "mushroom": _mushroom, "snowman": _snowman,
    "ladder": _ladder,
}  # fmt: skip
