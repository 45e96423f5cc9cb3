"""A page of which most is somewhere else."""

from __future__ import annotations

from .document import Recycled, document
from .element import Element, h
from .page import GeneratedPage
from .parts import Parts
from .words import Words

CSS = """
main{max-width:1120px;margin:16px auto;display:grid;gap:16px;
grid-template-columns:minmax(0,1fr)}h1{font-size:22px}h2{font-size:16px}
.box{background:#fff;border-radius:8px;padding:12px 16px}
.strip{display:flex;gap:10px;overflow-x:auto;padding:6px 0}.strip>*{flex:0 0 170px}
.strip .item{background:#eef1f5;border-radius:6px;padding:20px 8px;text-align:center}
.slides{overflow:hidden;width:600px}.slides>div{display:flex}
.slides .item{flex:0 0 150px;padding:16px 8px;background:#f3ead9;border-right:4px solid #fff}
.away{position:absolute;left:-9999px;top:120px;width:300px}
.pushed{position:fixed;right:0;top:0;width:280px;height:100%;background:#fff;padding:20px;
transform:translateX(320px)}.pushed .item,.away .item{display:block}
.fold{height:0;overflow:hidden}.open{height:auto}.fold p{padding:6px 0}
.rows{position:relative;height:240px;overflow-y:auto;border:1px solid #d9dde4;background:#fff}
.rows .btn{position:absolute;left:8px;width:300px;height:30px;text-align:left}
.entry{display:flex;gap:14px;align-items:center;background:#fff;border-bottom:1px solid #e0e4ea;
padding:9px 16px}.entry .line{flex:1}
"""
_NAMES, _ROW = 400, 34


def offscreen(elements: int) -> GeneratedPage:
    """Return a page of so many elements, most of them out of view, to be scrolled down a little."""
    parts = Parts(Words("offscreen"))
    recycled = _recycled(parts)
    around = [
        _strips(parts),
        _slides(parts),
        h("section", h("h2", "All stations"), recycled.scroller, class_="box"),
        _folds(parts),
        _away(parts),
    ]
    entries = h("section")
    main = h("main", h("h1", "Stations"), *around, entries)
    missing = elements - 6 - main.size()
    while missing >= 5:
        made = _entry(parts)
        entries.add(made)
        missing -= made.size()
    html = document("Stations", CSS, main, recycled=recycled)
    return GeneratedPage(name="offscreen", html=html, scroll=600)


def _strips(parts: Parts) -> Element:
    """Return carousels that scroll; of 20 things six are in view."""
    section = h("section", h("h2", "Near you"), class_="box")
    for make in (parts.link, parts.button, parts.link):
        section.add(h("div", *(make("Stop {}", class_="item") for _ in range(20)), class_="strip"))
    return section


def _slides(parts: Parts) -> Element:
    """Return a carousel that only a script could move; four of its links are in view."""
    kinds = ["clipped"] * 3 + ["L"] * 4 + ["clipped"] * 8
    slides = h("div", *(parts.link("Line {}", kind=kind) for kind in kinds))
    slides.attributes["style"] = "transform:translateX(-450px)"
    return h("section", h("h2", "Lines"), h("div", slides, class_="slides"), class_="box")


def _folds(parts: Parts) -> Element:
    """Return an accordion with one open part; the contents of the others have no height."""
    section = h("section", h("h2", "Questions"), class_="box")
    for place in range(5):
        shown = place == 1
        kind = "B" if shown else "clipped"
        word = parts.words.name()
        header = h("button", f"Question {word}", type="button", class_="btn")
        header.attributes["aria-expanded"] = "true" if shown else "false"
        answers = [h("p", parts.sentence(), " ", parts.button("Ask {}", kind=kind))]
        section.add(
            header.plant("B", word).on_click(),
            h("div", *answers, class_="fold open" if shown else "fold"),
        )
    return section


def _away(parts: Parts) -> Element:
    """Return two boxes outside the page: one by its position, one moved by a transform."""
    left = h("div", *(parts.link("Skip to {}") for _ in range(6)), class_="away")
    right = h("div", *(parts.link("Drawer {}") for _ in range(6)), class_="pushed")
    return h("div", left, right)


def _recycled(parts: Parts) -> Recycled:
    rows = [parts.button("", class_="btn") for _ in range(12)]
    scroller = h("div", h("div", style=f"height:{_NAMES * _ROW}px"), *rows, class_="rows")
    names = [parts.words.name() for _ in range(_NAMES)]
    return Recycled(scroller=scroller, rows=rows, names=names, height=_ROW)


def _entry(parts: Parts) -> Element:
    return h(
        "div",
        parts.tile("Station {}", class_="line"),
        parts.link("Times {}"),
        parts.button("Pin {}"),
        h("span", parts.words.name()),
        class_="entry",
    )
