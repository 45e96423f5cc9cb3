"""One look at the open page: its picture, and the elements that are really seen in it."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Any, Literal

from PIL import Image, ImageStat

from agent_e.browser import BrowserSession
from agent_e.dom import PageObserver
from agent_e.training.records import Kind
from agent_e.types import Node, Observation

from .generator import Placed
from .theme import Look

NUMBERS = "data-mmid"
"""Attribute that the observer writes its numbers to, by which the probe finds the elements."""
QUALITY = 90
TINY = 16
"""Shorter side of what is tiny, pixels of the picture."""
Box = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels of the picture."""
Relation = Literal["in", "under", "beside"]

_MOVED = 3.0
"""CSS pixels by which an element may differ between observation and picture."""
_CONTRAST = 24
"""Least difference of brightness in the box of something drawn."""
_LARGEST = 0.25
"""Largest share of the picture that something to click covers."""
_FIELDS = frozenset({"textbox", "searchbox", "combobox", "spinbutton", "slider", "listbox"})
_BESIDE = 60
"""CSS pixels to the words that something stands beside."""
_LONGEST = 80
"""Characters of a name that a saying can quote."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Element:
    """Something seen in a picture.

    Attributes:
        box: what of it is seen.
        name: its accessible name, or what the generator placed.
        names: further words that mean it, such as its placeholder.
        tags: words that are said of its drawing.
        near: what tells it apart from others of its name, by relation.
    """

    box: Box
    role: str
    name: str
    text: str
    kind: Kind
    names: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    drawing: str = ""
    near: Mapping[Relation, str]
    language: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Capture:
    """A picture and its elements; ``links`` are the addresses that the page links to."""

    picture: bytes
    width: int
    height: int
    elements: tuple[Element, ...]
    links: tuple[str, ...] = ()


async def set_look(session: BrowserSession, look: Look) -> None:
    """Give the window its size; zoom is a smaller viewport at a larger scale, as in the browser."""
    cdp = session.active.cdp
    metrics = {
        "width": round(look.width / look.zoom),
        "height": round(look.height / look.zoom),
        "deviceScaleFactor": look.zoom * look.scale,
        "mobile": False,
    }
    await cdp.send("Emulation.setDeviceMetricsOverride", metrics)
    scheme = {"name": "prefers-color-scheme", "value": "dark" if look.dark else "light"}
    await cdp.send("Emulation.setEmulatedMedia", {"features": [scheme]})


async def capture(
    session: BrowserSession, observer: PageObserver, placed: Mapping[str, Placed]
) -> Capture:
    """Observe the open page once and take its picture.

    Raises:
        SkillError: the page does not answer.
        BrowserError: the browser failed.
    """
    page = await observer.observe()
    tab = session.active
    options = {"format": "jpeg", "quality": QUALITY, "optimizeForSpeed": True}
    shot = await tab.guard(tab.cdp.send("Page.captureScreenshot", options))
    probed = await _probe(session, made=bool(placed))
    picture = base64.b64decode(shot["data"])
    with Image.open(io.BytesIO(picture)) as image:
        gray = image.convert("L")
    scale = gray.width / probed["width"]
    elements = [
        element for element in _elements(page, probed, placed, scale) if _is_seen(gray, element.box)
    ]
    links = dict.fromkeys(node.href for node in page.elements if node.href)
    return Capture(
        picture=picture,
        width=gray.width,
        height=gray.height,
        elements=tuple(_marked_ambiguous(elements)),
        links=tuple(links),
    )


async def _probe(session: BrowserSession, *, made: bool) -> dict[str, Any]:
    """Run the probe in a world of its own, whose built-ins no page has changed.

    Only what a ``made`` page says of its drawings is believed: another page may say anything.
    """
    tab = session.active
    tree = await tab.guard(tab.cdp.send("Page.getFrameTree"))
    world = await tab.cdp.send(
        "Page.createIsolatedWorld", {"frameId": tree["frameTree"]["frame"]["id"]}
    )
    call = {
        "expression": f"({_probe_source()})({json.dumps(NUMBERS)}, {json.dumps(made)})",
        "contextId": world["executionContextId"],
        "returnByValue": True,
    }
    answer = await tab.guard(tab.cdp.send("Runtime.evaluate", call))
    found: dict[str, Any] = json.loads(answer["result"]["value"])
    return found


@cache
def _probe_source() -> str:
    return resources.files(__package__).joinpath("probe.js").read_text(encoding="utf-8")


def _elements(
    page: Observation, probed: Mapping[str, Any], placed: Mapping[str, Placed], scale: float
) -> Iterator[Element]:
    nodes = {node.mmid: node for node in page.elements if node.frame == 0}
    whole = probed["width"] * probed["height"]
    for row in probed["rows"]:
        node, known = nodes.get(row["number"]), placed.get(row["key"])
        if node is not None and not _is_where_seen(node, row):
            continue
        left, top, right, bottom = row["box"]
        if (right - left) * (bottom - top) > _LARGEST * whole:
            continue
        name = _name(node, known, row)
        if not name:
            continue
        box = (left * scale, top * scale, right * scale, bottom * scale)
        labels = (row["label"], row["placeholder"], row["title"])
        yield Element(
            box=box,
            role=node.role if node else "img",
            name=name,
            text=row["text"],
            kind=_kind(node, known, row, box),
            names=tuple(each for each in dict.fromkeys(labels) if _is_quotable(each)),
            tags=known.tags if known else (),
            drawing=known.name if known else "",
            near=_near(row, probed["words"]),
            language=known.language if known and known.kind else probed["language"][:2],
        )


def _is_where_seen(node: Node, row: Mapping[str, Any]) -> bool:
    """Whether an element can be clicked, and stood still since it was observed."""
    if node.reachable is False or node.bbox is None:
        return False
    return all(abs(a - b) <= _MOVED for a, b in zip(node.bbox, row["whole"], strict=True))


def _name(node: Node | None, known: Placed | None, row: Mapping[str, Any]) -> str:
    drawn_alone = known is not None and not row["text"]
    name = known.name if known and drawn_alone else ""
    name = name or (node.name if node else "") or row["label"] or row["placeholder"]
    name = " ".join((name or row["title"]).split())
    return name if _is_quotable(name) else ""


def _is_quotable(name: str) -> bool:
    return 0 < len(name) <= _LONGEST and any(map(str.isalnum, name))


def _kind(node: Node | None, known: Placed | None, row: Mapping[str, Any], box: Box) -> Kind:
    if known and known.kind:
        return known.kind
    if min(box[2] - box[0], box[3] - box[1]) < TINY:
        return "tiny"
    if node is None:
        return "icon" if known else "picture"
    if node.role in _FIELDS:
        return "field"
    if row["text"] or not row["art"]:
        return "text"
    return "icon" if min(row["whole"][2:]) <= 4 * TINY + 32 else "picture"


def _is_seen(gray: Image.Image, box: Box) -> bool:
    """Whether anything is drawn in a box: a drawing may have the colour of its ground."""
    part = gray.crop((int(box[0]), int(box[1]), round(box[2]) + 1, round(box[3]) + 1))
    low, high = ImageStat.Stat(part).extrema[0]
    return high - low >= _CONTRAST


def _marked_ambiguous(elements: Sequence[Element]) -> Iterator[Element]:
    """Mark those that share role and name with another one."""
    count: dict[tuple[str, str], int] = {}
    for each in elements:
        key = each.role, each.name.casefold()
        count[key] = count.get(key, 0) + 1
    for each in elements:
        alone = count[each.role, each.name.casefold()] == 1
        yield each if alone else replace(each, kind="ambiguous")


def _near(row: Mapping[str, Any], words: Sequence[Sequence[Any]]) -> dict[Relation, str]:
    """Return the row, the heading, and the nearest words on its line, where there are any."""
    near: dict[Relation, str] = {"in": row["group"], "under": row["heading"]}
    left, top, width, height = row["whole"]
    beside = []
    for text, *box in words:
        gap = max(box[0] - left - width, left - box[2])
        if -1 <= gap <= _BESIDE and box[1] < top + height / 2 < box[3]:
            beside.append((gap, text))
    near["beside"] = min(beside)[1] if beside else ""
    return {
        relation: text
        for relation, text in near.items()
        if _is_quotable(text) and text not in (row["text"], row["label"])
    }
