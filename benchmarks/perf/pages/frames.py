"""A page in frames: of its own origin, nested, written into an attribute, and of another site."""

from __future__ import annotations

from .document import document, written_frame
from .element import Element, h
from .page import FOREIGN, GeneratedPage
from .parts import Parts
from .words import Words

CSS = """
h1{font-size:21px;margin-bottom:10px}body{padding:16px 24px}.row{margin-top:12px}
.row{display:grid;grid-template-columns:1fr 1fr;gap:18px}
iframe{border:2px solid #b9c0cc;border-radius:8px;width:100%;height:480px;background:#fff}
iframe.low{height:150px}
"""
_INNER = """
body{padding:12px 16px;background:#fff}h2{font-size:16px}.field{margin:7px 0}
.field label{margin-right:8px}.line{background:#eef1f5;border-radius:6px;padding:8px 10px;
margin:7px 0}
a{margin-left:10px}iframe{border:1px solid #b9c0cc;width:100%;height:150px}.check{margin:5px 0;
display:block}
"""


def frames() -> GeneratedPage:
    """Return a page with five frames, one of them scrolled past its last controls."""
    parts = Parts(Words("frames"))
    inner = {
        "/frames_basket": _content(parts, "Basket", _frame("/frames_coupon", "Coupon")),
        "/frames_coupon": _content(parts, "Coupon", short=True),
        "/frames_address": _content(parts, "Address", *_below(parts)),
    }
    foreign = {"/frames_pay": _content(parts, "Payment")}
    note = written_frame("Note", _INNER, *_controls(parts, "Note", short=True), class_="low")
    body = h(
        "main",
        h("h1", f"Checkout at {parts.words.name()}"),
        parts.link("Back to {}"),
        " ",
        parts.button("Order {}"),
        h(
            "div",
            _frame("/frames_basket", "Basket"),
            _frame("/frames_address", "Address"),
            _frame(f"{FOREIGN}/frames_pay", "Payment"),
            note,
            class_="row",
        ),
    )
    return GeneratedPage(
        name="frames", html=document("Checkout", CSS, body), inner=inner, foreign=foreign
    )


def _frame(address: str, title: str) -> Element:
    return h("iframe", src=address, title=title)


def _content(parts: Parts, title: str, *more: Element, short: bool = False) -> str:
    """Return a frame's document."""
    return document(title, _INNER, *_controls(parts, title, short=short), *more)


def _controls(parts: Parts, title: str, *, short: bool) -> list[Element]:
    controls = [
        h("h2", f"{title} {parts.words.name()}"),
        parts.tile(f"{title} tile {{}}", class_="line"),
        parts.button("Change {}"),
        parts.link("About {}"),
    ]
    if not short:
        controls += [
            parts.field("Code {}"),
            parts.check("Remember {}"),
            parts.select("Kind {}", ["First", "Second"]),
            parts.button("Later {}", kind="disabled"),
        ]
    return controls


def _below(parts: Parts) -> list[Element]:
    """Return controls that only scrolling in the frame shows."""
    space = h("div", h("p", parts.sentence()), style="height:500px")
    return [space, parts.button("Delete {}"), parts.tile("Map {}", class_="line")]
