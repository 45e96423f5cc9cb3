"""Three controls under very many levels of boxes."""

from __future__ import annotations

from .document import document
from .element import Element, h
from .page import GeneratedPage
from .parts import Parts
from .words import Words

CSS = """
body{padding:24px}.btn{margin:0 10px}.field label{margin-right:8px}.field{margin-bottom:12px}
"""
_PARSED = 300
"""Chromium's parser nests no deeper than 512; a script nests pieces of this depth."""


def deep(levels: int) -> GeneratedPage:
    """Return a page of so many nested boxes around a link, a button and a field."""
    name = f"deep_{levels}"
    parts = Parts(Words(name))
    tops: list[Element] = []
    inside: Element | None = None
    for level in range(levels):
        box = h("div")
        if level % _PARSED == 0:
            box.graft = inside
            tops.append(box)
        elif inside is not None:
            inside.add(box)
        inside = box
    assert inside is not None
    inside.add(
        h("h1", "At the bottom"),
        h("p", parts.sentence()),
        parts.field("Name {}"),
        parts.button("Send {}"),
        parts.link("Terms of {}"),
    )
    return GeneratedPage(name=name, html=document("Deep", CSS, *tops))
