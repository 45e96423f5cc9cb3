"""A table of many rows with controls in each."""

from __future__ import annotations

from .document import document
from .element import Element, h
from .page import GeneratedPage
from .parts import Parts
from .words import Words

CSS = """
body{padding:20px 28px}h1{font-size:22px;margin-bottom:10px}
.bar{display:flex;gap:14px;align-items:center;margin-bottom:12px}.field label{margin-right:8px}
table{border-collapse:collapse;background:#fff;width:100%}
th,td{border-bottom:1px solid #e0e4ea;padding:6px 10px;text-align:left}
th{background:#eef1f5}th .btn{border:0;background:none;font-weight:600;padding:2px 0}
.line{cursor:pointer}td .btn{padding:2px 9px}.state{background:#e3f1e7;border-radius:9px;
padding:2px 9px}
"""
_PER_ROW = 14
_STATES = ("Paid", "Open", "Late", "Void")


def table(elements: int) -> GeneratedPage:
    """Return a table page of so many elements, 14 in a row."""
    name = f"table_{elements}"
    parts = Parts(Words(name))
    rows = [_row(parts, number) for number in range(elements // _PER_ROW)]
    body = h("tbody", *rows).on_click("count")
    bar = h(
        "div",
        parts.field("Filter {}", type_="search"),
        parts.button("Export {}"),
        parts.button("Archive {}", kind="disabled"),
        parts.select("Rows {}", ["50", "100", "1000"]),
        class_="bar",
    )
    invoices = h("table", h("thead", _head(parts)), body)
    title = f"Invoices of {parts.words.name()}"
    return GeneratedPage(name=name, html=document(title, CSS, h("h1", title), bar, invoices))


def _head(parts: Parts) -> Element:
    """Return the headers: some sort by a button in them, some by a listener of their own."""
    word = parts.words.name()
    every = h("input", type="checkbox", aria_label=f"All {word}").plant("C", word)
    cells = [h("th", every)]
    for text in ("Invoice {}", "State {}", "Due {}"):
        cells.append(h("th", parts.button(text), scope="col", aria_sort="none"))
    for text in ("Customer {}", "Amount {}"):
        header = parts.tile(text, kind="JP", class_="line")
        header.tag = "th"
        header.attributes["scope"] = "col"
        cells.append(header)
    return h("tr", *cells, h("th", "Menu", scope="col"))


def _row(parts: Parts, number: int) -> Element:
    words = parts.words
    mark, menu = words.name(), words.name()
    box = h("input", type="checkbox", aria_label=f"Choose {mark}").plant("C", mark)
    date = f"2031-{words.number(1, 12):02}-{words.number(1, 28):02}"
    opens = h(
        "button",
        h("span", "⋯", aria_hidden="true"),
        type="button",
        class_="btn",
        aria_haspopup="menu",
        aria_expanded="false",
        aria_label=f"Menu of {menu}",
    )
    return h(
        "tr",
        h("td", box),
        h("td", parts.link(f"{10_000 + number} {{}}")),
        h("td", h("span", words.pick(_STATES), class_="state")),
        h("td", h("time", date, datetime=date)),
        h("td", words.name()),
        h("td", words.price()),
        h("td", opens.plant("B", menu).on_click()),
    )
