"""Controls that several kinds of page share."""

from __future__ import annotations

from itertools import count
from urllib.parse import quote

from .element import Element, h
from .words import Words

_HUES = ("#c7d7e8", "#e5d3c1", "#cfe3d2", "#e2cfe0", "#d8d5c6", "#c9dfe2")


class Parts:
    """Creates controls, each with a unique word in its label."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self._numbers = count(1)

    def number(self) -> int:
        """Return the next number of the page: addresses and ids reveal nothing but their order."""
        return next(self._numbers)

    def link(self, text: str = "{}", *, kind: str = "L", class_: str = "item") -> Element:
        """Return a link; ``{}`` in the text is replaced by its word."""
        word = self.words.name()
        address = f"#/{self.number()}"
        return h("a", text.format(word), href=address, class_=class_).plant(kind, word)

    def button(self, text: str = "{}", *, kind: str = "B", class_: str = "btn") -> Element:
        """Return a button; ``disabled`` and the other decoys are kinds too."""
        word = self.words.name()
        made = h("button", text.format(word), type="button", class_=class_)
        if kind == "disabled":
            made.attributes["disabled"] = True
        return made.plant(kind, word)

    def field(self, text: str = "{}", *, type_: str = "text", **attributes: str | int) -> Element:
        """Return a label and its field, in a box."""
        word, name = self.words.name(), f"f{self.number()}"
        return h(
            "div",
            h("label", text.format(word), for_=name),
            h("input", id=name, type=type_, **attributes).plant("I", word),
            class_="field",
        )

    def select(self, text: str, options: list[str]) -> Element:
        """Return a label and its select, in a box."""
        word, name = self.words.name(), f"f{self.number()}"
        choices = [h("option", option) for option in options]
        return h(
            "div",
            h("label", text.format(word), for_=name),
            h("select", *choices, id=name).plant("S", word),
            class_="field",
        )

    def check(
        self, text: str = "{}", *, type_: str = "checkbox", kind: str = "C", group: str = ""
    ) -> Element:
        """Return a label around a checkbox or radio button."""
        word = self.words.name()
        box = h("input", type=type_, name=group or f"f{self.number()}").plant(kind, word)
        return h("label", box, " ", h("span", text.format(word)), class_="check")

    def switch(self, text: str = "{}") -> Element:
        """Return a label with a pointer cursor that hides its checkbox: one thing to click."""
        word = self.words.name()
        box = h("input", type="checkbox", name=f"f{self.number()}")
        return h("label", box, h("i"), text.format(word), class_="switch").plant("CL", word)

    def tile(self, text: str = "{}", *, kind: str = "JL", class_: str = "tile") -> Element:
        """Return a div with only a click listener; a pointer cursor is left to the CSS."""
        word = self.words.name()
        made = h("div", text.format(word), class_=class_).plant(kind, word)
        return made if kind == "DD" else made.on_click()

    def icon(self, sign: str, *, tag: str = "span") -> Element:
        """Return a small picture with a title: a decoy, or as ``a`` a link."""
        word = self.words.name()
        if tag == "a":
            made = h("a", sign, class_="ico", title=word, href=f"#/{self.number()}")
            return made.plant("L", word)
        return h(tag, sign, class_="ico", title=word).plant("icon", word)

    def picture(self, width: int, height: int) -> Element:
        """Return an image that needs no request."""
        hue = self.words.pick(_HUES)
        drawing = (
            f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}'>"
            f"<rect width='{width}' height='{height}' fill='{hue}'/>"
            f"<circle cx='{width // 2}' cy='{height // 2}' r='{height // 4}' fill='#fff8'/></svg>"
        )
        source = f"data:image/svg+xml,{quote(drawing)}"
        return h("img", src=source, alt="", width=width, height=height)

    def sentence(self) -> str:
        """Return text with nothing planted in it, though its words look the same."""
        pattern = self.words.pick(
            (
                "Made in {} from {} wool.",
                "Part of the {} range by {}.",
                "People who like {} often take {} too.",
                "Tested for {} hours by {}.",
            )
        )
        return pattern.format(self.words.name(), self.words.name())
