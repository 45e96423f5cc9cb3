"""Tiles that are recognisable only by their listeners, or by nothing at all."""

from __future__ import annotations

from .document import document
from .element import h
from .page import GeneratedPage
from .parts import Parts
from .words import Words

CSS = """
main{max-width:1180px;margin:18px auto}h1{font-size:22px}h2{font-size:16px;margin:14px 0 8px}
.bar{display:flex;gap:16px;align-items:center;margin:10px 0}.field label{margin-right:8px}
.tiles{display:grid;grid-template-columns:repeat(10,1fr);gap:8px}
.tile{background:#fff;border:1px solid #d9dde4;border-radius:8px;padding:14px 10px;
text-align:center}
"""
_SIGNS = "✿❄☂☘✪♞⚓☀"


def listeners(tiles: int) -> GeneratedPage:
    """Return a page of so many tiles with a listener and no other sign.

    Sixteen more are handled by their container and cannot be detected statically.
    """
    name = f"listeners_{tiles}"
    parts = Parts(Words(name))
    bar = h(
        "div",
        parts.field("Find {}"),
        parts.button("Save {}"),
        parts.button("Reset {}"),
        parts.link("Help {}"),
        parts.check("Sound {}"),
        parts.select("Size {}", ["Small", "Large"]),
        parts.icon("⚙", tag="a"),
        parts.icon("✉", tag="a"),
        class_="bar",
    )
    icons = h("p", parts.sentence(), " ")
    for sign in _SIGNS:
        icons.add(parts.icon(sign), " ")
    own = h("div", *(parts.tile() for _ in range(tiles)), class_="tiles")
    shared = h("div", *(parts.tile(kind="DD") for _ in range(16)), class_="tiles")
    main = h(
        "main",
        h("h1", "Board"),
        bar,
        icons,
        h("h2", "Pieces"),
        own,
        h("h2", "Players"),
        shared.on_click("delegate"),
    )
    return GeneratedPage(name=name, html=document("Board", CSS, main))
