"""One product among a shop's results."""

from __future__ import annotations

from .element import Element, h
from .parts import Parts

_COLOURS = ("#b5483a", "#3f6f8f", "#d8b24a", "#4c7a52", "#33363d")
_HEART = "M12 21 4 13a5 5 0 0 1 8-6 5 5 0 0 1 8 6z"


def card(parts: Parts, number: int) -> Element:
    """Return a product's card; ``number`` decides which decoys it has."""
    words = parts.words
    stars = h("div", h("span", "★★★★☆"), h("span", f"({words.number(3, 900)})"), class_="stars")
    now = words.number(4, 390)
    before = now + words.number(3, 60)
    price = h("p", h("span", f"${now}.95"), " ", h("s", f"${before}.00"), class_="price")
    swatches = h("div", *(_swatch(parts) for _ in range(3)), class_="swatches")
    made = h(
        "article",
        parts.picture(300, 150),
        _wish(parts),
        h("h3", parts.link("{} " + words.pick(("lamp", "chair", "shelf", "table")))),
        h("p", f"by {words.name()}"),
        stars,
        price,
        swatches,
        _buy(parts, number),
        parts.check("Compare {}"),
        parts.tile("Quick look {}", class_="line"),
        class_="card",
    )
    if number % 4 == 3:
        made.add(h("p", parts.icon("✿"), " ", parts.sentence()))
    return made


def _swatch(parts: Parts) -> Element:
    made = parts.tile("", class_="line")
    assert made.planted is not None
    made.attributes["title"] = f"Colour {made.planted.token}"
    made.attributes["style"] = f"background:{parts.words.pick(_COLOURS)}"
    return made


def _wish(parts: Parts) -> Element:
    word = parts.words.name()
    picture = h("svg", h("path", d=_HEART), viewBox="0 0 24 24")
    return h("button", picture, type="button", class_="wish", aria_label=f"Wish for {word}").plant(
        "B", word
    )


def _buy(parts: Parts, number: int) -> Element:
    """Return the button in its line; some are sold out, some lines count clicks."""
    button = parts.button("Add {} to basket", kind="disabled" if number % 7 == 6 else "B")
    word = parts.words.name()
    line = h("div", h("small", f"{word} depot"), button, class_="line")
    return line.plant("wrapper", word).on_click("count") if number % 5 == 2 else line
