"""Converts elements to HTML with one script, which adds what markup cannot and keeps the truth."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from html import escape
from importlib import resources
from typing import Any

from .element import DECOYS, Element, h

ASK = "wl7c-2f9e-render-idle"
"""Name of the event that asks a page's script for its truth; no page reveals it."""

BASE_CSS = """
*{box-sizing:border-box}
body{margin:0;font:14px/1.45 system-ui,"DejaVu Sans",sans-serif;color:#1f2430;background:#f4f5f7}
a{color:#1557a8;text-decoration:none}h1,h2,h3,p,ul,ol{margin:0;padding:0}ul,ol{list-style:none}
button,input,select{font:inherit;color:inherit}
button,.btn{border:1px solid #b9c0cc;border-radius:6px;background:#fff;padding:6px 12px}
input,select{border:1px solid #b9c0cc;border-radius:6px;background:#fff;padding:5px 8px}
button:disabled{color:#8a93a3;background:#eceff3}
.on{outline:2px solid #e08a00}.ico{display:inline-block;width:16px;height:16px;line-height:16px;
overflow:hidden;text-align:center;font-size:13px}
"""
_VOID = frozenset({"br", "hr", "img", "input", "link", "meta"})
_BLOCKS = frozenset(
    {"article", "aside", "div", "footer", "form", "h1", "h2", "h3", "header", "li", "main", "nav"}
    | {"ol", "p", "section", "table", "tbody", "thead", "title", "style", "tr", "ul", "label"}
)
Place = list[int]
"""Root (0 is the document) and index of an element in it, in document order."""


@dataclass(kw_only=True, slots=True)
class _Plan:
    ask: str = ASK
    roots: list[list[Any]] = field(default_factory=list)
    grafts: list[list[Place]] = field(default_factory=list)
    handles: list[list[Any]] = field(default_factory=list)
    truth: list[list[Any]] = field(default_factory=list)
    frames: list[list[Any]] = field(default_factory=list)
    recycled: dict[str, Any] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Recycled:
    """A long list of which only the rows in view exist; scrolling renames them.

    Attributes:
        scroller: the scrolling element; the rows lie in it, ``height`` pixels each.
        names: one per row of the whole list; a row's only text, and its token.
    """

    scroller: Element
    rows: Sequence[Element]
    names: Sequence[str]
    height: int


def document(title: str, css: str, *body: Element, recycled: Recycled | None = None) -> str:
    """Return the HTML of a page with these elements."""
    html, plan = _made(title, css, body, recycled)
    ending = "</body></html>"
    return f"{html.removesuffix(ending)}{_script(plan)}{ending}\n"


def written_frame(title: str, css: str, *body: Element, class_: str) -> Element:
    """Return a frame whose document is in its ``srcdoc``."""
    html, plan = _made(title, css, body, None)
    frame = h("iframe", title=title, srcdoc=html, class_=class_)
    frame.within = asdict(plan)
    return frame


def _made(
    title: str, css: str, body: Sequence[Element], recycled: Recycled | None
) -> tuple[str, _Plan]:
    page = h(
        "html",
        h("head", h("meta", charset="utf-8"), h("title", title), h("style", BASE_CSS + css)),
        h("body", *body),
        lang="en",
    )
    plan = _Plan()
    places: dict[int, Place] = {}
    written = ""
    waiting: deque[Element | None] = deque([None])
    scope = 0
    while waiting:
        host = waiting.popleft()
        html, elements = _write([page] if host is None else host.shadow or [])
        places.update({id(element): [scope, at] for at, element in enumerate(elements)})
        if host is None:
            written = html
        else:
            plan.roots.append([places[id(host)], "closed" if host.closed else "open", html])
        _enter(plan, elements, places)
        waiting.extend(element for element in elements if element.shadow is not None)
        scope += 1
    if recycled is not None:
        plan.recycled = _recycling(recycled, places)
    return f"<!doctype html>\n{written}", plan


def _write(roots: Sequence[Element | str]) -> tuple[str, list[Element]]:
    """Return markup, and the elements in the order in which a parser creates them."""
    parts: list[str] = []
    elements: list[Element] = []
    # Iterative: a page is up to 900 levels deep.
    stack: list[Element | str | tuple[str]] = [*reversed(roots)]
    while stack:
        top = stack.pop()
        if isinstance(top, tuple):
            parts.append(top[0])
        elif isinstance(top, str):
            parts.append(escape(top, quote=False))
        else:
            elements.append(top)
            parts.append(_opening(top))
            if top.tag == "style":
                parts.extend(child for child in top.children if isinstance(child, str))
                parts.append("</style>\n")
            elif top.tag not in _VOID:
                stack.append((f"</{top.tag}>" + ("\n" if top.tag in _BLOCKS else ""),))
                stack.extend(reversed(top.children))
    return "".join(parts), elements


def _opening(element: Element) -> str:
    written = "".join(
        f" {name}" if value is True else f' {name}="{escape(str(value))}"'
        for name, value in element.attributes.items()
    )
    return f"<{element.tag}{written}>"


def _enter(plan: _Plan, elements: Sequence[Element], places: dict[int, Place]) -> None:
    for element in elements:
        place = places[id(element)]
        if element.handles:
            plan.handles.append([place, element.handles])
        if element.graft is not None:
            plan.grafts.append([place, places[id(element.graft)]])
        if element.within is not None:
            plan.frames.append([place, element.within])
        if element.planted is not None:
            planted = element.planted
            control = planted.kind not in DECOYS
            static = planted.kind != "DD"
            plan.truth.append([place, planted.token, planted.kind, control, static])


def _recycling(recycled: Recycled, places: dict[int, Place]) -> dict[str, Any]:
    return {
        "scroller": places[id(recycled.scroller)],
        "rows": [places[id(row)] for row in recycled.rows],
        "names": list(recycled.names),
        "height": recycled.height,
    }


def _script(plan: _Plan) -> str:
    source = resources.files(__package__).joinpath("plant.js").read_text(encoding="utf-8")
    data = json.dumps(asdict(plan), separators=(",", ":"))
    # "</" would end the script, "<!--" would change its parsing.
    data = data.replace("<", "\\u003c")
    return f"<script>({source.rstrip().removesuffix(';')})({data})</script>"
