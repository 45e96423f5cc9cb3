"""A consent dialog, over a page that cannot be reached."""

from __future__ import annotations

from .document import document
from .element import Element, h
from .page import GeneratedPage
from .parts import Parts
from .words import Words

CSS = """
body{overflow:hidden}header{background:#3b2f5c;color:#fff;padding:16px 30px;font-size:20px}
.page{display:grid;grid-template-columns:repeat(4,1fr);gap:14px;padding:20px 30px}
.page div{background:#fff;border-radius:8px;padding:14px}.page .item{display:block;
margin-bottom:8px}
.shade{position:fixed;inset:0;background:#0009;display:flex;align-items:center;
justify-content:center}
.box{background:#fff;border-radius:12px;padding:24px 28px;width:520px;display:grid;gap:12px}
.box h2{font-size:19px}.acts{display:flex;gap:10px}.field label{margin-right:8px}
.switch{cursor:pointer;display:flex;gap:9px;align-items:center}
.switch input{position:absolute;opacity:0}.switch i{width:30px;height:17px;border-radius:9px;
background:#b9c0cc}
.switch input:checked+i{background:#2b7a4b}.tile{cursor:pointer;color:#1557a8;padding:6px 4px}
"""


def overlay() -> GeneratedPage:
    """Return 40 links and 40 buttons that a dialog and its shade make unreachable."""
    parts = Parts(Words("overlay"))
    news = [_news(parts) for _ in range(40)]
    shade = h("div", _consent(parts), class_="shade")
    header = h("header", f"The {parts.words.name()} Daily")
    return GeneratedPage(
        name="overlay", html=document("News", CSS, header, h("div", *news, class_="page"), shade)
    )


def _news(parts: Parts) -> Element:
    return h(
        "div",
        parts.link("Story of {}", kind="covered"),
        h("p", parts.sentence()),
        parts.button("Keep {}", kind="covered"),
    )


def _consent(parts: Parts) -> Element:
    return h(
        "div",
        h("h2", "Before you go on", id="ask"),
        h("p", f"We and {parts.words.name()} keep data on this device.", " "),
        parts.check("Statistics {}"),
        parts.switch("Advertising {}"),
        parts.select("Language {}", ["English", "Deutsch", "Polski"]),
        h(
            "div",
            parts.button("Accept {}"),
            parts.button("Reject {}"),
            parts.tile("Settings {}", kind="JP"),
            class_="acts",
        ),
        parts.link("Privacy of {}"),
        role="dialog",
        aria_modal="true",
        aria_labelledby="ask",
        class_="box",
    )
