"""Custom elements with shadow roots, open and closed."""

from __future__ import annotations

from .document import document
from .element import Element, h
from .page import GeneratedPage
from .parts import Parts
from .words import Words

CSS = """
h1{font-size:22px;padding:18px 28px 0}
.wall{display:grid;grid-template-columns:repeat(4,1fr);gap:14px;padding:14px 28px}
x-track{display:block;background:#fff;border-radius:10px;padding:14px}
"""
_INNER = """
h3{font-size:15px;margin:0 0 6px}small{margin-right:6px}.field{margin:6px 0}input{width:120px;
padding:4px 7px}
label{font-size:13px;margin-right:6px}a{color:#1557a8}button{border:1px solid #b9c0cc;
border-radius:6px;background:#fff;padding:4px 10px}

.line{background:#eef1f5;border-radius:6px;padding:6px 9px;margin-top:7px}.tip{cursor:pointer}
"""
_HOSTS = 200
_CLOSED_EVERY = 10


def shadow() -> GeneratedPage:
    """Return 200 components, every tenth closed; each has five controls and one in a slot."""
    parts = Parts(Words("shadow"))
    hosts = [_track(parts, number) for number in range(_HOSTS)]
    title = f"Tracks of {parts.words.name()}"
    return GeneratedPage(
        name="shadow", html=document(title, CSS, h("h1", title), h("div", *hosts, class_="wall"))
    )


def _track(parts: Parts, number: int) -> Element:
    """Return a host, its heading and one link in slots."""
    heading = h("span", parts.words.name(), slot="title")
    slotted = parts.link("Album {}")
    slotted.attributes["slot"] = "more"
    inside: list[Element | str] = [
        h("style", _INNER),
        h("h3", h("slot", name="title")),
        parts.link("Lyrics {}"),
        " ",
        parts.button("Play {}"),
        parts.field("Speed {}", type_="number"),
        parts.tile("Queue {}", class_="line"),
        parts.tile("Tip {}", kind="JP", class_="line tip"),
        h("slot", name="more"),
    ]
    if number % 8 == 5:
        inside.append(parts.button("Lease {}", kind="disabled"))
    if number % 8 == 2:
        inside.append(_counting(parts))
    return h("x-track", heading, slotted).attach(inside, closed=number % _CLOSED_EVERY == 4)


def _counting(parts: Parts) -> Element:
    word = parts.words.name()
    line = h("div", h("small", f"{word} plays "), parts.button("Like {}"), class_="line")
    return line.plant("wrapper", word).on_click("count")
